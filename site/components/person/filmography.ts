/**
 * Turns a person's credits into a list of titles. Each title has the person's occupations in it, most important
 * first.
 */
import type { FilmographyTitle, Person, PersonCredit } from "../../../worker/contract/people.ts";
import type { PageNotes } from "../../../worker/source/loaded.ts";
import { GROUPS, type Group, rankJob } from "../credits/groups.ts";

export interface Work {
  readonly title: FilmographyTitle;
  /** The person's occupations in this title, most important first. */
  readonly groups: readonly Group[];
  /** The person's roles in this title, without duplicates. */
  readonly roles: readonly string[];
  /** The person's jobs in this title, leading jobs first. */
  readonly jobs: readonly string[];
}

export interface Trade {
  readonly group: Group;
  /** The number of titles in which the person has this occupation. */
  readonly count: number;
}

export interface Filmography {
  /** The occupations of the person, most important first. */
  readonly trades: readonly Trade[];
  /** The titles in the order of the credits. Each title appears once. */
  readonly works: readonly Work[];
}

/**
 * The precedence of occupations that are equally frequent. Someone who directed and wrote all of their best-known
 * titles counts as a director.
 */
const LEADING: readonly Group[] = ["director", "cast", "writer"];

/**
 * Returns the occupations and titles of a person. The main occupation is the most frequent one in the best-known
 * titles. Further occupations follow by number of titles.
 */
export function readFilmography({
  known_for: known,
  credits,
}: Pick<Person, "known_for" | "credits">): Filmography {
  const isKnown = new Set(known.map(({ id }) => id));
  const byGroup = Map.groupBy(credits, ({ group }) => group);
  const trades = GROUPS.map((group) => {
    const titles = new Set((byGroup.get(group) ?? []).map(({ title }) => title.id));
    return { group, count: titles.size, known: [...titles].filter((id) => isKnown.has(id)).length };
  })
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.known - one.known || leads(one, other) || other.count - one.count);
  const order = trades.map(({ group }) => group);
  return {
    trades: trades.map(({ group, count }) => ({ group, count })),
    works: collectWorks(credits, order),
  };
}

export const FILM_ORDERS = ["new", "old", "known"] as const;
export type FilmOrder = (typeof FILM_ORDERS)[number];

/**
 * Sorts titles. `works` must be sorted from newest to oldest. For the order "known", they stay in that order if the
 * source does not report which titles are best known.
 */
export function sortWorks(
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
  const getPosition = ({ title }: Work) => places.get(title.id) ?? places.size;
  return works.toSorted((one, other) => getPosition(one) - getPosition(other));
}

/** The maximum number of works in a filmography that is shown as a grid without filters. */
export const FEW_WORKS = 7;

/** The maximum number of best-known works above a longer filmography. */
const MAX_BEST_KNOWN = 12;

/**
 * Returns the best-known titles according to the source, followed by other titles in which the person has the main
 * occupation.
 */
export function listBestKnown(
  { trades: [main], works }: Filmography,
  { known_for }: Pick<Person, "known_for">,
  notes: PageNotes = {},
): readonly Work[] {
  const byId = new Map(works.map((work) => [work.title.id, work]));
  const named = known_for.flatMap(({ id }) => byId.get(id) ?? []);
  const ranked = (notes.bestKnown ?? []).flatMap((id) => byId.get(id) ?? []);
  const others = ranked.filter(({ groups, roles }) => groups[0] === main?.group && !roles.some(isAsOneself));
  return [...new Set([...named, ...others])].slice(0, MAX_BEST_KNOWN);
}

/** Returns true if the role is an appearance as oneself, for example in a talk show or documentary. */
function isAsOneself(role: string): boolean {
  return /^(?:self|himself|herself|themselves)\b/i.test(role);
}

export interface Decade {
  /** The first year of the decade, or `null` for works without a year. */
  readonly start: number | null;
  readonly works: readonly Work[];
  readonly isOpen: boolean;
}

/** The maximum number of titles that are shown without collapsed decades. */
export const MAX_UNFOLDED = 40;

/** The maximum number of works that are listed without a search field. */
export const MAX_UNFILTERED = 20;

/**
 * Groups titles by decade. `works` must be sorted by year. Expands the first decade, and further ones until more than
 * `MAX_UNFOLDED` titles would be shown.
 */
export function groupByDecade(works: readonly Work[]): readonly Decade[] {
  let shown = 0;
  const decades = Map.groupBy(works, ({ title: { year } }) =>
    year === "" ? null : Number(year) - (Number(year) % 10),
  );
  return Array.from(decades, ([start, ofDecade], at) => {
    shown += ofDecade.length;
    return { start, works: ofDecade, isOpen: at === 0 || shown <= MAX_UNFOLDED };
  });
}

type Counted = Pick<Trade, "group"> & { readonly known: number };

/**
 * Compares the positions in `LEADING` of two occupations that are equally frequent in the best-known titles. Returns
 * 0 if neither occurs in these titles.
 */
function leads(one: Counted, other: Counted): number {
  if (one.known === 0) return 0;
  const [place = 0, otherPlace = 0] = [one, other].map(({ group }) => LEADING.indexOf(group));
  return (place < 0 ? LEADING.length : place) - (otherPlace < 0 ? LEADING.length : otherPlace);
}

/** Returns the titles in the order of the credits. `order` lists the person's occupations, most important first. */
function collectWorks(credits: readonly PersonCredit[], order: readonly Group[]): readonly Work[] {
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
    .toSorted((one, other) => rankJob(one.group, one.job) - rankJob(other.group, other.job))
    .map(({ job }) => job);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "");
}
