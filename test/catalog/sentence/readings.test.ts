/** Tests lists for recognised parts of a query: exclusions, roles, numbers in a series, and similar titles. */
import { beforeAll, describe, expect, test } from "vitest";
import { fillCatalog, type GivenTitle, list, manyTitles } from "../kit.ts";

/** Sorted by popularity. */
const TITLES: readonly GivenTitle[] = [
  { title: "Amber Night", year: "1990", genres: "Comedy", countries: "France", language: "fr" },
  { title: "Bone Cellar", year: "1985", genres: "Comedy, Horror", countries: "France", language: "en" },
  { title: "Crypt", year: "1982", genres: "Horror", countries: "Italy", language: "it" },
  { title: "Dune Riders", year: "1991", genres: "Drama", countries: "Italy, France", type: "series" },
  { title: "Ember", year: "1986", genres: "Drama, War", countries: "Japan", language: "ja" },
];

const people = {
  ann: { id: 1, name: "Ann Aldersey" },
  bo: { id: 2, name: "Bo Brankovic" },
  cy: { id: 3, name: "Cy Castellan" },
};
const acting = (person: object) => ({ ...person, profile_path: null, character: "" });
const at = (job: string, person: object) => ({ ...person, profile_path: null, job });

const CREDITS = {
  1: { cast: [acting(people.ann), acting(people.bo)], director: [at("Director", people.cy)] },
  2: {
    director: [at("Director", people.ann), at("Assistant Director", people.bo)],
    cast: [acting(people.cy)],
  },
  3: { writer: [at("Screenplay", people.ann)], director: [at("Director", people.ann)] },
  4: { sound: [at("Original Music Composer", people.ann), at("Foley", people.bo)] },
  5: { production: [at("Producer", people.ann), at("Director of Photography", people.bo)] },
};

/** Returns the titles and the recognised parts of a query. */
async function understandQuery(text: string) {
  const { titles, notes } = await list(text);
  const parts = notes.list?.understood?.parts.map(({ part, name, isExcluded, roles }) =>
    [isExcluded ? "not " : "", part, ": ", name, ...(roles ?? []).map((role) => ` (${role})`)].join(""),
  );
  return { titles: titles.map((title) => title.slice(0, -5)), parts };
}

beforeAll(() =>
  fillCatalog(
    TITLES,
    Object.entries(CREDITS).map(([id, groups]) => [
      Number(id),
      JSON.stringify({ id: Number(id), ...groups }),
    ]),
  ),
);

describe("query with an exclusion", () => {
  test.each([
    ["comedies not horror", "Amber Night"],
    ["not horror", "Amber Night; Dune Riders; Ember"],
    ["without comedies", "Crypt; Dune Riders; Ember"],
    ["films ohne Horror", "Amber Night; Ember"],
    ["drama not from france", "Ember"],
    ["not in french or english", "Crypt; Dune Riders; Ember"],
    ["horror not from 1985", "Crypt"],
    ["dramas but not series", "Ember"],
    ["ホラー以外のコメディ", "Amber Night"],
    ["amber night not horror", "Amber Night"],
  ])("omits the excluded titles: %s", async (text, titles) => {
    expect((await understandQuery(text)).titles).toEqual(titles.split("; "));
  });

  test("reports the exclusion", async () => {
    expect((await understandQuery("comedies not horror")).parts).toEqual([
      "genre: Comedy",
      "not genre: Horror",
    ]);
  });
});

describe("query with a person's role", () => {
  test.each([
    ["ann aldersey", "Amber Night; Bone Cellar; Crypt; Dune Riders; Ember"],
    ["directed by ann aldersey", "Bone Cellar; Crypt"],
    ["films directed by ann aldersey", "Bone Cellar; Crypt"],
    ["director ann aldersey", "Bone Cellar; Crypt"],
    ["ann aldersey director", "Bone Cellar; Crypt"],
    ["horror directed by ann aldersey 1980s", "Bone Cellar; Crypt"],
    ["written by ann aldersey", "Crypt"],
    ["written and directed by ann aldersey", "Crypt"],
    ["music by ann aldersey", "Dune Riders"],
    ["produced by ann aldersey", "Ember"],
    ["cinematography by bo brankovic", "Ember"],
    ["starring ann aldersey", "Amber Night"],
    ["starring ann aldersey and bo brankovic", "Amber Night"],
    ["starring bo brankovic directed by cy castellan", "Amber Night"],
    ["starring cy castellan directed by ann aldersey", "Bone Cellar"],
    ["Regie: Ann Aldersey", "Bone Cellar; Crypt"],
    ["Filme unter der Regie von Ann Aldersey", "Bone Cellar; Crypt"],
    ["von Ann Aldersey gedreht", "Bone Cellar; Crypt"],
    ["Musik von Ann Aldersey", "Dune Riders"],
    ["films réalisés par Ann Aldersey", "Bone Cellar; Crypt"],
    ["musique de Ann Aldersey", "Dune Riders"],
    ["écrit par Ann Aldersey", "Crypt"],
    ["películas dirigidas por Ann Aldersey", "Bone Cellar; Crypt"],
    ["música de Ann Aldersey", "Dune Riders"],
    ["protagonizada por Ann Aldersey", "Amber Night"],
    ["filmes dirigidos por Ann Aldersey", "Bone Cellar; Crypt"],
    ["escrito por Ann Aldersey", "Crypt"],
    ["Ann Aldersey 監督の映画", "Bone Cellar; Crypt"],
    ["Ann Aldersey 主演", "Amber Night"],
    ["Ann Aldersey 导演的电影", "Bone Cellar; Crypt"],
    ["主演 Ann Aldersey", "Amber Night"],
    ["أفلام من إخراج Ann Aldersey", "Bone Cellar; Crypt"],
    ["بطولة Ann Aldersey", "Amber Night"],
    ["movies without ann aldersey", ""],
    ["horror without bo brankovic", "Crypt"],
    ["not directed by ann aldersey", "Amber Night; Dune Riders; Ember"],
    ["ann aldersey without bo brankovic", "Crypt"],
  ])("finds the titles on which the person had the role: %s", async (text, titles) => {
    expect((await understandQuery(text)).titles).toEqual(titles.split("; ").filter(Boolean));
  });

  test("reports the role and the person", async () => {
    expect((await understandQuery("music by ann aldersey")).parts).toEqual(["person: Ann Aldersey (music)"]);
  });

  test("ignores and reports a role that the person never had", async () => {
    expect(await understandQuery("directed by bo brankovic")).toEqual({
      titles: ["Amber Night", "Bone Cellar", "Dune Riders", "Ember"],
      parts: ["person: Bo Brankovic", "omitted: directed by bo brankovic"],
    });
  });
});

describe("query with two people", () => {
  test.each(["bo brankovic and ann aldersey", "ann aldersey and bo brankovic"])(
    "reports the people in the order of the query: %s",
    async (text) => {
      const names = text.split(" and ").map((name) => `person: ${name}`);
      expect((await understandQuery(text)).parts?.map((part) => part.toLowerCase())).toEqual(names);
    },
  );
});

describe("query without a literal match", () => {
  const plot = "She takes a train across the snow.";
  beforeAll(() =>
    fillCatalog([
      { title: "Shadow Lane", year: "1946", genres: "Crime", plot: "A noir tale of a detective." },
      { title: "Later Shadows", year: "1996", genres: "Crime", plot: "A noir tale of a lawyer." },
      { title: "A Life", year: "1990", genres: "Drama", plot: "A biopic of a painter." },
      { title: "Wizard School and the Stone", year: "2001", genres: "Fantasy", votes: 900 },
      { title: "Wizard School and the Cup", year: "2005", genres: "Fantasy", votes: 800 },
      { title: "Wizard School and the Prisoner", year: "2004", genres: "Fantasy", votes: 700 },
      { title: "Wizard School and the Chamber", year: "2002", genres: "Fantasy", votes: 600 },
      { title: "Wizard School: The Making", year: "2000", genres: "Documentary", votes: 3 },
      { title: "Contact Point", year: "2016", genres: "Science Fiction, Drama", countries: "Canada" },
      { title: "Far Signal", year: "2014", genres: "Science Fiction, Drama", countries: "Canada" },
      { title: "Near Signal", year: "2017", genres: "Science Fiction, Drama", type: "series" },
      ...manyTitles(60).map((title) => ({ ...title, plot })),
    ]),
  );

  test.each([
    ["film noir", ["Shadow Lane", "Later Shadows"]],
    ["film noir 1940s", ["Shadow Lane"]],
    ["biopic", ["A Life"]],
    ["biopics 1990s", ["A Life"]],
  ])("finds titles by their plots: %s", async (text, titles) => {
    expect((await understandQuery(text)).titles.slice(0, titles.length)).toEqual(titles);
  });

  test.each([
    ["wizard school 4", "Wizard School and the Cup"],
    ["wizard school 3", "Wizard School and the Prisoner"],
    ["wizard school part 2", "Wizard School and the Chamber"],
    ["wizard school iv", "Wizard School and the Cup"],
  ])("finds a numbered film of a series: %s", async (text, title) => {
    expect((await understandQuery(text)).titles[0]).toBe(title);
  });

  test("ignores the number if the titles form no series", async () => {
    expect((await understandQuery("far signal 2")).titles[0]).toBe("Far Signal");
  });

  test.each(["movies like contact point", "Filme wie Contact Point", "films similar to contact point"])(
    "ranks similar titles after the named title: %s",
    async (text) => {
      const { titles, parts } = await understandQuery(text);
      expect(titles).toEqual(["Contact Point", "Far Signal"]);
      expect(parts).toContain(`like: ${/contact point/i.exec(text)?.[0]}`);
    },
  );
});

describe("query with a runtime", () => {
  beforeAll(() =>
    fillCatalog([
      { title: "Fern", year: "1995", genres: "Comedy", type: "series", runtime: "25" },
      { title: "Gorse", year: "1996", genres: "Comedy", runtime: "90" },
    ]),
  );

  test.each([
    ["1990s comedy under 100 minutes", "Gorse"],
    ["comedy series under 100 minutes", "Fern"],
  ])("lists series only if it names them: %s", async (text, title) => {
    expect((await understandQuery(text)).titles).toEqual([title]);
  });
});
