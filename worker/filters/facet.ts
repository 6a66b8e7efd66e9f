/**
 * Conditions on titles, and the two kinds of facets that build them. A name facet, such as genre, allows several
 * values per title. A number facet, such as runtime, filters by ranges.
 */
import { MAX_RUNTIME_MINUTES, MIN_RATING_VOTES, type NumberRange, toFacetSlug } from "../contract/browse.ts";
import type { Certificate, Facts, SeriesExtent, Status } from "../contract/facts.ts";
import { isKind, LAST_YEAR, type TitleKind } from "../contract/filter.ts";
import type { ParameterForm } from "../contract/parameters.ts";
import type { TitleRecord } from "../contract/record.ts";
import type { FILTER_NAMES } from "../contract/understood.ts";
import { genreNumbers } from "../text/codes.ts";
import { listGenres } from "../text/genres.ts";
import { numberOfName } from "../text/own-numbers.ts";
import { allOf, anyOf, quote } from "./fts5.ts";
import { listPeriods } from "./periods.ts";
import { ANY, NONE } from "./tokens.ts";

/** The filters of `/v1/browse`, and those that only `/3` has. */
export type FilterName =
  | (typeof FILTER_NAMES)[number]
  | "tmdb-genre"
  | "votes"
  | "score"
  | "series_end"
  | "status"
  | "certificate"
  | "company"
  | "network"
  | "aired";

/** A condition on titles. A list contains the titles that meet all of its conditions. */
export interface Condition {
  readonly facet: FilterName;
  /** The values as they appear in URLs. A title needs only one of them. */
  readonly values: readonly string[];
  readonly expression: string;
  readonly matches: (title: FilterableTitle) => boolean;
  /** Whether titles with these values are excluded. */
  readonly isExcluded?: true;
  /**
   * The range of `catalog_facet` values whose stored counts add up to the number of titles that meet this condition,
   * or `null` if there is none.
   */
  readonly counted: CountedValues | null;
}

export interface CountedValues {
  readonly facet: string;
  readonly first: string;
  readonly last: string;
}

/** The values of a title in a form that conditions can compare. Unknown values are `null`. */
interface FilterableTitle {
  readonly kind: string | null;
  readonly genres: readonly string[];
  readonly countries: readonly string[];
  readonly language: string | null;
  readonly year: number | null;
  /** The runtime, at most `MAX_RUNTIME_MINUTES`. */
  readonly minutes: number | null;
  /** The rating, rounded down to half a point. */
  readonly points: number | null;
  readonly votes: number;
  /** The last year of a series: `LAST_YEAR` if it is still running, or 0 if unknown. */
  readonly seriesEnd: number | null;
  /** The status of a series, or `null` if it depends on the current date. */
  readonly status: Status | null;
  readonly tmdbGenres: readonly string[];
  /** The certificates, in the form that `certificateValue` returns. */
  readonly certificates: readonly string[];
  /** The companies as numbers (`numberOfName`). */
  readonly companies: readonly string[];
  readonly networks: readonly string[];
  /** The days, months and years in which the latest episodes air. */
  readonly aired: readonly string[];
}

export interface Facet<Value> {
  readonly name: FilterName;
  /** Whether forms show how many titles have each value of this facet. */
  readonly hasCounts: boolean;
  /** Builds the condition that a title has one of these values. */
  buildCondition(values: readonly Value[]): Condition;
  /** Parses values from a URL and builds a condition. Returns `null` if no value is valid. */
  parse(texts: readonly string[]): Condition | null;
  /** Returns the values of a title in the form in which they are counted. */
  getValues(title: FilterableTitle): readonly string[];
  getTokens(title: FilterableTitle): readonly string[];
  /** Returns TMDB's `discover` parameters for all conditions on this facet, or `null` if TMDB cannot apply them. */
  discover(kind: TitleKind, conditions: readonly Condition[]): DiscoverParameters | null;
}

export type DiscoverParameters = Readonly<Record<string, string>>;

/** The syntax of a value. A value is a whole parameter or one item of a list. */
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
  /**
   * Returns `discover` parameters for conditions, each of which is a list of alternative values. Absent if TMDB
   * cannot filter by this facet.
   */
  readonly discover?: (kind: TitleKind, values: readonly (readonly string[])[]) => DiscoverParameters | null;
  /** Returns `discover` parameters that exclude these values. */
  readonly discoverWithout?: (kind: TitleKind, values: readonly string[]) => DiscoverParameters | null;
  readonly hasCounts?: boolean;
  /** Whether the number of titles per value is counted when a catalog is loaded. Defaults to true. */
  readonly isCounted?: boolean;
}

/** Creates a facet whose values are names, of which a title may have several. */
export function createNameFacet<const Parameter extends Form<string>>(
  name: FilterName,
  description: Names<Parameter>,
): Facet<string> & { readonly parameter: Parameter } {
  const { parameter, toToken, getValues, hasCounts = false, isCounted = true } = description;
  const { discover = () => null, discoverWithout = () => null } = description;
  const buildCondition = (values: readonly string[]): Condition => {
    const [value = "", ...others] = values;
    return {
      facet: name,
      values,
      expression: anyOf(values.map((value) => quote(toToken(value)))),
      matches: (title) => getValues(title).some((value) => values.includes(value)),
      counted: isCounted && others.length === 0 ? { facet: name, first: value, last: value } : null,
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
  /** Returns `discover` parameters for a range. Absent if TMDB cannot filter by this facet. */
  readonly discover?: (kind: TitleKind, range: NumberRange) => DiscoverParameters;
  readonly hasCounts?: boolean;
}

/** Creates a facet that filters by ranges of a number. */
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
        ranges.map((range) => (range.first > range.last ? quote(NONE) : toExpression(range))),
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
      // TMDB accepts only one range per number, so several conditions can only be applied if they are equal.
      const [text = "", ...others] = new Set(conditions.flatMap(({ values }) => values));
      const value = parameter.parse(text);
      return value === null || others.length > 0 ? null : (discover?.(kind, toRange(value)) ?? null);
    },
  };
}

function isWithin(number: number | null, { first, last }: NumberRange): boolean {
  return number !== null && number >= first && number <= last;
}

export function exclude({ facet, values, expression, matches }: Condition): Condition {
  return {
    facet,
    values,
    expression: `(${quote(ANY)} NOT ${expression})`,
    matches: (title) => !matches(title),
    isExcluded: true,
    counted: null,
  };
}

/** Combines one or more conditions with "and". */
export function meetAll(conditions: readonly Condition[]): Condition {
  return combine(conditions, allOf, (title) => conditions.every(({ matches }) => matches(title)));
}

/** Combines one or more conditions with "or". */
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

/** The facts about a title that its facet values are computed from. */
export interface TitleFacts
  extends Pick<TitleRecord, "type" | "genres" | "countries" | "rating" | "runtime" | "year">,
    Pick<Facts, "certificates" | "companies" | "networks"> {
  readonly language: string | null;
  readonly votes: number | null;
  readonly series?: SeriesExtent | undefined;
  readonly status?: Status | undefined;
  /** The dates of the latest episodes. */
  readonly aired?: readonly string[] | undefined;
}

function deriveStatus({ last_year, in_production }: SeriesExtent): Status | null {
  if (last_year !== undefined || in_production === false) return "ended";
  return in_production ? "returning" : null;
}

/** Returns a certificate as a facet value. */
export function certificateValue({ country, certificate }: Certificate): string {
  return `${country} ${certificate}`.toLowerCase();
}

/** Creates a function that returns the facet values of a title. It remembers slugs, because names repeat. */
export function createFacetReader(): (facts: TitleFacts) => FilterableTitle {
  const slugs = new Map<string, string | null>();
  function getSlug(name: string): string | null {
    if (!slugs.has(name)) slugs.set(name, toFacetSlug(name));
    return slugs.get(name) ?? null;
  }
  const getSlugs = (names: readonly string[]) => [...new Set(names.flatMap((name) => toList(getSlug(name))))];
  return ({
    type,
    genres,
    countries,
    language,
    year,
    rating,
    runtime,
    votes,
    series = {},
    status,
    ...facts
  }) => {
    const minutes = Math.min(Math.floor(Number(runtime)), MAX_RUNTIME_MINUTES);
    return {
      kind: getSlug(type),
      genres: getSlugs(listGenres(genres)),
      countries: getSlugs(countries.split(", ")),
      language,
      year: year === "" ? null : Number(year),
      minutes: minutes > 0 ? minutes : null,
      points: rating === 0 ? null : Math.floor(rating * 2) / 2,
      votes: votes ?? 0,
      seriesEnd: type !== "series" ? null : series.in_production ? LAST_YEAR : (series.last_year ?? 0),
      status: type !== "series" ? null : (status ?? deriveStatus(series)),
      // This is a getter because only the loader needs the value, which takes longer to compute than all other values
      // together.
      get tmdbGenres() {
        return isKind(type) ? genreNumbers(type, genres).map(String) : [];
      },
      get certificates() {
        return (facts.certificates ?? []).map(certificateValue);
      },
      get companies() {
        return (facts.companies ?? []).map((name) => String(numberOfName(name)));
      },
      get networks() {
        return (facts.networks ?? []).map((name) => String(numberOfName(name)));
      },
      get aired() {
        return [...new Set((facts.aired ?? []).flatMap(listPeriods))];
      },
    };
  };
}

/**
 * Returns true if a rating has enough votes to be filtered by. 0 votes are also accepted, because they mean that the
 * source does not report votes.
 */
export function isSettled(votes: number): boolean {
  return votes === 0 || votes >= MIN_RATING_VOTES;
}

export const toList = <Value>(value: Value | null): readonly Value[] => (value === null ? [] : [value]);
