import { expect, test } from "vitest";
import { storedResponse } from "../../worker/cache/stored-response.ts";
import {
  type InvalidationState,
  isReplaced,
  isUnchanged,
  learned,
  NOTHING_KNOWN,
  newer,
} from "../../worker/cache/validity.ts";
import { EVERYTHING, type LoggedChanges, MAX_READ_CHANGES } from "../../worker/changes/change-log.ts";

const response = await storedResponse("[]", {
  storedAt: 1_000,
  seen: 10,
  tags: ["search", "title-7"],
  sourceVersion: "a",
});

/** Read at some time, up to the entry 20. */
const known = (
  changes: readonly (readonly [string, number])[],
  given: Partial<InvalidationState> = {},
): InvalidationState => ({
  ...NOTHING_KNOWN,
  last: 20,
  changes: new Map(changes),
  readAt: 5_000,
  ...given,
});

test.each([
  ["nothing is known", true, NOTHING_KNOWN],
  ["another tag changed", true, known([["title-8", 11]])],
  ["a tag changed before", true, known([["title-7", 10]])],
  ["a tag changed since", false, known([["search", 11]])],
  ["everything was purged before", true, known([[EVERYTHING, 10]])],
  ["everything was purged since", false, known([[EVERYTHING, 11]])],
  ["the entries before it are forgotten", true, known([], { floor: 10 })],
  ["entries after it are forgotten", false, known([], { floor: 11 })],
  ["the log has not come as far, since it is another one", false, known([], { last: 9 })],
])("if %s, a stored response counts as unchanged: %j", (_, isValid, given) => {
  expect(isUnchanged(response, given)).toBe(isValid);
});

test.each([
  ["a", "a", false],
  ["a", "b", true],
  [null, "b", false],
  ["a", null, false],
])("a response of version %j, while %j is live, is of replaced data: %j", (sourceVersion, live, expected) => {
  expect(isReplaced({ sourceVersion }, { ...NOTHING_KNOWN, sourceVersion: live })).toBe(expected);
});

const read = (changes: LoggedChanges["changes"], floor = 0): LoggedChanges => ({
  slot: "B",
  sourceVersion: "b",
  otherVersion: "a",
  writes: 0,
  liveForMs: 7,
  last: changes.at(-1)?.[1] ?? 0,
  floor,
  changes,
});

test("a read of the log adds to the known changes: the last change of each tag counts", () => {
  const before = known([
    ["x", 5],
    ["y", 6],
  ]);
  const after = learned(before, read([["x", 21]]), 9_000);
  expect(after).toMatchObject({ slot: "B", sourceVersion: "b", liveForMs: 7, last: 21, readAt: 9_000 });
  expect([...after.changes]).toEqual([
    ["y", 6],
    ["x", 21],
  ]);
  expect(learned(after, read([["z", 30]], 25), 10_000).floor).toBe(25);
});

test("known changes are bounded, and forgotten tags count as changed", () => {
  const many = Array.from({ length: MAX_READ_CHANGES + 5 }, (_, at) => [`title-${at}`, at + 1] as const);
  const { changes, floor } = learned(NOTHING_KNOWN, read(many), 9_000);
  expect(changes.size).toBe(MAX_READ_CHANGES);
  expect(floor).toBe(5);
  expect([...changes.values()].every((number) => number > floor)).toBe(true);
});

test("the isolate that has read further knows every change that another one knows", () => {
  const one = known([["x", 5]], { last: 20, readAt: 9_000 });
  const other = known([["x", 21]], { last: 21, readAt: 8_000 });
  const later = known([["x", 21]], { last: 21, readAt: 9_500 });
  expect(newer(one, other)).toBe(other);
  expect(newer(other, one)).toBe(other);
  expect(newer(other, later)).toBe(later);
});
