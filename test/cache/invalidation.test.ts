import { describe, expect, test } from "vitest";
import { storedResponse } from "../../worker/cache/stored-response.ts";
import {
  asLive,
  isValid,
  type Known,
  mergeInvalidations,
  NOTHING_KNOWN,
} from "../../worker/cache/validity.ts";
import { bloomFilter } from "../../worker/origins/control/bloom.ts";
import { EVERYTHING, MAX_DIFFERENCES, MAX_PURGES } from "../../worker/origins/purge-log.ts";

const answer = await storedResponse("[]", {
  storedAt: 1_000,
  tags: ["search", "title-7"],
  sourceVersion: "a",
});
const purged = (tag: string, at: number) => ({ ...NOTHING_KNOWN, purges: { [tag]: at } });

test.each([
  ["nothing is known", NOTHING_KNOWN, true],
  ["another tag was purged", purged("title-8", 2_000), true],
  ["a tag was purged before", purged("title-7", 999), true],
  ["a tag was purged at that moment", purged("title-7", 1_000), false],
  ["a tag was purged since", purged("search", 2_000), false],
  ["everything was purged since", purged(EVERYTHING, 2_000), false],
  ["the same catalog is in place", { ...NOTHING_KNOWN, sourceVersion: "a" }, true],
  ["another catalog is in place", { ...NOTHING_KNOWN, sourceVersion: "b" }, false],
])("where %s, that a stored answer is valid is %2$j", (_, known, valid) => {
  expect(isValid(answer, known)).toBe(valid);
});

test("an answer that no catalog gave is valid under any catalog", async () => {
  const upstreams = await storedResponse("[]", { storedAt: 1_000 });
  expect(isValid(upstreams, { ...NOTHING_KNOWN, sourceVersion: "b" })).toBe(true);
});

test("of two accounts the later purge of each tag counts, and the catalog of the later one", () => {
  const one = { ...NOTHING_KNOWN, sourceVersion: "a", purges: { x: 5, y: 1 }, readAt: 10 };
  const other = { ...NOTHING_KNOWN, sourceVersion: "b", purges: { x: 3, y: 2, z: 1 }, readAt: 20 };
  const merged = { ...NOTHING_KNOWN, sourceVersion: "b", purges: { x: 5, y: 2, z: 1 }, readAt: 20 };
  expect(mergeInvalidations(one, other)).toEqual(merged);
  expect(mergeInvalidations(other, one)).toEqual(merged);
});

test("what is known is bounded, and forgets no purge by it", () => {
  const many = Object.fromEntries(Array.from({ length: MAX_PURGES + 5 }, (_, at) => [`title-${at}`, at]));
  const { purges } = mergeInvalidations(NOTHING_KNOWN, { ...NOTHING_KNOWN, purges: many });
  expect(Object.keys(purges)).toHaveLength(MAX_PURGES + 1);
  for (const [tag, at] of Object.entries(many)) {
    expect(Math.max(purges[tag] ?? -1, purges[EVERYTHING] ?? -1), tag).toBeGreaterThanOrEqual(at);
  }
});

describe("a response of another version", () => {
  const tags = ["credits", "title-7"];
  const found = { storedAt: 5_000, tags, sourceVersion: "a" };
  const filterOf = (...members: string[]) => bloomFilter(["lists", ...members]);

  /** `b` is live; `a` differs from it in these tags, as found at 8,000. */
  function known(filters: Record<string, Uint8Array>, given: Partial<Known> = {}): Known {
    const differences = Object.keys(filters).map((name) => {
      const [one = "", other = "", at] = name.split("/");
      return { one, other, at: Number(at) };
    });
    return {
      ...NOTHING_KNOWN,
      sourceVersion: "b",
      differences: differences.toSorted((one, other) => other.at - one.at),
      filters: new Map(Object.entries(filters)),
      ...given,
    };
  }

  test.each<[string, Known, boolean]>([
    ["none of its tags differs", known({ "a/b/8000": filterOf("title-8") }), true],
    ["the versions are named the other way round", known({ "b/a/8000": filterOf("title-8") }), true],
    ["a tag of it differs", known({ "a/b/8000": filterOf("title-7") }), false],
    ["the difference is with a third version", known({ "b/c/8000": filterOf("title-8") }), false],
    ["the filter is not known", known({ "a/b/8000": filterOf() }, { filters: new Map() }), false],
    [
      "it was purged before it was asked for",
      known({ "a/b/8000": filterOf() }, { purges: { "title-7": 4_999 } }),
      true,
    ],
    ["it was purged since", known({ "a/b/8000": filterOf() }, { purges: { "title-7": 6_000 } }), false],
    [
      "the last difference is without it",
      known({ "a/b/8000": filterOf("title-7"), "a/b/9000": filterOf() }),
      true,
    ],
    [
      "an update changed it before the switch",
      known({ "a/b/8000": filterOf(), "a/a/6000": filterOf("title-7") }),
      false,
    ],
    ["an update changed it since", known({ "a/b/8000": filterOf(), "b/b/9000": filterOf("title-7") }), false],
    ["an update changed another", known({ "a/b/8000": filterOf(), "b/b/9000": filterOf("title-8") }), true],
    ["an update came before it", known({ "a/b/8000": filterOf(), "a/a/4000": filterOf("title-7") }), true],
  ])("is valid where %s: %3$j", (_, given, valid) => {
    expect(isValid(found, given)).toBe(valid);
  });

  test("is not valid after a rollback if it may hold what was changed since the difference", () => {
    const rolledBack = (purges: Record<string, number>) =>
      known({ "a/b/8000": filterOf() }, { sourceVersion: "a", purges });
    const newer = { ...found, sourceVersion: "b", storedAt: 10_000 };
    expect(isValid(newer, rolledBack({}))).toBe(true);
    // Asked for after the purge, and so of the content that only `b` has.
    expect(isValid(newer, rolledBack({ "title-7": 9_000 }))).toBe(false);
    expect(isValid({ ...newer, sourceVersion: "a" }, rolledBack({ "title-7": 9_000 }))).toBe(true);
  });

  test("with a list in it is not valid, and one that is counts as one of the live version", () => {
    const given = known({ "a/b/8000": filterOf("title-8") });
    expect(isValid({ ...found, tags: [...tags, "lists"] }, given)).toBe(false);
    expect(asLive(found, given)).toEqual({ ...found, sourceVersion: "b" });
    expect(asLive({ ...found, sourceVersion: null }, given).sourceVersion).toBeNull();
  });

  test("from before the differences that are known is not valid", () => {
    const updates = Array.from({ length: MAX_DIFFERENCES }, (_, at) => `b/b/${9_000 + at}`);
    const filters = Object.fromEntries([...updates, "a/b/8000"].map((name) => [name, filterOf()]));
    const all = known(filters);
    expect(
      isValid(
        { ...found, sourceVersion: "b" },
        { ...all, differences: all.differences.slice(0, MAX_DIFFERENCES) },
      ),
    ).toBe(false);
    expect(isValid({ ...found, sourceVersion: "b", storedAt: 9_001 }, all)).toBe(true);
  });
});
