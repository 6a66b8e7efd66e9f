import { beforeAll, describe, expect, test } from "vitest";
import type { ApiSettings } from "../../worker/tmdb-api/catalog-reading.ts";
import { fillSource, toEntries } from "../catalog/kit.ts";
import { credits } from "../contract/records.ts";
import { get } from "./responding.ts";

const ANN = { id: 31, name: "Ann Aimes", profile_path: "2010/01/ann.jpg" };
const BEN = { id: 8, name: "Ben Aimes", profile_path: null };
const CREDITS = [
  {
    id: 1,
    cast: [
      { ...ANN, character: "Dawn" },
      { ...BEN, character: "Dusk" },
    ],
    writer: [{ ...BEN, job: "Creator" }],
    director: [{ ...BEN, job: "Director" }],
    production: [{ ...ANN, job: "Producer" }],
  },
  { id: 2, cast: [{ ...ANN, character: "Gale" }], director: [{ ...BEN, job: "Director" }] },
];

const [series, film] = toEntries([
  {
    title: "The Bridge",
    original_title: "Broen",
    type: "series",
    year: "2011",
    plot: "A body on the border.",
    poster: "2011/09/bridge.jpg",
    genres: "Sci-Fi, Biography, Crime",
    countries: "Denmark, Sweden",
    language: "da",
    rating: 8.4,
    votes: 900,
  },
  { title: "Second Wind", genres: "Sci-Fi, Biography, Sport", language: "en", votes: 12, rating: 6.1 },
]) as [ReturnType<typeof toEntries>[number], ReturnType<typeof toEntries>[number]];

const french = new Map([["fr", { title: "The Bridge", plot: "Un corps à la frontière." }]]);
const spanish = new Map([["es", { plot: "Un cuerpo en la frontera." }]]);

beforeAll(() =>
  fillSource({
    name: "a test",
    entries: () => [
      {
        ...series,
        facts: { ...series.facts, series: { last_year: 2018, seasons: 4 }, tagline: "Whose body?" },
        otherNames: [
          { title: "Bron", region: "SE" },
          { title: "Bron/Broen" },
          { title: "THE  BRIDGE!", region: "US" },
          { title: "Thé Bridge" },
          { title: "Border", isWorking: true },
        ],
        translations: new Map([...french, ...spanish]),
      },
      {
        ...film,
        translations: new Map([
          ["pt-BR", { title: "Fôlego" }],
          ["pt-PT", { title: "Segundo fôlego" }],
          ["es-419", { title: "Segundo aire" }],
          ["zh-TW", { title: "重生" }],
        ]),
      },
      { ...film, record: { ...film.record, id: 2 ** 30, title: "Zyzzyva", original_title: "Zyzzyva" } },
    ],
    credits: () => CREDITS.map((groups) => [groups.id, JSON.stringify(credits(groups))] as const),
    personDetails: (id) => (id === 31 ? { otherNames: ["Annie Aimes"] } : null),
    externalIds: () => [
      ["tmdb-person", "number", "", 0],
      ["tmdb-tv", "60", "title", 1],
      ["tmdb-movie", "61", "title", 2],
    ],
  }),
);

const KNOWN = { id: 60, vote_count: 900, vote_average: 8.4, original_language: "da", popularity: 2 };

describe("title fields in /3 responses", () => {
  test.each([
    ["tv/60", (body: object) => body],
    ["tv/popular", ({ results: [entry] }: { results: object[] }) => entry],
    ["search/tv?query=bridge", ({ results: [entry] }: { results: object[] }) => entry],
    ["person/31/tv_credits", ({ cast: [entry] }: { cast: object[] }) => entry],
    [
      "search/person?query=ann+aimes",
      ({ results: [entry] }: { results: { known_for: object[] }[] }) => entry?.known_for[0],
    ],
  ])("include votes, popularity and original language at %s", async (address, entryIn) => {
    expect(entryIn((await get(address)) as never)).toMatchObject(KNOWN);
  });

  test("are counted without titles that have no number", async () => {
    expect(await get("search/movie?query=zyzzyva")).toMatchObject({ results: [], total_results: 0 });
  });

  test("use TMDB's genres in the order of the record", async () => {
    expect((await get("tv/60")).genres).toEqual([
      { id: 10765, name: "Sci-Fi & Fantasy" },
      { id: 80, name: "Crime" },
    ]);
    expect((await get("movie/61")).genres).toEqual([
      { id: 878, name: "Science Fiction" },
      { id: 36, name: "History" },
    ]);
  });

  test("list alternative titles with their country and type, but not the title itself", async () => {
    expect((await get("tv/60/alternative_titles")).results).toEqual([
      { iso_3166_1: "SE", title: "Bron", type: "" },
      { iso_3166_1: "", title: "Bron/Broen", type: "" },
      { iso_3166_1: "", title: "Thé Bridge", type: "" },
      { iso_3166_1: "", title: "Border", type: "working title" },
    ]);
  });

  test("list translated names and plots", async () => {
    const { translations } = (await get("tv/60/translations")) as unknown as {
      translations: { iso_639_1: string; data: object }[];
    };
    expect(translations.map(({ iso_639_1, data }) => [iso_639_1, data])).toMatchObject([
      ["fr", { name: "The Bridge", overview: "Un corps à la frontière." }],
      ["es", { name: "", overview: "Un cuerpo en la frontera." }],
      ["en", { name: "The Bridge", overview: "A body on the border." }],
    ]);
  });

  test("label translations with their region", async () => {
    const { translations } = (await get("movie/61/translations")) as unknown as { translations: object[] };
    expect(translations).toMatchObject([
      {
        iso_639_1: "pt",
        iso_3166_1: "BR",
        english_name: "Portuguese",
        name: "português",
        data: { title: "Fôlego" },
      },
      { iso_639_1: "pt", iso_3166_1: "PT", english_name: "Portuguese", data: { title: "Segundo fôlego" } },
      { iso_639_1: "es", iso_3166_1: "MX", english_name: "Spanish", name: "español" },
      { iso_639_1: "zh", iso_3166_1: "TW", english_name: "Chinese", name: "中文" },
      { iso_639_1: "en", iso_3166_1: "US" },
    ]);
  });

  test.each([
    ["pt-BR", "Fôlego"],
    ["pt-PT", "Segundo fôlego"],
    ["es-419", "Segundo aire"],
    ["zh-Hant", "重生"],
  ])("are in the region of language=%s", async (language, title) => {
    expect(await get(`movie/61?language=${language}`)).toMatchObject({ title });
    expect(await get(`search/movie?query=second+wind&language=${language}`)).toMatchObject({
      results: [{ title }],
    });
  });

  test("include the tagline", async () => {
    expect(await get("tv/60")).toMatchObject({ tagline: "Whose body?" });
  });

  test("include a series' end date and number of seasons", async () => {
    expect(await get("tv/60")).toMatchObject({
      in_production: false,
      last_air_date: "2018-01-01",
      number_of_seasons: 4,
      status: "Ended",
    });
  });
});

const POSTER = "/2011/09/bridge.jpg";
const PORTRAIT = "/2010/01/ann.jpg";

describe("image paths in /3 responses", () => {
  const imagesUrl = "https://marquee.example/t/p/";
  const paths = async (address: string, settings: Partial<ApiSettings>) =>
    JSON.stringify(await get(address, settings)).match(/(?<="(?:poster|profile|file)_path":)[^,}]+/g);

  test.each([
    ["tv/60", [POSTER, null]],
    ["tv/60/images", [POSTER]],
    ["tv/popular", [POSTER]],
    ["tv/60/credits", [PORTRAIT, null, null, null, PORTRAIT]],
    ["person/31", [PORTRAIT]],
    ["person/31/images", [PORTRAIT]],
    ["person/31/tv_credits", [POSTER, POSTER]],
    ["search/person?query=ann+aimes", [PORTRAIT, POSTER, null]],
  ])("match the stored records at %s", async (address, expected) => {
    const given = (await paths(address, { imagesUrl }))?.map((path) => JSON.parse(path));
    expect(given?.toSorted()).toEqual(expected.toSorted());
  });

  test.each(["tv/60", "person/31", "tv/60/credits"])(
    "are null at %s if no image source is configured",
    async (address) => {
      expect(new Set(await paths(address, {}))).toEqual(new Set(["null"]));
    },
  );

  test("are relative to the base URL in /3/configuration", async () => {
    expect((await get("configuration", { imagesUrl })).images).toMatchObject({
      base_url: "http://marquee.example/t/p/",
      secure_base_url: imagesUrl,
    });
  });
});

describe("GET /3/tv/{id}", () => {
  test("lists the creators", async () => {
    expect((await get("tv/60")).created_by).toMatchObject([{ id: 8, name: "Ben Aimes" }]);
  });
});

describe("person fields in /3 responses", () => {
  test("agree on id and department across endpoints", async () => {
    expect(await get("person/31")).toMatchObject({
      id: 31,
      name: "Ann Aimes",
      also_known_as: ["Annie Aimes"],
      known_for_department: "Acting",
    });
    const { cast, crew } = (await get("tv/60/credits")) as unknown as Record<string, object[]>;
    expect(cast).toMatchObject([
      { id: 31, known_for_department: "Acting" },
      { id: 8, known_for_department: "Directing" },
    ]);
    expect(crew).toContainEqual(
      expect.objectContaining({ id: 31, department: "Production", known_for_department: "Acting" }),
    );
    expect((await get("search/person?query=ben+aimes")).results).toMatchObject([
      { id: 8, known_for_department: "Directing" },
    ]);
  });
});

describe("GET /3/person/popular and /3/trending/person", () => {
  test.each(["person/popular", "trending/person/week"])(
    "lists people with their titles at %s",
    async (path) => {
      const { results, ...totals } = (await get(path)) as unknown as {
        results: { name: string; known_for: object[] }[];
      };
      expect(totals).toEqual({ page: 1, total_pages: 1, total_results: results.length });
      expect(new Set(results.map(({ name }) => name))).toEqual(new Set(["Ann Aimes", "Ben Aimes"]));
      expect(results.every(({ known_for }) => known_for.length > 0)).toBe(true);
    },
  );

  test("keeps the totals on a page past the end", async () => {
    expect(await get("person/popular?page=2")).toMatchObject({ page: 2, results: [], total_results: 2 });
  });
});

describe("genre names in /3 responses", () => {
  test.each([
    ["fr", "Science-fiction & Fantastique", "Policier"],
    ["de-DE", "Science-Fiction & Fantasy", "Krimi"],
    ["ja", "SF & ファンタジー", "犯罪"],
    ["ko", "Sci-Fi & Fantasy", "Crime"],
  ])("are translated, or in English if unsupported: %s", async (language, fantasy, crime) => {
    const list = (await get(`genre/tv/list?language=${language}`)) as unknown as { genres: object[] };
    const own = (await get(`tv/60?language=${language}`)).genres as unknown as object[];
    expect(own.map((genre) => (genre as { name: string }).name)).toEqual([fantasy, crime]);
    expect(list.genres).toEqual(expect.arrayContaining(own));
  });
});
