import { describe, expect, test } from "vitest";
import { MAX_SUGGESTION_BYTES } from "../../worker/contract/people.ts";
import { toJson } from "../../worker/source/loaded.ts";
import { MAX_TMDB_ID } from "../../worker/tmdb/ids.ts";
import {
  createTmdb,
  createTmdbFinding,
  createTmdbResponding,
  FILM,
  film,
  parseIds,
  SERIES,
  type StubResponse,
} from "./kit.ts";
import { ADA } from "./titles.ts";

describe("suggest()", () => {
  test("returns titles and people in TMDB's order", async () => {
    const found = await createTmdb().read.suggest("lantern");
    expect(found.slice(0, 3)).toEqual([
      {
        kind: "title",
        id: FILM,
        name: "The Glass Lantern",
        year: "1999",
        type: "movie",
        image: "1999/03/glasslantern.jpg",
      },
      {
        kind: "title",
        id: SERIES,
        name: "Lantern Street",
        original_title: "硝子の灯",
        year: "2003",
        type: "series",
        image: "2003/09/lanternstreet.jpg",
      },
      { kind: "person", id: 99, name: "Lantern Jack", department: "cast" },
    ]);
    expect(found).toContainEqual({ kind: "title", id: 9, name: "Lantern Nights", type: "series" });
    expect(found.map(({ name }) => name)).not.toContain("Lantern After Dark");
    expect(await createTmdb().read.suggest("ada holm a")).toEqual([]);
  });

  test("omits adult titles even when TMDB returns them", async () => {
    const tmdb = createTmdb("", {
      fetch(address, init) {
        address.searchParams.set("include_adult", "true");
        return fetch(address, init);
      },
    });
    const found = [await tmdb.read.suggest("after dark"), await tmdb.read.people("after dark")];
    expect(found).toEqual([[], []]);
  });

  test.each(["h", "harbour", "e"])("limits the number and size of suggestions for %j", async (text) => {
    const json = toJson(await createTmdb().suggest(text));
    expect(JSON.parse(json)).toHaveLength(8);
    expect(new TextEncoder().encode(json).length).toBeLessThanOrEqual(MAX_SUGGESTION_BYTES);
    expect(await createTmdb().read.suggest(text, { limit: 3 })).toHaveLength(3);
  });

  test("sends one request, or none if nothing can match", async () => {
    const tmdb = createTmdb();
    await tmdb.suggest("lantern", { lang: "fr" });
    expect(tmdb.asked).toEqual(["search/multi?query=lantern&include_adult=false&language=fr&page=1"]);
    expect(await tmdb.suggest("!!!")).toMatchObject({ isEmpty: true });
    expect(tmdb.asked).toHaveLength(1);
  });

  test("omits unreadable entries and falls back to original names", async () => {
    const ada = { id: 11, media_type: "person", name: "", original_name: "エイダ" };
    const results = [{}, { media_type: "person" }, film(1, { media_type: "x" }), ada, film(2)];
    const loaded = await createTmdbFinding(() => ({ results })).suggest("a", { lang: "fr" });
    const json = toJson(loaded);
    const { isEmpty } = loaded;
    expect([parseIds(JSON.parse(json)), isEmpty]).toEqual([[11, 4], false]);
    expect(JSON.parse(json)[0]).toEqual({ kind: "person", id: 11, name: "エイダ" });
  });
});

describe("find()", () => {
  const [film605, series605] = [
    { kind: "title", id: FILM },
    { kind: "title", id: SERIES },
  ];
  const ada = { kind: "person", id: ADA.id };
  test.each([
    ["imdb", "tt0000605", film605, 1],
    ["imdb", "tt0001605", series605, 1],
    ["imdb", "nm0000011", ada, 1],
    ["imdb", "tt9999999", null, 1],
    ["wikidata", "Q605", film605, 1],
    ["wikidata", "Q11", ada, 1],
    ["wikidata", "Q1", null, 1],
    ["tmdb-movie", "605", film605, 1],
    ["tmdb-movie", "4", null, 1],
    ["tmdb-tv", "605", series605, 1],
    ["tmdb-tv", String(MAX_TMDB_ID + 1), null, 0],
    ["tmdb-person", String(ADA.id), ada, 1],
    ["tmdb-person", "4", null, 1],
    ["tmdb-person", String(MAX_TMDB_ID + 1), null, 0],
  ] as const)("resolves %s with %s to %j in %i requests", async (source, external, expected, requests) => {
    const tmdb = createTmdb();
    expect(await tmdb.read.find(source, external)).toEqual(expected);
    expect(tmdb.asked).toHaveLength(requests);
    // Credits are not requested, because the request only checks whether the person exists.
    expect(tmdb.asked.join()).not.toContain("append_to_response");
  });

  const found = (answer: StubResponse) => createTmdbResponding(() => answer).read.find("imdb", "tt1");

  test("returns null when TMDB responds with 404", async () => {
    expect(await found(404)).toBeNull();
    const largest = createTmdbResponding(() => 404);
    await largest.find("tmdb-movie", String(MAX_TMDB_ID));
    expect(largest.asked).toEqual([`movie/${MAX_TMDB_ID}`]);
  });

  test("prefers films to series, and series to people", async () => {
    const results = { movie_results: [{}, { id: 7 }], tv_results: [{ id: 8 }], person_results: [{ id: 9 }] };
    expect(await found(results)).toEqual({ kind: "title", id: 14 });
    expect(await found({ ...results, movie_results: [{}] })).toEqual({ kind: "title", id: 17 });
    const person = { ...results, movie_results: [], tv_results: [] };
    expect(await found(person)).toEqual({ kind: "person", id: 9 });
  });
});
