/** Everyday phrases and names, over the starter catalog and a few titles whose people have everyday words for names. */
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { catalogOrigin } from "../../../../worker/catalog/catalog.ts";
import { PeopleAnswer } from "../../../../worker/contract/people.ts";
import { jsonOf } from "../../../../worker/source/loaded.ts";
import { database, entriesOf, fillSource, textQuery } from "../../kit.ts";
import { starterCredits, starterTitles } from "./starter.ts";

const NAMESAKES = [
  ["Ahmed Best", "James Wan", "Meagan Good", "Dawn French", "Rob Zombie"],
  ["Mark Laws", "Dave Jordan", "Victor Garber", "Courtney Love", "Jonathan Banks"],
  ["Tom Holland", "Charles Dance", "Martin Short", "Eric Christmas", "Michael Jordan"],
  ["Scarlett Johansson", "Bobby Johanson", "Brad Pitt", "Cecile de France", "Kurosawa"],
];
const EXTRA = [
  { title: "Quiet Harbour", year: "1995" },
  { title: "Loud Harbour", year: "1999" },
];
const FIRST_ID = 9_000_000;

function entries() {
  const extra = entriesOf(EXTRA).map((entry, at) => ({
    ...entry,
    record: { ...entry.record, id: FIRST_ID + at },
    facts: { ...entry.facts, popularity: 0.001 / (at + 1) },
  }));
  return [...starterTitles(), ...extra];
}

function credits() {
  const cast = NAMESAKES.flat().map((name, at) => ({
    id: FIRST_ID + at,
    name,
    profile_path: null,
    character: "",
  }));
  const extra = EXTRA.map((_, at) => [FIRST_ID + at, JSON.stringify({ id: FIRST_ID + at, cast })] as const);
  return [...starterCredits(), ...extra];
}

beforeAll(() => fillSource({ name: "a test", entries, credits }));

async function listed(text: string) {
  const found = await catalogOrigin(database).can.browse(textQuery(text));
  const { parts = [] } = found.notes?.list?.understood ?? {};
  const titles: { title: string }[] = JSON.parse(jsonOf(found));
  const of = (wanted: string) => parts.filter(({ part }) => part === wanted).map(({ name }) => name);
  return {
    people: of("person"),
    words: of("words"),
    years: of("years"),
    titles: titles.map(({ title }) => title),
  };
}

const peopleOf = async (text: string) => (await listed(text)).people;

describe("an everyday phrase names no person", () => {
  test.each(
    `korean movies, war movies, best movies, good movies, french films, zombie films, the director of jaws,
    actor in titanic, love movies, dutch films, dance movies, short films, christmas movies, movies from holland,
    films from france, the best films, best film ever, good series, new movies, top movies, classic films, old movies,
    funny movies, scary movies, horror movies, action films, comedy series, crime shows, science fiction films,
    romantic comedies, movies about love, movies about war, german films, italian movies, japanese films,
    british series, spanish films, chinese movies, indian movies, american films, movies with zombies,
    kids movies, family films, animated movies, black and white films, silent films, movies of the week,
    best actor, famous directors, films by women, great movies, movies like jaws, bank films`
      .split(",")
      .map((phrase) => phrase.trim().replaceAll(/\s+/g, " ")),
  )("%s", async (phrase) => {
    expect(await peopleOf(phrase)).toEqual([]);
  });
});

test("an everyday word is still part of a whole name", async () => {
  expect(await peopleOf("dawn french movies")).toEqual(["Dawn French"]);
});

test("neighbouring words of one person's name mean that person, even if one of them is another's surname", async () => {
  expect(await peopleOf("scarlett johanson")).toEqual(["Scarlett Johansson"]);
});

test("a year beside a name is a filter", async () => {
  expect(await listed("brad pitt 1995")).toMatchObject({
    people: ["Brad Pitt"],
    years: ["1995"],
    titles: ["Quiet Harbour"],
  });
});

test("a surname alone stands for the best-known person who has it", async () => {
  expect(await peopleOf("kurosawa films")).toEqual(["Akira Kurosawa"]);
  expect(await listed("kurosawa samurai")).toMatchObject({
    people: ["Akira Kurosawa"],
    words: ["samurai"],
    titles: ["Seven Samurai"],
  });
});

test("a surname finds the best-known person who has it before an unknown namesake", async () => {
  const json = jsonOf(
    await catalogOrigin(database).can.people({
      text: "kurosawa",
      lang: "en",
      page: 1,
      limit: 3,
    }),
  );
  expect(v.parse(PeopleAnswer, JSON.parse(json)).map(({ name }) => name)).toEqual([
    "Akira Kurosawa",
    "Kurosawa",
  ]);
});
