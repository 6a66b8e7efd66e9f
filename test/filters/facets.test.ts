/** Tests that each filter means the same in FTS5, in comparisons with titles, in counts and at TMDB. */

import * as fc from "fast-check";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { BrowseCounts } from "../../worker/contract/browse.ts";
import { STATUSES } from "../../worker/contract/facts.ts";
import type { FILTER_NAMES } from "../../worker/contract/understood.ts";
import { parseBrowse } from "../../worker/filters/browse-query.ts";
import {
  type Condition,
  createFacetReader,
  exclude,
  type FilterName,
  meetAll,
  meetAny,
} from "../../worker/filters/facet.ts";
import { buildDiscoverParameters, FACETS, parseRuntime, toExpression } from "../../worker/filters/facets.ts";
import { toJson } from "../../worker/source/loaded.ts";
import { ENGLISH_GENRES, originalLanguage } from "../../worker/text/codes.ts";
import { numberOfName } from "../../worker/text/own-numbers.ts";
import { database, fillCatalog, type GivenTitle, openCatalog, toEntries } from "../catalog/kit.ts";
import { isDiscovered } from "../tmdb/responses.ts";

const KINDS = ["movie", "series"] as const;
const GENRES = { movie: [18, 28, 878], series: [18, 10759, 10765] };
const COUNTRIES = { DK: "Denmark", CI: "Côte d’Ivoire", US: "United States" };
const LANGUAGES = ["da", "fr", "yue"];
const EDGES = {
  year: [
    "",
    "0000",
    "0999",
    "1799",
    "1800",
    "1899",
    "1900",
    "1999",
    "2000",
    "2009",
    "2010",
    "2099",
    "2100",
    "9999",
  ],
  runtime: [0, 1, 9, 10, 89, 90, 100, 119, 120, 599, 600, 601, 900],
  rating: [0, 0.5, 1, 4.9, 5, 6.9, 7, 7.4, 7.5, 8.3, 9.9, 10],
  votes: [0, 1, 9, 10, 24, 25, 99, 100, 250, 1_999, 12_345],
};

/** Generates a title of any source. A title without votes has no rating. */
const anyTitle = fc.constantFrom(...KINDS).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    genres: fc.subarray(GENRES[kind]),
    countries: fc.subarray(Object.keys(COUNTRIES) as (keyof typeof COUNTRIES)[]),
    language: fc.constantFrom(...LANGUAGES),
    year: fc.constantFrom(...EDGES.year),
    runtime: fc.constantFrom(...EDGES.runtime),
    rating: fc.constantFrom(...EDGES.rating),
    votes: fc.constantFrom(...EDGES.votes),
  }),
);
type GeneratedTitle = typeof anyTitle extends fc.Arbitrary<infer Title> ? Title : never;

const CERTIFICATES = [
  undefined,
  [{ country: "US", certificate: "PG-13" }],
  [
    { country: "TH", certificate: "น 13+" },
    { country: "US", certificate: "R" },
  ],
  [{ country: "US", certificate: "PG" }],
  [{ country: "DE", certificate: "16" }],
];

const ENDS = [undefined, { in_production: true }, { last_year: 1999 }, { last_year: 2010 }, { seasons: 2 }];

const SEED = 44;
const generated: readonly GeneratedTitle[] = fc.sample(anyTitle, { numRuns: 300, seed: SEED });
const titles = generated.map(
  ({ kind, genres, countries, language, year, runtime, rating, votes }, at): GivenTitle => ({
    title: `Title ${at}`,
    type: kind,
    series: ENDS[at % ENDS.length],
    status: STATUSES[at % 11],
    certificates: CERTIFICATES[at % CERTIFICATES.length],
    companies: [["東映"], ["A24", "Lamp & Co."], undefined][at % 3],
    networks: [["NHK"], undefined][at % 2],
    genres: genres.map((number) => ENGLISH_GENRES[kind][number]).join(", "),
    countries: countries.map((code) => COUNTRIES[code]).join(", "),
    ...{ language, year, votes },
    runtime: String(runtime),
    rating: votes === 0 ? 0 : rating,
  }),
);
const readFacts = createFacetReader();
const filterable = toEntries(titles).map(({ record, facts: { language = null, votes = null, ...facts } }) =>
  readFacts({ ...facts, ...record, language, votes }),
);

const range = (numbers: readonly number[], last: number) =>
  fc
    .tuple(fc.constantFrom(...numbers), fc.constantFrom(...numbers), fc.integer({ min: 0, max: 3 }))
    .map(([one, other, form]) => {
      const [first, end] = [Math.min(one, other), Math.max(one, other)];
      return [`${first}`, `${first}-${end}`, `${first}-`, `-${end}`][form] ?? String(last);
    });
const years = EDGES.year.filter((year) => year !== "").map(Number);

type UrlFilter = (typeof FILTER_NAMES)[number];

/** Generators of valid values for each filter in a URL. */
const VALUES: Readonly<Record<UrlFilter, fc.Arbitrary<string>>> = {
  kind: fc.constantFrom(...KINDS),
  genre: fc.constantFrom("drama", "action", "science-fiction", "adventure", "fantasy", "silent"),
  country: fc.constantFrom("denmark", "cote-divoire", "united-states", "atlantis"),
  language: fc.constantFrom(...LANGUAGES, "en"),
  min_rating: fc.integer({ min: 2, max: 20 }).map((halves) => String(halves / 2)),
  runtime: range(
    EDGES.runtime.filter((minutes) => minutes > 0 && minutes <= 600),
    600,
  ),
  years: range(years, 9_999).map((value) => value.replaceAll(/\d+/g, (year) => year.padStart(4, "0"))),
};
const NAMES = Object.keys(VALUES) as (keyof typeof VALUES)[];

function arbitraryConditions(facet: FilterName, values: fc.Arbitrary<string>): fc.Arbitrary<Condition> {
  return fc
    .uniqueArray(values, { minLength: 1, maxLength: 3 })
    .map((texts) => FACETS[facet].parse(texts))
    .filter((condition) => condition !== null);
}

const anyCondition = fc.constantFrom(...NAMES).chain((facet) => arbitraryConditions(facet, VALUES[facet]));
const anyFilter = fc.array(
  fc
    .tuple(anyCondition, fc.boolean())
    .map(([condition, isExcluded]) => (isExcluded ? exclude(condition) : condition)),
  { maxLength: 3 },
);

const numbersOfNames = (...names: readonly string[]) =>
  fc.constantFrom(...names.map((name) => String(numberOfName(name))));

/** Generators of conditions that cannot be expressed in a URL of `/v1`. */
const FINER: Readonly<
  Record<
    "tmdb-genre" | "votes" | "score" | "series_end" | "status" | "certificate" | "company" | "network",
    fc.Arbitrary<Condition>
  >
> = {
  "tmdb-genre": arbitraryConditions("tmdb-genre", fc.constantFrom("18", "28", "878", "10759", "99")),
  votes: fc
    .tuple(fc.constantFrom(0, 1, 10, 100, 200, 2_000), fc.constantFrom(0, 9, 99, 299, 19_999))
    .map(([first, last]) => FACETS.votes.buildCondition([{ first, last }])),
  score: fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }))
    .map(([first, last]) => FACETS.score.buildCondition([{ first: first / 2, last: last / 2 }])),
  status: arbitraryConditions("status", fc.constantFrom(...STATUSES)),
  certificate: arbitraryConditions(
    "certificate",
    fc.constantFrom("US PG", "US PG-13", "US R", "us r", "TH น 13+", "DE 16", "AT 16", 'US "'),
  ),
  company: arbitraryConditions("company", numbersOfNames("東映", "A24", "Lamp & Co.", "NHK")),
  network: arbitraryConditions("network", numbersOfNames("NHK", "A24")),
  series_end: fc
    .tuple(fc.constantFrom(0, 1, 1999, 2010, 2101), fc.constantFrom(0, 1999, 2008, 9_998, 9_999))
    .map(([first, last]) => FACETS.series_end.buildCondition([{ first, last }])),
};

const matching = (conditions: readonly Condition[]) =>
  filterable.flatMap((title, at) => (conditions.every(({ matches }) => matches(title)) ? at : []));

async function findByExpression(conditions: readonly Condition[]): Promise<number[]> {
  const { results } = await database
    .prepare(
      "SELECT title.id FROM catalog_browse JOIN catalog_title AS title ON title.rank = catalog_browse.rowid WHERE catalog_browse MATCH ?1 ORDER BY title.id",
    )
    .bind(toExpression(conditions))
    .all<{ id: number }>();
  return results.map(({ id }) => id - 1);
}

beforeAll(() => fillCatalog(titles));

describe.each(NAMES)("FACETS.%s", (facet) => {
  test("matches exactly the titles that its FTS5 expression finds", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryConditions(facet, VALUES[facet]), async (condition) => {
        expect(await findByExpression([condition])).toEqual(matching([condition]));
      }),
      { numRuns: 60 },
    );
  });
});

describe.each(Object.entries(FINER))("FACETS.%s", (_, conditions) => {
  test("matches exactly the titles that its FTS5 expression finds", async () => {
    await fc.assert(
      fc.asyncProperty(conditions, async (condition) => {
        expect(await findByExpression([condition])).toEqual(matching([condition]));
      }),
      { numRuns: 60 },
    );
  });
});

describe.each([
  ["meetAll()", meetAll],
  ["meetAny()", meetAny],
])("%s", (_, combine) => {
  test("matches exactly the titles that its FTS5 expression finds", async () => {
    await fc.assert(
      fc.asyncProperty(anyCondition, anyCondition, async (one, other) => {
        const combined = combine([one, exclude(other)]);
        expect(await findByExpression([combined])).toEqual(matching([combined]));
      }),
      { numRuns: 40 },
    );
  });
});

describe("toExpression()", () => {
  test("finds exactly the titles that match the conditions", async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, async (conditions) => {
        expect(await findByExpression(conditions)).toEqual(matching(conditions));
      }),
      { numRuns: 100 },
    );
  });
});

/** Generates the filters of a URL, with one value each. */
const anyUrl = fc.record(VALUES, { requiredKeys: [] });
type Url = typeof anyUrl extends fc.Arbitrary<infer Values> ? Values : never;

function toQuery({ kind, years, ...others }: Url) {
  const f = [kind, years].filter((value) => value !== undefined).join(",");
  return parseBrowse(new URLSearchParams({ f, ...others }));
}

async function count(url: Url): Promise<BrowseCounts> {
  const loaded = await openCatalog(database).counts(toQuery(url));
  return v.parse(BrowseCounts, JSON.parse(toJson(loaded) ?? ""));
}

/** Returns the number of titles that a page shows for a filter value. */
function sumCounts(facet: UrlFilter, value: string, { values }: BrowseCounts): number {
  const [first, last] =
    facet === "min_rating"
      ? [Number(value), 10]
      : Object.values(parseRuntime(value) ?? { first: 0, last: 0 });
  const isNumber = facet === "min_rating" || facet === "runtime";
  const isIncluded = (own: string) =>
    isNumber ? Number(own) >= Number(first) && Number(own) <= Number(last) : own === value;
  return (values[facet] ?? []).reduce((sum, [own, number]) => sum + (isIncluded(own) ? number : 0), 0);
}

describe("FACETS.genre", () => {
  test.each([
    ["sci-fi", "science-fiction"],
    ["action-adventure", "action"],
    ["kaiju", "kaiju"],
  ])("parses %s as %s", (text, value) => {
    expect(FACETS.genre.parse([text])?.values).toEqual([value]);
  });
});

describe("counts()", () => {
  test.each(NAMES.filter((name) => FACETS[name].hasCounts))(
    "counts the matching titles for each value of %s",
    async (facet) => {
      await fc.assert(
        fc.asyncProperty(anyUrl, VALUES[facet], async (url, value) => {
          const counts = await count(url);
          const { [facet]: _, ...others } = url;
          expect(counts.titles).toBe(matching(parseAll(url)).length);
          expect(sumCounts(facet, value, counts)).toBe(
            matching(parseAll({ ...others, [facet]: value })).length,
          );
        }),
        { numRuns: 40 },
      );
    },
  );
});

function parseAll(url: Url): Condition[] {
  return Object.entries(url).flatMap(
    ([facet, text]) => FACETS[facet as FilterName].parse([text ?? ""]) ?? [],
  );
}

/** Returns the titles that TMDB's documentation says `discover` returns. */
function simulateDiscover(conditions: readonly Condition[]): number[] {
  const parameters = {
    movie: buildDiscoverParameters("movie", conditions),
    series: buildDiscoverParameters("series", conditions),
  };
  return generated.flatMap(({ kind, countries, year, ...title }, at) => {
    const own = parameters[kind];
    const asTmdb = {
      ...title,
      id: at,
      kind: kind === "movie" ? "movie" : "tv",
      language: originalLanguage(title.language),
      titles: {},
      origin: countries,
      date: year === "" ? null : `${year}-06-30`,
      lastEpisode: title.runtime,
      rating: title.votes === 0 ? 0 : title.rating,
    } as const;
    return own !== null && isDiscovered(asTmdb, new URLSearchParams(own)) ? at : [];
  });
}

describe("buildDiscoverParameters()", () => {
  test.each(NAMES)("requests the titles that match %s", (facet) => {
    fc.assert(
      fc.property(VALUES[facet], (value) => {
        const conditions = parseAll({ [facet]: value });
        expect(simulateDiscover(conditions)).toEqual(matching(conditions));
      }),
      { numRuns: 60 },
    );
  });

  test("requests titles with any of several genres", () => {
    fc.assert(
      fc.property(arbitraryConditions("genre", VALUES.genre), (condition) => {
        expect(simulateDiscover([condition])).toEqual(matching([condition]));
      }),
    );
  });

  test("requests titles that meet all conditions", () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        expect(simulateDiscover(parseAll(url))).toEqual(matching(parseAll(url)));
      }),
    );
  });

  test.each(["genre", "kind"] as const)("requests titles that do not match a %s", (facet) => {
    fc.assert(
      fc.property(arbitraryConditions(facet, VALUES[facet]), anyUrl, (condition, url) => {
        const conditions = [...parseAll(url), exclude(condition)];
        expect(simulateDiscover(conditions)).toEqual(matching(conditions));
      }),
    );
  });

  test.each(NAMES.filter((name) => name !== "genre" && name !== "kind"))(
    "returns null when it cannot exclude a %s",
    (facet) => {
      fc.assert(
        fc.property(arbitraryConditions(facet, VALUES[facet]), (condition) => {
          expect(buildDiscoverParameters("movie", [exclude(condition)])).toBeNull();
        }),
      );
    },
  );
});
