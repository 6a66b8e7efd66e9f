/**
 * Compares a title with another one for "More like this": how alike they are, and what a visitor would say that they share.
 * Pure.
 */

import type { SharedTraits } from "../contract/browse.ts";

/** A title to compare. Genres and countries are their English names as in a record. */
export interface Comparable {
  readonly type: string;
  readonly year: string;
  readonly genres: string;
  readonly countries: string;
  readonly votes: number | null;
}

/** How much each name tells: few titles are westerns, and half of all are dramas. */
export type Telling = ReadonlyMap<string, number>;

export type SharedPerson = NonNullable<SharedTraits["person"]>;

export interface Comparison {
  /** The leading people that the titles share, the most important first. */
  readonly people: readonly SharedPerson[];
  readonly genres: Telling;
  readonly countries: Telling;
}

/** A shared country is worth naming if fewer than one of so many titles has it. */
const TELLING_COUNTRY = Math.log(8);
const MAX_SHARED_GENRES = 2;

const namesIn = (joined: string) => joined.split(", ").filter((name) => name !== "");
const decadeOf = ({ year }: Comparable) => (year === "" ? null : `${year.slice(0, 3)}0`);

function sharedNames(names: string, others: string, telling: Telling): string[] {
  const common = namesIn(names).filter((name) => namesIn(others).includes(name));
  return sortByTelling(common, telling);
}

export function sortByTelling(names: readonly string[], telling: Telling): string[] {
  return names.toSorted((one, other) => (telling.get(other) ?? 0) - (telling.get(one) ?? 0));
}

/** Returns what is worth naming of what the titles share. */
export function describeShared(
  own: Comparable,
  other: Comparable,
  { people: [person], genres, countries }: Comparison,
): SharedTraits {
  const decade = decadeOf(own);
  const [country] = sharedNames(own.countries, other.countries, countries);
  return {
    ...(person && { person: { role: person.role, name: person.name } }),
    genres: sharedNames(own.genres, other.genres, genres).slice(0, MAX_SHARED_GENRES),
    ...(decade !== null && decade === decadeOf(other) && { decade }),
    ...(country !== undefined && (countries.get(country) ?? 0) > TELLING_COUNTRY && { country }),
  };
}

/** Alike titles share at least so many of main genre, decade, country and a leading person; one more if their kinds differ. */
const MIN_SHARED = 2;
/** Beside a title with so many votes, one with less than this share of them is hardly known. */
const WELL_KNOWN = 1_000;
const MIN_VOTES = 1 / 10;

/** Returns true if a visitor would see why the other title is listed beside this one. */
export function areAlike(
  own: Comparable,
  other: Comparable,
  { people }: Pick<Comparison, "people">,
): boolean {
  const [votes, otherVotes] = [own.votes ?? 0, other.votes ?? 0];
  if (votes >= WELL_KNOWN && otherVotes < votes * MIN_VOTES) return false;
  const [mainGenre] = namesIn(own.genres);
  const decade = decadeOf(own);
  const known = [mainGenre, decade, own.countries || null].filter((trait) => trait != null).length;
  const shared = [
    mainGenre !== undefined && namesIn(other.genres).includes(mainGenre),
    decade !== null && decade === decadeOf(other),
    namesIn(own.countries).some((name) => namesIn(other.countries).includes(name)),
    people.length > 0,
  ].filter(Boolean).length;
  return shared >= Math.min(known, MIN_SHARED + (own.type === other.type ? 0 : 1));
}

/** Titles that are so many years apart share no time. */
const MAX_YEARS = 20;

/** Rates how alike two titles are: up to 5 for genres, 2 for the kind and for the time, and more for a rare country, people and votes. */
export function rateLikeness(
  own: Comparable,
  other: Comparable,
  { people, genres, countries }: Comparison,
): number {
  const weigh = (names: readonly string[]) => names.reduce((sum, name) => sum + (genres.get(name) ?? 0), 0);
  const common = weigh(sharedNames(own.genres, other.genres, genres));
  const all = weigh(namesIn(own.genres)) + weigh(namesIn(other.genres)) - common;
  const isDated = own.year !== "" && other.year !== "";
  const years = isDated ? Math.abs(Number(own.year) - Number(other.year)) : MAX_YEARS;
  const [country = ""] = sharedNames(own.countries, other.countries, countries);
  return (
    (5 * common) / (all || 1) +
    (own.type === other.type ? 2 : 0) +
    2 * Math.max(0, 1 - years / MAX_YEARS) +
    (3 / 4) * (countries.get(country) ?? 0) +
    people.length +
    Math.log10(1 + (other.votes ?? 0))
  );
}
