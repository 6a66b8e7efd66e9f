/** People after a change of one title: their filmographies, fame, ranks, names in the index, and packed cards. */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import {
  type CardRow,
  MAX_READ_CARDS,
  packCards,
  type StoredCard,
} from "../../../worker/origins/catalog/stored/filmography.ts";
import { personNames } from "../../../worker/origins/catalog/stored/names.ts";
import { placeAt } from "../../../worker/origins/catalog/stored/ranks.ts";
import { addCredits, type CreditsRow, fameIn, fitting } from "../load/people.ts";
import type { Row, Table } from "../load/tables.ts";
import { OF_PEOPLE } from "../load/vocabulary.ts";
import { difference, type LiveCatalog, type Read, type Statement } from "./live.ts";
import { findBetween, freeRanks, isMisplaced, PEOPLE } from "./order.ts";
import { WordCounts, wordStatements } from "./words.ts";

/** A title as its people see it. */
export interface CreditedTitle {
  readonly rank: number;
  readonly isAdult: boolean;
  /** JSON; `null`: it has no credits. */
  readonly credits: string | null;
  readonly card: StoredCard;
}

/** A person as stored. */
interface Person {
  readonly rank: number;
  readonly id: number;
  readonly fame: number;
  readonly name: string;
  readonly profile: string;
  readonly otherNames: string;
  readonly titles: string;
  readonly credits: string;
}

const PEOPLE_BY_ID = `
  SELECT person.rank, person.id, fame, name, profile_path, other_names, titles, credits
  FROM json_each(?1) AS asked CROSS JOIN catalog_person AS person ON person.id = asked.value`;

export interface PeopleChange {
  readonly statements: readonly Statement[];
  /** Ids of the people whom the title concerns, and of those who have no title left. */
  readonly concerned: readonly number[];
  readonly removed: readonly number[];
}

export async function changePeople(
  live: LiveCatalog,
  before: CreditedTitle | null,
  after: CreditedTitle | null,
): Promise<PeopleChange> {
  const [old, next] = [creditsOf(before), creditsOf(after)];
  const concerned = [...new Set([...old.keys(), ...next.keys()])];
  if (concerned.length === 0) return { statements: [], concerned, removed: [] };
  const [rows = [], cards = []] = await live.batch([
    {
      sql: PEOPLE_BY_ID,
      parameter: concerned,
    },
    {
      sql: `SELECT packed.rank, lang, cards FROM json_each(?1) AS asked
        CROSS JOIN catalog_person AS person ON person.id = asked.value
        CROSS JOIN catalog_person_cards AS packed ON packed.rank = person.rank`,
      parameter: concerned,
    },
  ]);
  const stored = new Map(rows.map((row) => [Number(row.id), personOf(row)]));
  const packed = Map.groupBy(cards, ({ rank }) => Number(rank));
  const changed = concerned.map((id) => {
    const person = stored.get(id) ?? null;
    return {
      id,
      person,
      wanted: withTitle(person, { id, old: before?.rank ?? null, next: next.get(id) ?? null }),
    };
  });
  const ranks = await ranksOf(
    live,
    changed.map(({ person, wanted }) => ({ person, wanted })),
  );
  const was: [Table, Row][] = [];
  const is: [Table, Row][] = [];
  const words = new WordCounts();
  for (const [at, { person, wanted }] of changed.entries()) {
    const own = person === null ? [] : (packed.get(person.rank) ?? []);
    if (person !== null) {
      was.push(...rowsOf(person, words, -1));
      for (const { lang, cards } of own)
        was.push(["person_cards", [person.rank, String(lang), String(cards)]]);
    }
    if (wanted === null) continue;
    const moved = { ...wanted, rank: ranks[at] ?? 0 };
    is.push(...rowsOf(moved, words, 1));
    for (const [lang, text] of await cardsOf(live, moved, { packed: own, after: after?.card ?? null }))
      is.push(["person_cards", [moved.rank, lang, text]]);
  }
  const removed = changed.filter(({ wanted }) => wanted === null).map(({ id }) => id);
  const vocabulary = await wordStatements(live, words, OF_PEOPLE);
  return { statements: [...difference(was, is), ...vocabulary], concerned, removed };
}

/** Other names of a person; no statement for someone without credits. */
export async function renamePerson(live: LiveCatalog, id: number, otherNames: string): Promise<Statement[]> {
  const [rows = []] = await live.batch([
    {
      sql: PEOPLE_BY_ID,
      parameter: [id],
    },
  ]);
  const [person] = rows.map(personOf);
  if (person === undefined) return [];
  const words = new WordCounts();
  const rowsBefore = rowsOf(person, words, -1);
  const rowsAfter = rowsOf({ ...person, otherNames }, words, 1);
  return [...difference(rowsBefore, rowsAfter), ...(await wordStatements(live, words, OF_PEOPLE))];
}

function creditsOf(title: CreditedTitle | null): Map<number, CreditsRow> {
  const found = new Map<number, CreditsRow>();
  if (title === null || title.credits === null) return found;
  const { rank, isAdult, credits } = title;
  const collect = { addCredits: (row: CreditsRow) => void found.set(row.person, row) };
  addCredits(collect, { title: rank, isAdult, json: credits });
  return found;
}

function personOf(row: Read): Person {
  return {
    rank: Number(row.rank),
    id: Number(row.id),
    fame: Number(row.fame),
    name: String(row.name),
    profile: String(row.profile_path),
    otherNames: String(row.other_names),
    titles: String(row.titles),
    credits: String(row.credits),
  };
}

interface OneTitle {
  readonly id: number;
  /** The rank that the title had. */
  readonly old: number | null;
  readonly next: CreditsRow | null;
}

/** `null`: the person has no title left. */
function withTitle(person: Person | null, { id, old, next }: OneTitle): Person | null {
  const lines = person?.credits.split("\n") ?? [];
  const kept = (person?.titles.split(",") ?? []).flatMap((text, at) => {
    const [title, credits] = [Number(text), lines[at] ?? ""];
    return title === old ? [] : [{ title, credits, fame: fameIn(title, credits) }];
  });
  const all = next === null ? kept : [...kept, next];
  if (all.length === 0) return null;
  all.sort((one, other) => other.fame - one.fame || one.title - other.title);
  const entries = fitting(all);
  const isBest = next !== null && entries[0]?.title === next.title;
  const named = next !== null && (isBest || person === null) ? next : null;
  return {
    rank: person?.rank ?? 0,
    id,
    fame: all.reduce((sum, { fame }) => sum + fame, 0),
    name: named?.name || (person?.name ?? ""),
    profile: named?.profile || person?.profile || next?.profile || "",
    otherNames: person?.otherNames ?? "",
    titles: entries.map(({ title }) => title).join(","),
    credits: entries.map(({ credits }) => credits).join("\n"),
  };
}

interface Changed {
  readonly person: Person | null;
  readonly wanted: Person | null;
}

/** A rank for each; people whose fame stays, or hardly changes, keep theirs. */
async function ranksOf(live: LiveCatalog, changed: readonly Changed[]): Promise<number[]> {
  const ranks = changed.map(({ person }) => person?.rank ?? 0);
  const moving = changed
    .map(({ person, wanted }, at) => ({ at, person, wanted }))
    .filter(({ person, wanted }) => wanted !== null && wanted.fame !== person?.fame)
    .sort((one, other) => comesBefore(one.wanted, other.wanted));
  const places = await findBetween(
    live,
    PEOPLE,
    moving.map(({ wanted }) => ({ id, fame }) => {
      if (wanted === null) return true;
      return Number(fame) > wanted.fame || (Number(fame) === wanted.fame && Number(id) < wanted.id);
    }),
  );
  const wrong = moving
    .map(({ at, person }, index) => ({ at, person, between: places[index] ?? { before: 0, after: null } }))
    .filter(({ person, between }) => person === null || isMisplaced(person.rank, between));
  const free = await freeRanks(
    live,
    PEOPLE,
    wrong.map(({ between }) => between),
  );
  for (const [index, { at }] of wrong.entries()) ranks[at] = free[index] ?? 0;
  return ranks;
}

function comesBefore(one: Person | null, other: Person | null): number {
  return (other?.fame ?? 0) - (one?.fame ?? 0) || (one?.id ?? 0) - (other?.id ?? 0);
}

function rowsOf(person: Person, words: WordCounts, more: 1 | -1): [Table, Row][] {
  const { rank, id, fame, name, profile, otherNames, titles, credits } = person;
  const rows: [Table, Row][] = [["person", [rank, id, fame, name, profile, otherNames, titles, credits]]];
  if (fame === 0) return rows;
  const others = otherNames === "" ? [] : otherNames.split("\n");
  const names = personNames([name, ...others], placeAt(rank));
  words.add(names.words, more, placeAt(rank));
  rows.push(["person_index", [rank, names.tokens]]);
  return rows;
}

interface KnownCards {
  /** As stored before. */
  readonly packed: readonly Read[];
  readonly after: StoredCard | null;
}

/** Only people with many titles have packed cards. They are read from the titles when a person gets the first. */
async function cardsOf(live: LiveCatalog, { titles }: Person, { packed, after }: KnownCards) {
  const ranks = titles.split(",").map(Number);
  if (ranks.length <= MAX_READ_CARDS) return [];
  const cards = packed.length > 0 ? unpacked(packed) : await readCards(live, ranks);
  if (after !== null) cards.set(after.card.rank, after);
  return packCards(ranks.flatMap((rank) => cards.get(rank) ?? []));
}

function unpacked(rows: readonly Read[]): Map<number, StoredCard> {
  const byLanguage = new Map(rows.map(({ lang, cards }) => [String(lang), JSON.parse(String(cards))]));
  const cards: CardRow[] = byLanguage.get("en") ?? [];
  byLanguage.delete("en");
  return new Map(
    cards.map((card) => {
      const titles = [...byLanguage].flatMap(([lang, named]) =>
        named[card.rank] === undefined ? [] : [[lang, String(named[card.rank])] as const],
      );
      return [card.rank, { card, titles: Object.fromEntries(titles) }];
    }),
  );
}

async function readCards(live: LiveCatalog, ranks: readonly number[]): Promise<Map<number, StoredCard>> {
  const [titles = [], translations = []] = await live.batch([
    {
      sql: "SELECT rank, record FROM json_each(?1) AS asked CROSS JOIN catalog_title ON rank = asked.value",
      parameter: ranks,
    },
    {
      sql: `SELECT rank, lang, record ->> 'title' AS title
        FROM json_each(?1) AS asked CROSS JOIN catalog_translation ON rank = asked.value`,
      parameter: ranks,
    },
  ]);
  const named = Map.groupBy(translations, ({ rank }) => Number(rank));
  return new Map(
    titles.map((row) => {
      const rank = Number(row.rank);
      const { id, type, is_adult, title, original_title, year, poster }: TitleRecord = JSON.parse(
        String(row.record),
      );
      const others = (named.get(rank) ?? []).filter((other) => other.title !== title);
      return [
        rank,
        {
          card: { rank, id, type, is_adult, title, original_title, year, poster },
          titles: Object.fromEntries(others.map(({ lang, title }) => [String(lang), String(title)])),
        },
      ];
    }),
  );
}
