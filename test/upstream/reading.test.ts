import { describe, expect, test } from "vitest";
import { readCredits, readRecordList } from "../../worker/upstream/reading.ts";
import { record, UNKNOWN_RECORD } from "../contract/records.ts";

const RECORD = record();

describe("readRecordList()", () => {
  test("keeps a valid record unchanged, in the contract's field order", () => {
    const shuffled = Object.fromEntries(Object.entries(RECORD).toReversed());
    expect(JSON.stringify(readRecordList([shuffled]).value)).toBe(JSON.stringify([RECORD]));
  });

  test("fills in the missing fields of a record", () => {
    expect(JSON.stringify(readRecordList([{ id: 603 }]).value)).toBe(JSON.stringify([UNKNOWN_RECORD]));
  });

  test("replaces null fields with defaults", () => {
    const nulls = Object.fromEntries(Object.keys(RECORD).map((name) => [name, null]));
    expect(readRecordList([{ ...nulls, id: 603 }]).value).toEqual([UNKNOWN_RECORD]);
  });

  test.each([
    ["id", "603", 603],
    ["is_adult", true, 1],
    ["is_adult", "1", 1],
    ["year", 1999, "1999"],
    ["year", "1999-03-31", "1999"],
    ["year", "19990", ""],
    ["year", " 1999", "1999"],
    ["countries", ["France", "Italy"], "France, Italy"],
    ["runtime", 136, "136"],
    ["runtime", "136.25", "136.25"],
    ["runtime", "about two hours", "0"],
    ["runtime", "about 136", "0"],
    ["runtime", "136 minutes", "0"],
    ["runtime", "136.x", "0"],
    ["rating", "8.2", 8.2],
    ["rating", "good", 0],
    ["poster", "/2020/01/matrix.jpg", null],
    ["poster", "https://upstream.test/a.jpg", null],
    ["title", "a\ud800b", "a\ufffdb"],
    ["plot", { text: "?" }, ""],
  ])("repairs %s from %j to %j", (field, sent, read) => {
    expect(readRecordList([{ ...RECORD, [field]: sent }]).value).toEqual([{ ...RECORD, [field]: read }]);
  });

  test.each([
    { ...RECORD, id: 0 },
    { ...RECORD, id: null },
    { ...RECORD, id: "603x" },
    { ...RECORD, id: "x603" },
    { title: "no id" },
    "a string",
    null,
    [[1]],
  ])("drops and counts a record beyond repair: %j", (broken) => {
    expect(readRecordList([RECORD, broken])).toEqual({ value: [RECORD], dropped: 1 });
  });

  test("drops unknown fields", () => {
    expect(readRecordList([{ ...RECORD, api_key: "secret" }]).value).toEqual([RECORD]);
  });
});

describe("readRecordList() with a whole response", () => {
  test("accepts an empty list", () => {
    expect(readRecordList([])).toEqual({ value: [], dropped: 0 });
  });

  test.each([{ results: [] }, null, "[]", 7, [[{ title: "no id" }]]])("rejects %j", (response) => {
    expect(() => readRecordList(response)).toThrow("wrong-shape");
  });
});

describe("readCredits()", () => {
  test("returns eight groups in the contract's order", () => {
    const { value } = readCredits({ director: [{ id: 1, name: "D", job: "Director" }] }, 603);
    expect(Object.keys(value)).toEqual([
      "id",
      "cast",
      "writer",
      "director",
      "editing",
      "production",
      "art",
      "visual effects",
      "sound",
    ]);
    expect(value.id).toBe(603);
    expect(value.director).toEqual([{ id: 1, name: "D", profile_path: null, job: "Director" }]);
    expect(value.cast).toEqual([]);
  });

  test("returns the entries of each group, or an empty list", () => {
    const names = ["cast", "writer", "director", "editing", "production", "art", "visual effects", "sound"];
    const named = (empty: boolean) =>
      Object.fromEntries(names.map((name, at) => [name, empty ? [] : [{ id: at + 1, name }]]));
    expect(readCredits(named(false), 603).value).toMatchObject(named(false));
    expect(readCredits({ id: 7 }, 603)).toEqual({ value: { id: 7, ...named(true) }, dropped: 0 });
  });

  test("keeps several jobs of a person in order", () => {
    const sound = ["Mixer", "Editor"].map((job) => ({ id: 5, name: "S", profile_path: null, job }));
    expect(readCredits({ id: 603, sound }, 603).value.sound).toEqual(sound);
  });

  test("returns a repeated entry once", () => {
    const entry = { id: 1, name: "A", profile_path: null };
    const cast = [
      { ...entry, character: "B" },
      { ...entry, character: "C" },
      { ...entry, character: "B" },
    ];
    expect(readCredits({ cast }, 7)).toMatchObject({ value: { cast: cast.slice(0, 2) }, dropped: 0 });
  });

  test("drops and counts entries without an id", () => {
    const { value, dropped } = readCredits({ cast: [{ name: "?" }, { id: "7", name: "C" }] }, 603);
    expect(value.cast).toEqual([{ id: 7, name: "C", profile_path: null, character: "" }]);
    expect(dropped).toBe(1);
  });

  test("rejects credits whose entries are all unreadable", () => {
    expect(() => readCredits({ id: 603, cast: [{ name: "?" }], sound: [] }, 603)).toThrow("wrong-shape");
  });

  test.each([[], null, "{}", {}, { error: "no" }, { cast: "nobody" }, { cast: {} }])(
    "rejects %j",
    (response) => {
      expect(() => readCredits(response, 603)).toThrow("wrong-shape");
    },
  );
});
