/** Tests complete responses with people, suggestions and external ids, on a small catalog in a real D1 database. */

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Loaded, toJson } from "../../../worker/source/loaded.ts";
import {
  database,
  fillCatalog,
  fillSource,
  type GivenTitle,
  openCatalog,
  textQuery,
  toEntries,
} from "../kit.ts";

const origin = openCatalog(database);
const lang = "en";

/** Sorted by popularity. */
const TITLES: readonly GivenTitle[] = [
  { id: 31, title: "First Light", year: "1990", poster: "1990/01/first.jpg", french: "Première Lumière" },
  { id: 32, title: "Second Wind", year: "1990" },
  { id: 33, title: "Third Rail" },
  { id: 34, title: "For Adults", year: "2020", is_adult: 1 },
  { id: 35, title: "Fifth Floor", year: "2005", type: "series" },
  { id: 36, title: "Windmills", year: "2001" },
];
const ANN = { id: 7, name: "Ann Aimes", profile_path: "2001/01/ann.jpg" };
const BEN = { id: 8, name: "Ben Aimes", profile_path: null };
const CID = { id: 9, name: "Cid Aimes", profile_path: null };
const as = (person: object, character: string) => ({ ...person, character });

const CREDITS = {
  31: { cast: [as(ANN, "Dawn")], director: [{ ...ANN, job: "Director" }] },
  32: { cast: [as(ANN, "Gale"), as(BEN, "Gust")] },
  33: { cast: [as(ANN, "Rider")], sound: [{ ...BEN, job: "Foley" }] },
  34: { cast: [as(ANN, "X"), as(BEN, "Y"), as(CID, "Z")] },
  35: { cast: [as(ANN, "Maid"), as(BEN, "Porter"), as(CID, "Guest")] },
};

const source = (titles = TITLES) => ({
  name: "a test",
  entries: () => toEntries(titles),
  credits: () =>
    Object.entries(CREDITS).map(([id, groups]) => [Number(id), JSON.stringify({ id, ...groups })] as const),
  personDetails: (id: number) =>
    id === ANN.id
      ? { otherNames: ["Annie Aimes", "A. Aimes"], life: { born: "1931", birthplace: "Bergen" } }
      : null,
  externalIds: () => [["imdb", "number", "", 0] as const],
});

const parsed = (loaded: Loaded) => JSON.parse(toJson(loaded) ?? "null");
const listIds = (titles: readonly { readonly id: number }[]) => titles.map(({ id }) => id);

beforeAll(() => fillSource(source()));

describe("person()", () => {
  const ask = async (id: number, includeAdult = false) =>
    parsed(await origin.person({ id, lang, includeAdult }));

  test("returns names, portrait and credits, newest first", async () => {
    const { credits, known_for, ...person } = await ask(ANN.id);
    expect(person).toEqual({
      ...ANN,
      born: "1931",
      birthplace: "Bergen",
      also_known_as: ["Annie Aimes", "A. Aimes"],
    });
    expect(listIds(credits.map(({ title }: { title: { id: number } }) => title))).toEqual([
      35, 31, 31, 32, 33,
    ]);
    expect(credits[1]).toEqual({
      title: {
        id: 31,
        type: "movie",
        title: "First Light",
        original_title: "First Light",
        year: "1990",
        poster: "1990/01/first.jpg",
      },
      group: "cast",
      character: "Dawn",
    });
    expect(known_for).toHaveLength(3);
    expect(known_for[0]).toEqual({ id: 31, type: "movie", title: "First Light", year: "1990" });
  });

  test("omits other names, dates and a place of birth that are unknown", async () => {
    const person = await ask(BEN.id);
    for (const field of ["also_known_as", "born", "died", "birthplace"])
      expect(person).not.toHaveProperty(field);
  });

  test("has no portrait when none is loaded", async () => {
    expect(await ask(BEN.id)).toMatchObject({ profile_path: null });
  });

  test("lists adult titles on request but keeps `known_for` free of them", async () => {
    const listYears = (credits: readonly { title: { year: string } }[]) =>
      credits.map(({ title }) => title.year);
    expect(listYears((await ask(CID.id)).credits)).toEqual(["2005"]);
    expect(listIds((await ask(CID.id)).known_for)).toEqual([35]);
    expect(listYears((await ask(CID.id, true)).credits)).toEqual(["2020", "2005"]);
  });
});

describe("shared()", () => {
  const shared = async (...ids: number[]) => parsed(await origin.shared({ ids, lang }));

  test("lists titles common to all people, newest first, with their jobs", async () => {
    const found = await shared(ANN.id, BEN.id);
    expect(listIds(found.map(({ title }: { title: { id: number } }) => title))).toEqual([35, 32, 33]);
    expect(found[2].people).toEqual([
      { id: ANN.id, name: ANN.name, credits: [{ group: "cast", character: "Rider" }] },
      { id: BEN.id, name: BEN.name, credits: [{ group: "sound", job: "Foley" }] },
    ]);
    expect(await shared(ANN.id, BEN.id, CID.id)).toHaveLength(1);
  });
});

describe("people()", () => {
  const paged = (page: number, limit: number) => ({ text: "aimes", lang, page, limit });

  test("returns the portrait and no adult titles in `known_for`", async () => {
    const [ann, ben, cid] = parsed(await origin.people(paged(1, 20)));
    expect(ann).toMatchObject(ANN);
    expect(ben).toMatchObject(BEN);
    expect(cid).toEqual({
      ...CID,
      known_for: [{ id: 35, type: "series", title: "Fifth Floor", year: "2005" }],
    });
  });

  test.each([
    [1, 2, 2, { isEmpty: false, more: true }],
    [2, 2, 1, { isEmpty: false, more: false }],
    [1, 3, 3, { isEmpty: false, more: false }],
    [3, 2, 0, { isEmpty: true, more: false }],
  ])("returns page %i of %i with %i people and %j", async (page, limit, count, said) => {
    const found = await origin.people(paged(page, limit));
    expect(parsed(found)).toHaveLength(count);
    expect(found).toMatchObject(said);
  });
});

describe("autocomplete()", () => {
  const suggest = (text: string, given: { lang?: string; limit?: number } = {}) =>
    origin.autocomplete({ text, lang, limit: 8, ...given });

  test("returns the year of a title if it is known", async () => {
    expect(parsed(await suggest("third"))).toEqual([
      { kind: "title", id: 33, name: "Third Rail", type: "movie" },
    ]);
    expect(parsed(await suggest("fifth"))).toEqual([
      { kind: "title", id: 35, name: "Fifth Floor", year: "2005", type: "series" },
    ]);
  });

  test("matches several letters anywhere in a name", async () => {
    const names = parsed(await suggest("wind")).map(({ name }: { name: string }) => name);
    expect(names).toEqual(["Second Wind", "Windmills"]);
  });

  test("limits the number of results", async () => {
    expect(parsed(await suggest("aimes", { limit: 2 }))).toHaveLength(2);
  });

  test.each(["for adu", "for adults", "adults", "fro adults"])("omits adult titles: %s", async (text) => {
    expect(toJson(await suggest(text))).not.toContain("For Adults");
  });

  test("reports whether the result is empty", async () => {
    expect(await suggest("fifth")).toMatchObject({ isEmpty: false });
    for (const text of ["zzqx", "!!!"])
      expect(await suggest(text)).toMatchObject({ value: [], isEmpty: true });
  });

  test("reads few rows for a mistyped word", async () => {
    const nights = Array.from({ length: 40 }, (_, at) => ({ title: `Night ${at}` }));
    const credits = {
      cast: Array.from({ length: 40 }, (_, at) => as({ ...BEN, id: at + 1, name: `Ni Night ${at}` }, "")),
    };
    await fillCatalog(nights, [[1, JSON.stringify({ id: 1, ...credits })]]);
    expect(parsed(await suggest("nihgt"))).toHaveLength(8);
    await fillSource(source());
  });

  test("returns the record of a mistyped title in the requested language", async () => {
    const first = { kind: "title", id: 31, year: "1990", type: "movie", image: "1990/01/first.jpg" };
    expect(parsed(await suggest("frist lihgt"))).toEqual([{ ...first, name: "First Light" }]);
    expect(parsed(await suggest("frist lihgt", { lang: "fr" }))).toEqual([
      { ...first, name: "Première Lumière", original_title: "First Light", other_title: "First Light" },
    ]);
  });
});

describe("find()", () => {
  const find = async (external: string, of = "imdb" as const) =>
    parsed(await origin.find({ source: of, external, lang }));

  test("accepts IMDb ids with or without leading zeros", async () => {
    for (const id of ["tt31", "tt0000031", "tt0031"])
      expect(await find(id), id).toEqual({ kind: "title", id: 31 });
    for (const id of ["nm7", "nm0000007"]) expect(await find(id), id).toEqual({ kind: "person", id: ANN.id });
  });

  test.each(["tt7", "nm31", "tt99", "31", "xtt31", "tt31x", "tt", "co31"])(
    "returns null for %s",
    async (id) => {
      expect(await find(id)).toBeNull();
    },
  );

  test("does not treat another source's id as an IMDb id", async () => {
    expect(parsed(await origin.find({ source: "wikidata", external: "tt31", lang }))).toBeNull();
  });

  test("returns records in the requested language", async () => {
    const title = async (id: number, lang: string) => parsed(await origin.title({ id, lang }));
    expect(await title(31, "fr")).toMatchObject({ id: 31, title: "Première Lumière" });
    expect(await title(99, "fr")).toBeNull();
  });
});

describe("request during a catalog load", () => {
  beforeEach(() => fillSource(source()));

  /** Returns a database that is loaded again, with the titles in another order, after `reads` reads. */
  function loadedAfter(reads: number): D1Database {
    let made = 0;
    const watched: Pick<D1Database, "prepare" | "batch"> = {
      prepare: (sql) => database.prepare(sql),
      async batch<T>(statements: D1PreparedStatement[]) {
        const results = await database.batch<T>(statements);
        made += 1;
        if (made === reads) await fillSource(source(TITLES.toReversed()));
        return results;
      },
    };
    return watched as D1Database;
  }

  test.each<[string, number, (from: typeof origin) => Promise<unknown>]>([
    ["shared titles", 1, (from) => from.shared({ ids: [ANN.id, BEN.id], lang })],
    ["people", 1, (from) => from.people({ text: "ann aimes", lang, page: 1, limit: 20 })],
    ["a search in another order", 2, (from) => from.browse(textQuery("light", { sort: "year" }))],
  ])("uses only the new catalog for %s", async (_, reads, ask) => {
    const meanwhile = await ask(openCatalog(loadedAfter(reads)));
    expect(meanwhile).toEqual(await ask(origin));
  });
});

describe("browse() with a query made of filters only", () => {
  test("reports no person when no title matches", async () => {
    await fillSource({
      ...source(),
      credits: () => [[31, JSON.stringify({ id: 31, cast: [as({ ...ANN, name: "Ann dos Anos" }, "Dawn")] })]],
    });
    const { notes } = await openCatalog().browse(textQuery("filmes dos anos 50"));
    expect(notes?.list?.understood?.people).toEqual([]);
    expect(notes?.list?.understood?.parts.map(({ part }) => part)).toEqual(["kind", "omitted"]);
  });
});
