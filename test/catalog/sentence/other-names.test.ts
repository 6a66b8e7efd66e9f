/** Tests queries with a person's name in another script, which a people file gives in `also_known_as`. */
import { beforeAll, describe, expect, test } from "vitest";
import { credits } from "../../contract/records.ts";
import { fillSource, list, peopleIn, searchPeople, toEntries } from "../kit.ts";

const cast = (...people: readonly [id: number, name: string][]) =>
  people.map(([id, name]) => ({ id, name, profile_path: null, character: "" }));
const HANKS = [31, "Tom Hanks"] as const;
const RYAN = [32, "Meg Ryan"] as const;
const OTHER_NAMES = new Map([
  [31, ["汤姆·汉克斯", "湯姆·漢克斯"]],
  [32, ["梅格·瑞恩"]],
]);

beforeAll(() =>
  fillSource({
    name: "a test",
    entries: () => toEntries([{ title: "Big" }, { title: "Sleepless in Seattle" }, { title: "In the Cut" }]),
    credits: () => [
      [1, JSON.stringify(credits({ id: 1, cast: cast([...HANKS]) }))],
      [2, JSON.stringify(credits({ id: 2, cast: cast([...HANKS], [...RYAN]) }))],
      [3, JSON.stringify(credits({ id: 3, cast: cast([...RYAN]) }))],
    ],
    personDetails: (id) => ({ otherNames: OTHER_NAMES.get(id) ?? [], life: {} }),
  }),
);

describe("list for a Chinese name", () => {
  test.each([
    ["汤姆·汉克斯", ["Tom Hanks"], ["Big", "Sleepless in Seattle"]],
    ["汤姆汉克斯", ["Tom Hanks"], ["Big", "Sleepless in Seattle"]],
    ["汤姆・汉克斯", ["Tom Hanks"], ["Big", "Sleepless in Seattle"]],
    ["湯姆漢克斯", ["Tom Hanks"], ["Big", "Sleepless in Seattle"]],
    ["汤姆汉克斯 梅格瑞恩", ["Tom Hanks", "Meg Ryan"], ["Sleepless in Seattle"]],
    ["汤姆汉克斯和梅格瑞恩", ["Tom Hanks", "Meg Ryan"], ["Sleepless in Seattle"]],
    ["汤姆汉克斯的电影", ["Tom Hanks"], ["Big", "Sleepless in Seattle"]],
    ["布拉德皮特", [], []],
  ])("finds the people named in %s", async (text, people, titles) => {
    const found = await list(text);
    expect(peopleIn(found)).toEqual(people);
    expect(found.records.map(({ title }) => title)).toEqual(titles);
  });
});

describe("people() for a Chinese name", () => {
  test.each(["汤姆·汉克斯", "汤姆汉克斯", "湯姆漢克斯"])("finds the person named in %s", async (text) => {
    expect(await searchPeople(text)).toEqual(["Tom Hanks"]);
  });
});
