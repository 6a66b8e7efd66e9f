/**
 * Texts that no title matches, made from the starter catalog: the person and the title in one text, and a title with a word
 * too many. Counts what a visitor sees first: the search's result, else that of the relaxed search.
 */
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { Relaxed } from "../../../../worker/contract/people.ts";
import { catalogOrigin } from "../../../../worker/origins/catalog/catalog.ts";
import { jsonOf } from "../../../../worker/origins/loaded.ts";
import { oneOf, random } from "../../../bench/search/titles.ts";
import { database, fill, fillSource, found, queryOf } from "../filled.ts";
import { STARTER, starterTitles } from "./starter.ts";

const titles = starterTitles();

beforeAll(() => fillSource(STARTER));

const SIZE = 60;
const MIN_FIRST = 85;

async function relax(text: string): Promise<Relaxed> {
  const json = jsonOf(await catalogOrigin(database).can.relaxed(queryOf(text)));
  return v.parse(Relaxed, JSON.parse(json));
}

const named = ({ title, year }: { readonly title: string; readonly year: string }) => `${title} ${year}`;

/** What a visitor sees first; `null`: nothing. */
async function firstFor(text: string): Promise<string | null> {
  const [best] = await found(text);
  if (best !== undefined) return best;
  const [first] = (await relax(text)).titles;
  return first === undefined ? null : named(first);
}

interface Asked {
  readonly text: string;
  readonly meant: string | null;
}

/** In per cent. */
async function shareFirst(asked: readonly Asked[]): Promise<{ share: number; missed: string }> {
  const missed: string[] = [];
  for (const { text, meant } of asked) {
    const first = await firstFor(text);
    if (first !== meant) missed.push(`${text}: ${first}, not ${meant}`);
  }
  return { share: (100 * (asked.length - missed.length)) / asked.length, missed: missed.join("\n") };
}

const surname = (name: string) => name.split(" ").at(-1) ?? "";
const typed = (text: string) => text.replaceAll(/[^\p{L}\p{N}\p{M}' ]/gu, " ").toLowerCase();

/** A title and one of its people, in the ways in which people write them. */
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

/** A title and a word that it does not have. */
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

test("a person and a title in one text lead to that title", async () => {
  const { share, missed } = await shareFirst(withPeople());
  expect(share, missed).toBeGreaterThanOrEqual(MIN_FIRST);
});

test("a title is found without the word that it lacks", async () => {
  const { share, missed } = await shareFirst(withAWordTooMany());
  expect(share, missed).toBeGreaterThanOrEqual(MIN_FIRST);
});

test("nonsense finds nothing", async () => {
  const { share, missed } = await shareFirst(nonsense());
  expect(share, missed).toBe(100);
});

test("says whom the text names and which words the titles match", async () => {
  expect(await relax("kurosawa rashomon")).toMatchObject({
    people: [{ name: "Akira Kurosawa" }],
    kept: "rashomon",
    omitted: "",
    titles: [{ title: "Rashomon" }],
  });
});

test("a name alone leads to all titles of the person, the best known first", async () => {
  const { people, kept, titles } = await relax("films by Akira Kurosawa");
  expect(people.map(({ name }) => name)).toEqual(["Akira Kurosawa"]);
  expect(kept).toBe("");
  expect(titles.map(({ title }) => title)).toEqual(["Seven Samurai", "Rashomon"]);
});

test("two names lead to the titles that both worked on", async () => {
  const { people, titles } = await relax("toshiro mifune takashi shimura");
  expect(people).toHaveLength(2);
  expect(titles.map(({ title }) => title)).toEqual(["Seven Samurai", "Rashomon"]);
});

test("a filter applies to the titles of a person", async () => {
  const json = jsonOf(await catalogOrigin(database).can.relaxed(queryOf("akira kurosawa", { f: "1950" })));
  expect(v.parse(Relaxed, JSON.parse(json)).titles.map(({ title }) => title)).toEqual(["Rashomon"]);
});

test("says which words it left out", async () => {
  expect(await relax("rashomon spaceship")).toMatchObject({
    people: [],
    kept: "rashomon",
    omitted: "spaceship",
  });
});

test.each([
  ["the director of jaws", "the director of", "Jaws"],
  ["actor in jaws", "actor in", "Jaws"],
  ["the director of mad max fury road", "the director of", "Mad Max: Fury Road"],
  ["movies with rashomon spaceship", "movies with spaceship", "Rashomon"],
])("words around a title are left out: %s", async (text, omitted, first) => {
  const { titles, ...rest } = await relax(text);
  expect(rest).toMatchObject({ people: [], omitted });
  expect(titles[0]?.title).toBe(first);
});

test("a well-known name stands for the person rather than for a title that lacks a word", async () => {
  const people = ["Ada Berg", "Carl Dorn", "Eva Falk", "Gus Holm", "Max Powers"];
  const cast = people.map((name, at) => ({ id: at + 1, name, profile_path: null, character: "" }));
  await fill([{ title: "Another Story" }, { title: "Max Powers" }], [[1, JSON.stringify({ id: 1, cast })]]);
  expect(await relax("max powers zzxqk")).toMatchObject({
    people: [{ name: "Max Powers" }],
    omitted: "zzxqk",
  });
});
