/**
 * Builds the rows of people: their credits on all titles, with the best-known people first. A person's fame depends
 * on the popularity of their titles and their visibility in the credits. A lead counts more than a small role, and a
 * director more than an assistant. Credits are sorted in memory or on disk, because there may be ten million.
 */

import {
  appendCredit,
  type CreditPosition,
  decodePosition,
  GROUPS,
  LAST_PLACE,
  packCredit,
  unpackRole,
} from "../../../worker/catalog/store/filmography.ts";
import { personNames } from "../../../worker/catalog/store/names.ts";
import { packRanks, toBucket } from "../../../worker/catalog/store/person-ids.ts";
import { placeAt, rankAt } from "../../../worker/catalog/store/ranks.ts";
import type { Credits } from "../../../worker/contract/credits.ts";
import type { Life } from "../../../worker/contract/facts.ts";
import { nameKey } from "../../../worker/text/fold.ts";
import type { Row, Table } from "./tables.ts";
import { OF_PEOPLE, Vocabulary } from "./vocabulary.ts";

/** The credits of a person on one title. */
export interface CreditsRow {
  readonly person: number;
  /** The title's rank. */
  readonly title: number;
  /** The fame that this title adds to the person. */
  readonly fame: number;
  /** The credits in the format of `filmography.ts`. */
  readonly credits: string;
  /** The name, or an empty string if an earlier row contains it. */
  readonly name: string;
  /** The path of the picture, or an empty string if there is none or an earlier row contains it. */
  readonly profile: string;
}

export interface GatheredPerson {
  readonly id: number;
  readonly fame: number;
  readonly name: string;
  readonly profile: string;
  /** The ranks of the titles, separated by commas. */
  readonly titles: string;
  readonly credits: string;
}

export interface StoredPerson extends GatheredPerson {
  readonly rank: number;
  /** The other names, separated by line breaks. */
  readonly otherNames: string;
  /** A `Life` as JSON, or an empty string if nothing is known. */
  readonly life: string;
}

/** Collects and sorts credits and people. */
export interface PeopleStore {
  addCredits(row: CreditsRow): void;
  /** Yields the rows of one person at a time. */
  credits(): Iterable<CreditsRow[]>;
  addPerson(person: GatheredPerson): void;
  /** Yields people, most famous first. */
  people(): Iterable<GatheredPerson>;
}

/** Details of a person that credits do not contain. */
export interface PersonDetails {
  readonly otherNames: readonly string[];
  readonly life?: Life;
}

interface Credited {
  /** The credits in the format of `filmography.ts`. */
  credits: string;
  visibility: number;
  readonly name: string;
  readonly profile: string;
}

interface TitleCredits {
  /** The title's rank. */
  readonly title: number;
  /**
   * Whether the title is an adult title. Adult titles add no fame and are listed last. A search by name does not find
   * people who only have adult titles.
   */
  readonly isAdult: boolean;
  /** The credits object as JSON. */
  readonly json: string;
}

export function addCredits(
  store: Pick<PeopleStore, "addCredits">,
  { title, isAdult, json }: TitleCredits,
): void {
  const groups: Partial<Credits> = JSON.parse(json);
  const people = new Map<number, Credited>();
  for (const [part, group] of GROUPS.entries()) {
    let place = 0;
    for (const entry of groups[group] ?? []) {
      const role = "character" in entry ? entry.character : entry.job;
      const standing = { part, place, isAdult };
      const credit = packCredit(standing, role);
      const seen = visibility(standing, role);
      const person = people.get(entry.id);
      if (person === undefined) {
        const { id, name, profile_path } = entry;
        people.set(id, { credits: credit, visibility: seen, name, profile: profile_path ?? "" });
      } else {
        person.credits = appendCredit(person.credits, credit);
        // Several jobs on the same title do not add up. The most visible one counts.
        person.visibility = Math.max(person.visibility, seen);
      }
      place += 1;
    }
  }
  const titleFame = computeFame(title);
  for (const [person, { credits, visibility, name, profile }] of people) {
    store.addCredits({ person, title, fame: visibility * titleFame, credits, name, profile });
  }
}

/** Called for each part of a person that does not fit into a row. */
export type IgnorePart = (id: number, reason: string, field: string, value: unknown) => unknown;

/** Yields the rows of all people and of the words in their names. `detailsOf` returns a person's details by id. */
export function* peopleRows(
  store: PeopleStore,
  detailsOf: (id: number) => PersonDetails | null,
  ignore: IgnorePart = () => {},
): Generator<[Table, Row]> {
  for (const rows of store.credits()) store.addPerson(gathered(rows, ignore));
  const vocabulary = new Vocabulary(OF_PEOPLE);
  const ids: number[] = [];
  for (const person of store.people()) {
    const { id, name } = person;
    const place = ids.push(id);
    const { otherNames = [], life } = detailsOf(id) ?? {};
    const names = listOtherNames({ name, otherNames }, (...fault) => ignore(id, ...fault));
    const stored = { ...person, rank: rankAt(place), otherNames: names.join("\n"), life: encodeLife(life) };
    const { rows, words } = personRows(stored);
    yield* rows;
    vocabulary.add(words, place);
  }
  yield* vocabulary.rows();
  yield* idRows(ids);
}

/** Returns a person's dates and places as JSON, or an empty string if nothing is known. */
export function encodeLife(life: Life = {}): string {
  return Object.keys(life).length === 0 ? "" : JSON.stringify(life);
}

/** Returns the rows of a person, and the words in their names. A person without fame is not in the index. */
export function personRows(person: StoredPerson): { rows: [Table, Row][]; words: Iterable<string> } {
  const { rank, id, fame, name, profile, otherNames, life, titles, credits } = person;
  const rows: [Table, Row][] = [["person", [rank, id, fame, name, profile, otherNames, titles, credits]]];
  if (life !== "") rows.push(["life", [id, life]]);
  if (fame === 0) return { rows, words: [] };
  const names = otherNames === "" ? [name] : [name, ...otherNames.split("\n")];
  const { tokens, words } = personNames(names, placeAt(rank));
  rows.push(["person_index", [rank, tokens]]);
  return { rows, words };
}

/** Yields the rows that map people's ids to ranks. `ids` must be sorted by rank. */
function* idRows(ids: readonly number[]): Generator<[Table, Row]> {
  const order = Uint32Array.from(ids.keys()).sort((one, other) => (ids[one] ?? 0) - (ids[other] ?? 0));
  let waiting: [number, number][] = [];
  for (const [at, place] of order.entries()) {
    const id = ids[place] ?? 0;
    waiting.push([id, rankAt(place + 1)]);
    const next = ids[order[at + 1] ?? -1];
    if (next !== undefined && toBucket(next) === toBucket(id)) continue;
    yield ["person_id", [toBucket(id), packRanks(waiting)]];
    waiting = [];
  }
}

/** The maximum total length of a person's other names in characters, so that a person fits into a row. */
const MAX_OTHER_NAMES = 4_000;

/** Returns the other names that fit into a row. Leaves out those that are written like the person's own name. */
export function listOtherNames(
  { name, otherNames }: { readonly name: string; readonly otherNames: readonly string[] },
  ignore: (reason: string, field: string, value: unknown) => unknown,
): string[] {
  if (otherNames.length === 0) return [];
  let length = 0;
  const own = nameKey(name);
  return [...new Set(otherNames.map((other) => other.replaceAll(/\s+/g, " ").trim()))].filter((other) => {
    if (nameKey(other) === own) return false;
    length += other.length;
    if (length > MAX_OTHER_NAMES) ignore("does not fit into the row of the person", "other name", other);
    return length <= MAX_OTHER_NAMES;
  });
}

/**
 * The maximum number of a person's titles, and the maximum size of their credits in bytes, so that a person fits into
 * a row.
 */
const MAX_TITLES = 5_000;
const MAX_BYTES = 1_500_000;

function gathered(rows: CreditsRow[], ignore: IgnorePart): GatheredPerson {
  const [only] = rows;
  if (only !== undefined && rows.length === 1) {
    const { person, fame, name, profile, title, credits } = only;
    return { id: person, fame, name, profile, titles: String(title), credits };
  }
  const id = only?.person ?? 0;
  const { kept, ...joined } = joinTitles(rows);
  for (const { credits } of rows.slice(kept.length))
    ignore(id, "does not fit into the row of the person", "credit", unpackRole(credits));
  return {
    ...joined,
    id,
    name: rows.find(({ name }) => name !== "")?.name ?? "",
    profile: rows.find(({ profile }) => profile !== "")?.profile ?? "",
  };
}

/** Sorts a person's titles by the fame that each adds, and joins those that fit into the row of the person. */
export function joinTitles<R extends Pick<CreditsRow, "title" | "fame" | "credits">>(titles: R[]) {
  titles.sort((one, other) => other.fame - one.fame || one.title - other.title);
  const kept = fitting(titles);
  return {
    kept,
    fame: titles.reduce((sum, { fame }) => sum + fame, 0),
    titles: kept.map(({ title }) => title).join(","),
    credits: kept.map(({ credits }) => credits).join("\n"),
  };
}

/** Returns the first rows that fit into a person's row, but at least one. */
function fitting<R extends Pick<CreditsRow, "credits">>(rows: readonly R[]): readonly R[] {
  let bytes = 0;
  const end = rows.findIndex(({ credits }, at) => {
    bytes += Buffer.byteLength(credits);
    return at >= MAX_TITLES || bytes > MAX_BYTES;
  });
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
}

const DIRECTOR = GROUPS.indexOf("director");
const WRITER = GROUPS.indexOf("writer");

/** Returns the share of a title's fame, from 0 to 1, that a credit adds to a person. */
function visibility({ part, place, isAdult }: CreditPosition, role: string): number {
  if (isAdult) return 0;
  if (part === 0) return 1 / (1 + Math.min(place, LAST_PLACE) / 4);
  if (part === DIRECTOR) return role === "Director" ? 0.8 : 0.1;
  if (part === WRITER) return 0.4;
  return 0.1;
}

/**
 * Returns the fame that a title adds to a person. `title` is the title's rank, and `credits` are the person's credits
 * on it.
 */
export function fameIn(title: number, credits: string): number {
  const seen = credits.split("\t").map((credit) => visibility(decodePosition(credit), unpackRole(credit)));
  return Math.max(...seen) * computeFame(title);
}

/** Returns the fame of the title with this rank. The most popular title has the fame 1. */
function computeFame(rank: number): number {
  return (21 / (placeAt(rank) + 20)) ** 0.6;
}

export function peopleInMemory(): PeopleStore {
  const credits = new Map<number, CreditsRow[]>();
  const people: GatheredPerson[] = [];
  return {
    addCredits(row) {
      const others = credits.get(row.person);
      if (others === undefined) credits.set(row.person, [row]);
      else others.push(row);
    },
    credits: () => credits.values(),
    addPerson: (person) => people.push(person),
    people: () => people.sort((a, b) => b.fame - a.fame || a.id - b.id),
  };
}
