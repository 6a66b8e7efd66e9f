import { expect, test } from "vitest";
import { isValid, mergeInvalidations, NOTHING_KNOWN } from "../../worker/cache/invalidation.ts";
import { storedResponse } from "../../worker/cache/stored-response.ts";
import { EVERYTHING, MAX_PURGES } from "../../worker/origins/purge-log.ts";

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
  const one = { sourceVersion: "a", purges: { x: 5, y: 1 }, readAt: 10 };
  const other = { sourceVersion: "b", purges: { x: 3, y: 2, z: 1 }, readAt: 20 };
  const merged = { sourceVersion: "b", purges: { x: 5, y: 2, z: 1 }, readAt: 20 };
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
