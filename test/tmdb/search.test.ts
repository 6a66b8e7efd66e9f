import { describe, expect, test } from "vitest";
import { Problem } from "../../worker/contract/problem.ts";
import type { PeopleQuery } from "../../worker/contract/query.ts";
import { toJson } from "../../worker/source/loaded.ts";
import type { TmdbServices } from "../../worker/tmdb/tmdb.ts";
import { record } from "../contract/records.ts";
import { askDirectly } from "../resources/kit.ts";
import {
  createTmdb,
  createTmdbFinding,
  FILM,
  film,
  films,
  listNumbers,
  parseIds,
  SERIES,
  wholeList,
} from "./kit.ts";

const searches = (asked: readonly string[]) => asked.filter((path) => path.startsWith("search/"));
const inEnglish = (asked: readonly string[]) => asked.filter((path) => path.includes("language=en"));

describe("search result", () => {
  test("follows the contract exactly for a film", async () => {
    const json = toJson(await createTmdb().search("glass lantern"));
    const record = {
      id: FILM,
      is_adult: 0,
      type: "movie",
      title: "The Glass Lantern",
      original_title: "The Glass Lantern",
      year: "1999",
      countries: "United States, Australia",
      genres: "Drama, Science Fiction",
      runtime: "136",
      rating: 8.217,
      plot: "A keeper finds a light that shows the past.",
      poster: "1999/03/glasslantern.jpg",
    };
    expect(json).toBe(JSON.stringify([record]));
  });

  test.each([
    ["lantern street", { type: "series", original_title: "硝子の灯", year: "2003", runtime: "24" }],
    [
      "lantern street",
      { id: SERIES, countries: "Japan", genres: "Animation, Sci-Fi & Fantasy", rating: 7.4 },
    ],
    ["lantern nights", { year: "", countries: "", genres: "", runtime: "0", rating: 0, poster: null }],
    ["lantern maker", { countries: "Soviet Union, Czechoslovakia" }],
  ])("contains the facts of its kind and defaults for the rest: %s", async (text, facts) => {
    expect(await createTmdb().read.search(text)).toMatchObject([facts]);
  });

  test("contains trimmed text and valid list entries only", async () => {
    const odd = { title: "  A film ", origin_country: [7, "FR", null], genre_ids: ["x", 18], poster_path: 7 };
    const read = { title: "A film", countries: "France", genres: "Drama", poster: null };
    expect(await createTmdbFinding(() => ({ results: [film(1, odd)] })).read.search("film")).toMatchObject([
      read,
    ]);
  });

  test("contains TMDB's list entry when details are missing", async () => {
    const records = await createTmdb().read.search("harbour");
    expect(records[18]).toMatchObject({
      id: 2_037,
      title: "Harbour 19",
      year: "1998",
      countries: "United Kingdom",
      genres: "Drama",
      runtime: "0",
      rating: 6.5,
      plot: "Boats come and go, part 19.",
      poster: "1998/06/harbour18.jpg",
    });
  });
});

describe("search()", () => {
  test("returns films and series in TMDB's order with unique ids", async () => {
    expect(parseIds(await createTmdb().read.search("lantern"))).toEqual([FILM, SERIES, 4, 6, 9]);
  });

  test("omits duplicates, people and adult titles by default", async () => {
    const others = [film(3, { media_type: "collection" }), film(4, { media_type: undefined })];
    const results = [film(1), film(2, { adult: true }), film(1), ...others, film(5)];
    const tmdb = createTmdbFinding(() => ({ results }));
    expect(listNumbers(await tmdb.read.search("film"))).toEqual([1, 5]);
    expect(listNumbers(await tmdb.read.search("film", { includeAdult: true }))).toEqual([1, 2, 5]);
    const adult = await createTmdb().read.search("lantern", { includeAdult: true });
    expect(parseIds(adult.filter(({ is_adult }) => is_adult === 1))).toEqual([10]);
  });

  test("omits unreadable results and logs their number", async () => {
    const tmdb = createTmdbFinding(() => ({ results: [{}, film(1), {}] }));
    expect(listNumbers(await tmdb.read.search("film"))).toEqual([1]);
    expect(tmdb.lines).toEqual([{ event: "records-dropped", category: "search", dropped: 2 }]);
    const whole = createTmdbFinding(() => ({ results: [film(1)] }));
    await whole.search("film");
    expect(whole.lines).toEqual([]);
  });

  const QUERY = "include_adult=false&language=en&page=1";
  test.each([
    ["", [`search/multi?query=lantern&${QUERY}`]],
    ["movie", [`search/movie?query=lantern&${QUERY}`]],
    ["series", [`search/tv?query=lantern&${QUERY}`]],
    ["1990-1999", [`search/multi?query=lantern&${QUERY}`]],
    ["1999~", [`search/multi?query=lantern&${QUERY}`]],
    ["movie,1999", [`search/movie?query=lantern&primary_release_year=1999&${QUERY}`]],
    [
      "1999",
      [
        `search/movie?query=lantern&primary_release_year=1999&${QUERY}`,
        `search/tv?query=lantern&first_air_date_year=1999&${QUERY}`,
      ],
    ],
  ])("sends TMDB as much of the filter %j as it supports", async (f, expected) => {
    const tmdb = createTmdb();
    await tmdb.search("lantern", { f });
    expect(searches(tmdb.asked)).toEqual(expected);
  });

  test.each([
    ["1999", [FILM]],
    ["2003", [SERIES]],
    ["series", [SERIES, 9]],
    ["movie,1970-1980", [6]],
    ["2000-", [SERIES]],
    ["1998~", [FILM]],
  ])("returns only titles that match the filter %s", async (f, ids) => {
    expect(parseIds(await createTmdb().read.search("lantern", { f }))).toEqual(ids);
  });

  test("alternates films and series of the same year", async () => {
    const records = await createTmdb().read.search("harbour", { f: "1991" });
    const [one, other] = ["movie", "series"];
    expect(records.map(({ type }) => type).slice(0, 6)).toEqual([one, other, one, other, one, other]);
  });

  test("returns nothing without a request if nothing can match", async () => {
    const tmdb = createTmdb();
    expect(await tmdb.search("!!!")).toMatchObject({ value: [] });
    const past = await tmdb.search("harbour", { page: 501, limit: 20 });
    expect(past).toMatchObject({ value: [], isEmpty: true, more: false });
    expect(tmdb.asked).toEqual([]);
  });
});

describe("pages of search() results", () => {
  const HARBOUR = Array.from({ length: 90 }, (_, at) => (1_000 + at) * 2 + (at % 3 === 0 ? 1 : 0));

  test.each([1, 7, 20, 30, 100])("contain each title once with the limit %i", async (limit) => {
    const load = (paging: Pick<PeopleQuery, "page" | "limit">) => createTmdb().search("harbour", paging);
    expect(await wholeList(load, limit)).toEqual(HARBOUR);
  });

  test.each([2, 5])("contain each film and series once with the limit %i", async (limit) => {
    const load = (paging: Pick<PeopleQuery, "page" | "limit">) =>
      createTmdb().search("harbour", { f: "1993", ...paging });
    const whole = await wholeList(load, limit);
    expect([whole.length, new Set(whole).size]).toEqual([9, 9]);
  });

  test("contain at most twenty results of each TMDB page", async () => {
    const tmdb = createTmdbFinding(({ searchParams }) => {
      return { results: films(25, 100 * Number(searchParams.get("page"))), total_pages: 2 };
    });
    const at = async (page: number, limit: number) =>
      listNumbers(await tmdb.read.search("film", { page, limit }));
    const [first, second] = [parseIds(films(20, 100)), parseIds(films(20, 200))];
    expect(await at(1, 40)).toEqual([...first, ...second]);
    expect(await at(2, 20)).toEqual(second);
  });

  test.each([
    ["within a page of TMDB's", 10, films(10), 1],
    ["with a page of TMDB's", 20, films(20), 1],
  ])("report the end of the list: %s", async (_, limit, results, total_pages) => {
    const tmdb = createTmdbFinding(() => ({ results, total_pages }));
    const paging = { page: 1, limit };
    expect(await tmdb.search("film", paging)).toMatchObject({ isEmpty: false, more: false });
    expect(await tmdb.people("film", paging)).toMatchObject({ more: false });
    const shorter = { page: 1, limit: limit - 1 };
    expect(await tmdb.search("film", shorter)).toMatchObject({ more: true });
  });

  test("report the end at TMDB's last page", async () => {
    const tmdb = createTmdbFinding(() => ({ results: films(20), total_pages: 900 }));
    const at = async (page: number) => (await tmdb.search("film", { page, limit: 20 })).more;
    expect([await at(499), await at(500)]).toEqual([true, false]);
  });

  test("contain one page of films and one of series by default", async () => {
    expect(await twoLists().read.search("film", { f: "1999" })).toHaveLength(40);
  });

  test.each([
    [3, /^search\/movie\?/],
    [4, /^search\/tv\?/],
  ])("request only the list that contains the page: %i", async (page, list) => {
    const tmdb = twoLists();
    expect(await tmdb.read.search("film", { f: "1999", page, limit: 1 })).toHaveLength(1);
    expect(searches(tmdb.asked)).toEqual([expect.stringMatching(list)]);
  });
});

/** Creates a source with films and series from 1999. */
function twoLists() {
  const dates = { release_date: "1999-01-01", first_air_date: "1999-01-01" };
  return createTmdbFinding(({ pathname }) => ({
    results: films(20, pathname.endsWith("movie") ? 1 : 101).map((title) => ({ ...title, ...dates })),
  }));
}

describe("search() in another language", () => {
  test("translates title, plot, genres and countries", async () => {
    expect(await createTmdb().read.search("glass lantern", { lang: "fr" })).toMatchObject([
      {
        title: "La Lanterne de verre",
        plot: "Une lumière montre le passé.",
        genres: "Drame, Science-Fiction",
        countries: "États-Unis, Australie",
      },
    ]);
  });

  test.each([
    ["title and plot in English", "lantern street", "fr", /^Lantern Street/, /^A street, its/],
    ["plot in English for an original title", "glass", "de", /^The Glass/, /^A keeper/],
    [
      "original texts without an English translation",
      "ariel",
      "fr",
      /^Ariel's Lantern/,
      /^Kaivos suljetaan\./,
    ],
    ["English for a language that TMDB does not have", "street", "gsw", /^Lantern Street/, /^A street, its/],
  ])("falls back without a translation: %s", async (_, text, lang, title, plot) => {
    const records = await createTmdb().read.search(text, { lang });
    expect(records).toMatchObject([
      { title: expect.stringMatching(title), plot: expect.stringMatching(plot) },
    ]);
  });

  test("uses English for genres without a translation", async () => {
    const records = await createTmdb().read.search("glass lantern", { lang: "de" });
    expect(records).toMatchObject([{ genres: "Drama, Science Fiction" }]);
  });

  test.each([
    ["", ["movie"], "genre/movie/list?language=fr"],
    ["", ["movie", "tv"], "genre/movie/list?language=fr genre/tv/list?language=fr"],
    ["series", ["tv"], "genre/tv/list?language=fr"],
    ["", [], ""],
  ])("requests genres only for kinds in the results (f=%s, %j)", async (f, kinds, expected) => {
    const results = kinds.map((media_type, at) => film(at + 1, { media_type }));
    const tmdb = createTmdbFinding(() => ({ results }));
    await tmdb.search("film", { f, lang: "fr" });
    expect(tmdb.asked.filter((path) => path.startsWith("genre/")).join(" ")).toBe(expected);
  });

  test.each(["movie", "series"])(
    "returns a partial result when the genres of a %s are missing",
    async (missing) => {
      const askStored: TmdbServices["askStored"] = async (capability, query) => {
        const isMissing =
          query !== null && typeof query === "object" && "kind" in query && query.kind === missing;
        if (isMissing) throw new Problem("bad-upstream", "Down.");
        const value = capability === "title" ? record() : {};
        return (await askDirectly("title", { id: 1, lang: "fr" }, async () => ({ value }) as never)) as never;
      };
      const results = [film(1), film(2, { media_type: "tv" })];
      const found = createTmdbFinding(() => ({ results }), { askStored }).search("film", { lang: "fr" });
      expect(await found).toMatchObject({ isPartial: true });
    },
  );
});

describe("English request of a search", () => {
  const lang = "fr";
  /** Builds a title whose plot only exists in English. */
  const untranslated = ({ searchParams }: URL, id: number) =>
    film(id, {
      release_date: "1999-01-01",
      first_air_date: "1999-01-01",
      original_language: "fi",
      overview: searchParams.get("language") === "en" ? `In English, ${id}.` : "",
    });

  test("is sent once, and only if a translation is missing", async () => {
    const complete = createTmdb();
    await complete.search("glass lantern", { lang });
    expect(inEnglish(complete.asked)).toEqual([]);
    const lacking = createTmdb();
    await lacking.search("lantern", { lang });
    const path = "search/multi?query=lantern&include_adult=false&language=en&page=1";
    expect(inEnglish(lacking.asked)).toEqual([path]);
  });

  test("is sent only for pages that lack a translation", async () => {
    const tmdb = createTmdbFinding(({ searchParams }) => {
      const page = Number(searchParams.get("page"));
      const overview = page === 2 && searchParams.get("language") === "fr" ? "" : "Un film.";
      return { results: [film(page, { title: "Le film", overview })], total_pages: 3 };
    });
    const records = await tmdb.read.search("film", { lang, page: 1, limit: 60 });
    expect(inEnglish(tmdb.asked)).toEqual(["search/multi?query=film&include_adult=false&language=en&page=2"]);
    expect(records.map(({ plot }) => plot)).toEqual(Array(3).fill("Un film."));
  });

  test("is sent for each list and ignores unreadable results", async () => {
    const tmdb = createTmdbFinding((address) => ({
      results: [untranslated(address, address.pathname.endsWith("tv") ? 2 : 1), {}],
    }));
    const plots = (await tmdb.read.search("film", { lang, f: "1999" })).map(({ plot }) => plot);
    const lists = searches(inEnglish(tmdb.asked)).map((path) => path.split("?")[0]);
    expect([lists, plots]).toEqual([
      ["search/movie", "search/tv"],
      ["In English, 1.", "In English, 2."],
    ]);
  });

  test("ignores results that are neither films nor series", async () => {
    const tmdb = createTmdbFinding((address) => {
      const other = { ...untranslated(address, 7), media_type: "collection" };
      const isEnglish = address.searchParams.get("language") === "en";
      return { results: [...(isEnglish ? [other] : []), untranslated(address, 1)] };
    });
    expect(await tmdb.read.search("film", { lang })).toMatchObject([{ plot: "In English, 1." }]);
  });

  test.each([
    [5, "", [5, 12]],
    [6, "1999", [0, 12]],
  ])("stays within twelve requests: %i pages, f=%s", async (total_pages, f, counts) => {
    const tmdb = createTmdbFinding((address) => {
      const number = 2 * Number(address.searchParams.get("page")) + (address.pathname.endsWith("tv") ? 1 : 0);
      return { results: [untranslated(address, number)], total_pages };
    });
    await tmdb.search("film", { lang, f, page: 1, limit: 100 });
    expect([inEnglish(tmdb.asked).length, tmdb.asked.length]).toEqual(counts);
  });

  test("does not change the result when it fails", async () => {
    const tmdb = createTmdbFinding((address) =>
      address.searchParams.get("language") === "en" ? 500 : { results: [untranslated(address, 1)] },
    );
    expect(await tmdb.read.search("film", { lang })).toMatchObject([{ title: "Film 1", plot: "" }]);
  });

  test("is not sent when no time is left", async () => {
    const clock = { ms: 1_800_000_000_000 };
    const tmdb = createTmdbFinding(
      (address) => {
        clock.ms += 2_000;
        return { results: [untranslated(address, 1)] };
      },
      { now: () => clock.ms, timeoutMs: 2_000 },
    );
    expect(await tmdb.search("film", { lang })).toMatchObject({ isPartial: true });
    expect(tmdb.asked.filter((path) => /^(movie|tv)\/|language=en/.test(path))).toEqual([]);
  });
});

describe("requests of search()", () => {
  const titlesIn = (asked: readonly string[]) => asked.filter((path) => /^(movie|tv)\//.test(path));

  test.each([
    ["en", {}],
    ["fr", {}],
    ["fr", { f: "1993" }],
    ["fr", { page: 1, limit: 100 }],
  ])("are at most 12 with an empty cache (%s, %j)", async (lang, changes) => {
    const tmdb = createTmdb();
    await tmdb.search("harbour", { lang, ...changes });
    expect(tmdb.asked.length).toBeLessThanOrEqual(12);
    expect(titlesIn(tmdb.asked).length).toBeLessThanOrEqual(8);
    // The free plan allows 50 subrequests per request. Five of them are needed to serve the response.
    expect(tmdb.subrequests()).toBeLessThanOrEqual(45);
  });

  test("load at most four titles at a time", async () => {
    const tmdb = createTmdb();
    await tmdb.search("harbour");
    expect([titlesIn(tmdb.asked).length, tmdb.mostAtOnce()]).toEqual([6, 4]);
  });

  test("are reduced to one when the titles are stored", async () => {
    const tmdb = createTmdb();
    await tmdb.search("lantern");
    tmdb.asked.length = 0;
    expect(await tmdb.search("lantern m")).toMatchObject({ isPartial: false });
    expect(tmdb.asked).toEqual(["search/multi?query=lantern+m&include_adult=false&language=en&page=1"]);
  });

  test("complete a long list over several partial searches", async () => {
    const tmdb = createTmdb();
    const partial: unknown[] = [];
    for (let count = 0; count < 4; count++) partial.push((await tmdb.search("harbour")).isPartial);
    expect(partial).toEqual([true, true, true, false]);
    const records = await tmdb.read.search("harbour");
    expect(records.map(({ runtime }) => runtime)).not.toContain("0");
  });
});
