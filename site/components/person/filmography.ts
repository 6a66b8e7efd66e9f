/** A person's credits, with each title once under the person's most important occupation in it. */
import type { FilmographyTitle, Person, PersonCredit } from "../../../worker/contract/people.ts";
import type { PageNotes } from "../../../worker/source/loaded.ts";
import { GROUPS, type Group, placeOf } from "../credits/groups.ts";

export interface Work {
  readonly title: FilmographyTitle;
  /** The person's occupations in the title, the most important first. */
  readonly groups: readonly Group[];
  /** Unique, non-empty roles. Jobs likewise. */
  readonly roles: readonly string[];
  /** The jobs by occupation, leading jobs first. */
  readonly jobs: readonly string[];
}

export interface Trade {
  readonly group: Group;
  /** The number of the person's titles in this occupation. */
  readonly count: number;
  /** The titles in which the person has no more important occupation. */
  readonly works: readonly Work[];
}

/** The order of occupations with equally many titles. Someone who directed all best-known titles is a director. */
const LEADING: readonly Group[] = ["director", "cast", "writer"];

/** Returns the occupations, starting with that of the best-known titles, then by number of titles. */
export function tradesOf({
  known_for: known,
  credits,
}: Pick<Person, "known_for" | "credits">): readonly Trade[] {
  const isKnown = new Set(known.map(({ id }) => id));
  const byGroup = Map.groupBy(credits, ({ group }) => group);
  const trades = GROUPS.map((group) => {
    const titles = new Set((byGroup.get(group) ?? []).map(({ title }) => title.id));
    return { group, count: titles.size, known: [...titles].filter((id) => isKnown.has(id)).length };
  })
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.known - one.known || leads(one, other) || other.count - one.count);
  const order = trades.map(({ group }) => group);
  const works = worksOf(credits, order);
  return trades.map(({ group, count }) => ({
    group,
    count,
    works: works.filter(({ groups }) => groups[0] === group),
  }));
}

export const FILM_ORDERS = ["known", "new", "old"] as const;
export type FilmOrder = (typeof FILM_ORDERS)[number];

/** Sorts works. `works` must be newest first, which remains the order if nothing is known to be popular. */
export function inOrder(
  works: readonly Work[],
  order: FilmOrder,
  { bestKnown }: PageNotes = {},
): readonly Work[] {
  if (order === "new" || (order === "known" && bestKnown === undefined)) return works;
  if (order === "old") {
    const dated = works.filter(({ title }) => title.year !== "");
    return [...dated.toReversed(), ...works.filter(({ title }) => title.year === "")];
  }
  const places = new Map(bestKnown?.map((id, at) => [id, at]));
  const placeOf = ({ title }: Work) => places.get(title.id) ?? places.size;
  return works.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the best-known titles, then others of the same occupation, newest first. */
export function titlesOf(person: Person): readonly FilmographyTitle[] {
  const [{ works } = { works: [] }] = tradesOf(person);
  const titles = new Map(works.map(({ title }) => [title.id, title]));
  const known = person.known_for.flatMap(({ id }) => titles.get(id) ?? []);
  return [...new Set([...known, ...titles.values()])];
}

type Counted = Pick<Trade, "group"> & { readonly known: number };

/** Returns true if an occupation without best-known titles precedes another, by its number of titles. */
function leads(one: Counted, other: Counted): number {
  if (one.known === 0) return 0;
  const [place = 0, otherPlace = 0] = [one, other].map(({ group }) => LEADING.indexOf(group));
  return (place < 0 ? LEADING.length : place) - (otherPlace < 0 ? LEADING.length : otherPlace);
}

/** Returns works in the order of the credits. */
function worksOf(credits: readonly PersonCredit[], order: readonly Group[]): readonly Work[] {
  const titles = Map.groupBy(credits, ({ title }) => title.id);
  return Array.from(titles.values(), (ofTitle) => {
    const groups = order.filter((group) => ofTitle.some((credit) => credit.group === group));
    const roles = ofTitle.flatMap((credit) => (credit.group === "cast" ? credit.character : []));
    const jobs = groups.flatMap((group) => jobsIn(group, ofTitle));
    return {
      title: (ofTitle[0] as PersonCredit).title,
      groups,
      roles: distinct(roles),
      jobs: distinct(jobs),
    };
  });
}

function jobsIn(group: Group, credits: readonly PersonCredit[]): string[] {
  return credits
    .flatMap((credit) => (credit.group === group && credit.group !== "cast" ? credit : []))
    .toSorted((one, other) => placeOf(one.group, one.job) - placeOf(other.group, other.job))
    .map(({ job }) => job);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "");
}
