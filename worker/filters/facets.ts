/**
 * The filters of lists. Each filter is described once: its parameter, FTS5 expression, comparison with a title,
 * counted values and TMDB `discover` parameters.
 */
import { MAX_RATING, MAX_RUNTIME_MINUTES, MIN_RATING_VOTES, type NumberRange } from "../contract/browse.ts";
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
import { LANGUAGE_PATTERN, parseLanguage } from "../contract/language-tags.ts";
import { halves, type Parameter } from "../contract/parameters.ts";
import type { Part } from "../contract/understood.ts";
import { countryCode, genreNumber, originalLanguage } from "../text/codes.ts";
import { genreSlug } from "../text/genres.ts";
import {
  type Condition,
  createNameFacet,
  createNumberFacet,
  type DiscoverParameters,
  exclude,
  type Facet,
  type FilterName,
  isSettled,
  toList,
} from "./facet.ts";
import { isYearBlock, quote, rangeExpression } from "./fts5.ts";
import { toPointsExpression } from "./points.ts";
import { TMDB_FACETS } from "./tmdb-facets.ts";
import {
  ANY,
  countryToken,
  decadeFact,
  genreToken,
  kindFact,
  languageToken,
  minuteToken,
  SETTLED,
  tenMinutesToken,
  yearFact,
} from "./tokens.ts";

/** Matches the slug of a genre or country, which is made from its English name. */
const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_SLUG_LENGTH = 100;

interface SlugOptions {
  readonly expected: string;
  readonly example: string;
  /** A sentence to add to the documentation. */
  readonly note?: string;
  /** Returns the canonical slug of a value that has several slugs. Defaults to the slug itself. */
  readonly toValue?: (slug: string) => string;
}

function createSlugParameter<Name extends "genre" | "country">(
  name: Name,
  { expected, example, note = "", toValue = (slug) => slug }: SlugOptions,
): Parameter<string, Name> {
  return {
    name,
    parse: (text) => (SLUG_PATTERN.test(text) && text.length <= MAX_SLUG_LENGTH ? toValue(text) : null),
    expected: `must be the English name in lower case, with hyphens instead of spaces, such as ${expected}`,
    schema: { type: "string", pattern: SLUG_PATTERN.source, maxLength: MAX_SLUG_LENGTH },
    description: `English name of a ${name}, in lower case with hyphens.${note}`,
    example,
  };
}

const LANGUAGE: Parameter<string, "language"> = {
  name: "language",
  parse: parseLanguage,
  expected: "must be a language tag such as ja",
  schema: { type: "string", pattern: LANGUAGE_PATTERN.source },
  description: "Original language: a BCP 47 tag, of which only the primary language is used.",
  example: "ja",
};

const RUNTIME_PATTERN = /^([1-9][0-9]{0,2}-?|-[1-9][0-9]{0,2}|[1-9][0-9]{0,2}-[1-9][0-9]{0,2})$/;

const RUNTIME: Parameter<NumberRange, "runtime"> = {
  name: "runtime",
  parse: parseRuntime,
  format: formatRuntime,
  expected: `must be minutes from 1 to ${MAX_RUNTIME_MINUTES}: 90, 90-120, 90- or -120`,
  schema: { type: "string", pattern: RUNTIME_PATTERN.source },
  description: `Minutes, or a range of them, from 1 to ${MAX_RUNTIME_MINUTES}; longer titles count as ${MAX_RUNTIME_MINUTES}.`,
  example: "90-120",
};

/**
 * Parses a runtime such as `90`, `90-120`, `90-` or `-120`. An open range starts at 1 or ends at
 * `MAX_RUNTIME_MINUTES`.
 */
export function parseRuntime(text: string): NumberRange | null {
  if (!RUNTIME_PATTERN.test(text)) return null;
  const [first = "", last = first] = text.split("-");
  const minutes = { first: Number(first || 1), last: Number(last || MAX_RUNTIME_MINUTES) };
  return minutes.first > minutes.last || minutes.last > MAX_RUNTIME_MINUTES ? null : minutes;
}

export function formatRuntime({ first, last }: NumberRange): string {
  if (first === last) return String(first);
  return `${first === 1 ? "" : first}-${last === MAX_RUNTIME_MINUTES && first > 1 ? "" : last}`;
}

/**
 * The tokens for ranges of years. FTS5 merges the lists of all tokens with a prefix, so prefixes are only used for
 * years with few titles.
 */
const YEARS = {
  token: (year: number) => yearFact(fourDigits(year)),
  tenToken: (year: number) => decadeFact(fourDigits(year).slice(0, 3)),
  isBlock: isYearBlock,
};

const MINUTES = {
  token: minuteToken,
  tenToken: tenMinutesToken,
  isBlock: (_first: number, length: number) => length === 10,
};

/** The names of TMDB's date parameters for `discover`, without `.gte` and `.lte`. */
export const DATE_PARAMETERS = { movie: "primary_release_date", series: "first_air_date" } as const;

/** Returns `discover` parameters for genres. TMDB can combine genres with "or" or with "and", but not with both. */
function discoverGenres(kind: TitleKind, genres: readonly (readonly string[])[]): DiscoverParameters | null {
  const numbers = genres.map((values) => values.flatMap((value) => genreNumber(kind, value) ?? []));
  if (numbers.some(({ length }) => length === 0)) return null;
  const [only = [], ...others] = numbers;
  return {
    with_genres: others.length === 0 ? only.join("|") : numbers.map(([first]) => first).join(","),
  };
}

/** The filters, starting with those that most titles meet. Lists are counted in this order. */
export const FACETS = {
  kind: createNameFacet("kind", {
    hasCounts: true,
    parameter: { parse: (text) => (isKind(text) ? text : null) },
    toToken: kindFact,
    getValues: ({ kind }) => toList(kind),
    discover: (kind, conditions) => (conditions.every((kinds) => kinds.includes(kind)) ? {} : null),
    discoverWithout: (kind, kinds) => (kinds.includes(kind) ? null : {}),
  }),
  min_rating: createNumberFacet("min_rating", {
    hasCounts: true,
    parameter: halves(1, MAX_RATING, {
      name: "min_rating",
      description: `The lowest rating, in steps of 0.5. Titles rated by fewer than ${MIN_RATING_VOTES} people are left out.`,
      example: 7.5,
    }),
    toRange: (first: number) => ({ first, last: MAX_RATING }),
    // The tokens of the points are those of `score`, in `tmdb-facets.ts`.
    toExpression: (range) => `(${quote(SETTLED)} AND ${toPointsExpression(range)})`,
    getNumber: ({ points, votes }) => (isSettled(votes) ? points : null),
    getTokens: ({ points, votes }) => (points !== null && isSettled(votes) ? [SETTLED] : []),
    discover: (_kind, { first }) => ({
      "vote_average.gte": String(first),
      "vote_count.gte": String(MIN_RATING_VOTES),
    }),
  }),
  runtime: createNumberFacet("runtime", {
    hasCounts: true,
    parameter: RUNTIME,
    toRange: (range: NumberRange) => range,
    toExpression: (range) => rangeExpression(range, MINUTES),
    getNumber: ({ minutes }) => minutes,
    getTokens: ({ minutes }) => (minutes === null ? [] : [minuteToken(minutes), tenMinutesToken(minutes)]),
    discover: (_kind, { first, last }) => ({
      "with_runtime.gte": String(first),
      ...(last < MAX_RUNTIME_MINUTES && { "with_runtime.lte": String(last) }),
    }),
  }),
  genre: createNameFacet("genre", {
    hasCounts: true,
    parameter: createSlugParameter("genre", {
      note: " Names that sources write differently are one genre: `sci-fi` is `science-fiction`, and `action-adventure` is `action`.",
      toValue: genreSlug,
      expected: "science-fiction",
      example: "science-fiction",
    }),
    toToken: genreToken,
    getValues: ({ genres }) => genres,
    discover: discoverGenres,
    discoverWithout(kind, genres): DiscoverParameters {
      const numbers = genres.flatMap((genre) => genreNumber(kind, genre) ?? []);
      return numbers.length === 0 ? {} : { without_genres: numbers.join(",") };
    },
  }),
  language: createNameFacet("language", {
    hasCounts: true,
    parameter: LANGUAGE,
    toToken: languageToken,
    getValues: ({ language }) => toList(language),
    discover: (_kind, [[language = ""] = [], ...others]) =>
      others.length > 0 ? null : { with_original_language: originalLanguage(language) },
  }),
  country: createNameFacet("country", {
    hasCounts: true,
    parameter: createSlugParameter("country", { expected: "south-korea", example: "japan" }),
    toToken: countryToken,
    getValues: ({ countries }) => countries,
    discover(_kind, [countries = [], ...others]) {
      const code = countries.map(countryCode).find((code) => code !== undefined);
      return code === undefined || others.length > 0 ? null : { with_origin_country: code };
    },
  }),
  years: createNumberFacet("years", {
    parameter: {
      parse: (text: string) => parseFilter(text)?.years ?? null,
      format: (years: YearRange) => formatFilter({ kind: null, years }),
    },
    toRange: (years: YearRange) => years,
    toExpression: (range) => rangeExpression(range, YEARS),
    getNumber: ({ year }) => year,
    getTokens: ({ year }) =>
      year === null ? [yearFact("")] : [yearFact(fourDigits(year)), decadeFact(fourDigits(year).slice(0, 3))],
    toCounted: ({ first, last }) => ({ facet: "year", first: fourDigits(first), last: fourDigits(last) }),
    // Without a date parameter, TMDB would also return titles whose year is unknown.
    discover: (kind, { first, last }) => ({
      ...((first > FIRST_YEAR || last === LAST_YEAR) && {
        [`${DATE_PARAMETERS[kind]}.gte`]: `${fourDigits(first)}-01-01`,
      }),
      ...(last < LAST_YEAR && { [`${DATE_PARAMETERS[kind]}.lte`]: `${fourDigits(last)}-12-31` }),
    }),
  }),
  ...TMDB_FACETS,
} satisfies Record<FilterName, Facet<never>>;

export function toExpression(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? quote(ANY) : conditions.map(({ expression }) => expression).join(" AND ");
}

/** Returns TMDB's `discover` parameters for conditions, or `null` if TMDB cannot apply them. */
export function buildDiscoverParameters(
  kind: TitleKind,
  conditions: readonly Condition[],
): DiscoverParameters | null {
  let parameters: DiscoverParameters = {};
  for (const [facet, facetConditions] of Map.groupBy(conditions, ({ facet }) => facet)) {
    const added = FACETS[facet].discover(kind, facetConditions);
    if (added === null) return null;
    parameters = { ...parameters, ...added };
  }
  return parameters;
}

/** Returns the conditions on kind and years in the form of a search filter. */
export function toFilter(conditions: readonly Condition[]): Filter {
  const texts = (["kind", "years"] as const).flatMap(
    (name) => conditions.find(({ facet, isExcluded }) => facet === name && !isExcluded)?.values[0] ?? [],
  );
  return parseFilter(texts.join(",")) ?? NO_FILTER;
}

/** Returns the condition for a part of a query, or `null` if none of its values is valid. */
export function parsePart({ part, values, isExcluded }: Part): Condition | null {
  const facets: Readonly<Record<string, Facet<never>>> = FACETS;
  const condition = facets[part]?.parse(values) ?? null;
  return condition !== null && isExcluded ? exclude(condition) : condition;
}
