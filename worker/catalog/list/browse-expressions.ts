/** The filters of browsing as FTS5 expressions over the tokens of `store/browse-tokens.ts`. */
import {
  type BrowseFilters,
  COUNTED_FILTERS,
  type CountedFilter,
  type Fact,
  type FinerFilters,
  MAX_RATING,
  NOT_FINER,
  type NumberRange,
} from "../../contract/browse.ts";
import { fourDigits } from "../../contract/filter.ts";
import { allOf, anyOf, quoted, rangeExpression } from "../search/expressions.ts";
import {
  ANY,
  countryToken,
  decadeFact,
  genreToken,
  kindFact,
  languageToken,
  MOST_VOTES,
  minuteToken,
  pointsToken,
  SETTLED,
  tenMinutesToken,
  tmdbGenreToken,
  votesToken,
  weightToken,
  yearFact,
} from "../store/browse-tokens.ts";

/** The conditions of `BrowseFilters` as FTS5 expressions, in the order of `COUNTED_FILTERS`, and the others after them. */
export function conditionsOf(asked: BrowseFilters): Condition[] {
  const { filter, genre, country, language, minRating, runtime, finer = NOT_FINER } = asked;
  const { kind, years } = filter;
  const expressions: Readonly<Record<Exclude<Condition["filter"], "finer">, string | null>> = {
    kind: kind && quoted(kindFact(kind)),
    minRating:
      minRating === null ? null : `(${quoted(SETTLED)} AND ${anyOf(pointsFrom(minRating).map(points))})`,
    runtime: runtime && rangeExpression(runtime, MINUTES),
    genre: genre && quoted(genreToken(genre)),
    language: language && quoted(languageToken(language)),
    country: country && quoted(countryToken(country)),
    years: years && rangeExpression(years, YEARS),
  };
  const known = ([...COUNTED_FILTERS, "years"] as const).flatMap((filter) => {
    const expression = expressions[filter];
    return expression === null ? [] : [{ filter, expression }];
  });
  return [
    ...known,
    ...finerExpressions(finer).map((expression) => ({ filter: "finer", expression }) as const),
  ];
}

interface Condition {
  readonly filter: CountedFilter | "years" | "finer";
  readonly expression: string;
}

/** Titles that meet all conditions. */
export function expressionOf(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? quoted(ANY) : conditions.map(({ expression }) => expression).join(" AND ");
}

/** Titles that meet at least one filter of each list. */
export function expressionFor(wanted: readonly (readonly BrowseFilters[])[]): string {
  return allOf(wanted.map((some) => anyOf(some.map((filters) => `(${browseExpression(filters)})`))));
}

/** All conditions except the years, as an FTS5 expression. */
export function factsExpression(asked: BrowseFilters): string {
  return expressionOf(conditionsOf(asked).filter(({ filter }) => filter !== "years"));
}

/** All conditions, as an FTS5 expression. */
export function browseExpression(asked: BrowseFilters): string {
  return expressionOf(conditionsOf(asked));
}

const TOKENS: Readonly<Record<Fact[0], (value: string) => string>> = {
  country: countryToken,
  language: languageToken,
  "tmdb-genre": tmdbGenreToken,
};

/** Tokens of votes and ratings stand for ranges: titles in the first and last of them may not match (`isWithin`). */
function finerExpressions({ facts, otherThan, votes, rating }: FinerFilters): string[] {
  const one = (some: readonly Fact[]) => anyOf(some.map(([facet, value]) => quoted(TOKENS[facet](value))));
  const expressions = facts.map(one);
  if (otherThan.length > 0) expressions.push(`(${quoted(ANY)} NOT ${one(otherThan)})`);
  if (votes !== null) expressions.push(anyOf(votesIn(votes).map((first) => quoted(votesToken(first)))));
  if (rating !== null) {
    const points = pointsFrom(Math.floor(rating.first)).filter((at) => at <= rating.last);
    const unrated = rating.first === 0 ? [quoted(weightToken(""))] : [];
    expressions.push(anyOf([...unrated, ...points.map((at) => quoted(pointsToken(at)))]));
  }
  return expressions;
}

/** The first number of votes of each token that overlaps the range. */
function votesIn({ first, last }: NumberRange): number[] {
  const tens = Array.from({ length: String(MOST_VOTES).length }, (_, at) => 10 ** at);
  const starts = [0, ...tens.flatMap((ten) => Array.from({ length: 9 }, (_, at) => (at + 1) * ten))];
  return starts.filter((start, at) => start <= last && (starts[at + 1] ?? Infinity) > first);
}

const points = (points: number) => quoted(pointsToken(points));
const pointsFrom = (min: number) => Array.from({ length: MAX_RATING + 1 - min }, (_, at) => min + at);

/** Years that have many titles. */
const FIRST_POPULATED = 1_800;
const LAST_POPULATED = 2_099;

/** Whole decades, and single years. Prefixes only for sparse ranges: FTS5 merges their lists for each query. */
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
