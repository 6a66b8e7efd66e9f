import { describe, expect, test } from "vitest";
import { compose } from "../../worker/cache/compose.ts";
import type { Served } from "../../worker/cache/resource.ts";
import { bodyText, storedResponse } from "../../worker/cache/stored-response.ts";

const POLICY = { lifetime: 60, staleWhileRevalidate: 100, staleIfError: 1_000 };

async function part(changes: Partial<Served> = {}): Promise<Served> {
  const stored = await storedResponse("{}", { storedAt: 5_000, tags: ["one"] });
  const known = {
    kind: "served",
    age: 10,
    policy: POLICY,
    cacheStatus: { hit: true },
    isUncacheable: false,
  } as const;
  return { ...stored, ...known, ...changes };
}

describe("a composed response", () => {
  test("is fresh, and serves stale, for as long as the first of its parts does", async () => {
    const long = { lifetime: 3_600, staleWhileRevalidate: 50, staleIfError: 9_000 };
    const composed = await compose([await part(), await part({ age: 0, policy: long })], "[]");
    expect(composed).toMatchObject({
      age: 0,
      policy: { lifetime: 50, staleWhileRevalidate: 50, staleIfError: 1_000 },
    });
  });

  test("is as old as its oldest part, and has the tags of all", async () => {
    const other = await part({ storedAt: 1_000, tags: ["one", "two"], sourceVersion: "v2" });
    expect(await compose([await part(), other], "[]")).toMatchObject({
      storedAt: 1_000,
      tags: ["one", "two"],
      sourceVersion: "v2",
    });
  });

  test("carries each tag with the date of the parts that have it", async () => {
    const parts = [
      await part({ storedAt: 9_000, tags: ["new", "both"] }),
      await part({ storedAt: 1_000, tags: ["both"] }),
      await part({ storedAt: 1_000, tags: ["nested"], newerTags: new Map([["nested", 4_000]]) }),
    ];
    const dates = new Map([
      ["new", 9_000],
      ["nested", 4_000],
    ]);
    expect(await compose(parts, "[]")).toMatchObject({ storedAt: 1_000, newerTags: dates });
  });

  test("has an entity-tag of its own body", async () => {
    const [one, other] = [await compose([await part()], "[1]"), await compose([await part()], "[2]")];
    expect(one.entityTag).not.toBe(other.entityTag);
    expect(bodyText(one)).toBe("[1]");
  });

  test.each([
    [[{ hit: true }, { hit: true }], { hit: true }],
    [[{ hit: true }, { hit: true, ttl: -4 }, { hit: true, ttl: -9 }], { hit: true, ttl: -9 }],
    [
      [
        { fwd: "uri-miss", stored: true },
        { fwd: "stale", fwdStatus: 502 },
      ],
      { fwd: "uri-miss", stored: false },
    ],
    [[{ hit: true }, { fwd: "uri-miss", stored: true }], { fwd: "uri-miss", stored: false }],
    [
      [
        { fwd: "uri-miss", stored: true },
        { fwd: "uri-miss", stored: true },
      ],
      { fwd: "uri-miss", stored: true },
    ],
  ] as const)("of parts with %j says %j", async (statuses, expected) => {
    const parts = await Promise.all(statuses.map((cacheStatus) => part({ cacheStatus })));
    expect((await compose(parts, "[]")).cacheStatus).toEqual(expected);
  });

  test("of two versions of the source is for no cache", async () => {
    const parts = await Promise.all(["a", "b"].map((sourceVersion) => part({ sourceVersion })));
    expect(await compose(parts, "[]")).toMatchObject({ isUncacheable: true });
  });

  test("with a part of the last resort is for no cache", async () => {
    expect(await compose([await part(), await part({ isUncacheable: true })], "[]")).toMatchObject({
      isUncacheable: true,
    });
  });
});
