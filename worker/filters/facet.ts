/**
 * What every filter of lists has in common: conditions, and the two kinds of facets that build them. A facet of names has
 * titles with several values, such as genres. A facet of numbers has ranges of a number, such as the runtime.
 */
import { ENOUGH_VOTES, LONGEST_RUNTIME, type NumberRange, toFacetSlug } from "../contract/browse.ts";
import type { SeriesExtent, Status } from "../contract/facts.ts";
import { isKind, LAST_YEAR, type TitleKind } from "../contract/filter.ts";
import type { ParameterForm } from "../contract/parameters.ts";
import type { TitleRecord } from "../contract/record.ts";
import type { FILTER_NAMES } from "../contract/understood.ts";
import { genreNumbers } from "../text/codes.ts";
import { allOf, anyOf, quoted } from "./fts5.ts";
import { ANY, NONE } from "./tokens.ts";

/** The filters of `/v1/browse`, and those of TMDB's API only. */
export type FilterName =
  | (typeof FILTER_NAMES)[number]
  | "tmdb-genre"
  | "votes"
  | "score"
  | "series_end"
  | "status";

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
export interface CountedValues {
  readonly facet: string;
  readonly first: string;
  readonly last: string;
}

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
  /** The rating, rounded down to half a point. */
  readonly points: number | null;
  readonly votes: number;
  /** The last year of a series, `LAST_YEAR` if it goes on, and 0 if unknown. */
  readonly seriesEnd: number | null;
  /** The status of a series as far as it is certain, whatever the day. */
  readonly status: Status | null;
  /** TMDB's numbers. */
  readonly tmdbGenres: readonly string[];
}

export interface Facet<Value> {
  readonly name: FilterName;
  /** True if lists count the titles of each value, as forms show them. */
  readonly hasCounts: boolean;
  /** Builds a condition. Does not parse the values. */
  buildCondition(values: readonly Value[]): Condition;
  /** Parses values as they appear in URLs. Returns `null` if none of them is valid. */
  parse(texts: readonly string[]): Condition | null;
  /** Returns the values of a title in the form in which they are counted. */
  getValues(title: FilterableTitle): readonly string[];
  /** Returns the tokens of a title in the index of facts. */
  getTokens(title: FilterableTitle): readonly string[];
  /** Returns the parameters of TMDB's `discover` for all conditions of the facet, or `null` if TMDB cannot apply them. */
  discover(kind: TitleKind, conditions: readonly Condition[]): DiscoverParameters | null;
}

export type DiscoverParameters = Readonly<Record<string, string>>;

/** How a value is read and written: by a parameter of its own, or as a part of one. */
type Form<Value> = Pick<ParameterForm<Value>, "parse" | "format">;

function createParser<Value>({ parse }: Form<Value>, build: Facet<Value>["buildCondition"]) {
  return (texts: readonly string[]): Condition | null => {
    const values = texts.map((text) => parse(text)).filter((value) => value !== null);
    return values.length === 0 ? null : build(values);
  };
}

interface Names<Parameter> {
  readonly parameter: Parameter;
  readonly toToken: (value: string) => string;
  readonly getValues: (title: FilterableTitle) => readonly string[];
  /** `values` has a list for each condition. If absent, TMDB cannot apply the facet. */
  readonly discover?: (kind: TitleKind, values: readonly (readonly string[])[]) => DiscoverParameters | null;
  /** The same for titles without any of the values. */
  readonly discoverWithout?: (kind: TitleKind, values: readonly string[]) => DiscoverParameters | null;
  readonly hasCounts?: boolean;
}

/** Creates a facet whose values are names. A title may have several of them. */
export function createNameFacet<const Parameter extends Form<string>>(
  name: FilterName,
  description: Names<Parameter>,
): Facet<string> & { readonly parameter: Parameter } {
  const { parameter, toToken, getValues, hasCounts = false } = description;
  const { discover = () => null, discoverWithout = () => null } = description;
  const buildCondition = (values: readonly string[]): Condition => {
    const [value = "", ...others] = values;
    return {
      facet: name,
      values,
      expression: anyOf(values.map((value) => quoted(toToken(value)))),
      matches: (title) => getValues(title).some((value) => values.includes(value)),
      counted: others.length === 0 ? { facet: name, first: value, last: value } : null,
    };
  };
  return {
    name,
    parameter,
    hasCounts,
    buildCondition,
    parse: createParser(parameter, buildCondition),
    getValues,
    getTokens: (title) => getValues(title).map(toToken),
    discover(kind, conditions) {
      const values = conditions.filter(({ isExcluded }) => !isExcluded).map(({ values }) => values);
      const excluded = conditions.filter(({ isExcluded }) => isExcluded).flatMap(({ values }) => values);
      const having = values.length === 0 ? {} : discover(kind, values);
      const lacking = excluded.length === 0 ? {} : discoverWithout(kind, excluded);
      return having === null || lacking === null ? null : { ...having, ...lacking };
    },
  };
}

interface Numbers<Value, Parameter> {
  readonly parameter: Parameter;
  readonly toRange: (value: Value) => NumberRange;
  readonly toExpression: (range: NumberRange) => string;
  readonly getNumber: (title: FilterableTitle) => number | null;
  readonly getTokens: (title: FilterableTitle) => readonly string[];
  readonly toCounted?: (range: NumberRange) => CountedValues;
  /** If absent, TMDB cannot apply the facet. */
  readonly discover?: (kind: TitleKind, range: NumberRange) => DiscoverParameters;
  readonly hasCounts?: boolean;
}

/** Creates a facet whose values are ranges of a number that a title has. */
export function createNumberFacet<Value, const Parameter extends Form<Value>>(
  name: FilterName,
  description: Numbers<Value, Parameter>,
): Facet<Value> & { readonly parameter: Parameter } {
  const { parameter, toRange, toExpression, getNumber, getTokens, toCounted, discover } = description;
  const buildCondition = (values: readonly Value[]): Condition => {
    const ranges = values.map(toRange);
    const [range, ...others] = ranges;
    return {
      facet: name,
      values: values.map((value) => parameter.format?.(value) ?? String(value)),
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
    name,
    parameter,
    hasCounts: description.hasCounts ?? false,
    buildCondition,
    parse: createParser(parameter, buildCondition),
    getValues,
    getTokens,
    discover(kind, conditions) {
      if (conditions.some(({ isExcluded }) => isExcluded)) return null;
      // TMDB has one range for each number, so several conditions must be one range, too.
      const [text = "", ...others] = new Set(conditions.flatMap(({ values }) => values));
      const value = parameter.parse(text);
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

/** Returns the condition that a title meets all of these, of which there is at least one. */
export function meetAll(conditions: readonly Condition[]): Condition {
  return combine(conditions, allOf, (title) => conditions.every(({ matches }) => matches(title)));
}

/** Returns the condition that a title meets one of these, of which there is at least one. */
export function meetAny(conditions: readonly Condition[]): Condition {
  return combine(conditions, anyOf, (title) => conditions.some(({ matches }) => matches(title)));
}

function combine(
  conditions: readonly Condition[],
  join: (terms: readonly string[]) => string,
  matches: Condition["matches"],
): Condition {
  const [{ facet, values } = { facet: "kind" as const, values: [] }] = conditions;
  return {
    facet,
    values,
    expression: join(conditions.map(({ expression }) => expression)),
    matches,
    counted: null,
  };
}

/** A title with names as in its record, and the facts that its record lacks. */
export interface TitleFacts
  extends Pick<TitleRecord, "type" | "genres" | "countries" | "rating" | "runtime" | "year"> {
  readonly language: string | null;
  readonly votes: number | null;
  readonly series?: SeriesExtent | undefined;
  readonly status?: Status | undefined;
}

function statusOf({ last_year, in_production }: SeriesExtent): Status | null {
  if (last_year !== undefined || in_production === false) return "ended";
  return in_production ? "returning" : null;
}

/** Returns a function that prepares titles for filters. It makes the slug of each name once. */
export function createFacetReader(): (facts: TitleFacts) => FilterableTitle {
  const slugs = new Map<string, string | null>();
  function getSlug(name: string): string | null {
    if (!slugs.has(name)) slugs.set(name, toFacetSlug(name));
    return slugs.get(name) ?? null;
  }
  const getSlugs = (joined: string) => [
    ...new Set(joined.split(", ").flatMap((name) => toList(getSlug(name)))),
  ];
  return ({ type, genres, countries, language, year, rating, runtime, votes, series = {}, status }) => {
    const minutes = Math.min(Math.floor(Number(runtime)), LONGEST_RUNTIME);
    return {
      kind: getSlug(type),
      genres: getSlugs(genres),
      countries: getSlugs(countries),
      language,
      year: year === "" ? null : Number(year),
      minutes: minutes > 0 ? minutes : null,
      points: rating === 0 ? null : Math.floor(rating * 2) / 2,
      votes: votes ?? 0,
      seriesEnd: type !== "series" ? null : series.in_production ? LAST_YEAR : (series.last_year ?? 0),
      status: type !== "series" ? null : (status ?? statusOf(series)),
      // Only the loader needs these, and making them takes longer than all others.
      get tmdbGenres() {
        return isKind(type) ? genreNumbers(type, genres).map(String) : [];
      },
    };
  };
}

/** Returns true if the ratings of a title count for filters. A source that counts no votes is trusted. */
export function isSettled(votes: number): boolean {
  return votes === 0 || votes >= ENOUGH_VOTES;
}

export const toList = <Value>(value: Value | null): readonly Value[] => (value === null ? [] : [value]);
