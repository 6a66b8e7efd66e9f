import { describe, expect, test } from "vitest";
import { Facets } from "../../worker/contract/browse.ts";
import { parseFilter } from "../../worker/contract/filter.ts";
import { parseJson } from "../../worker/contract/json.ts";
import { toJson } from "../../worker/source/loaded.ts";
import {
  createTmdb,
  createTmdbFinding,
  createTmdbResponding,
  film,
  films,
  IN_FINNISH,
  parseIds,
  wholeList,
} from "./kit.ts";

const toFilter = (f: string) => parseFilter(f) ?? { kind: null, years: null };

/** Returns the requested paths without parameters that are the same in all requests. */
function selectingPaths(paths: readonly string[]): string[] {
  return paths.map((path) => {
    const { pathname, searchParams } = new URL(path, "https://tmdb.test");
    for (const name of ["include_adult", "language", "page"]) searchParams.delete(name);
    searchParams.sort();
    return `${pathname.slice(1)}?${decodeURIComponent(searchParams.toString())}`;
  });
}

describe("browse()", () => {
  test("alternates films and series, with one request each", async () => {
    const tmdb = createTmdb();
    const records = await tmdb.read.browse();
    expect(selectingPaths(tmdb.asked)).toEqual([
      "discover/movie?sort_by=popularity.desc",
      "discover/tv?sort_by=popularity.desc",
    ]);
    expect(records.slice(0, 4).map(({ title }) => title)).toEqual([
      "The Glass Lantern",
      "Lantern Nights",
      "Harbour 90",
      "Lantern Street",
    ]);
    expect(records).toHaveLength(20);
  });

  test("sends every filter to TMDB", async () => {
    const tmdb = createTmdb();
    const filter = toFilter("movie,1990-1999");
    const facts = { genre: "science-fiction", country: "united-states", language: "en" };
    const records = await tmdb.read.browse({ filter, ...facts, sort: "year" });
    expect(selectingPaths(tmdb.asked)).toEqual([
      "discover/movie?primary_release_date.gte=1990-01-01&primary_release_date.lte=1999-12-31" +
        "&sort_by=primary_release_date.desc&with_genres=878&with_origin_country=US&with_original_language=en",
    ]);
    expect(records.map(({ title }) => title)).toEqual(["The Glass Lantern"]);
  });

  test("sends rating and runtime filters with a minimum of votes", async () => {
    const tmdb = createTmdb();
    await tmdb.browse({ min_rating: 7, runtime: { first: 90, last: 120 }, filter: toFilter("movie") });
    await tmdb.browse({ runtime: { first: 120, last: 600 }, sort: "rating", filter: toFilter("series") });
    expect(selectingPaths(tmdb.asked)).toEqual([
      "discover/movie?sort_by=popularity.desc&vote_average.gte=7&vote_count.gte=25&with_runtime.gte=90&with_runtime.lte=120",
      "discover/tv?sort_by=vote_average.desc&vote_count.gte=200&with_runtime.gte=120",
    ]);
  });

  test("sorts films and series together by rating", async () => {
    const tmdb = createTmdbResponding(({ pathname }) => ({
      results: [film(1, { vote_average: pathname.endsWith("movie") ? 8 : 9, name: "A series" })],
    }));
    expect(parseIds(await tmdb.read.browse({ sort: "rating" }))).toEqual([3, 2]);
  });

  test("rejects the cursor `after`, which TMDB does not have", async () => {
    const tmdb = createTmdb();
    await expect(tmdb.browse({ after: "16" })).rejects.toMatchObject({ type: "not-offered" });
    expect(tmdb.asked).toEqual([]);
  });

  test.each([
    ["-1962", "primary_release_date.lte=1962-12-31"],
    ["1999-", "primary_release_date.gte=1999-01-01"],
    ["1999~", "primary_release_date.gte=1998-01-01&primary_release_date.lte=2000-12-31"],
  ])("translates the years %s to %s", async (f, dates) => {
    const tmdb = createTmdb();
    const [first] = await tmdb.read.browse({ filter: toFilter(`movie,${f}`) });
    expect(selectingPaths(tmdb.asked)).toEqual([`discover/movie?${dates}&sort_by=popularity.desc`]);
    expect(first).toBeDefined();
  });

  test("requests only the kind that has the genre", async () => {
    const tmdb = createTmdb();
    const records = await tmdb.read.browse({ genre: "soap" });
    expect(selectingPaths(tmdb.asked)).toEqual(["discover/tv?sort_by=popularity.desc&with_genres=10766"]);
    expect(records).toEqual([]);
  });

  test("requests the matching genre of each kind", async () => {
    const tmdb = createTmdb();
    const records = await tmdb.read.browse({ genre: "science-fiction" });
    expect(selectingPaths(tmdb.asked).sort()).toEqual([
      "discover/movie?sort_by=popularity.desc&with_genres=878",
      "discover/tv?sort_by=popularity.desc&with_genres=10765",
    ]);
    expect(records.map(({ title }) => title)).toContain("Lantern Street");
  });

  test.each([
    { genre: "no-such-genre" },
    { country: "atlantis" },
    { genre: "news", filter: toFilter("movie") },
  ])("returns nothing without a request for %j", async (query) => {
    const tmdb = createTmdb();
    expect(await tmdb.browse(query)).toMatchObject({ value: [], isEmpty: true, more: false });
    expect(tmdb.asked).toEqual([]);
  });

  test.each(["soviet-union", "south-korea", "hong-kong", "cote-divoire"])(
    "recognises the country %s",
    async (country) => {
      const tmdb = createTmdb();
      await tmdb.browse({ country });
      expect(tmdb.asked).toHaveLength(2);
    },
  );

  test("uses TMDB's code for Cantonese", async () => {
    const tmdb = createTmdb();
    await tmdb.browse({ language: "yue", filter: toFilter("movie") });
    expect(tmdb.asked[0]).toContain("with_original_language=cn");
  });

  test("starts with released titles when sorted by year", async () => {
    const now = () => Date.parse("1995-06-20T12:00:00Z");
    const tmdb = createTmdb("", { now });
    const years = (await tmdb.read.browse({ sort: "year" })).map(({ year }) => Number(year));
    expect(selectingPaths(tmdb.asked)[0]).toBe(
      "discover/movie?primary_release_date.lte=1995-06-20&sort_by=primary_release_date.desc",
    );
    expect(years).toEqual(years.toSorted((one, other) => other - one));
    expect(years[0]).toBe(1995);
  });

  test("neither repeats nor skips titles between pages", async () => {
    const { browse } = createTmdb();
    const whole = await wholeList((paging) => browse({ genre: "drama", ...paging }), 15);
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole).toHaveLength(91);
  });

  test("omits adult titles", async () => {
    const tmdb = createTmdbResponding(() => ({ results: [film(1), film(2, { adult: true })] }));
    expect(parseIds(await tmdb.read.browse({ filter: toFilter("movie") }))).toEqual([2]);
    expect(tmdb.asked[0]).toContain("include_adult=false");
  });

  test("completes untranslated titles with one English page", async () => {
    const tmdb = createTmdbResponding(({ pathname, searchParams }) => {
      if (pathname.includes("/genre/")) return { genres: [] };
      const isEnglish = searchParams.get("language") === "en";
      const title = isEnglish ? { ...IN_FINNISH, title: "Light", overview: "Bright." } : IN_FINNISH;
      return { results: [film(1, title)] };
    });
    const filter = toFilter("movie");
    expect(await tmdb.read.browse({ lang: "de", filter })).toMatchObject([
      { title: "Light", plot: "Bright." },
    ]);
    expect(tmdb.asked.filter((path) => path.startsWith("discover"))).toHaveLength(2);
  });

  test("returns a partial list when English texts cannot be loaded", async () => {
    const tmdb = createTmdbResponding(({ pathname, searchParams }) => {
      if (pathname.includes("/genre/")) return { genres: [{ id: 18, name: "Drama" }] };
      return searchParams.get("language") === "en" ? 500 : { results: [film(1, IN_FINNISH)] };
    });
    const found = await tmdb.browse({ lang: "de", filter: toFilter("movie") });
    expect(found).toMatchObject({ isPartial: true, value: [{ title: "Valo" }] });
  });

  test("rejects on failure instead of returning an empty list", async () => {
    await expect(createTmdb("500").browse()).rejects.toMatchObject({ type: "bad-upstream" });
  });
});

describe("facets()", () => {
  test("returns TMDB's genres, countries and languages without a request", async () => {
    const tmdb = createTmdb();
    const facets = parseJson(Facets, toJson(await tmdb.can.facets(null)) ?? "");
    expect(facets?.genres).toContainEqual(
      expect.objectContaining({ value: "science-fiction", name: "Science Fiction", titles: 0 }),
    );
    expect(facets?.countries.map(({ name }) => name)).toContain("Czechoslovakia");
    for (const facet of [facets?.genres, facets?.countries, facets?.languages]) {
      const values = facet?.map(({ value }) => value) ?? [];
      expect(new Set(values).size).toBe(values.length);
      expect(values).not.toContain("");
    }
    expect(tmdb.asked).toEqual([]);
  });
});

describe("search() with a genre or a sort order", () => {
  test("uses the best hundred results, from five requests", async () => {
    const tmdb = createTmdb();
    const years = (await tmdb.read.browse({ text: "harbour", sort: "year", page: 2, limit: 20 })).map(
      ({ year }) => Number(year),
    );
    expect(tmdb.asked.filter((path) => /^search\/(?!person)/.test(path))).toHaveLength(5);
    expect(years).toHaveLength(20);
    expect(years).toEqual(years.toSorted((one, other) => other - one));
  });

  test("returns each title of the genre once", async () => {
    const { browse } = createTmdb();
    const whole = await wholeList(
      (paging) => browse({ text: "harbour", genre: "drama", sort: "relevance", ...paging }),
      20,
    );
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole).toHaveLength(90);
    expect(await createTmdb().read.browse({ text: "lantern", genre: "fantasy" })).toMatchObject([
      { title: "Lantern Street" },
    ]);
  });

  test.each([
    ["popularity", ["Lantern Nights", "The Glass Lantern", "Lantern Street"]],
    ["relevance", ["The Glass Lantern", "Lantern Street", "Ariel's Lantern"]],
  ] as const)("sorts by %s", async (sort, first) => {
    const records = await createTmdb().read.browse({ text: "lantern", sort, genre: null });
    expect(records.slice(0, 3).map(({ title }) => title)).toEqual(first);
  });

  test("reports the number of results that were sorted", async () => {
    expect((await createTmdb().browse({ text: "reel", sort: "year" })).notes).toMatchObject({
      list: { limitedTo: 100 },
    });
    expect((await createTmdb().browse({ text: "lantern", sort: "year" })).notes?.list).not.toHaveProperty(
      "limitedTo",
    );
    expect((await createTmdb().search("reel")).notes?.list).not.toHaveProperty("limitedTo");
  });

  test.each([
    ["reel", { filter: toFilter("movie") }, true],
    ["reel", { filter: toFilter("series") }, true],
    ["reel", { sort: "year" }, true],
    ["harbour", { genre: "drama" }, true],
    ["harbour", { filter: toFilter("1993") }, false],
    ["reel", {}, false],
  ] as const)("counts the results for %s with %j: %s", async (text, given, isCounted) => {
    const { browse } = createTmdb();
    const query = { text, sort: "relevance", ...given } as const;
    const { notes } = await browse(query);
    const whole = await wholeList((paging) => browse({ ...query, ...paging }), 20);
    expect(notes?.list?.total).toBe(isCounted ? whole.length : undefined);
  });

  test.each([
    ["harbour", 2],
    ["reel", 4],
  ])("loads all pages of one year: %s, %i", async (text, pages) => {
    const tmdb = createTmdb();
    await tmdb.browse({ text, sort: "year", filter: toFilter(text === "reel" ? "2001" : "1993") });
    expect(tmdb.asked.filter((path) => /^search\/(?!person)/.test(path))).toHaveLength(pages);
  });

  test("ranks titles with few votes last when sorted by rating", async () => {
    const results = [
      film(1, { vote_average: 10, vote_count: 24 }),
      film(2, { vote_average: 7, vote_count: 25 }),
    ];
    const tmdb = createTmdbFinding(() => ({ results }));
    expect(parseIds(await tmdb.read.browse({ text: "reel", sort: "rating" }))).toEqual([4, 2]);
    expect(parseIds(await tmdb.read.browse({ text: "reel", min_rating: 7 }))).toEqual([4]);
  });
});

describe("shelves()", () => {
  const now = () => Date.parse("1999-07-20T12:00:00Z");

  test("returns weekly, recent and decade titles from nine requests", async () => {
    const tmdb = createTmdb("", { now });
    const { popular, recent, decades } = await tmdb.read.shelves("en", 1999);
    expect(selectingPaths(tmdb.asked)).toEqual([
      "trending/all/week?",
      "discover/movie?primary_release_date.gte=1999-01-21&primary_release_date.lte=1999-07-20&sort_by=popularity.desc&vote_count.gte=25",
      "discover/tv?first_air_date.gte=1999-01-21&first_air_date.lte=1999-07-20&sort_by=popularity.desc&vote_count.gte=25",
      ...[1990, 1980, 1970, 1960, 1950, 1940].map(
        (first) =>
          `discover/movie?primary_release_date.gte=${first}-01-01&primary_release_date.lte=${first + 9}-12-31&sort_by=vote_count.desc`,
      ),
    ]);
    expect(popular).toHaveLength(14);
    expect(recent?.years).toEqual({ first: 1999, last: 1999 });
    expect(recent?.titles.every(({ year }) => year === "1999")).toBe(true);
    expect(decades.map(({ years, title }) => [years.first, title.title])).toEqual([
      [1990, expect.stringContaining("Harbour")],
      [1970, "The Lantern Maker"],
      [1960, "The Quiet Ferry"],
      [1940, "Casablanca"],
    ]);
    const all = parseIds([...popular, ...(recent?.titles ?? []), ...decades.map(({ title }) => title)]);
    expect(new Set(all).size).toBe(all.length);
  });

  test("sorts recent films and series by date, latest first", async () => {
    const released = films(3).map((one, at) => ({ ...one, release_date: `1999-0${[5, 7, 4][at]}-01` }));
    const results = new Map([
      ["/3/discover/movie", released],
      ["/3/discover/tv", [film(9, { name: "Series", first_air_date: "1999-05-02" })]],
    ]);
    const tmdb = createTmdbResponding(({ pathname }) => ({ results: results.get(pathname) ?? [] }));
    const { recent } = await tmdb.read.shelves("en", 1999);
    expect(recent?.titles.map(({ title }) => title)).toEqual(["Film 2", "Series", "Film 1", "Film 3"]);
  });

  test("sends at most 18 subrequests in another language", async () => {
    const tmdb = createTmdbResponding(() => ({
      results: films(20).map((title) => ({ ...title, ...IN_FINNISH })),
    }));
    await tmdb.shelves("de");
    expect(tmdb.subrequests()).toBeLessThanOrEqual(18);
  });

  test("omits only the shelves that have no titles", async () => {
    const tmdb = createTmdbResponding(({ pathname }) => ({
      results: pathname.includes("trending") ? films(3) : [],
    }));
    expect(await tmdb.read.shelves()).toMatchObject({
      popular: [{ title: "Film 1" }, { title: "Film 2" }, { title: "Film 3" }],
      recent: { titles: [] },
      decades: [],
    });
  });
});
