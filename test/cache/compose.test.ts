import { describe, expect, test } from "vitest";
import { areUncacheable, combineResults, compose } from "../../worker/cache/compose.ts";
import type { CacheResult, Served } from "../../worker/cache/resource.ts";
import { bodyText, storedResponse } from "../../worker/cache/stored-response.ts";
import { Problem } from "../../worker/contract/problem.ts";

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

describe("compose()", () => {
  test("uses the shortest remaining lifetime of its parts", async () => {
    const long = { lifetime: 3_600, staleWhileRevalidate: 50, staleIfError: 9_000 };
    const composed = await compose([await part(), await part({ age: 0, policy: long })], "[]");
    expect(composed).toMatchObject({
      age: 0,
      policy: { lifetime: 50, staleWhileRevalidate: 50, staleIfError: 1_000 },
    });
  });

  test("uses the oldest part's age and the tags of all parts", async () => {
    const other = await part({ storedAt: 1_000, tags: ["one", "two"], sourceVersion: "v2" });
    expect(await compose([await part(), other], "[]")).toMatchObject({
      storedAt: 1_000,
      tags: ["one", "two"],
      sourceVersion: "v2",
    });
  });

  test("uses the earliest log position of its parts", async () => {
    const parts = [await part({ logPosition: 7 }), await part({ logPosition: 5 })];
    expect(await compose(parts, "[]")).toMatchObject({ logPosition: 5 });
  });

  test("computes the entity tag from the body", async () => {
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
  ] as const)("combines the statuses %j into %j", async (statuses, expected) => {
    const parts = await Promise.all(statuses.map((cacheStatus) => part({ cacheStatus })));
    expect((await compose(parts, "[]")).cacheStatus).toEqual(expected);
  });

  test("marks parts from two versions of the source as mixed", async () => {
    const parts = await Promise.all(["a", "b"].map((sourceVersion) => part({ sourceVersion })));
    expect(await compose(parts, "[]")).toMatchObject({ isMixed: true });
    expect(await compose(parts.slice(1), "[]")).toMatchObject({ isMixed: false });
  });

  test("returns an uncacheable response if a part is uncacheable", async () => {
    expect(await compose([await part(), await part({ isUncacheable: true })], "[]")).toMatchObject({
      isUncacheable: true,
    });
  });
});

const NOW = 1_700_000_000_000;
const SNAPSHOT = { storedAt: NOW, logPosition: 1 };
const CONSTANT = { lifetime: 3_600, staleWhileRevalidate: 0, staleIfError: 0 };

describe("combineResults()", () => {
  test("returns the shortest windows, counted from the oldest result", async () => {
    const long = { lifetime: 3_600, staleWhileRevalidate: 900, staleIfError: 9_000 };
    const results = [
      await part({ storedAt: NOW - 50_000, policy: long, tags: ["one"] }),
      await part({ storedAt: NOW - 10_000, policy: { ...long, lifetime: 30 }, tags: ["two"] }),
    ];
    expect(combineResults(results, SNAPSHOT, CONSTANT)).toMatchObject({
      policy: { lifetime: 70, staleWhileRevalidate: 900, staleIfError: 9_000 },
      tags: ["one", "two"],
      parts: results,
    });
  });

  test("returns the constant policy for a page without results", () => {
    expect(combineResults([], SNAPSHOT, CONSTANT)).toEqual({ tags: [], policy: CONSTANT });
  });
});

describe("areUncacheable()", () => {
  const FAILED: CacheResult = {
    kind: "failed",
    problem: new Problem("bad-upstream", "Down."),
    cacheStatus: { fwd: "uri-miss" },
  };

  test.each([
    ["false for a hit", [{}], false],
    ["true for two versions of the source", [{ sourceVersion: "a" }, { sourceVersion: "b" }], true],
    ["true for a response that was not stored", [{ cacheStatus: { fwd: "uri-miss" as const } }], true],
  ])("returns %s", async (_, changes, expected) => {
    expect(areUncacheable(await Promise.all(changes.map(part)))).toBe(expected);
  });

  test("returns true for a failure", async () => {
    expect(areUncacheable([await part(), FAILED])).toBe(true);
  });
});
