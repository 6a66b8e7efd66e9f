/**
 * People as rows: the credits of all titles, grouped by person, in the order of how well known the people are. A person
 * is known for the best-known titles, in the parts that are seen: a leading role more than a small one, a director more
 * than an assistant. Credits are sorted by a store, in memory or on disk, since there may be ten million.
 */
import type { Credits } from "../../../worker/contract/credits.ts";
import { type Credit, GROUPS, packFilmography } from "../../../worker/origins/catalog/filmography.ts";
import { personNames } from "../../../worker/origins/catalog/person-names.ts";
import type { Row, Table } from "./tables.ts";
import { OF_PEOPLE, Vocabulary } from "./vocabulary.ts";

/** One credit of a person. */
export interface CreditRow {
  readonly person: number;
  /** The rank of the title. */
  readonly title: number;
  /** Index of the group in `GROUPS`. */
  readonly part: number;
  /** Place in the group, from 0. */
  readonly place: number;
  readonly role: string;
  readonly name: string;
  /** "" when there is none. */
  readonly profile: string;
}

export interface GatheredPerson {
  readonly id: number;
  readonly fame: number;
  readonly name: string;
  readonly profile: string;
  readonly knownFor: string;
  readonly filmography: string;
}

/** Sorts what does not fit into memory. */
export interface PeopleStore {
  addCredit(row: CreditRow): void;
  /** By person, then by title, part and place. */
  credits(): Iterable<CreditRow>;
  addPerson(person: GatheredPerson): void;
  /** By fame, the greatest first. */
  people(): Iterable<GatheredPerson>;
}

/** What a source knows of a person beside the credits. */
export interface PersonDetails {
  readonly otherNames: readonly string[];
}

export function addCredits(store: PeopleStore, title: number, json: string): void {
  const credits: Partial<Credits> = JSON.parse(json);
  for (const [part, group] of GROUPS.entries()) {
    for (const [place, entry] of (credits[group] ?? []).entries()) {
      const { id: person, name, profile_path } = entry;
      const role = "character" in entry ? entry.character : entry.job;
      store.addCredit({ person, title, part, place, role, name, profile: profile_path ?? "" });
    }
  }
}

/** Rows of all people, and of the words of their names. */
export async function* peopleRows(
  store: PeopleStore,
  detailsOf: (id: number) => PersonDetails | null,
): AsyncGenerator<[Table, Row]> {
  let open: CreditRow[] = [];
  for (const row of store.credits()) {
    if (open[0] !== undefined && open[0].person !== row.person) {
      store.addPerson(gathered(open));
      open = [];
    }
    open.push(row);
  }
  if (open.length > 0) store.addPerson(gathered(open));
  await nextTurn();
  const vocabulary = new Vocabulary(OF_PEOPLE);
  let rank = 0;
  for (const { id, name, profile, knownFor, filmography } of store.people()) {
    if (rank === 0) await nextTurn();
    rank += 1;
    const otherNames = (detailsOf(id)?.otherNames ?? []).map((other) => other.replaceAll(/\s+/g, " ").trim());
    const { tokens, words } = personNames([name, ...otherNames], rank <= OF_PEOPLE.known);
    vocabulary.add(words, rank);
    yield ["person", [rank, id, name, profile, otherNames.join("\n"), knownFor, filmography]];
    yield ["person_index", [rank, tokens]];
  }
  yield* vocabulary.rows();
}

/**
 * Sorting takes seconds, in which the database closes its idle connection. The client has to notice that before the next
 * insert, which it would send there.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

const MAX_KNOWN_FOR = 3;

/** `rows`: all credits of a person, those of one title together. */
function gathered(rows: readonly CreditRow[]): GatheredPerson {
  const titles = [...Map.groupBy(rows, ({ title }) => title)].map(([title, credits]) => ({
    title,
    credits,
    // Two jobs on a title count once.
    fame: Math.max(...credits.map(visibility)) * renown(title),
  }));
  const best = titles.toSorted((a, b) => b.fame - a.fame || a.title - b.title).slice(0, MAX_KNOWN_FOR);
  const first = rows[0] as CreditRow;
  return {
    id: first.person,
    fame: titles.reduce((sum, { fame }) => sum + fame, 0),
    name: first.name,
    profile: rows.find(({ profile }) => profile !== "")?.profile ?? "",
    knownFor: titles.length === 1 ? "" : best.map(({ title }) => title).join(" "),
    filmography: packFilmography(
      titles.map(({ title, credits }) => ({ rank: title, credits: credits.map(creditOf) })),
    ),
  };
}

function creditOf({ part, role }: CreditRow): Credit {
  return { group: GROUPS[part] ?? "cast", role };
}

const DIRECTOR = GROUPS.indexOf("director");
const WRITER = GROUPS.indexOf("writer");

/** How much of a title's renown falls on a credit, 0 to 1. */
function visibility({ part, place, role }: CreditRow): number {
  if (part === 0) return 1 / (1 + place / 4);
  if (part === DIRECTOR) return role === "Director" ? 0.8 : 0.1;
  if (part === WRITER) return 0.4;
  return 0.1;
}

/** Of a title, from its rank: 1 for the first. */
function renown(rank: number): number {
  return (21 / (rank + 20)) ** 0.6;
}

/** For the catalogs of tests and for the starter catalog. */
export function peopleInMemory(): PeopleStore {
  const credits: CreditRow[] = [];
  const people: GatheredPerson[] = [];
  return {
    addCredit: (row) => credits.push(row),
    credits: () =>
      credits.sort(
        (a, b) => a.person - b.person || a.title - b.title || a.part - b.part || a.place - b.place,
      ),
    addPerson: (person) => people.push(person),
    people: () => people.sort((a, b) => b.fame - a.fame || a.id - b.id),
  };
}
