/** Tests the conversion of TMDB's seasons, episodes and collections to the contract's format. */
import { describe, expect, test } from "vitest";
import { catchProblem, createTmdb, createTmdbResponding, FILM, SERIES } from "./kit.ts";

const UNKNOWN_SERIES = 2 * 999_999 + 1;
const EVENING = Date.parse("2026-11-24T20:00:00Z");

const season = (more: object = {}) => ({
  name: "Season 1",
  air_date: "2020-01-05",
  poster_path: null,
  ...more,
});
const episode = (episode_number: unknown, more: object = {}) => ({
  id: 1,
  episode_number,
  name: "Named",
  ...more,
});

describe("seasons()", () => {
  test("lists the seasons by number, specials first", async () => {
    expect(await createTmdb().read.seasons(SERIES)).toEqual([
      { season: 0, name: "Specials", episodes: 1, aired: "", poster: null },
      {
        season: 1,
        name: "Lighting Up",
        episodes: 3,
        aired: "2003-09-01",
        poster: "2003/09/lanternseason1.jpg",
      },
      { season: 2, name: "", episodes: 1, aired: "2005-01-10", poster: null },
    ]);
  });

  test.each([
    ["ja", "点灯"],
    ["fr", "Lighting Up"],
  ])("uses the name in %s, or in English", async (lang, name) => {
    const tmdb = createTmdb();
    expect(await tmdb.read.seasons(SERIES, lang)).toMatchObject([
      { name: "Specials" },
      { name },
      { name: "" },
    ]);
    expect(tmdb.asked).toEqual([`tv/605?language=${lang}`, "tv/605?language=en"]);
  });

  test("does not request English if every season has a name", async () => {
    const seasons = [{ season_number: 1, name: "Livre premier" }];
    const tmdb = createTmdbResponding(() => ({ id: 1, seasons }));
    await tmdb.seasons(3, "fr");
    expect(tmdb.asked).toHaveLength(1);
  });

  test("returns an empty list for a film", async () => {
    expect(await createTmdb().read.seasons(FILM)).toEqual([]);
  });

  test.each([UNKNOWN_SERIES, UNKNOWN_SERIES - 1, 1])("returns null for the unknown title %i", async (id) => {
    expect(await createTmdb().read.seasons(id)).toBeNull();
  });

  test("keeps the first of duplicate seasons and omits unnumbered ones", async () => {
    const seasons = [
      { season_number: 2, name: "Two" },
      { season_number: 1, name: "One" },
      { season_number: 2, name: "Again" },
      { name: "None" },
      { season_number: -1 },
      null,
    ];
    const read = await createTmdbResponding(() => ({ id: 1, seasons })).read.seasons(3);
    expect(read?.map(({ season, name }) => [season, name])).toEqual([
      [1, "One"],
      [2, "Two"],
    ]);
  });

  test.each([
    ["without a list of seasons", { id: 1 }],
    ["with null for seasons", { id: 1, seasons: null }],
    ["about nothing", {}],
    ["with status 500", 500],
  ])("throws for a response %s", async (_, answer) => {
    expect(await catchProblem(createTmdbResponding(() => answer).seasons(3))).toMatchObject({
      type: "bad-upstream",
    });
  });

  test("returns the available names if the English request fails", async () => {
    const tmdb = createTmdbResponding((address) =>
      address.searchParams.get("language") === "en"
        ? 500
        : { id: 1, seasons: [{ season_number: 1, name: "" }] },
    );
    expect(await tmdb.seasons(3, "fr")).toMatchObject({ value: [{ season: 1, name: "" }], isPartial: true });
  });
});

describe("season()", () => {
  test("returns the episodes with their ids, ratings and stills", async () => {
    const { episodes, ...rest } = (await createTmdb().read.season(SERIES, 1)) ?? {};
    expect(rest).toEqual({
      season: 1,
      name: "Lighting Up",
      aired: "2003-09-01",
      poster: "2003/09/lanternseason1.jpg",
    });
    expect(episodes?.[0]).toEqual({
      episode: 1,
      title: "The First Match",
      aired: "2003-09-01",
      runtime: "24",
      rating: 8.1,
      votes: 100,
      plot: "Hana lights a lamp.",
      still: "0000/00/firstmatch-still.jpg",
      external_ids: { "tmdb-episode": "9101" },
    });
    expect(episodes?.[2]).toMatchObject({ title: "", aired: "", runtime: "0", still: null });
  });

  test("translates titles and plots, or falls back to English", async () => {
    const tmdb = createTmdb();
    const { episodes } = (await tmdb.read.season(SERIES, 1, "fr")) ?? {};
    expect(episodes?.map(({ title, plot }) => [title, plot])).toEqual([
      ["La première allumette", "Hana lights a lamp."],
      ["Wax", ""],
      ["", ""],
    ]);
    expect(tmdb.asked).toHaveLength(2);
  });

  test.each(["Episode 3", "Épisode 3", "Episode #1.3", "エピソード 3", "Folge 3", "第 3 集", "الحلقة 3"])(
    "treats the placeholder %s as an unknown title",
    async (name) => {
      const tmdb = createTmdbResponding(() => season({ episodes: [episode(3, { name })] }));
      expect(await tmdb.read.season(3, 1)).toMatchObject({ episodes: [{ title: "" }] });
    },
  );

  test("keeps a placeholder with another episode's number", async () => {
    const tmdb = createTmdbResponding(() => season({ episodes: [episode(3, { name: "Episode 4" })] }));
    expect(await tmdb.read.season(3, 1)).toMatchObject({ episodes: [{ title: "Episode 4" }] });
  });

  test("uses the date of the earliest episode for the season", async () => {
    const episodes = [episode(1, { air_date: "2020-02-01" }), episode(2, { air_date: "2020-01-01" })];
    const tmdb = createTmdbResponding(() => season({ episodes }));
    expect(await tmdb.read.season(3, 1)).toMatchObject({ aired: "2020-01-01" });
  });

  test("uses TMDB's date for a season without dated episodes", async () => {
    expect(await createTmdbResponding(() => season({ episodes: [] })).read.season(3, 1)).toMatchObject({
      aired: "2020-01-05",
    });
  });

  test("sorts episodes and keeps the first of duplicates", async () => {
    const episodes = [episode(2), episode(0), episode(2, { name: "Again" }), episode("3"), { id: 4 }];
    const tmdb = createTmdbResponding(() => season({ episodes }));
    expect((await tmdb.read.season(3, 1))?.episodes.map(({ title, episode }) => [episode, title])).toEqual([
      [0, "Named"],
      [2, "Named"],
    ]);
    expect(tmdb.lines).toEqual([{ event: "records-dropped", category: "season", dropped: 2 }]);
  });

  test("treats fields of another type as unknown", async () => {
    const broken = {
      id: "x",
      air_date: "2020-02-31",
      runtime: "long",
      vote_average: -1,
      vote_count: 1.5,
      overview: 7,
      still_path: "https://elsewhere.example/x.jpg",
    };
    const tmdb = createTmdbResponding(() => season({ episodes: [episode(1, broken)] }));
    expect(await tmdb.read.season(3, 1)).toMatchObject({
      episodes: [{ aired: "", runtime: "0", rating: 0, votes: 0, plot: "", still: null, external_ids: {} }],
    });
  });

  test.each([
    ["of an unknown series", UNKNOWN_SERIES, 1],
    ["that the series lacks", SERIES, 9],
    ["of a film", FILM, 1],
  ])("returns null for a season %s", async (_, id, number) => {
    expect(await createTmdb().read.season(id, number)).toBeNull();
  });

  test("does not request a number that TMDB cannot have", async () => {
    const tmdb = createTmdb();
    await tmdb.season(SERIES, Number.MAX_SAFE_INTEGER);
    expect(tmdb.asked).toEqual([]);
  });

  test.each([
    ["without episodes", season()],
    ["with no readable episode", season({ episodes: [{}, null] })],
    ["that is a list", []],
  ])("throws for a response %s", async (_, answer) => {
    expect(await catchProblem(createTmdbResponding(() => answer).season(3, 1))).toMatchObject({
      type: "bad-upstream",
    });
  });
});

describe("collection()", () => {
  test("lists its films by release date", async () => {
    const { name, titles = [] } = (await createTmdb().read.collection(FILM)) ?? {};
    expect([name, ...titles.map(({ title }) => title)]).toEqual([
      "The Lantern Collection",
      "The Lantern Maker",
      "The Glass Lantern",
    ]);
  });

  test("lists undated films last and omits adult films", async () => {
    const parts = [
      { id: 5 },
      { id: 6, release_date: "2001-01-01" },
      { id: 7, adult: true },
      { title: "No id" },
    ];
    const tmdb = createTmdbResponding(({ pathname }) =>
      pathname.includes("/collection/")
        ? { id: 9, name: "All", parts }
        : { id: 1, belongs_to_collection: { id: 9, name: "All" } },
    );
    expect((await tmdb.read.collection(2))?.titles.map(({ id }) => id)).toEqual([12, 10]);
  });

  test("returns null for a title without a collection", async () => {
    expect(await createTmdb().read.collection(SERIES)).toBeNull();
  });
});

describe("facts of title()", () => {
  const readFacts = async (id: number, details: object, lang = "en") => {
    const tmdb = createTmdbResponding(() => ({ id: 1, ...details }), { now: () => EVENING });
    return (await tmdb.title(id, lang)).notes?.facts ?? {};
  };

  test("contain the details of a film", async () => {
    expect((await createTmdb().title(FILM)).notes?.facts).toMatchObject({
      released: "1999-03-31",
      status: "released",
      certificates: [
        { country: "AU", certificate: "M" },
        { country: "US", certificate: "PG-13" },
      ],
      companies: ["Lamp Pictures", "Keeper Films"],
      collection: { number: 77, name: "The Lantern Collection" },
      backdrop: "1999/03/lanternbackdrop.jpg",
    });
  });

  test("contain the details of a series without specials", async () => {
    expect((await createTmdb().title(SERIES)).notes?.facts).toMatchObject({
      status: "ended",
      certificates: [
        { country: "BR", certificate: "10" },
        { country: "JP", certificate: "G" },
      ],
      networks: ["Harbour TV"],
      series: { seasons: 2, last_year: 2005 },
      schedule: { episodes: 4, first_aired: "2003-09-01", last_aired: "2005-03-14" },
    });
  });

  test.each([
    [[3, 2, 1], "3"],
    [[1, 2], "2"],
    [[6, 4], "6"],
  ])("prefer the certificate of a theatrical release among %j", async (types, certificate) => {
    const releases = types.map((type) => ({ type, certification: String(type) }));
    const results = [{ iso_3166_1: "US", release_dates: [{ type: 3, certification: "" }, ...releases] }];
    expect(await readFacts(2, { release_dates: { results } })).toMatchObject({
      certificates: [{ country: "US", certificate }],
    });
  });

  test.each([
    ["Rumored", "announced"],
    ["Post Production", "in_production"],
    ["Returning Series", "returning"],
    ["Canceled", "canceled"],
    ["Something new", undefined],
  ])("contain the status of %s", async (status, expected) => {
    expect((await readFacts(3, { status })).status).toBe(expected);
  });

  const next = { season_number: 2, episode_number: 5, name: "The Storm", air_date: "2026-11-25" };
  const last = { season_number: 2, air_date: "2026-11-18" };

  test("contain the next episode", async () => {
    const details = { next_episode_to_air: next, last_episode_to_air: last, seasons: [{ season_number: 2 }] };
    expect((await readFacts(3, details)).schedule).toEqual({
      last_aired: "2026-11-18",
      upcoming: [{ season: 2, episode: 5, title: "The Storm", aired: "2026-11-25" }],
    });
  });

  test("contain the next episode in English without a translation", async () => {
    const tmdb = createTmdbResponding((address) => {
      const name = address.searchParams.get("language") === "fr" ? "Épisode 5" : "The Storm";
      return { id: 1, next_episode_to_air: { ...next, name }, seasons: [{ season_number: 2 }] };
    });
    expect((await tmdb.title(3, "fr")).notes?.facts?.schedule?.upcoming).toMatchObject([
      { title: "The Storm" },
    ]);
  });

  test("exclude specials", async () => {
    const special = { ...next, season_number: 0 };
    const details = { next_episode_to_air: special, seasons: [{ season_number: 0 }, { season_number: 1 }] };
    expect((await readFacts(3, details)).schedule).toEqual({});
  });

  test("include specials if there are no other episodes", async () => {
    const details = { next_episode_to_air: { ...next, season_number: 0 }, seasons: [{ season_number: 0 }] };
    expect((await readFacts(3, details)).schedule?.upcoming).toMatchObject([{ season: 0 }]);
  });

  test("exclude malformed values", async () => {
    const details = {
      release_date: "2020-02-31",
      status: 7,
      production_companies: [{ name: "" }, { name: "x".repeat(101) }, null],
      networks: "none",
      belongs_to_collection: { name: "No id" },
      backdrop_path: "javascript:alert(1)",
      release_dates: { results: [{ iso_3166_1: "usa", release_dates: [{ certification: "R" }] }, null] },
      content_ratings: [],
      next_episode_to_air: "soon",
      external_ids: { tvdb_id: "x" },
    };
    expect(await readFacts(2, details)).toEqual({ external: { "tmdb-movie": "1" } });
  });
});
