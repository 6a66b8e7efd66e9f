/** Tests single titles from TMDB: their records, their ids, and the fields that they add to search results. */
import { describe, expect, test } from "vitest";
import { Related } from "../../worker/contract/browse.ts";
import { readLoaded, toJson } from "../../worker/source/loaded.ts";
import { completed } from "../../worker/tmdb/completion.ts";
import { contractId, MAX_TMDB_ID, tmdbTitle } from "../../worker/tmdb/ids.ts";
import { record as recordWith } from "../contract/records.ts";
import {
  createTmdb,
  createTmdbFinding,
  createTmdbResponding,
  FILM,
  film,
  IN_FINNISH,
  SERIES,
} from "./kit.ts";

const A_FILM = 2;
const A_SERIES = 3;

/** Returns the record of a title if TMDB responds with these details. */
const readRecord = (id: number, details: object, lang = "en") =>
  createTmdbResponding(() => ({ id: 1, ...details })).read.title(id, lang);

const codes = (...all: readonly string[]) => all.map((iso_3166_1) => ({ iso_3166_1 }));
const FROM = { produced: { production_countries: codes("US") }, origin: { origin_country: ["FR"] } };

describe("TMDB record", () => {
  test.each([
    ["of production for a film", A_FILM, { ...FROM.produced, ...FROM.origin }, "United States"],
    [
      "of origin for a film without production countries",
      A_FILM,
      { production_countries: [], ...FROM.origin },
      "France",
    ],
    ["of origin for a film without production countries", A_FILM, FROM.origin, "France"],
    ["of origin for a series", A_SERIES, { ...FROM.produced, ...FROM.origin }, "France"],
    [
      "of production for a series without an origin",
      A_SERIES,
      { ...FROM.produced, origin_country: [] },
      "United States",
    ],
    ["only if they are known", A_SERIES, {}, ""],
  ])("contains countries %s", async (_, id, details, countries) => {
    expect(await readRecord(id, details)).toMatchObject({ countries });
  });

  test.each([
    [A_FILM, { runtime: 90.4, episode_run_time: [50] }, "90"],
    [A_FILM, { runtime: -1 }, "0"],
    [A_SERIES, { runtime: 90, episode_run_time: [50], last_episode_to_air: { runtime: 40 } }, "50"],
    [A_SERIES, { episode_run_time: [0], last_episode_to_air: { runtime: 40 } }, "40"],
    [A_SERIES, { episode_run_time: [], last_episode_to_air: null }, "0"],
    [A_SERIES, {}, "0"],
  ])("contains the runtime from the details: title %i, %j, %s", async (id, details, runtime) => {
    expect(await readRecord(id, details)).toMatchObject({ runtime });
  });

  test("contains English names only for untranslated genres", async () => {
    const [drama, comedy, unknown] = [18, 35, 99_999];
    const names = new Map([
      [drama, "Drame"],
      [unknown, ""],
    ]);
    const genres = [drama, unknown, comedy].map((id) => ({ id, name: names.get(id) ?? null }));
    expect(await readRecord(A_FILM, { genres }, "fr")).toMatchObject({ genres: "Drame, Comedy" });
    const tmdb = createTmdbFinding(() => ({ results: [film(1, { genre_ids: [drama, unknown, comedy] })] }));
    expect(await tmdb.read.search("film")).toMatchObject([{ genres: "Drama, Comedy" }]);
  });

  test.each([
    ["1999-03-31", "1999"],
    ["1999", "1999"],
    ["19990331", ""],
    ["in 1999", ""],
  ])("contains the year of a valid date: %j, %j", async (release_date, year) => {
    expect(await readRecord(A_FILM, { title: "A film", release_date })).toMatchObject({ year });
  });
});

describe("title()", () => {
  const translations = (...entries: readonly (readonly [string, object | undefined])[]) => ({
    translations: { translations: entries.map(([iso_639_1, data]) => ({ iso_639_1, data })) },
  });
  const german = ["de", { title: "Licht" }] as const;
  const light = ["fr", { title: "Lumière" }] as const;

  test.each<[string, object, string, string]>([
    ["as translated by TMDB", { title: "La lumière" }, "fr", "La lumière"],
    ["in the original language", translations(["fi", { title: "X" }]), "fi", "Valo"],
    ["of the regional translation that has one", translations(["fr", { title: "" }], light), "fr", "Lumière"],
    ["of the translation that has any text", translations(["fr", undefined], light), "fr", "Lumière"],
    ["in English as a fallback", translations(["fr", {}], ["en", { title: "Light" }], german), "fr", "Light"],
    ["in the original language as a fallback", translations(german), "fr", "Valo"],
    ["in Cantonese for Chinese", { original_language: "cn" }, "zh", "Valo"],
    ["in the original language if it is empty", { title: "" }, "fr", "Valo"],
  ])("returns the title %s", async (_, details, lang, title) => {
    const record = await readRecord(A_FILM, { ...IN_FINNISH, ...details }, lang);
    expect(record).toMatchObject({ title, original_title: "Valo" });
  });

  test("uses the title as the original title if there is none", async () => {
    expect(await readRecord(A_FILM, { title: "A film" })).toMatchObject({ original_title: "A film" });
  });

  test("reads the name fields of a series", async () => {
    const names = { name: "Valo", original_name: "Valo", original_language: "fi", title: "X" };
    const words = translations(["en", { title: "No", name: "Light", overview: "On." }]);
    const record = await readRecord(A_SERIES, { ...names, ...words }, "fr");
    expect(record).toMatchObject({ title: "Light", plot: "On." });
  });

  const [inGerman, inFinnish] = [
    ["de", { overview: "Ja." }],
    ["fi", { overview: "Joo." }],
  ] as const;
  const [inFrench, inEnglish] = [
    ["fr", { overview: "Oui." }],
    ["en", { overview: "On." }],
  ] as const;
  test.each<[string, object, string]>([
    ["in the requested language", { overview: "Donné.", ...translations(inFrench) }, "Donné."],
    ["of a translation", translations(inEnglish, inFrench), "Oui."],
    ["in English", translations(inFinnish, inEnglish), "On."],
    ["in the original language", translations(inGerman, inFinnish), "Joo."],
    ['as "" if no translation fits', translations(inGerman), ""],
    ['as "" without translations', {}, ""],
  ])("returns the plot %s", async (_, details, plot) => {
    expect(await readRecord(A_FILM, { ...IN_FINNISH, ...details }, "fr")).toMatchObject({ plot });
  });

  test.each([
    [FILM, "en", { facts: { votes: 26_000 }, page: { plotLanguage: "en" } }],
    [SERIES, "fr", { facts: { votes: 310 }, page: { plotLanguage: "en" } }],
    [4, "fr", { page: { plotLanguage: "fi" } }],
    [6, "fr", { page: { plotLanguage: "en" } }],
  ])("returns votes and plot language for %i in %s", async (id, lang, notes) => {
    expect((await createTmdb().title(id, lang)).notes).toMatchObject(notes);
  });

  test.each([
    ["fr", "La lumière revient."],
    ["de", "Light finds a way."],
  ])("returns the tagline in the language or in English: %s", async (lang, tagline) => {
    expect((await createTmdb().title(FILM, lang)).notes?.facts).toMatchObject({ tagline });
  });

  test("returns external ids and a trailer in the language", async () => {
    const external = { imdb: "tt0000605", wikidata: "Q605", "tmdb-movie": "605" };
    const trailer = (key: string) => `https://www.youtube.com/watch?v=${key}`;
    const facts = async (lang: string) => (await createTmdb().title(FILM, lang)).notes?.facts;
    expect(await facts("fr")).toMatchObject({ external, trailer: trailer("enFrancais1") });
    expect(await facts("de")).toMatchObject({ external, trailer: trailer("inEnglish01") });
    const series = await createTmdb().title(SERIES);
    expect(series.notes?.facts?.external).toEqual({ imdb: "tt0001605", tvdb: "70605", "tmdb-tv": "605" });
    expect(series.notes?.facts?.trailer).toBeUndefined();
  });

  test.each(["javascript:alert(1)", "a b", 'x"y', ""])("ignores videos with the key %j", async (key) => {
    const videos = { results: [{ site: "YouTube", type: "Trailer", key }] };
    const tmdb = createTmdbResponding(() => ({ id: 1, title: "A film", videos }));
    expect((await tmdb.title(2)).notes?.facts?.trailer).toBeUndefined();
  });

  test("returns the languages that have a translation", async () => {
    const { notes } = await createTmdb().title(FILM);
    expect(notes?.page?.languages?.toSorted()).toEqual(["en", "fr"]);
    expect((await createTmdb().title(6)).notes?.page?.languages?.toSorted()).toEqual(["en", "ru"]);
  });

  test("requests English for a language that TMDB does not have", async () => {
    const tmdb = createTmdbResponding(() => 404);
    for (const lang of ["gsw", "fr"]) await tmdb.title(2, lang);
    expect(tmdb.asked).toEqual([
      "movie/1?language=en&append_to_response=translations,external_ids,videos,release_dates&include_video_language=en",
      "movie/1?language=fr&append_to_response=translations,external_ids,videos,release_dates&include_video_language=fr,en",
    ]);
  });
});

describe("related()", () => {
  test("sends no request when the title is loaded as well", async () => {
    const tmdb = createTmdb();
    const [, beside] = await Promise.all([
      tmdb.can.title({ id: FILM, lang: "fr", withCredits: true, withSimilar: true }),
      tmdb.related(FILM, "fr"),
    ]);
    const people = (path: string) => path.startsWith("person/");
    expect(tmdb.asked.filter((path) => !people(path))).toHaveLength(1);
    tmdb.asked.length = 0;
    const { similar: alone } = await tmdb.read.related(FILM, "fr");
    expect(tmdb.asked.filter((path) => !people(path))).toEqual([
      "movie/605/recommendations?language=fr",
      "movie/605?append_to_response=credits",
    ]);
    expect(readLoaded(Related, beside)?.similar.map(({ id }) => id)).toEqual(alone.map(({ id }) => id));
    expect(alone.map(({ id }) => id)).toContain(SERIES);
    expect(alone.find(({ id }) => id === SERIES)).toMatchObject({ type: "series" });
    expect(alone.map(({ title }) => title)).not.toContain("Lantern After Dark");
  });

  test("returns shared genres and decades with similar titles", async () => {
    const tmdb = createTmdb();
    const [, beside] = await Promise.all([
      tmdb.can.title({ id: FILM, lang: "fr", withCredits: true, withSimilar: true }),
      tmdb.related(FILM, "fr"),
    ]);
    const similar = readLoaded(Related, beside)?.similar;
    const shared = new Map(similar?.map((title) => [title.title, title.shared]));
    expect(shared.get("Le Port 1")).toEqual({ genres: ["Drama"], decade: "1990" });
    expect(shared.get("The Quiet Ferry")).toEqual({ genres: [] });
  });

  test("returns nothing for an unknown title", async () => {
    expect((await createTmdb().read.related(2 * 999_999)).similar).toEqual([]);
    await expect(createTmdb("no-results").related(FILM)).rejects.toMatchObject({ type: "bad-upstream" });
  });
});

describe("completed() search result", () => {
  const UNKNOWN = { year: "", countries: "", genres: "", runtime: "0", rating: 0, plot: "", poster: null };
  const record = (changes: object = {}) =>
    recordWith({ ...UNKNOWN, id: 2, title: "Film 2", original_title: "Film 2", ...changes });
  const facts = { countries: "France", genres: "Drame", runtime: "90" };
  const details = record({ ...facts, title: "Le film", plot: "Un film." });
  const english = record({ title: "The Film", plot: "A film.", countries: "X", genres: "X", runtime: "1" });
  const own = { countries: "Italie", genres: "Comédie", plot: "Propre." };
  const whole = record({ ...own, title: "Own" });

  test("is completed with the title's details", () => {
    const found = completed(record(), { details, english, lacksTitle: true });
    expect(found).toEqual({ ...details, original_title: "Film 2" });
  });

  test("keeps its own fields except countries and runtime", () => {
    const found = completed(whole, { details, english, lacksTitle: false });
    expect(found).toEqual({ ...whole, countries: "France", runtime: "90" });
    const less = completed(whole, { details: record(), english, lacksTitle: true });
    expect(less).toMatchObject({ ...own, title: "Film 2" });
  });

  test("uses only title and plot of the English result", () => {
    const [none, untitled] = [undefined, record({ title: "" })];
    const translated = completed(record(), { details: none, english, lacksTitle: true });
    expect(translated).toEqual(record({ title: "The Film", plot: "A film." }));
    expect(completed(whole, { details: untitled, english: untitled, lacksTitle: true }).title).toBe("Own");
    expect(completed(record(), { details: none, english: none, lacksTitle: true })).toEqual(record());
  });
});

describe("title id", () => {
  test("is unique across films and series and reversible", () => {
    for (const id of [2, 3, FILM, SERIES, MAX_TMDB_ID * 2 + 1]) {
      const title = tmdbTitle(id);
      expect(title === null ? null : contractId(title)).toBe(id);
    }
  });

  test.each([
    [1, 0],
    [MAX_TMDB_ID * 2 + 2, 0],
    [Number.MAX_SAFE_INTEGER, 0],
    [99_998, 2],
  ])("returns null for the id %i after %i requests", async (id, requests) => {
    const tmdb = createTmdb();
    expect([toJson(await tmdb.credits(id)), toJson(await tmdb.title(id))]).toEqual([null, null]);
    expect(tmdb.asked).toHaveLength(requests);
  });
});

describe("source name", () => {
  test("contains the host and path of the server", () => {
    const sources = ["https://a.test/3", "https://b.test/3", "https://a.test/4"].map(
      (baseUrl) => createTmdb("", { baseUrl: new URL(baseUrl) }).source.source,
    );
    expect(new Set(sources).size).toBe(3);
  });
});
