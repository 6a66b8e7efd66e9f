/** Tests the hash by which an update detects changed titles. */
import { describe, expect, test } from "vitest";
import { type CatalogEntry, titleHash, titleRows, toEntry } from "../../../tools/catalog/load/rows.ts";
import { madeUpEntries, madeUpTitles } from "../../bench/search/titles.ts";

const [entry] = [...madeUpEntries(1, madeUpTitles(1))] as [CatalogEntry];
const hashWith = (facts: CatalogEntry["facts"]) =>
  titleHash({
    entry: { ...entry, facts: { ...entry.facts, ...facts } },
    credits: 0,
    external: 0,
    seasons: 0,
  });

describe("titleHash()", () => {
  test("ignores absent facts", () => {
    expect(hashWith({ tagline: undefined })).toBe(hashWith({}));
  });

  test("changes with any fact", () => {
    expect(hashWith({ tagline: "A." })).not.toBe(hashWith({}));
  });

  test("ignores the order of facts", () => {
    const [tagline, trailer] = ["A.", "https://video.test/a"];
    expect(hashWith({ tagline, trailer })).toBe(hashWith({ trailer, tagline }));
  });
});

describe("toEntry()", () => {
  test("restores the entry from its rows", () => {
    const facts = { ...entry.facts, tagline: "A." };
    const translations = new Map([["fr", { title: "B", tagline: "C." }]]);
    const whole = { ...entry, facts, translations };
    const row = titleRows(whole, 1, 0).rows.find(([table]) => table === "title")?.[1] ?? [];
    const [popularity, , sources, record] = row.slice(-4);
    const translated = JSON.stringify({ fr: { ...entry.record, title: "B" } });
    expect(
      toEntry({
        popularity: Number(popularity),
        sources: String(sources),
        record: String(record),
        translations: translated,
      }),
    ).toEqual(whole);
  });
});
