/**
 * Tests that the API has every fact that pages show. A new fact needs a value here, or the test is not well-typed.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { type Details, detailsOn, type SeriesDates, seriesDatesOn } from "../../worker/contract/details.ts";
import type { Facts, Life } from "../../worker/contract/facts.ts";
import { fillSource, toEntries } from "../catalog/kit.ts";
import { credits } from "../contract/records.ts";
import { get } from "./responding.ts";

const TODAY = "2026-11-24";
/** A value for each fact that a source can give. Dates of episodes and ids are computed. */
const FACTS: Required<Omit<Facts, "schedule" | "external">> = {
  votes: 4_321,
  popularity: 77,
  language: "da",
  series: { last_year: 2018, seasons: 4, in_production: false },
  released: "2011-09-21",
  status: "canceled",
  certificates: [{ country: "DK", certificate: "15" }],
  companies: ["Bridge Company"],
  networks: ["Bridge Network"],
  collection: { number: 4_711, name: "Bridge Collection" },
  backdrop: "2011/09/backdrop.jpg",
  tagline: "Whose body?",
  trailer: "https://www.youtube.com/watch?v=abcdefghijk",
};
const LIFE: Required<Life> = { born: "1950-05-06", died: "2001-02-03", birthplace: "Oslo" };

/** The text of a fact in a response of TMDB's API, if it differs from the value. `null` stands for no such field. */
const AT_TMDB: Readonly<Partial<Record<string, string | null>>> = {
  popularity: null,
  series: "2018-01-01",
  released: "2011-09-21",
  status: "Canceled",
  certificates: '"certification":"15"',
  collection: "Bridge Collection",
  trailer: "abcdefghijk",
};
/** The facts that only `votes` and `series` of the title's own response have, or that no response has. */
const NOT_IN_DETAILS: readonly string[] = ["votes", "popularity", "series"];

const ANN = { id: 31, name: "Ann Aimes", profile_path: null, character: "Dawn" };
const UNNUMBERED = { ...ANN, id: 2 ** 31, name: "Zoe Zyzzyva" };

beforeAll(() => {
  const { collection, ...facts } = FACTS;
  const known = toEntries([
    { title: "The Bridge", type: "series", year: "2011" },
    { title: "A Bridge", type: "movie", year: "2011" },
  ]);
  const unknown = toEntries([
    { id: 3, title: "Undated Bridge", type: "series" },
    { id: 4, title: "Undated", type: "movie" },
  ]);
  return fillSource({
    name: "a test",
    entries: () => [...known.map((entry) => ({ ...entry, facts: { ...facts, collection } })), ...unknown],
    credits: () =>
      [credits({ id: 1, cast: [ANN] }), credits({ id: 4, cast: [UNNUMBERED], director: [] })].map(
        (groups) => [groups.id, JSON.stringify(groups)] as const,
      ),
    personDetails: () => ({ otherNames: ["Annie"], life: LIFE }),
    externalIds: () => [
      ["tmdb-person", "number", "", 0],
      ["tmdb-tv", "60", "title", 1],
      ["tmdb-movie", "61", "title", 2],
      ["tmdb-tv", "63", "title", 3],
      ["tmdb-movie", "64", "title", 4],
      ["tmdb-movie", "9", "title", 4],
      ["tmdb-movie", "95", "title", 4],
      ["imdb", "number", "", 0],
      ["imdb", "tt9999999", "title", 2],
    ],
  });
});

describe("known facts", () => {
  const record = { id: 1, type: "series", year: "2011" };
  const title = { record, facts: FACTS } as unknown as Parameters<typeof detailsOn>[1];

  test("are all in the details of /v1", () => {
    const details: Details = detailsOn(TODAY, title, [1]);
    const series: SeriesDates = seriesDatesOn(TODAY, FACTS);
    const { language, ...others } = FACTS;
    for (const fact of Object.keys(others).filter((name) => !NOT_IN_DETAILS.includes(name)))
      expect(details).toHaveProperty(fact);
    expect([details.original_language, series]).toEqual([language, FACTS.series]);
  });

  test.each(Object.entries(FACTS))("are all in /3: %s", async (name, value) => {
    const settings = { imagesUrl: "https://images.example/" };
    const sections = "content_ratings,release_dates,videos";
    const responses = await Promise.all(
      ["tv/60", "movie/61"].map((path) => get(`${path}?append_to_response=${sections}`, settings)),
    );
    const text = AT_TMDB[name] === undefined ? String(value) : AT_TMDB[name];
    expect(JSON.stringify(responses)).toContain(text ?? "");
  });

  test("include the title's own IMDb id, although a second one leads to it", async () => {
    expect(await get("movie/61")).toMatchObject({ imdb_id: "tt0000002" });
    const { movie_results: found } = await get<{ movie_results: object[] }>(
      "find/tt9999999?external_source=imdb_id",
    );
    expect(found).toMatchObject([{ id: 61 }]);
  });

  test("include the smallest TMDB id of a title that has several", async () => {
    expect([await get("movie/64"), await get("movie/9")]).toMatchObject([{ id: 9 }, { id: 9 }]);
  });

  test.each(["tv/63", "movie/64"])("include no status of %s, whose years are unknown", async (path) => {
    expect(await get(path)).toMatchObject({ status: "" });
  });

  test("include every fact about a person in /3", async () => {
    expect(await get("person/31")).toMatchObject({
      birthday: LIFE.born,
      deathday: LIFE.died,
      place_of_birth: LIFE.birthplace,
      also_known_as: ["Annie"],
    });
  });

  test("are not counted for people without a number", async () => {
    expect(await get("search/person?query=zoe+zyzzyva")).toMatchObject({ results: [], total_results: 0 });
  });
});
