/**
 * Tests everyday phrases on the starter catalog, to which some titles with people called "French" or "Love" are
 * added.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { fillSource, list, partsIn, searchPeople, toEntries } from "../../kit.ts";
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
  const extra = toEntries(EXTRA).map((entry, at) => ({
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

/** Returns the recognised parts and the titles of a query. */
async function listed(text: string) {
  const results = await list(text);
  const titles = results.records.map(({ title }) => title);
  const [people, words, years] = (["person", "words", "years"] as const).map((kind) =>
    partsIn(results, kind),
  );
  return { people, words, years, titles };
}

const listPeople = async (text: string) => partsIn(await list(text), "person");

const PHRASES =
  `korean movies, war movies, best movies, good movies, french films, zombie films, the director of jaws,
    actor in titanic, love movies, dutch films, dance movies, short films, christmas movies, movies from holland,
    films from france, the best films, best film ever, good series, new movies, top movies, classic films, old movies,
    funny movies, scary movies, horror movies, action films, comedy series, crime shows, science fiction films,
    romantic comedies, movies about love, movies about war, german films, italian movies, japanese films,
    british series, spanish films, chinese movies, indian movies, american films, movies with zombies,
    kids movies, family films, animated movies, black and white films, silent films, movies of the week,
    best actor, famous directors, films by women, great movies, movies like jaws, bank films`
    .split(",")
    .map((phrase) => phrase.trim().replaceAll(/\s+/g, " "));

describe("everyday phrases", () => {
  test.each(PHRASES)("name no person: %s", async (phrase) => {
    expect(await listPeople(phrase)).toEqual([]);
  });
});

describe("people recognised in a query", () => {
  test("include a full name that contains an everyday word", async () => {
    expect(await listPeople("dawn french movies")).toEqual(["Dawn French"]);
  });

  test("include a well-known person whose first name is shortened", async () => {
    expect(await listPeople("chris nolan")).toEqual(["Christopher Nolan"]);
  });

  test("include one of two people who share a first name but no title", async () => {
    expect(await listPeople("akira kurosawa akira ifukube")).toEqual(["Akira Kurosawa"]);
  });

  test("include a name at the end of a long query", async () => {
    const text = "best japanese drama films in japanese of the 1950s under 2 hours with kurosawa";
    expect(await listPeople(text)).toEqual(["Akira Kurosawa"]);
  });

  test.each([
    ["chri nol", "Christopher Nolan"],
    ["scarlett johanson", "Scarlett Johansson"],
    ["movies with scarlett johanson", "movies with Scarlett Johansson"],
    ["kurosawa blorbo", "Akira Kurosawa"],
    ["blorbo kurosawa", "Akira Kurosawa"],
  ])("exclude a mistyped or incomplete name, which is only suggested: %s", async (text, suggested) => {
    const { notes, records } = await list(text);
    expect(await listPeople(text)).toEqual([]);
    expect(records).toEqual([]);
    expect(notes.list?.suggestedText).toBe(suggested);
  });

  test("exclude a year next to the name", async () => {
    expect(await listed("brad pitt 1995")).toMatchObject({
      people: ["Brad Pitt"],
      years: ["1995"],
      titles: ["Quiet Harbour"],
    });
  });

  test("include the best-known person with a surname", async () => {
    expect(await listPeople("kurosawa films")).toEqual(["Akira Kurosawa"]);
    expect(await listed("kurosawa samurai")).toMatchObject({
      people: ["Akira Kurosawa"],
      words: ["samurai"],
      titles: ["Seven Samurai"],
    });
  });
});

describe("people()", () => {
  test("ranks the best-known person before a namesake", async () => {
    expect(await searchPeople("kurosawa", 3)).toEqual(["Akira Kurosawa", "Kurosawa"]);
  });
});
