import { beforeAll, describe, expect, test } from "vitest";
import type { GivenFacts } from "../../tools/catalog/load/rows.ts";
import { numberOfName } from "../../worker/text/own-numbers.ts";
import { fillSource, toEntries } from "../catalog/kit.ts";
import { credits } from "../contract/records.ts";
import { get } from "./responding.ts";

const FILM_FACTS: GivenFacts = {
  released: "1999-03-31",
  status: "released",
  certificates: [
    { country: "DE", certificate: "16" },
    { country: "US", certificate: "R" },
  ],
  companies: ["Lamp Pictures"],
  trailer: "https://www.youtube.com/watch?v=aTrailer001",
};
const SERIES_FACTS: GivenFacts = {
  ...FILM_FACTS,
  released: "2008-01-20",
  status: "returning",
  networks: ["Harbour TV"],
  trailer: "https://vimeo.com/123456",
};
const WRITERS = ["written by", "Writer", "Written by", "screenplay", "Story by", "novel", "Created by"];

const entries = toEntries([
  { title: "Film", year: "1999" },
  { title: "Series", type: "series", year: "2008" },
  { title: "Bare film", year: "2999" },
  { title: "Bare series", type: "series", year: "2019" },
  { title: "Elsewhere" },
]);
const FACTS: readonly GivenFacts[] = [
  { ...FILM_FACTS, collection: { name: "The Lantern Collection", tmdb: 77 } },
  SERIES_FACTS,
  {},
  { series: { last_year: 2021 } },
  {
    trailer: "https://video.example/1",
    collection: { name: "The Lantern Collection" },
    released: "1975-01-01",
  },
];

const GERMAN = new Map([["de", { trailer: "https://youtu.be/derTrailer1" }]]);

beforeAll(() =>
  fillSource({
    name: "a test",
    entries: () =>
      entries.map((entry, at) => ({
        ...entry,
        facts: { ...entry.facts, ...FACTS[at] },
        translations: at === 0 ? GERMAN : entry.translations,
      })),
    credits: () => {
      const writer = WRITERS.map((job) => ({ id: 9, name: "Wil Ritter", profile_path: null, job }));
      const director = [{ id: 9, name: "Wil Ritter", profile_path: null, job: "directed by" }];
      return [[1, JSON.stringify(credits({ id: 1, writer, director }))]];
    },
    personDetails: () => null,
    externalIds: () => [
      ...entries.map(
        ({ record }, at) =>
          [record.type === "series" ? "tmdb-tv" : "tmdb-movie", String(at + 1), "title", record.id] as const,
      ),
      ["tvdb", "70605", "title", 2] as const,
    ],
  }),
);

describe("GET /3/movie/{id}", () => {
  test("returns the release date, status, companies and collection", async () => {
    const company = {
      id: numberOfName("Lamp Pictures"),
      logo_path: null,
      name: "Lamp Pictures",
      origin_country: "",
    };
    expect(await get("movie/1")).toMatchObject({
      release_date: "1999-03-31",
      status: "Released",
      production_companies: [company],
      belongs_to_collection: {
        id: 77,
        name: "The Lantern Collection",
        poster_path: null,
        backdrop_path: null,
      },
    });
    expect(await get("movie/3")).toMatchObject({ belongs_to_collection: null });
  });

  test("releases a film on January 1 when only its year is known", async () => {
    expect(await get("movie/3")).toMatchObject({ release_date: "2999-01-01", status: "Planned" });
  });

  test.each([
    ["Written by and Writer", "Writer", 3],
    ["Screenplay", "Screenplay", 1],
    ["Story by", "Story", 1],
    ["Novel", "Novel", 1],
    ["Directed by", "Director", 1],
  ])("maps the job %s to TMDB's %s", async (_, wanted, count) => {
    const { crew } = (await get("movie/1/credits")) as unknown as { crew: { job: string }[] };
    expect(crew.filter(({ job }) => job === wanted)).toHaveLength(count);
  });
});

describe.each([
  ["company", "Lamp Pictures", { description: "", parent_company: null }],
  ["network", "Harbour TV", {}],
] as const)("GET /3/%s/{id}", (kind, name, others) => {
  const id = numberOfName(name);

  test("returns the company or network name", async () => {
    const unknown = { headquarters: "", homepage: "", logo_path: null, origin_country: "" };
    expect(await get(`${kind}/${id}`)).toEqual({ id, name, ...unknown, ...others });
  });

  test.each([
    ["alternative_names", { results: [] }],
    ["images", { logos: [] }],
  ])("returns an empty section %s", async (section, value) => {
    expect(await get(`${kind}/${id}/${section}`)).toEqual({ id, ...value });
  });

  test.each([213, numberOfName("Nobody"), numberOfName(kind === "company" ? "Harbour TV" : "Lamp Pictures")])(
    "returns 404 for the unused id %i",
    async (unknown) => {
      expect(await get(`${kind}/${unknown}`)).toBeNull();
    },
  );
});

describe("GET /3/collection/{id}", () => {
  test("lists the films in release order", async () => {
    expect(await get("collection/77")).toMatchObject({
      id: 77,
      name: "The Lantern Collection",
      parts: [
        { id: 5, media_type: "movie", release_date: "1975-01-01" },
        { id: 1, media_type: "movie", release_date: "1999-03-31" },
      ],
    });
  });

  test.each(["images", "translations"])(
    "returns an empty section %s, standalone and appended",
    async (section) => {
      const own = await get(`collection/77/${section}`);
      expect(own).toMatchObject({ id: 77 });
      const { id: _, ...appended } = Object(own);
      expect((await get(`collection/77?append_to_response=${section}`))[section]).toEqual(appended);
    },
  );

  test("returns 404 for a collection without films", async () => {
    expect(await get("collection/78")).toBeNull();
  });
});

describe("GET /3/tv/{id}", () => {
  test("returns the dates, status and networks of a running series", async () => {
    expect(await get("tv/2")).toMatchObject({
      first_air_date: "2008-01-20",
      in_production: true,
      status: "Returning Series",
      type: "Scripted",
      networks: [{ name: "Harbour TV" }],
    });
  });

  test("ends a series on January 1 when only its year is known", async () => {
    expect(await get("tv/4")).toMatchObject({
      first_air_date: "2019-01-01",
      last_air_date: "2021-01-01",
      in_production: false,
      status: "Ended",
    });
  });
});

describe.each([
  ["release_dates", "movie/1", "certification", "release_dates"],
  ["content_ratings", "tv/2", "rating", null],
])("/3 section %s", (section, address, field, inside) => {
  test("contains the certificate of each country", async () => {
    const { results } = (await get(`${address}/${section}`)) as unknown as {
      results: Record<string, never>[];
    };
    const rated = results.map((result) => {
      const [release] = inside === null ? [result] : (result[inside] as unknown as Record<string, never>[]);
      return [result.iso_3166_1, release?.[field]];
    });
    expect(rated).toEqual([
      ["DE", "16"],
      ["US", "R"],
    ]);
  });
});

describe("GET /3/movie/{id}/releases", () => {
  test("returns the certificates in TMDB's older format", async () => {
    expect((await get("movie/1/releases")).countries).toMatchObject([
      { iso_3166_1: "DE", certification: "16", release_date: "1999-03-31" },
      { iso_3166_1: "US", certification: "R" },
    ]);
  });
});

describe("trailers in /3 responses", () => {
  test.each([
    ["movie/1", [{ site: "YouTube", key: "aTrailer001", type: "Trailer" }]],
    ["tv/2", [{ site: "Vimeo", key: "123456", type: "Trailer" }]],
    ["movie/5", []],
    ["movie/3", []],
  ])("are limited to supported sites: %s", async (address, results) => {
    expect((await get(`${address}/videos`)).results).toMatchObject(results);
    expect((await get(`${address}/videos`)).results).toHaveLength(results.length);
  });

  test.each([
    ["movie/1/videos", "en", "aTrailer001"],
    ["movie/1/videos?language=de-DE", "de", "derTrailer1"],
    ["movie/1/videos?language=fr-FR", "en", "aTrailer001"],
  ])("state their language at %s", async (address, iso_639_1, key) => {
    expect((await get(address)).results).toMatchObject([{ iso_639_1, key }]);
  });

  test("use TMDB's older format in the section trailers", async () => {
    expect((await get("movie/1/trailers")).youtube).toMatchObject([{ source: "aTrailer001" }]);
  });
});

describe("TheTVDB id", () => {
  test("appears as a number in a series' external ids at /3", async () => {
    expect(await get("tv/2/external_ids")).toMatchObject({ tvdb_id: 70_605 });
    expect(await get("tv/4/external_ids")).toMatchObject({ tvdb_id: null });
  });

  test("resolves to its series at /3/find", async () => {
    expect((await get("find/70605?external_source=tvdb_id")).tv_results).toMatchObject([{ id: 2 }]);
    expect((await get("find/1?external_source=tvdb_id")).tv_results).toEqual([]);
  });
});

describe("numberOfName()", () => {
  test("returns a stable 31-bit number above TMDB's ids", () => {
    const numbers = ["", "a", "A24", "東映", "x".repeat(500)].map(numberOfName);
    expect(numbers.every((number) => number >= 2 ** 30 && number < 2 ** 31)).toBe(true);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numberOfName("A24")).toBe(numberOfName("A24"));
  });
});
