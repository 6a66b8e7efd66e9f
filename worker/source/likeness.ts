/** Compares two titles for "More like this": how similar they are, and which common traits to mention. */

import type { SharedTraits } from "../contract/browse.ts";
import { listGenres } from "../text/genres.ts";

/** A title to compare, with English names of genres and countries. */
export interface Comparable {
  readonly type: string;
  readonly year: string;
  readonly genres: string;
  readonly countries: string;
  readonly votes: number | null;
}

/** The weight of each genre or country. Rare ones weigh more: few titles are westerns, but half are dramas. */
export type Telling = ReadonlyMap<string, number>;

export type SharedPerson = NonNullable<SharedTraits["person"]>;

export interface Comparison {
  /** The leading people of both titles, most important first. */
  readonly people: readonly SharedPerson[];
  /** Whether both titles belong to the same series of films. */
  readonly isSameSeries: boolean;
  readonly genres: Telling;
  readonly countries: Telling;
}

/** The minimum weight of a country worth mentioning. A country with an eighth of all titles has this weight. */
const TELLING_COUNTRY = Math.log(8);
const MAX_SHARED_GENRES = 2;

const namesIn = (joined: string) => joined.split(", ").filter((name) => name !== "");
const getDecade = ({ year }: Comparable) => (year === "" ? null : `${year.slice(0, 3)}0`);

function sharedNames(names: readonly string[], others: readonly string[], telling: Telling): string[] {
  const common = names.filter((name) => others.includes(name));
  return sortByTelling(common, telling);
}

export function sortByTelling(names: readonly string[], telling: Telling): string[] {
  return names.toSorted((one, other) => (telling.get(other) ?? 0) - (telling.get(one) ?? 0));
}

/** Returns the common traits to mention. */
export function describeShared(
  own: Comparable,
  other: Comparable,
  { people: [person], genres, countries }: Comparison,
): SharedTraits {
  const decade = getDecade(own);
  const [country] = sharedNames(namesIn(own.countries), namesIn(other.countries), countries);
  return {
    ...(person && { person: { role: person.role, name: person.name } }),
    genres: sharedNames(listGenres(own.genres), listGenres(other.genres), genres).slice(0, MAX_SHARED_GENRES),
    ...(decade !== null && decade === getDecade(other) && { decade }),
    ...(country !== undefined && (countries.get(country) ?? 0) > TELLING_COUNTRY && { country }),
  };
}

/**
 * The minimum number of traits that two titles must share. The traits are the main genre, the decade, the country and
 * a leading person. A film and a series must share one more.
 */
const MIN_SHARED = 2;
/** The number of votes that makes a title well known. A title similar to it needs at least a tenth of its votes. */
const WELL_KNOWN = 1_000;
const MIN_VOTES = 1 / 10;

/** Returns true if a visitor would understand why the other title is listed. */
export function areAlike(
  own: Comparable,
  other: Comparable,
  { people, isSameSeries }: Pick<Comparison, "people" | "isSameSeries">,
): boolean {
  if (isSameSeries) return true;
  const [votes, otherVotes] = [own.votes ?? 0, other.votes ?? 0];
  if (votes >= WELL_KNOWN && otherVotes < votes * MIN_VOTES) return false;
  const [mainGenre] = listGenres(own.genres);
  const decade = getDecade(own);
  const traitCount = [mainGenre, decade, own.countries || null].filter((trait) => trait != null).length;
  const shared = [
    mainGenre !== undefined && listGenres(other.genres).includes(mainGenre),
    decade !== null && decade === getDecade(other),
    namesIn(own.countries).some((name) => namesIn(other.countries).includes(name)),
    people.length > 0,
  ].filter(Boolean).length;
  return shared >= Math.min(traitCount, MIN_SHARED + (own.type === other.type ? 0 : 1));
}

/** The difference in years from which two titles get no points for a similar year. */
const MAX_YEARS = 20;

/** The points for each shared person. A director shapes a title more than an actor. */
const POINTS = { director: 3, writer: 2, actor: 1.5 } as const satisfies Record<SharedPerson["role"], number>;
const SAME_SERIES = 8;

/**
 * Rates how similar two titles are. The same series of films and shared people add the most points. Shared genres add
 * up to 5 points, the same kind adds 2 points, and a similar year adds up to 2 points. A rare shared country and many
 * votes also add points.
 */
export function rateLikeness(
  own: Comparable,
  other: Comparable,
  { people, genres, countries, isSameSeries }: Comparison,
): number {
  const weigh = (names: readonly string[]) => names.reduce((sum, name) => sum + (genres.get(name) ?? 0), 0);
  const common = weigh(sharedNames(listGenres(own.genres), listGenres(other.genres), genres));
  const all = weigh(listGenres(own.genres)) + weigh(listGenres(other.genres)) - common;
  const isDated = own.year !== "" && other.year !== "";
  const years = isDated ? Math.abs(Number(own.year) - Number(other.year)) : MAX_YEARS;
  const [country = ""] = sharedNames(namesIn(own.countries), namesIn(other.countries), countries);
  return (
    (5 * common) / (all || 1) +
    (own.type === other.type ? 2 : 0) +
    2 * Math.max(0, 1 - years / MAX_YEARS) +
    (3 / 4) * (countries.get(country) ?? 0) +
    people.reduce((sum, { role }) => sum + POINTS[role], 0) +
    (isSameSeries ? SAME_SERIES : 0) +
    Math.log10(1 + (other.votes ?? 0))
  );
}

/** The number of titles that a page shows, and the maximum number among them of the same series or maker. */
const SHOWN = 6;
const MAX_ALIKE = 3;

/** Moves titles back if too many of the first ones are of the same series or share the same director. */
export function balance<Rated extends Pick<Comparison, "people" | "isSameSeries">>(
  rated: readonly Rated[],
): Rated[] {
  const first: Rated[] = [];
  const later: Rated[] = [];
  const isMade = ({ people }: Rated) => people.some(({ role }) => role === "director");
  const isFull = (has: (one: Rated) => boolean) => first.filter(has).length >= MAX_ALIKE;
  for (const one of rated) {
    const isTooMany =
      (one.isSameSeries && isFull(({ isSameSeries }) => isSameSeries)) || (isMade(one) && isFull(isMade));
    (first.length < SHOWN && isTooMany ? later : first).push(one);
  }
  return [...first.slice(0, SHOWN), ...later, ...first.slice(SHOWN)];
}
