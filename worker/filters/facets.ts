/**
 * The filters of lists, each described once: how its values are written in URLs, how they become an FTS5 expression, which
 * titles match them, which values of a title are counted, and which parameters TMDB's `discover` has for them.
 */
import {
  type BrowseFilters,
  ENOUGH_VOTES,
  type Fact,
  FILTERS,
  facetSlug,
  LONGEST_RUNTIME,
  MAX_RATING,
  NOT_FINER,
  type NumberRange,
  parseRuntime,
  runtimeText,
} from "../contract/browse.ts";
import {
  FIRST_YEAR,
  type Filter,
  formatFilter,
  fourDigits,
  isKind,
  LAST_YEAR,
  NO_FILTER,
  parseFilter,
  type TitleKind,
  type YearRange,
} from "../contract/filter.ts";
import type { TitleRecord } from "../contract/record.ts";
import type { FacetName, Part } from "../contract/understood.ts";
import { countryCode, genreNumber, genreNumbers, originalLanguage } from "../text/codes.ts";
import { anyOf, quoted, rangeExpression } from "./fts5.ts";
import {
  ANY,
  countryToken,
  decadeFact,
  genreToken,
  kindFact,
  languageToken,
  minuteToken,
  NONE,
  pointsToken,
  SETTLED,
  tenMinutesToken,
  tmdbGenreToken,
  votesToken,
  weightToken,
  yearFact,
} from "./tokens.ts";

/** The filters of `/v1/browse`, and those of TMDB's API only. */
export type FilterName = Exclude<FacetName, "sort"> | "tmdb-genre" | "votes" | "score";

/** A condition on a title. A filter is a list of conditions, and a title has to meet all of them. */
export interface Condition {
  readonly facet: FilterName;
  /** The values as they appear in URLs. A title needs at least one of them. */
  readonly values: readonly string[];
  /** The condition as an FTS5 expression. */
  readonly expression: string;
  readonly matches: (title: FilterableTitle) => boolean;
  /** True if titles must not have the values. */
  readonly isExcluded?: true;
  /** The values of `catalog_facet` that the load has counted for this condition, or `null` if there are none. */
  readonly counted: CountedValues | null;
}

/** A range of values in `catalog_facet`. */
export type CountedValues = readonly [facet: string, first: string, last: string];

/** A title whose values are ready to compare. `null` is an unknown value. */
export interface FilterableTitle {
  readonly kind: string | null;
  /** Slugs, like the countries. */
  readonly genres: readonly string[];
  readonly countries: readonly string[];
  readonly language: string | null;
  readonly year: number | null;
  /** At most `LONGEST_RUNTIME`. */
  readonly minutes: number | null;
  /** The rating, rounded down. */
  readonly points: number | null;
  readonly votes: number;
  /** TMDB's numbers. */
  readonly tmdbGenres: readonly string[];
}

interface Facet<Value> {
  /** Builds a condition. Does not parse the values. */
  buildCondition(values: readonly Value[]): Condition;
  /** Parses values as they appear in URLs. Returns `null` if none of them is valid. */
  parse(texts: readonly string[]): Condition | null;
  /** Returns the values of a title in the form in which they are counted. */
  getValues(title: FilterableTitle): readonly string[];
  /** Returns the tokens of a title in the index of facts. */
  getTokens(title: FilterableTitle): readonly string[];
  /** Returns the parameters of TMDB's `discover` for all conditions of the facet, or `null` if TMDB cannot apply them. */
  discover(kind: TitleKind, conditions: readonly Condition[]): Parameters | null;
}

type Parameters = Readonly<Record<string, string>>;

type Parse<Value> = (text: string) => Value | null;

function createParser<Value>(parseValue: Parse<Value>, build: Facet<Value>["buildCondition"]) {
  return (texts: readonly string[]): Condition | null => {
    const values = texts.map(parseValue).filter((value) => value !== null);
    return values.length === 0 ? null : build(values);
  };
}

interface Names {
  readonly parseValue: Parse<string>;
  readonly toToken: (value: string) => string;
  readonly getValues: (title: FilterableTitle) => readonly string[];
  /** `values` has a list for each condition. If absent, TMDB cannot apply the facet. */
  readonly discover?: (kind: TitleKind, values: readonly (readonly string[])[]) => Parameters | null;
  /** True if the load counts the titles of each value. */
  readonly isCounted?: boolean;
}

/** Creates a facet whose values are names. A title may have several of them. */
function createNameFacet(
  facet: FilterName,
  { parseValue, toToken, getValues, discover = () => null, isCounted = true }: Names,
): Facet<string> {
  const buildCondition = (values: readonly string[]): Condition => {
    const [value = "", ...others] = values;
    return {
      facet,
      values,
      expression: anyOf(values.map((value) => quoted(toToken(value)))),
      matches: (title) => getValues(title).some((value) => values.includes(value)),
      counted: isCounted && others.length === 0 ? [facet, value, value] : null,
    };
  };
  return {
    buildCondition,
    parse: createParser(parseValue, buildCondition),
    getValues,
    getTokens: (title) => getValues(title).map(toToken),
    discover: (kind, conditions) =>
      discover(
        kind,
        conditions.map(({ values }) => values),
      ),
  };
}

interface Numbers<Value> {
  readonly parseValue: Parse<Value>;
  readonly format: (value: Value) => string;
  readonly toRange: (value: Value) => NumberRange;
  readonly toExpression: (range: NumberRange) => string;
  readonly getNumber: (title: FilterableTitle) => number | null;
  readonly getTokens: (title: FilterableTitle) => readonly string[];
  readonly toCounted?: (range: NumberRange) => CountedValues;
  /** If absent, TMDB cannot apply the facet. */
  readonly discover?: (kind: TitleKind, range: NumberRange) => Parameters;
}

/** Creates a facet whose values are ranges of a number that a title has. */
function createNumberFacet<Value>(facet: FilterName, description: Numbers<Value>): Facet<Value> {
  const { parseValue, format, toRange, toExpression, getNumber, getTokens, toCounted, discover } =
    description;
  const buildCondition = (values: readonly Value[]): Condition => {
    const ranges = values.map(toRange);
    const [range, ...others] = ranges;
    return {
      facet,
      values: values.map(format),
      expression: anyOf(
        ranges.map((range) => (range.first > range.last ? quoted(NONE) : toExpression(range))),
      ),
      matches: (title) => ranges.some((range) => isWithin(getNumber(title), range)),
      counted: toCounted && range && others.length === 0 ? toCounted(range) : null,
    };
  };
  const getValues = (title: FilterableTitle) => {
    const number = getNumber(title);
    return number === null ? [] : [String(number)];
  };
  return {
    buildCondition,
    parse: createParser(parseValue, buildCondition),
    getValues,
    getTokens,
    discover(kind, conditions) {
      // TMDB has one range for each number, so several conditions must be one range, too.
      const [text = "", ...others] = new Set(conditions.flatMap(({ values }) => values));
      const value = parseValue(text);
      return value === null || others.length > 0 ? null : (discover?.(kind, toRange(value)) ?? null);
    },
  };
}

function isWithin(number: number | null, { first, last }: NumberRange): boolean {
  return number !== null && number >= first && number <= last;
}

/** Returns the condition that a title does not meet another one. */
export function exclude({ facet, values, expression, matches }: Condition): Condition {
  return {
    facet,
    values,
    expression: `(${quoted(ANY)} NOT ${expression})`,
    matches: (title) => !matches(title),
    isExcluded: true,
    counted: null,
  };
}

/** Returns conditions as one FTS5 expression. */
export function toExpression(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? quoted(ANY) : conditions.map(({ expression }) => expression).join(" AND ");
}

/** Returns the parameters of TMDB's `discover` for conditions, or `null` if TMDB has no titles that meet them. */
export function buildDiscoverParameters(
  kind: TitleKind,
  conditions: readonly Condition[],
): Parameters | null {
  if (conditions.some(({ isExcluded }) => isExcluded)) return null;
  let parameters: Parameters = {};
  for (const [facet, own] of Map.groupBy(conditions, ({ facet }) => facet)) {
    const added = FACETS[facet].discover(kind, own);
    if (added === null) return null;
    parameters = { ...parameters, ...added };
  }
  return parameters;
}

/** Returns the kind and the years among conditions as the filter of a search. */
export function toFilter(conditions: readonly Condition[]): Filter {
  const texts = (["kind", "years"] as const).flatMap(
    (name) => conditions.find(({ facet }) => facet === name)?.values[0] ?? [],
  );
  return parseFilter(texts.join(",")) ?? NO_FILTER;
}

/** A title with names as in its record, and the facts that its record lacks. */
export interface TitleFacts
  extends Pick<TitleRecord, "type" | "genres" | "countries" | "rating" | "runtime" | "year"> {
  readonly language: string | null;
  readonly votes: number | null;
}

/** Returns a function that prepares titles for filters. It makes the slug of each name once. */
export function createFacetReader(): (facts: TitleFacts) => FilterableTitle {
  const slugs = new Map<string, string | null>();
  function getSlug(name: string): string | null {
    if (!slugs.has(name)) slugs.set(name, facetSlug(name));
    return slugs.get(name) ?? null;
  }
  const getSlugs = (joined: string) => [
    ...new Set(joined.split(", ").flatMap((name) => toList(getSlug(name)))),
  ];
  return ({ type, genres, countries, language, year, rating, runtime, votes }) => {
    const minutes = Math.min(Math.floor(Number(runtime)), LONGEST_RUNTIME);
    return {
      kind: getSlug(type),
      genres: getSlugs(genres),
      countries: getSlugs(countries),
      language,
      year: year === "" ? null : Number(year),
      minutes: minutes > 0 ? minutes : null,
      points: rating === 0 ? null : Math.floor(rating),
      votes: votes ?? 0,
      // Only the loader needs these, and making them takes longer than all others.
      get tmdbGenres() {
        return isKind(type) ? genreNumbers(type, genres).map(String) : [];
      },
    };
  };
}

/** Returns true if the ratings of a title count for filters. A source that counts no votes is trusted. */
function isSettled(votes: number): boolean {
  return votes === 0 || votes >= ENOUGH_VOTES;
}

const toList = <Value>(value: Value | null): readonly Value[] => (value === null ? [] : [value]);

const parseText = (text: string) => (text === "" ? null : text);

/** Years that have many titles. */
const FIRST_POPULATED = 1_800;
const LAST_POPULATED = 2_099;

/** Whole decades, and single years. Prefixes only for sparse ranges, because FTS5 merges their lists for each query. */
const YEARS = {
  token: (year: number) => yearFact(fourDigits(year)),
  tenToken: (year: number) => decadeFact(fourDigits(year).slice(0, 3)),
  isBlock: (first: number, length: number) =>
    length === 10 || first > LAST_POPULATED || first + length <= FIRST_POPULATED,
};

const MINUTES = {
  token: minuteToken,
  tenToken: tenMinutesToken,
  isBlock: (_first: number, length: number) => length === 10,
};

const listPoints = ({ first, last }: NumberRange) =>
  Array.from({ length: MAX_RATING + 1 }, (_, points) => points).filter(
    (points) => points >= first && points <= last,
  );

/** The smallest number of votes of each token. */
const VOTE_STEPS = [0, ...Array.from({ length: 72 }, (_, at) => ((at % 9) + 1) * 10 ** Math.floor(at / 9))];

function listVoteSteps({ first, last }: NumberRange): readonly number[] {
  return VOTE_STEPS.filter((step, at) => step <= last && (VOTE_STEPS[at + 1] ?? Infinity) > first);
}

const PLAIN_RANGE = {
  parseValue: () => null,
  format: ({ first, last }: NumberRange) => `${first}-${last}`,
  toRange: (range: NumberRange) => range,
};

/** The parameters of TMDB's `discover` for dates begin with these names. */
export const DATE_PARAMETERS = { movie: "primary_release_date", series: "first_air_date" } as const;

/** TMDB has "or" within one list of genres, and "and" between single genres. */
function discoverGenres(kind: TitleKind, genres: readonly (readonly string[])[]): Parameters | null {
  const numbers = genres.map((values) => values.flatMap((value) => genreNumber(kind, value) ?? []));
  if (numbers.some(({ length }) => length === 0)) return null;
  const [only = [], ...others] = numbers;
  return {
    with_genres: others.length === 0 ? only.join("|") : numbers.map(([first]) => first).join(","),
  };
}

/** The filters, in the order in which values are counted: from the least to the most selective. */
export const FACETS = {
  kind: createNameFacet("kind", {
    parseValue: (text) => (isKind(text) ? text : null),
    toToken: kindFact,
    getValues: ({ kind }) => toList(kind),
    discover: (kind, conditions) => (conditions.every((kinds) => kinds.includes(kind)) ? {} : null),
    isCounted: false,
  }),
  min_rating: createNumberFacet<number>("min_rating", {
    parseValue: FILTERS.minRating.parse,
    format: String,
    toRange: (first) => ({ first, last: MAX_RATING }),
    toExpression: (range) =>
      `(${quoted(SETTLED)} AND ${anyOf(listPoints(range).map((points) => quoted(pointsToken(points))))})`,
    getNumber: ({ points, votes }) => (isSettled(votes) ? points : null),
    getTokens: ({ points, votes }) => (points !== null && isSettled(votes) ? [SETTLED] : []),
    discover: (_kind, { first }) => ({
      "vote_average.gte": String(first),
      "vote_count.gte": String(ENOUGH_VOTES),
    }),
  }),
  runtime: createNumberFacet<NumberRange>("runtime", {
    parseValue: parseRuntime,
    format: runtimeText,
    toRange: (range) => range,
    toExpression: (range) => rangeExpression(range, MINUTES),
    getNumber: ({ minutes }) => minutes,
    getTokens: ({ minutes }) => (minutes === null ? [] : [minuteToken(minutes), tenMinutesToken(minutes)]),
    discover: (_kind, { first, last }) => ({
      "with_runtime.gte": String(first),
      ...(last < LONGEST_RUNTIME && { "with_runtime.lte": String(last) }),
    }),
  }),
  genre: createNameFacet("genre", {
    parseValue: parseText,
    toToken: genreToken,
    getValues: ({ genres }) => genres,
    discover: discoverGenres,
  }),
  language: createNameFacet("language", {
    parseValue: FILTERS.language.parse,
    toToken: languageToken,
    getValues: ({ language }) => toList(language),
    discover: (_kind, [[language = ""] = [], ...others]) =>
      others.length > 0 ? null : { with_original_language: originalLanguage(language) },
  }),
  country: createNameFacet("country", {
    parseValue: parseText,
    toToken: countryToken,
    getValues: ({ countries }) => countries,
    discover(_kind, [countries = [], ...others]) {
      const code = countries.map(countryCode).find((code) => code !== undefined);
      return code === undefined || others.length > 0 ? null : { with_origin_country: code };
    },
  }),
  years: createNumberFacet<YearRange>("years", {
    parseValue: (text) => parseFilter(text)?.years ?? null,
    format: (years) => formatFilter({ kind: null, years }),
    toRange: (years) => years,
    toExpression: (range) => rangeExpression(range, YEARS),
    getNumber: ({ year }) => year,
    getTokens: ({ year }) =>
      year === null ? [yearFact("")] : [yearFact(fourDigits(year)), decadeFact(fourDigits(year).slice(0, 3))],
    toCounted: ({ first, last }) => ["year", fourDigits(first), fourDigits(last)],
    // Without any date, TMDB lists titles of unknown years, too.
    discover: (kind, { first, last }) => ({
      ...((first > FIRST_YEAR || last === LAST_YEAR) && {
        [`${DATE_PARAMETERS[kind]}.gte`]: `${fourDigits(first)}-01-01`,
      }),
      ...(last < LAST_YEAR && { [`${DATE_PARAMETERS[kind]}.lte`]: `${fourDigits(last)}-12-31` }),
    }),
  }),
  "tmdb-genre": createNameFacet("tmdb-genre", {
    parseValue: (text) => (/^\d{1,9}$/.test(text) ? text : null),
    toToken: tmdbGenreToken,
    getValues: ({ tmdbGenres }) => tmdbGenres,
  }),
  votes: createNumberFacet<NumberRange>("votes", {
    ...PLAIN_RANGE,
    toExpression: (range) => anyOf(listVoteSteps(range).map((votes) => quoted(votesToken(votes)))),
    getNumber: ({ votes }) => votes,
    getTokens: ({ votes }) => [votesToken(votes)],
  }),
  score: createNumberFacet<NumberRange>("score", {
    ...PLAIN_RANGE,
    toExpression: ({ first, last }) =>
      anyOf([
        ...(first === 0 ? [quoted(weightToken(""))] : []),
        ...listPoints({ first: Math.floor(first), last }).map((points) => quoted(pointsToken(points))),
      ]),
    getNumber: ({ points }) => points ?? 0,
    getTokens: ({ points }) => (points === null ? [] : [pointsToken(points)]),
  }),
} satisfies Record<FilterName, Facet<never>>;

/** Returns the condition that a part of a query names. Returns `null` if it names none, or has no valid value. */
export function parsePart({ part, values }: Part): Condition | null {
  const facets: Readonly<Record<string, Facet<never>>> = FACETS;
  return facets[part]?.parse(values) ?? null;
}

function buildFactsCondition(facts: readonly Fact[]): Condition {
  return FACETS[facts[0]?.[0] ?? "country"].buildCondition(facts.map(([, value]) => value));
}

/** Returns the filters of a URL as conditions, in the order of the facets. */
export function buildConditions(filters: BrowseFilters): Condition[] {
  const { kind, years } = filters.filter;
  const { genre, country, language, minRating, runtime, finer = NOT_FINER } = filters;
  return [
    ...toConditions(FACETS.kind, kind),
    ...toConditions(FACETS.min_rating, minRating),
    ...toConditions(FACETS.runtime, runtime),
    ...toConditions(FACETS.genre, genre),
    ...toConditions(FACETS.language, language),
    ...toConditions(FACETS.country, country),
    ...toConditions(FACETS.years, years),
    ...finer.facts.map(buildFactsCondition),
    ...(finer.otherThan.length > 0 ? [exclude(buildFactsCondition(finer.otherThan))] : []),
    ...toConditions(FACETS.votes, finer.votes),
    ...toConditions(FACETS.score, finer.rating),
  ];
}

function toConditions<Value>({ buildCondition }: Facet<Value>, value: Value | null): Condition[] {
  return value === null ? [] : [buildCondition([value])];
}
