import { describe, expect, test } from "vitest";
import { storedResponse } from "../../worker/cache/stored-response.ts";
import {
  applyLogRead,
  type InvalidationState,
  isReplaced,
  NOTHING_KNOWN,
  tagValidity,
} from "../../worker/cache/validity.ts";
import {
  EVERYTHING,
  type LoggedEntry,
  type LoggedRow,
  MAX_READ_CHARACTERS,
} from "../../worker/changes/change-log.ts";

const response = await storedResponse("[]", {
  storedAt: 1_000,
  logPosition: 10,
  tags: ["search", "title-7"],
  sourceVersion: "a",
});

const READ_AT = 5_000;
const READ = { slot: "B", sourceVersion: "b", otherVersion: "a", writes: 0, liveForMs: 7 } as const;

const row = (number: number, entries: readonly LoggedEntry[], ageMs = 0): LoggedRow => ({
  number,
  ageMs,
  changes: JSON.stringify(entries),
});

const known = (
  changes: readonly (readonly [string, number, string?])[],
  given: Partial<InvalidationState> = {},
): InvalidationState => {
  const rows = changes.map(([tag, number, op = "purge"]) => row(number, [[tag, op]], 100));
  return { ...applyLogRead(NOTHING_KNOWN, { ...READ, last: 20, floor: 0, rows }, READ_AT), ...given };
};

describe("tagValidity()", () => {
  test.each([
    ["no changes", "unchanged", NOTHING_KNOWN],
    ["a change of another tag", "unchanged", known([["title-8", 11]])],
    ["an earlier change of a tag", "unchanged", known([["title-7", 10]])],
    ["a later purge of a tag", "hard", known([["search", 11]])],
    ["a later removal of a title", "hard", known([["title-7", 11, "remove"]])],
    ["a later update of a title", "soft", known([["title-7", 11, "put"]])],
    ["a later catalog switch", "unchanged", known([[EVERYTHING, 11, "switch"]])],
    ["an earlier purge of everything", "unchanged", known([[EVERYTHING, 10]])],
    ["a later purge of everything", "hard", known([[EVERYTHING, 11]])],
    ["forgotten earlier entries", "unchanged", known([], { floor: 10 })],
    ["forgotten later entries", "hard", known([], { floor: 11 })],
    ["a log that ends earlier", "hard", known([], { last: 9 })],
  ])("classifies a response after %s as %s", (_, kind, given) => {
    expect(tagValidity(response, given)).toMatchObject({ kind });
  });

  test.each([[["remove", "put"]], [["put", "remove"]]])("invalidates a response after %j", (ops) => {
    const state = known(ops.map((op, at) => ["title-7", 11 + at, op] as const));
    expect(tagValidity(response, state).kind).toBe("hard");
  });

  test("returns the time at which a response became stale", () => {
    const stale = known([["search", 11, "stale"]]);
    expect(tagValidity(response, stale)).toEqual({ kind: "soft", at: READ_AT - 100, isGradual: true });
    const put = applyLogRead(
      stale,
      { ...READ, last: 21, floor: 0, rows: [row(21, [["title-7", "put"]], 50)] },
      9_000,
    );
    expect(tagValidity(response, put)).toEqual({ kind: "soft", at: 8_950, isGradual: false });
  });
});

describe("isReplaced()", () => {
  test.each([
    ["a", "a", false],
    ["a", "b", true],
    [null, "b", false],
    ["a", null, false],
  ])("compares version %j with the live version %j and returns %j", (sourceVersion, live, expected) => {
    expect(isReplaced({ sourceVersion }, { ...NOTHING_KNOWN, sourceVersion: live })).toBe(expected);
  });
});

describe("applyLogRead()", () => {
  test("adds the entries of a read", () => {
    const before = known([
      ["x", 5],
      ["y", 6],
    ]);
    const after = applyLogRead(
      before,
      { ...READ, last: 21, floor: 0, rows: [row(21, [["x", "purge"]])] },
      9_000,
    );
    expect(after).toMatchObject({ slot: "B", sourceVersion: "b", liveForMs: 7, last: 21, readAt: 9_000 });
    expect([...after.changes].map(([tag, { hard }]) => [tag, hard])).toEqual([
      ["x", 21],
      ["y", 6],
    ]);
    expect(applyLogRead(after, { ...READ, last: 30, floor: 25, rows: [] }, 10_000).floor).toBe(25);
  });

  test("evicts the oldest entries and treats their tags as changed", () => {
    const wide = (number: number) =>
      row(number, [
        [`title-${number}`, "put"],
        ["x".repeat(MAX_READ_CHARACTERS / 4), "purge"],
      ]);
    const rows = Array.from({ length: 9 }, (_, at) => wide(at + 1));
    const {
      changes,
      floor,
      rows: kept,
    } = applyLogRead(NOTHING_KNOWN, { ...READ, last: 9, floor: 0, rows }, 9_000);
    expect(kept.map(({ number }) => number)).toEqual([7, 8, 9]);
    expect(floor).toBe(6);
    expect([...changes.keys()].filter((tag) => tag.startsWith("title"))).toEqual([
      "title-7",
      "title-8",
      "title-9",
    ]);
  });

  test("keeps the titles of several nightly updates", () => {
    const batches = Array.from({ length: 300 }, (_, batch) =>
      row(
        batch + 1,
        Array.from({ length: 100 }, (_, at) => [`title-${batch * 100 + at + 1}`, "put"] as const),
      ),
    );
    const state = applyLogRead(NOTHING_KNOWN, { ...READ, last: 300, floor: 0, rows: batches }, 9_000);
    expect([state.floor, state.changes.size]).toEqual([0, 30_000]);
  });
});
