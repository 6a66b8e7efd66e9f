/** Tests which titles are related to another title, and the number of rows this takes. */

import { beforeAll, describe, expect, test } from "vitest";
import { Related } from "../../../worker/contract/browse.ts";
import { type Credits, isDirector } from "../../../worker/contract/credits.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { readLoaded } from "../../../worker/source/loaded.ts";
import { meterDatabase } from "../../bench/search/metered.ts";
import { credits } from "../../contract/records.ts";
import { database, fillCatalog, fillSource, openCatalog } from "../kit.ts";
import { STARTER, starterTitles } from "../search/relevance/starter.ts";

const MAX_ROWS = 310;

async function loadRelated(id: number, lang = "en"): Promise<Related | null> {
  return readLoaded(Related, await openCatalog(database).related({ id, lang, onlyNames: false }));
}

const similar = async (id: number, lang = "en") => (await loadRelated(id, lang))?.similar ?? [];

async function rowsRead(id: number, lang: string): Promise<number> {
  const { database: watched, meter } = meterDatabase(database);
  await openCatalog(watched).related({ id, lang, onlyNames: false });
  return meter.rows;
}

describe("related() on the starter catalog", () => {
  const titles = starterTitles();
  const known = titles.slice(0, 20);
  const byId = new Map(titles.map((title) => [title.record.id, title]));

  beforeAll(() => fillSource(STARTER));

  const splitGenres = ({ genres }: TitleRecord) => genres.split(", ");
  const inCommon = <T>(one: readonly T[], other: readonly T[]) =>
    one.filter((value) => other.includes(value)).length;

  const listLeading = ({ cast, director, writer }: Credits) =>
    [...director, ...writer, ...cast].map(({ id }) => id);

  test("lists titles that share two of genre, decade, country and person", async () => {
    let count = 0;
    for (const { record, credits } of known) {
      const listed = await similar(record.id);
      expect(listed.map(({ id }) => id)).not.toContain(record.id);
      for (const { id, title } of listed) {
        const other = byId.get(id);
        if (other === undefined) throw new Error(`${title} is not in the starter.`);
        const shared = [
          inCommon(splitGenres(other.record), splitGenres(record)) > 0,
          other.record.year.slice(0, 3) === record.year.slice(0, 3),
          inCommon(other.record.countries.split(", "), record.countries.split(", ")) > 0,
          inCommon(listLeading(other.credits), listLeading(credits)) > 0,
        ];
        expect(shared.filter(Boolean).length, `${title} for ${record.title}`).toBeGreaterThan(1);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(100);
  });

  test("lists other titles of the director and two actors, each once", async () => {
    let lists = 0;
    for (const { record } of known) {
      const further = (await loadRelated(record.id))?.further ?? [];
      expect(further.filter(({ role }) => role === "director").length).toBeLessThanOrEqual(1);
      expect(further.filter(({ role }) => role === "actor").length).toBeLessThanOrEqual(2);
      lists += further.length;
      const ids = further.flatMap(({ titles }) => titles.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).not.toContain(record.id);
      for (const { role, name, titles } of further)
        for (const { id } of titles) {
          const of = byId.get(id)?.credits;
          const people = (role === "actor" ? of?.cast : of?.director.filter(isDirector)) ?? [];
          expect(
            people.map((person) => person.name),
            `${name} in ${id}`,
          ).toContain(name);
        }
    }
    expect(lists).toBeGreaterThan(10);
  });

  test("returns the rating and length of titles of the director and actors", async () => {
    const lists = await Promise.all(known.slice(0, 20).map(({ record }) => loadRelated(record.id)));
    const made = lists.flatMap((related) => related?.further ?? []).flatMap(({ titles }) => titles);
    expect(made.length).toBeGreaterThan(5);
    for (const { id, rating, runtime } of made)
      expect(byId.get(id)?.record).toMatchObject({ rating, runtime });
  });

  test("returns nothing for an unknown title", async () => {
    expect(await similar(9_007_199_254_740_991)).toEqual([]);
  });
});

describe("related() with films of a series", () => {
  test("lists the films with the same leading words and a shared actor first", async () => {
    const film = (title: string, year: string, genres = "Drama") => ({ title, year, genres });
    const cast = [{ id: 1, name: "Ann", profile_path: null, character: "" }];
    await fillCatalog(
      [
        film("Harbour", "1990"),
        film("Harbour Lights", "1991"),
        film("The Velvet Harbinger", "1992"),
        film("Velvet Harbinger II: Homecoming", "2019", "Western"),
      ],
      [3, 4].map((id) => [id, JSON.stringify(credits({ id, cast }))]),
    );
    expect((await similar(3)).map(({ title }) => title)[0]).toBe("Velvet Harbinger II: Homecoming");
  });
});

describe("related() with a director who mostly produced", () => {
  test("lists the title that they directed, however little known it is", async () => {
    const [ann] = [{ id: 1, name: "Ann", profile_path: null }];
    const makeCredits = (id: number, isDirected: boolean) =>
      credits({
        id,
        director: isDirected ? [{ ...ann, job: "Director" }] : [],
        production: isDirected ? [] : [{ ...ann, job: "Producer" }],
      });
    const titles = Array.from({ length: 40 }, (_, at) => ({ title: `Title ${at}` }));
    await fillCatalog(
      titles,
      titles.map((_, at) => [at + 1, JSON.stringify(makeCredits(at + 1, at === 0 || at === 39))]),
    );
    const [shelf] = (await loadRelated(1))?.further ?? [];
    expect(shelf?.titles.map(({ id }) => id)).toEqual([40]);
  });
});

describe("related() after an update", () => {
  test("omits similar titles that no longer exist", async () => {
    await fillCatalog(
      ["Itself", "Kept", "Removed"].map((title) => ({ title, genres: "Drama", year: "1999" })),
    );
    expect((await similar(1)).map(({ title }) => title)).toEqual(["Kept", "Removed"]);
    await database.prepare("DELETE FROM catalog_title WHERE id = 3").run();
    expect((await similar(1)).map(({ title }) => title)).toEqual(["Kept"]);
  });
});

describe("related() with common genres", () => {
  test("prefers titles from the same period that share the rarest genre", async () => {
    const some = (count: number, genres: string, year: string) =>
      Array.from({ length: count }, (_, at) => ({ title: `${genres} ${year} ${at}`, genres, year }));
    await fillCatalog([
      ...some(30, "Drama", "1972"),
      ...some(20, "Drama, Crime", "2015"),
      ...some(3, "Drama, Crime", "1974"),
      { title: "Itself", genres: "Drama, Crime", year: "1972" },
    ]);
    const found = await similar(54);
    expect(found.slice(0, 3).map(({ year }) => year)).toEqual(["1974", "1974", "1974"]);
  });
});

describe("related() with as many similar titles as possible", () => {
  const TITLES = 400;
  const person = (id: number) => ({ id, name: `Person ${id}`, profile_path: null });
  const crew = (job: string, ...ids: number[]) => ids.map((id) => ({ ...person(id), job }));
  /**
   * The number of people. Each of them is in the last title and in one other title, so that no two people share
   * another title.
   */
  const PEOPLE = 12;
  const has = (title: number) => (id: number) => title === TITLES || title % PEOPLE === id;
  const createCredits = (id: number) =>
    credits({
      id,
      cast: [5, 6, 7, 8, 9, 10, 11].filter(has(id)).map((one) => ({ ...person(one + 1), character: "" })),
      writer: crew("Writer", ...[2, 3, 4].filter(has(id)).map((one) => one + 1)),
      director: crew("Director", ...[0, 1].filter(has(id)).map((one) => one + 1)),
    });

  beforeAll(() =>
    fillCatalog(
      Array.from({ length: TITLES }, (_, at) => ({
        title: `Title ${at}`,
        french: `Titre ${at}`,
        year: "1999",
        genres: "Drama, Crime, Thriller, War",
        is_adult: at % 5 === 1 ? (1 as const) : (0 as const),
      })),
      Array.from({ length: TITLES }, (_, at) => [at + 1, JSON.stringify(createCredits(at + 1))] as const),
    ),
  );

  test.each(["en", "fr"])(`reads at most ${MAX_ROWS} rows in language %s`, async (lang) => {
    const rows = await rowsRead(TITLES, lang);
    expect(rows).toBeGreaterThan(150);
    expect(rows).toBeLessThanOrEqual(MAX_ROWS);
  });

  test("omits adult titles and uses the requested language", async () => {
    const found = await similar(TITLES, "fr");
    expect(found.length).toBeGreaterThan(6);
    expect(found.filter(({ id }) => (id - 1) % 5 === 1)).toEqual([]);
    expect(found.every(({ title }) => title.startsWith("Titre"))).toBe(true);
  });
});

describe("related() of a title with another kind", () => {
  test("returns its namesakes although FTS5 would split its kind", async () => {
    await fillCatalog([
      { title: "The Comet", type: 'tv_"special"', year: "1999", genres: "Comedy" },
      { title: "The Other Comet", type: 'tv_"special"', year: "1999", genres: "Comedy" },
    ]);
    expect(await similar(1)).toMatchObject([{ title: "The Other Comet" }]);
  });
});
