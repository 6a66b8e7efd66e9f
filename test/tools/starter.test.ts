import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { readStarter, readTitles } from "../../tools/catalog/starter/read.ts";
import { Credits } from "../../worker/contract/credits.ts";
import { TitleRecord } from "../../worker/contract/record.ts";

// Reading throws if a file is invalid or a person has no id.
const titles = readTitles();
const catalog = readStarter();

function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

describe("starter catalog", () => {
  test("contains no duplicate ids", () => {
    expect(repeated(titles.map(({ id }) => id))).toEqual([]);
  });

  test("contains only valid records and credits", () => {
    for (const { record, credits, translations } of catalog) {
      v.parse(TitleRecord, record);
      for (const translated of translations.values()) v.parse(TitleRecord, { ...record, ...translated });
      v.parse(Credits, credits);
    }
  });

  test("gives each person id a single name", () => {
    const people = catalog.flatMap(({ credits: { id: _id, ...groups } }) => Object.values(groups).flat());
    const names = new Map(people.map(({ id, name }) => [id, name]));
    for (const { id, name } of people) expect(names.get(id)).toBe(name);
  });

  test("covers many years, kinds and languages", () => {
    const count = (type: string) => titles.filter((title) => title.type === type).length;
    expect(count("movie")).toBeGreaterThanOrEqual(80);
    expect(count("series")).toBeGreaterThanOrEqual(20);
    expect(new Set(titles.map(({ language }) => language)).size).toBeGreaterThanOrEqual(15);
    expect(titles.some(({ year }) => year === "1902")).toBe(true);
  });

  test("contains remakes, short titles and titles without credits", () => {
    expect(new Set(repeated(titles.map(({ title }) => title))).size).toBeGreaterThanOrEqual(2);
    expect(titles.filter(({ title }) => title.length === 1).length).toBeGreaterThan(0);
    expect(titles.filter(({ title }) => title.length === 2).length).toBeGreaterThan(0);
    expect(titles.filter(({ cast }) => cast.length === 0).length).toBeGreaterThan(1);
  });

  test("translates the plot of foreign titles into their language", () => {
    for (const { title, language, translations } of titles) {
      if (language !== "en") expect(translations[language]?.plot, title).toBeDefined();
    }
  });

  test("lists the seasons of six series with air dates", () => {
    const series = titles.filter(({ seasons = [] }) => seasons.length > 0);
    expect(series.length).toBeGreaterThanOrEqual(6);
    for (const { seasons = [] } of series) {
      const days = seasons
        .filter(({ season }) => season > 0)
        .flatMap(({ episodes }) => episodes.map(([, day]) => day));
      expect(days).toEqual(days.toSorted());
    }
  });
});
