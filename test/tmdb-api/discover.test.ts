/**
 * Tests TMDB's documented filters and sort orders with a catalog as the source
 * (developer.themoviedb.org/reference/discover-movie, discover-tv).
 */

import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { joinParts, type StoredSeason, seasonPart } from "../../tools/catalog/load/seasons.ts";
import { weightedRating } from "../../worker/catalog/store/browse-facts.ts";
import type { Credits } from "../../worker/contract/credits.ts";
import { STATUSES, type Status } from "../../worker/contract/facts.ts";
import { toJson } from "../../worker/source/loaded.ts";
import { numberOfName } from "../../worker/text/own-numbers.ts";
import { database, fillSource, type GivenTitle, toEntries } from "../catalog/kit.ts";
import { credits } from "../contract/records.ts";
import { queryAt, respondAt } from "./responding.ts";

const PEOPLE = [31, 32, 33, 34].map((id) => ({ id, name: `Person ${"abcd"[id - 31]}`, profile_path: null }));
const OWN_NUMBERS = 2 ** 30;
const THIS_YEAR = 2020;

/** The TMDB ids of the genres in a record, for films and for series. */
const GENRES: Readonly<
  Record<string, { readonly movie: readonly number[]; readonly tv: readonly number[] }>
> = {
  Drama: { movie: [18], tv: [18] },
  Documentary: { movie: [99], tv: [99] },
  "News, Documentary": { movie: [99], tv: [99, 10763] },
  "Drama, Reality": { movie: [18], tv: [18, 10764] },
  "Talk-Show, Comedy": { movie: [35], tv: [35, 10767] },
  "": { movie: [], tv: [] },
};
const NAMES = Object.keys(GENRES);
const ENDS = [
  undefined,
  { in_production: true },
  { last_year: 2012 },
  { last_year: 2019 },
  { seasons: 2 },
  { in_production: false },
];
const ORIGINS = [
  { name: "France", code: "FR", language: "fr" },
  { name: "Japan", code: "JP", language: "ja" },
  { name: "", code: "", language: "en" },
];

const COMPANIES = ["東映", "A24", "Lamp & Co."];
/** US certificates in the order that TMDB defines. */
const CERTIFICATES = {
  movie: ["NR", "G", "PG", "PG-13", "R", "NC-17"],
  tv: ["TV-Y", "TV-G", "TV-14", "TV-MA"],
};

function listCertificates(at: number): GivenTitle["certificates"] {
  const own = CERTIFICATES[at % 3 === 0 ? "tv" : "movie"];
  if (at % 2 === 0) return undefined;
  return [
    { country: "DE", certificate: "16" },
    { country: "US", certificate: own[at % own.length] as string },
  ];
}

interface TestTitle
  extends Required<Pick<GivenTitle, "title" | "type" | "genres" | "year" | "rating" | "votes">> {
  readonly number: number;
  readonly minutes: number;
  readonly origin: (typeof ORIGINS)[number];
  readonly series: (typeof ENDS)[number];
  readonly status: Status | undefined;
  readonly released: string | undefined;
  readonly certificates: GivenTitle["certificates"];
  readonly companies: GivenTitle["companies"];
  readonly networks: GivenTitle["networks"];
  readonly cast: readonly number[];
  readonly crew: readonly number[];
}

const TITLES: readonly TestTitle[] = Array.from({ length: 240 }, (_, at) => ({
  number: OWN_NUMBERS + at + 1,
  title: `${"zÉaüb9"[at % 6]} title ${(at * 37) % 240}`,
  type: at % 3 === 0 ? "series" : "movie",
  genres: NAMES[(at * 7) % NAMES.length] as string,
  year: at % 17 === 0 ? "" : String(2008 + ((at * 7) % 15)),
  rating: (at * 31) % 11,
  votes: at % 7 === 0 ? 0 : ((at % 9) + 1) * 10 ** (at % 5),
  minutes: (at * 13) % 150,
  origin: ORIGINS[at % ORIGINS.length] as (typeof ORIGINS)[number],
  series: at % 3 === 0 ? ENDS[(at / 3) % ENDS.length] : undefined,
  status: at % 3 === 0 ? STATUSES[at % 19] : undefined,
  released: at % 17 !== 0 && at % 4 === 0 ? `${2008 + ((at * 7) % 15)}-0${(at % 9) + 1}-15` : undefined,
  certificates: listCertificates(at),
  companies: at % 4 === 0 ? [COMPANIES[at % 3] as string] : undefined,
  networks: at % 6 === 0 ? ["NHK"] : undefined,
  cast: [31, 32].filter((id) => (at + id) % 4 === 0),
  crew: [31, 33].filter((id) => (at + id) % 5 === 0),
}));

const creditsOf = ({ cast, crew }: TestTitle, at: number): Credits => {
  const named = (ids: readonly number[]) => PEOPLE.filter(({ id }) => ids.includes(id));
  return credits({
    id: at + 1,
    cast: named(cast).map((person) => ({ ...person, character: "Someone" })),
    director: [],
    editing: named(crew).map((person) => ({ ...person, job: "Editor" })),
  });
};

/** Air dates just before and after the dates that decide whether a series counts as still running. */
const EDGES = [
  "2018-06-14",
  "2018-06-15",
  "2020-06-15",
  "2020-06-16",
  "2019-02-03",
  "2018",
  "2020",
  "2021",
  "",
];

/**
 * Yields seasons, but only for series with a release date. Without one, the date of a series would come from its
 * seasons.
 */
function* listSeasons(): Generator<readonly [number, StoredSeason]> {
  for (const [at, { type, released }] of TITLES.entries()) {
    if (type !== "series" || released === undefined) continue;
    const dates = [EDGES[(at / 12) % EDGES.length], EDGES[(at / 6) % EDGES.length]];
    for (const [season, aired = ""] of dates.slice(at % 24 === 0 ? 1 : 0).entries())
      yield [at + 1, joinParts([seasonPart(season + 1, [[1, "", aired, 0, 0, 0, 0]])])];
  }
}

beforeAll(() =>
  fillSource({
    name: "a test",
    entries: () =>
      toEntries(
        TITLES.map(({ number, minutes, origin, cast, crew, ...title }) => ({
          ...title,
          runtime: String(minutes),
          countries: origin.name,
          language: origin.language,
        })),
      ),
    credits: () => TITLES.map((title, at) => [at + 1, JSON.stringify(creditsOf(title, at))] as const),
    seasons: listSeasons,
  }),
);
interface Page {
  readonly results: readonly { readonly id: number }[];
  readonly total_pages: number;
  readonly total_results: number;
}

const now = () => Date.UTC(THIS_YEAR, 5, 15);

async function respond(address: string) {
  const loaded = await respondAt(database, {}, now)(queryAt(address));
  return { body: JSON.parse(toJson(loaded) ?? "null"), ignored: loaded.notes?.list?.ignored ?? "" };
}

async function discover(kind: Kind, parameters: Readonly<Record<string, string>>) {
  const { body, ignored } = await respond(`discover/${kind}?${new URLSearchParams(parameters)}`);
  const { results, ...totals } = body as Page;
  const titles = results.map(({ id }) => TITLES[id - OWN_NUMBERS - 1] as TestTitle);
  return { titles, ...totals, ignored: ignored.split(", ").filter((name) => name !== "") };
}

type Kind = "movie" | "tv";
const listTitles = (kind: Kind) => TITLES.filter(({ type }) => type === (kind === "tv" ? "series" : "movie"));

interface Filter {
  readonly values: readonly string[];
  readonly isMet: (title: TestTitle, value: string, kind: Kind) => boolean;
}
/** The expected effect of a parameter: it filters, or makes the list empty, or has no effect. */
type Rule = Filter | "unknown" | "without effect";

const numberOfCompany = (at: number) => String(numberOfName(COMPANIES[at] as string));
const findCertificate = ({ certificates = [] }: TestTitle) =>
  certificates.find(({ country }) => country === "US")?.certificate;

/** Returns true if the title has all of the values separated by commas, or any of the values separated by `|`. */
function includes(own: readonly unknown[], values: string): boolean {
  const isOwn = (value: string) => own.some((one) => String(one) === value);
  return values.includes("|") ? values.split("|").some(isOwn) : values.split(",").every(isOwn);
}

const range = (
  name: string,
  values: readonly string[],
  isWithin: (title: TestTitle, end: "gte" | "lte", value: string) => boolean,
): Record<string, Rule> =>
  Object.fromEntries(
    (["gte", "lte"] as const).map((end) => [
      `${name}.${end}`,
      { values, isMet: (title, value) => isWithin(title, end, value) },
    ]),
  );

const compare = (end: "gte" | "lte", own: number | string, value: number | string) =>
  end === "gte" ? own >= value : own <= value;
/** Returns the date that a response contains for a title. It is January 1 if only the year is known. */
const dateOf = ({ year, released }: TestTitle) => released ?? (year === "" ? null : `${year}-01-01`);
const DATES = ["2009-01-01", "2012-07-31", "2015-12-31", "2019-01-01", "2031-05-05"];
const dates = (name: string) =>
  range(name, DATES, (title, end, value) => {
    const date = dateOf(title);
    return date !== null && compare(end, date, value);
  });
const isOfYear = (name: string): Record<string, Rule> => ({
  [name]: { values: ["2008", "2013", "1950"], isMet: ({ year }, value) => year === value },
});
const withPeople = (
  name: string,
  peopleIn: (title: TestTitle) => readonly number[],
): Record<string, Rule> => ({
  [name]: {
    values: ["31", "32", "33", "31,33", "31|33", "34", "999"].map((ids) =>
      ids.replaceAll(/\d+/g, (id) => String(OWN_NUMBERS + Number(id))),
    ),
    isMet: (title, value) =>
      includes(
        peopleIn(title).map((id) => OWN_NUMBERS + id),
        value,
      ),
  },
});
const rules = (rule: Rule, names: string): Record<string, Rule> =>
  Object.fromEntries(names.split(" ").map((name) => [name, rule]));

const OF_BOTH: Readonly<Record<string, Rule>> = {
  // The catalog stores ratings in steps of half a point, and only the first digit of votes. A bound within a step
  // excludes all titles of this step.
  ...range("vote_average", ["3", "7.5"], ({ rating }, end, value) =>
    end === "gte" ? rating >= Number(value) : rating < Number(value),
  ),
  ...range("vote_count", ["0", "20", "300"], ({ votes }, end, value) =>
    end === "gte" ? votes >= Number(value) : votes === 0 || votes < Number(value),
  ),
  ...range(
    "with_runtime",
    ["60", "100"],
    ({ minutes }, end, value) => minutes > 0 && compare(end, minutes, Number(value)),
  ),
  with_genres: {
    values: ["18", "99", "18,10764", "99|35", "10767", "4711"],
    isMet: ({ genres }, value, kind) => includes(GENRES[genres]?.[kind] ?? [], value),
  },
  without_genres: {
    values: ["18", "99|35", "18,99"],
    isMet: ({ genres }, value, kind) =>
      value.split(/[|,]/).every((number) => !includes(GENRES[genres]?.[kind] ?? [], number)),
  },
  with_origin_country: {
    values: ["FR", "JP", "FR|JP", "FR,JP"],
    isMet: ({ origin }, value) => includes([origin.code], value),
  },
  with_original_language: {
    values: ["fr", "ja|fr", "de"],
    isMet: ({ origin }, value) => includes([origin.language], value),
  },
  ...rules(
    "unknown",
    "with_keywords with_watch_monetization_types with_watch_providers without_keywords without_watch_providers",
  ),
  certification: {
    values: ["PG-13", "TV-MA", "pg|R", "PG,R", "X"],
    isMet: (title, value) => includes([findCertificate(title)], value.toUpperCase()),
  },
  with_companies: {
    values: [numberOfCompany(0), `${numberOfCompany(1)}|${numberOfCompany(2)}`, "213"],
    isMet: ({ companies = [] }, value) => includes(companies.map(numberOfName), value),
  },
  without_companies: {
    values: [numberOfCompany(0), `${numberOfCompany(1)}|${numberOfCompany(2)}`],
    isMet: ({ companies = [] }, value) =>
      value.split("|").every((number) => !includes(companies.map(numberOfName), number)),
  },
  ...rules("without effect", "include_adult watch_region"),
};

function certificateRange(kind: Kind, values: readonly string[]): Record<string, Rule> {
  const order = (certificate = "") => CERTIFICATES[kind].indexOf(certificate.toUpperCase());
  return range("certification", values, (title, end, value) => {
    const own = order(findCertificate(title));
    return own >= 0 && compare(end, own, order(value));
  });
}

const airs = ({ year, series }: TestTitle) => {
  const { in_production, last_year } = { in_production: undefined, last_year: undefined, ...series };
  return {
    first: Number(year),
    last: in_production ? 9_999 : (last_year ?? Number(year)),
    isKnown: year !== "",
  };
};

const RULES: Readonly<Record<Kind, Readonly<Record<string, Rule>>>> = {
  movie: {
    ...OF_BOTH,
    ...isOfYear("year"),
    ...isOfYear("primary_release_year"),
    ...dates("primary_release_date"),
    ...dates("release_date"),
    ...withPeople("with_cast", ({ cast }) => cast),
    ...withPeople("with_crew", ({ crew }) => crew),
    ...withPeople("with_people", ({ cast, crew }) => [...cast, ...crew]),
    ...certificateRange("movie", ["PG", "nc-17"]),
    ...rules("unknown", "with_release_type"),
    ...rules("without effect", "include_video region"),
  },
  tv: {
    ...OF_BOTH,
    ...isOfYear("first_air_date_year"),
    ...dates("first_air_date"),
    ...range("air_date", DATES, (title, end, value) => {
      const { first, last, isKnown } = airs(title);
      return isKnown && (end === "gte" ? `${last}-01-01` >= value : `${first}-12-31` <= value);
    }),
    with_status: {
      values: ["0", "1", "2", "3", "4", "5", "0|3", "0,3"],
      isMet: (title, value) => includes([TMDB_STATUSES.indexOf(statuses.get(title)?.status ?? "")], value),
    },
    with_type: {
      values: ["0", "1", "2", "3", "4", "5", "4|5"],
      isMet: (title, value) => includes([TYPES.indexOf(statuses.get(title)?.type ?? "")], value),
    },
    ...certificateRange("tv", ["TV-14", "tv-ma"]),
    with_networks: {
      values: [String(numberOfName("NHK")), "213"],
      isMet: ({ networks = [] }, value) => includes(networks.map(numberOfName), value),
    },
    ...rules("unknown", "screened_theatrically"),
    ...rules("without effect", "include_null_first_air_dates timezone"),
  },
};
const TMDB_STATUSES = ["Returning Series", "Planned", "In Production", "Ended", "Canceled", "Pilot"];
const TYPES = ["Documentary", "News", "Miniseries", "Reality", "Scripted", "Talk Show", "Video"];

const ORDERS = {
  movie: [
    "original_title",
    "popularity",
    "primary_release_date",
    "revenue",
    "title",
    "vote_average",
    "vote_count",
  ],
  tv: ["first_air_date", "name", "original_name", "popularity", "vote_average", "vote_count"],
} as const;

/**
 * The values by which titles are sorted, by the name of the order. There is none for revenue, because the catalog
 * does not store it.
 */
const KEYS: Readonly<Record<string, (title: TestTitle) => number | string>> = {
  first_air_date: (title) => dateOf(title) ?? "",
  name: ({ title }) => title,
  original_name: ({ title }) => title,
  original_title: ({ title }) => title,
  popularity: ({ number }) => -number,
  primary_release_date: (title) => dateOf(title) ?? "",
  title: ({ title }) => title,
  vote_average: ({ rating, votes }) => Number(weightedRating(rating, votes)),
  vote_count: ({ votes }) => votes,
};

/** The status and type that `/3/tv/{id}` returns for each series. */
const statuses = new Map<TestTitle, { readonly status: string; readonly type: string }>();
beforeAll(async () => {
  for (const title of listTitles("tv")) statuses.set(title, (await respond(`tv/${title.number}`)).body);
});

const VALUES = { include: "true", region: "DE", country: "DE", timezone: "Europe/Berlin" };
const findExample = (name: string) =>
  Object.entries(VALUES).find(([part]) => name.includes(part))?.[1] ?? "1";

const anyRequest = (kind: Kind) =>
  fc
    .subarray(Object.entries(RULES[kind]), { minLength: 1, maxLength: 3 })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(
          chosen.map(([name, rule]) => [
            name,
            typeof rule === "string" ? fc.constant(findExample(name)) : fc.constantFrom(...rule.values),
          ]),
        ),
      ),
    );

async function expectFiltered(kind: Kind, parameters: Readonly<Record<string, string>>): Promise<void> {
  const asked = Object.entries(parameters).map(([name, value]) => ({ name, value, rule: RULES[kind][name] }));
  const ignored = asked.filter(({ rule }) => typeof rule === "string").map(({ name }) => name);
  const isUnknown = asked.some(({ rule }) => rule === "unknown");
  const expected = listTitles(kind).filter(
    (title) =>
      !isUnknown &&
      asked.every(({ rule, value }) => typeof rule !== "object" || rule.isMet(title, value, kind)),
  );
  const hasCertificates = asked.some(({ name }) => name.startsWith("certification"));
  const page = await discover(kind, {
    ...parameters,
    ...(hasCertificates && { certification_country: "US" }),
  });
  expect(page.ignored.toSorted()).toEqual(ignored.toSorted());
  expect(page.titles.map(({ title }) => title)).toEqual(expected.slice(0, 20).map(({ title }) => title));
  expect(page.total_results).toBe(expected.length);
}

describe.each(["movie", "tv"] as const)("GET /3/discover/%s", (kind) => {
  test.each(
    Object.entries(RULES[kind]).flatMap(([name, rule]) =>
      typeof rule === "string"
        ? [[name, findExample(name)] as const]
        : rule.values.map((value) => [name, value] as const),
    ),
  )("applies %s=%s or reports it as ignored", async (name, value) => {
    await expectFiltered(kind, { [name]: value });
  });

  test("applies any combination of TMDB's parameters", async () => {
    await fc.assert(
      fc.asyncProperty(anyRequest(kind), (parameters) => expectFiltered(kind, parameters)),
      { numRuns: 60 },
    );
  });

  test.each(Object.entries(RULES[kind]).flatMap(([name, rule]) => (typeof rule === "string" ? [] : [name])))(
    "returns no titles for a malformed %s",
    async (name) => {
      const { titles, total_results, ignored } = await discover(kind, { [name]: "Germany" });
      expect({ titles, total_results, ignored }).toEqual({ titles: [], total_results: 0, ignored: [name] });
    },
  );

  test.each(["1,2|3", Array.from({ length: 31 }, (_, at) => at + 1).join(",")])(
    "returns no titles for the unsupported value with_people=%.10s",
    async (with_people) => {
      expect(await discover(kind, { with_people })).toMatchObject({ titles: [], ignored: ["with_people"] });
    },
  );

  describe.each(ORDERS[kind].flatMap((order) => [`${order}.asc`, `${order}.desc`]))(
    "with sort_by=%s",
    (sort_by) => {
      const [order = "", direction] = sort_by.split(".");
      const key = KEYS[order];

      test.each([
        ["no filter", {}],
        ["a genre", { with_genres: "18" }],
        ["a person", { with_people: String(OWN_NUMBERS + 31) }],
      ])("sorts all titles with %s", async (_, filter) => {
        const parameters = { sort_by, ...filter };
        const { total_pages, total_results, ignored } = await discover(kind, parameters);
        const pages = Array.from({ length: total_pages }, (_, at) =>
          discover(kind, { ...parameters, page: String(at + 1) }),
        );
        const titles = (await Promise.all(pages)).flatMap((page) => page.titles);
        const keys = titles.map((title) => key?.(title) ?? 0);
        const sorted = keys.toSorted((one, other) =>
          typeof one === "string" ? one.localeCompare(String(other), "en") : one - Number(other),
        );
        expect(keys).toEqual(direction === "asc" ? sorted : sorted.toReversed());
        expect([titles.length, new Set(titles).size]).toEqual([total_results, total_results]);
        expect(ignored).toEqual(key === undefined ? ["sort_by"] : []);
      });
    },
  );

  test.each(["certification=R", "certification.lte=12&certification_country=XX", "certification_country=US"])(
    "reports every parameter of %s as ignored",
    async (query) => {
      const parameters = Object.fromEntries(new URLSearchParams(query));
      expect((await discover(kind, parameters)).ignored).toEqual(Object.keys(parameters));
    },
  );

  test("lists all titles when every monetization type is allowed", async () => {
    const ways = { with_watch_monetization_types: "flatrate|free|ads|rent|buy", watch_region: "US" };
    expect((await discover(kind, ways)).titles).toEqual((await discover(kind, {})).titles);
  });

  test("ignores an unknown sort order", async () => {
    expect(await discover(kind, { sort_by: "__proto__.asc" })).toEqual({
      ...(await discover(kind, {})),
      ignored: ["sort_by"],
    });
  });
});
