/**
 * Tests which title comes first for queries with people, facts and titles of the starter catalog. `npm run bench --
 * relevance` covers other titles.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { meantTexts } from "../../../bench/search/texts.ts";
import { oneOf, random } from "../../../bench/search/titles.ts";
import type { GivenList } from "../../../contract/records.ts";
import { fillCatalog, fillSource, list, manyTitles, partsIn } from "../../kit.ts";
import { STARTER, starterTitles, takeThird } from "./starter.ts";

const titles = starterTitles();

beforeAll(() => fillSource(STARTER));

const SIZE = 20;
const MIN_FIRST = 85;

/** Returns the titles and the recognised parts of a query. */
async function listed(text: string, given?: GivenList) {
  const results = await list(text, given);
  const titles = results.records.map(({ title }) => title);
  const [persons, words, omitted] = (["person", "words", "omitted"] as const).map((kind) =>
    partsIn(results, kind),
  );
  return { titles, persons, words, omitted };
}

const named = ({ title, year }: { readonly title: string; readonly year: string }) => `${title} ${year}`;

interface Asked {
  readonly text: string;
  readonly meant: string | null;
}

/** Returns the percentage of queries that rank the intended title first. */
async function shareFirst(asked: readonly Asked[]): Promise<{ share: number; missed: string }> {
  const missed: string[] = [];
  for (const { text, meant } of asked) {
    const { titles } = await list(text);
    const first = titles[0] ?? null;
    if (first !== meant) missed.push(`${text}: ${first}, not ${meant}`);
  }
  return { share: (100 * (asked.length - missed.length)) / asked.length, missed: missed.join("\n") };
}

const surname = (name: string) => name.split(" ").at(-1) ?? "";
const typed = (text: string) => text.replaceAll(/[^\p{L}\p{N}\p{M}' ]/gu, " ").toLowerCase();

/** Generates queries with a title and one of its people. */
function withPeople(): Asked[] {
  return titles.slice(0, SIZE).map(({ record, credits }, at) => {
    const [director, lead] = [credits.director[0]?.name ?? "", credits.cast[at % 3]?.name ?? ""];
    const texts = [
      `${record.title} ${surname(director)}`,
      `${director} ${record.title}`,
      `${lead} ${record.title}`,
      `${record.title} with ${lead}`,
      `${surname(lead)} ${record.title}`,
    ];
    return { text: typed(texts[at % texts.length] ?? ""), meant: named(record) };
  });
}

const FURTHER = "spaceship mafia boxing robbery dinosaurs drummer courtroom zombies heist orphan".split(" ");

/** Generates queries with a title and an additional word. */
function withAWordTooMany(): Asked[] {
  return titles.slice(0, SIZE).map(({ record }, at) => {
    const word = FURTHER[at % FURTHER.length] ?? "";
    const text = at % 2 === 0 ? `${record.title} ${word}` : `${word} ${record.title}`;
    return { text: typed(text), meant: named(record) };
  });
}

function nonsense(): Asked[] {
  const next = random(28);
  const letter = () => oneOf("bcdfghjklmnpqrstvwxz".split(""), next);
  const vowel = () => oneOf("aeiou".split(""), next);
  const word = () => Array.from({ length: 3 }, () => letter() + vowel()).join("") + letter();
  return Array.from({ length: SIZE }, (_, at) => ({
    text: [`${word()} ${word()}`, `the ${word()} of ${word()}`, `the director of ${word()}`][at % 3] ?? "",
    meant: null,
  }));
}

describe("search list", () => {
  test("ranks the title first if the query also names a person", async () => {
    const { share, missed } = await shareFirst(withPeople());
    expect(share, missed).toBeGreaterThanOrEqual(MIN_FIRST);
  });

  test("finds a title despite an additional word", async () => {
    const { share, missed } = await shareFirst(withAWordTooMany());
    expect(share, missed).toBeGreaterThanOrEqual(MIN_FIRST);
  });

  test("is empty for nonsense", async () => {
    const { share, missed } = await shareFirst(nonsense());
    expect(share, missed).toBe(100);
  });
});

describe("generated queries", () => {
  const creditsById = new Map(titles.map((entry) => [entry.record.id, entry.credits]));
  const byKind = Map.groupBy(
    takeThird(meantTexts(titles, ({ record }) => creditsById.get(record.id))),
    ({ kind }) => kind,
  );
  const names = new Map(titles.map(({ record }) => [record.id, named(record)]));

  test.each([...byKind.keys()].map((kind) => ({ kind })))(
    "find the best-known matching title first in 90 % of cases: $kind",
    async ({ kind }) => {
      const texts = byKind.get(kind) ?? [];
      const { share, missed } = await shareFirst(
        texts.map(({ q, expectId }) => ({ text: q, meant: names.get(expectId) ?? null })),
      );
      expect(texts).toHaveLength(SIZE);
      expect(share, missed).toBeGreaterThanOrEqual(90);
    },
  );
});

describe("recognised parts of a query", () => {
  test("include people and title words", async () => {
    expect(await listed("kurosawa rashomon")).toMatchObject({
      persons: ["Akira Kurosawa"],
      words: ["rashomon"],
      omitted: [],
      titles: ["Rashomon"],
    });
  });

  test("select all titles of a person, best known first", async () => {
    const { persons, words, titles } = await listed("films by Akira Kurosawa");
    expect({ persons, words, titles }).toEqual({
      persons: ["Akira Kurosawa"],
      words: [],
      titles: ["Seven Samurai", "Rashomon"],
    });
  });

  test("select the titles that two people worked on", async () => {
    const { persons, titles } = await listed("toshiro mifune takashi shimura");
    expect(persons).toHaveLength(2);
    expect(titles).toEqual(["Seven Samurai", "Rashomon"]);
  });
});

describe("filters and sort orders in the URL", () => {
  test.each<[GivenList, readonly string[]]>([
    [{ f: "1950" }, ["Rashomon"]],
    [{ genre: "action" }, ["Seven Samurai"]],
    [{ country: "france" }, []],
    [{ sort: "year" }, ["Seven Samurai", "Rashomon"]],
    [{ runtime: { first: 1, last: 100 } }, ["Rashomon"]],
  ])("apply to the titles of a person: %j", async (given, expected) => {
    const { titles, persons } = await listed("akira kurosawa", given);
    expect({ titles, persons }).toEqual({ titles: expected, persons: ["Akira Kurosawa"] });
  });
});

describe("omitted words of a query", () => {
  test.each(["story blorbo", "blorbo of the dark"])("are never the rarest ones: %s", async (text) => {
    expect((await listed(text)).titles).toEqual([]);
  });

  test("are reported", async () => {
    expect(await listed("rashomon spaceship")).toMatchObject({ words: ["rashomon"], omitted: ["spaceship"] });
  });

  test.each([
    ["the director of jaws", "the director of", "Jaws"],
    ["actor in jaws", "actor in", "Jaws"],
    ["the director of mad max fury road", "the director of", "Mad Max: Fury Road"],
    ["movies with rashomon spaceship", "movies with spaceship", "Rashomon"],
  ])("include the words around a title: %s", async (text, omitted, first) => {
    expect(await listed(text)).toMatchObject({ persons: [], omitted: [omitted], titles: [first] });
  });

  test.each([
    ["1917 sam mendes", "1917"],
    ["tokyo story ozu 1950s", "Tokyo Story"],
  ])("exclude years, which are title words or filters: %s", async (text, title) => {
    await fillCatalog(
      [
        { title: "1917", year: "2019" },
        { title: "Tokyo Story", year: "1953" },
        { title: "Late Tokyo Story", year: "1961" },
      ],
      [
        [1, buildCredits(1, "Sam Mendes")],
        [2, buildCredits(2, "Yasujiro Ozu")],
        [3, buildCredits(3, "Yasujiro Ozu")],
      ],
    );
    expect((await listed(text)).titles[0]).toBe(title);
  });
});

describe("query whose words all occur in a plot", () => {
  const everyday = "She takes a train across the snow.";
  beforeAll(() =>
    fillCatalog(
      [
        { title: "Blood Ledger", year: "1951", genres: "Comedy", plot: everyday },
        { title: "Misadventures", year: "1952", genres: "Drama", plot: everyday },
        {
          title: "Lantern",
          year: "1953",
          genres: "Drama",
          plot: "A stone keeper, Sharon, in a maze, a funny stepfather, mistaken misadventures and a robbery.",
        },
        { title: "Vault", year: "1954", genres: "Comedy", plot: "A robbery of pearls." },
        ...manyTitles(60).map((title) => ({ ...title, plot: everyday })),
      ],
      [[1, buildCredits(1, "Sharon Stone")]],
    ),
  );

  test.each([
    ["one of them is a surname", "stepfather stone maze", "Lantern"],
    ["one of them names a filter", "stepfather funny maze", "Lantern"],
    ["another title also meets the filter", "funny robbery", "Vault"],
    ["a title has the word and meets the filter", "drama misadventures", "Misadventures"],
    ["two of them are a full name", "sharon stone maze", "Blood Ledger"],
  ])("finds the right title if %s: %s", async (_, text, title) => {
    expect((await listed(text)).titles[0]).toBe(title);
  });
});

function buildCredits(id: number, ...names: string[]): string {
  const cast = names.map((name) => ({ id: 10 * id + name.length, name, profile_path: null, character: "" }));
  return JSON.stringify({ id, cast });
}
