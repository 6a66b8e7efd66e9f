/** Titles by the words of their plots, in a real D1. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  aboutLookups,
  aboutSteps,
  plotVocabulary,
  withEveryWord,
} from "../../../worker/catalog/search/plots.ts";
import { catalogReads, recordIn } from "../../../worker/catalog/store/statements.ts";
import { quoted } from "../../../worker/filters/fts5.ts";
import { ANY, yearFact } from "../../../worker/filters/tokens.ts";
import { openSession } from "../../../worker/source/d1.ts";
import { metered } from "../../bench/search/metered.ts";
import { database, entriesOf, fillEntries, manyTitles } from "../kit.ts";

/** Words of all other plots. */
const COMMON = "a young man finds the love of his life";
const PLOTS: Readonly<Record<string, string>> = {
  Burglars: `A thief who burgles the dreams of others, and ${COMMON}.`,
  Sleep: "A thief dreams.",
  Fish: "A clownfish’s son is taken; l'océan is wide. 花樣年華の夢",
  Twins: "Two burgled others dream of clownfish, lighthouses and keepers.",
  Keeper: "A keeper of lighthouses keeps a diary.",
};
const OTHERS = manyTitles(400).map((title) => ({ ...title, plot: `${COMMON}.` }));

beforeAll(() =>
  fillEntries(
    entriesOf([
      ...Object.entries(PLOTS).map(([title, plot], at) => ({ title, plot, year: String(1990 + at) })),
      ...OTHERS,
    ]).map((entry) =>
      entry.record.title === "Keeper"
        ? { ...entry, translations: new Map([["de", { plot: "Ein Leuchtturm." }]]) }
        : entry,
    ),
  ),
);

async function about(text: string, facts = quoted(ANY), from = database): Promise<string[]> {
  const reads = catalogReads(openSession(from));
  const [vocabulary] = await reads.each(plotVocabulary(text, reads));
  const steps = aboutSteps(text, vocabulary);
  const { rows: found } = await reads.read(reads.inSteps(steps.map((step) => `${facts} AND ${step}`)));
  const ranks = found[0].map(({ rank }) => rank);
  const { rows } = await reads.read(reads.records("en", ranks));
  return rows[0].map(({ record }) => JSON.parse(recordIn(record)).title);
}

describe("a title is found by its plot", () => {
  test.each([
    ["in any order", "dreams thief", ["Burglars", "Sleep"]],
    ["by other forms of words", "keepers lighthouse", ["Twins", "Keeper"]],
    ["by mistyped words", "clownfihs", ["Fish", "Twins"]],
    ["by the words of the title beside them", "keeper diary", ["Keeper"]],
    ["without the apostrophe and what it joins", "clownfish océan", ["Fish"]],
    ["in another language", "leuchtturm", ["Keeper"]],
    ["in a script without spaces", "樣年", ["Fish"]],
    [
      "without the least telling word, after those with all of them",
      "thief burgles dreams others",
      ["Burglars", "Twins"],
    ],
    ["with common words, which tell nothing", "a young man finds a thief", ["Burglars", "Sleep"]],
  ])("%s: %s", async (_, text, titles) => {
    expect(await about(text)).toEqual(titles);
  });

  test.each(["a young man finds the love of his life", "quantum toaster", "clownfish toaster", "!!!", "of"])(
    "and not by words that no plot has, or all have: %s",
    async (text) => {
      expect(await about(text)).toEqual([]);
    },
  );

  test("among those that meet the facts", async () => {
    expect(await about("thief", quoted(yearFact("1991")))).toEqual(["Sleep"]);
  });

  test("in two round trips and one for the records, with a row for each lookup and title", async () => {
    const { database: watched, meter } = metered(database);
    await about("thief burgles dreams others", quoted(ANY), watched);
    expect(meter.roundTrips).toBe(3);
    expect(meter.rows).toBeLessThan(120);
  });
});

test.each([
  ["those that plots have", "dreams thief", 2, true],
  ["a word of one plot", "clownfish", 1, true],
  ["beside words that tell nothing", "a young man burgles dreams", 2, true],
  ["and not a mistyped one", "dreams clownfihs", 2, false],
  ["and not fewer than are asked for", "a young clownfish", 2, false],
])("every word counts: %s", async (_, text, min, isExpression) => {
  const reads = catalogReads(openSession(database));
  const [vocabulary] = await reads.each(plotVocabulary(text, reads));
  expect(withEveryWord(text, vocabulary, min) !== null).toBe(isExpression);
});

test("whatever the text, its words take at most three times the work of a sentence", () => {
  const work = (text: string) => {
    const steps = aboutSteps(text, { near: [], titles: 10_000 });
    return { lookups: aboutLookups(text).shortenings.length, characters: steps.join("").length };
  };
  const ordinary = work("a thief who steals secrets from dreams is offered a chance to have his past erased");
  const words = Array.from(
    { length: 200 },
    (_, at) => `abcdefg${String.fromCharCode(97 + (at % 26)).repeat(1 + at / 26)}`,
  );
  const most = work(words.join(" "));
  expect(most.lookups).toBeLessThanOrEqual(3 * ordinary.lookups);
  expect(most.characters).toBeLessThanOrEqual(3 * ordinary.characters);
});
