/** People after a change of one title: their filmographies, fame, ranks, names in the index, and packed cards. */
import type { StoredCard } from "../../../worker/origins/catalog/stored/filmography.ts";
import { creditsText, namesText, sumOf } from "../load/digest.ts";
import { addCredits, type CreditsRow, fameIn, fitting } from "../load/people.ts";
import type { Connection, Statement } from "../load/statements.ts";
import type { Row, Table } from "../load/tables.ts";
import { OF_PEOPLE } from "../load/vocabulary.ts";
import { cardsOf } from "./cards.ts";
import { difference, readRows } from "./live.ts";
import { findPlaces, freeRanks, isMisplaced, PEOPLE } from "./order.ts";
import { externalOf, type Person, personOf, READ_PEOPLE, rowsOf } from "./person.ts";
import { WordCounts, wordStatements } from "./words.ts";

/** A title as its people see it. */
export interface CreditedTitle {
  readonly rank: number;
  readonly isAdult: boolean;
  /** JSON; `null`: it has no credits. */
  readonly credits: string | null;
  readonly card: StoredCard;
}

const WITH_CARDS = `
  SELECT person.id FROM json_each(?1) AS asked CROSS JOIN catalog_person AS person ON person.id = asked.value
  WHERE EXISTS (SELECT 1 FROM catalog_person_cards AS packed WHERE packed.rank = person.rank)`;

interface PeopleChange {
  readonly statements: readonly Statement[];
  /** Ids of the people whose credits change, or the card of the title. */
  readonly concerned: readonly number[];
  /** What to add to their digests, if it is not 0; `null`: they have no title left. */
  readonly digests: ReadonlyMap<number, bigint | null>;
  /** For updates to compare, of those without a title: their ids in other sources stay. */
  readonly details: ReadonlyMap<number, bigint | null>;
}

export async function changePeople(
  live: Connection,
  before: CreditedTitle | null,
  after: CreditedTitle | null,
): Promise<PeopleChange> {
  const [old, next] = [creditsOf(before), creditsOf(after)];
  const all = [...new Set([...old.keys(), ...next.keys()])];
  const isRenamed = shownCard(before) !== shownCard(after);
  const isMoved = before?.rank !== after?.rank;
  const hasOtherCredits = (id: number) => shownCredits(old.get(id)) !== shownCredits(next.get(id));
  const concerned = all.filter((id) => isRenamed || hasOtherCredits(id));
  const changed = all.filter((id) => isMoved || hasOtherCredits(id));
  // The rows of the others stay, except packed cards.
  const others = isRenamed ? all.filter((id) => !changed.includes(id)) : [];
  const [packed = []] = await readRows(live, [WITH_CARDS], others);
  const written = [...changed, ...packed.map(({ id }) => Number(id))];
  if (written.length === 0) return { statements: [], concerned, digests: new Map(), details: new Map() };
  return { concerned, ...(await rewritten(live, { written, old, next, before, after })) };
}

interface Rewriting {
  readonly written: readonly number[];
  readonly old: ReadonlyMap<number, CreditsRow>;
  readonly next: ReadonlyMap<number, CreditsRow>;
  readonly before: CreditedTitle | null;
  readonly after: CreditedTitle | null;
}

async function rewritten(
  live: Connection,
  { written, old, next, before, after }: Rewriting,
): Promise<Omit<PeopleChange, "concerned">> {
  const [rows = [], cards = [], external = []] = await readRows(live, READ_PEOPLE, written);
  const stored = new Map(rows.map((row) => [Number(row.id), personOf(row)]));
  const packed = Map.groupBy(cards, ({ rank }) => Number(rank));
  const title = (after ?? before)?.card.card.id;
  const known = Map.groupBy(external, ({ id }) => Number(id));
  const changed = written.map((id) => {
    const person = stored.get(id) ?? null;
    return {
      person,
      wanted: withTitle(person, { id, old: before?.rank ?? null, next: next.get(id) ?? null }),
    };
  });
  const ranks = await ranksOf(live, changed);
  const was: [Table, Row][] = [];
  const is: [Table, Row][] = [];
  const words = new WordCounts();
  const digests = new Map<number, bigint | null>();
  const details = new Map<number, bigint | null>();
  for (const [at, { person, wanted }] of changed.entries()) {
    const own = person === null ? [] : (packed.get(person.rank) ?? []);
    if (person !== null) {
      was.push(...rowsOf(person, words, -1));
      for (const { lang, cards } of own)
        was.push(["person_cards", [person.rank, String(lang), String(cards)]]);
    }
    if (wanted === null) {
      if (person === null) continue;
      const ids = known.get(person.id);
      digests.set(person.id, null);
      details.set(person.id, ids === undefined ? null : sumOf(ids.map(externalOf)));
      continue;
    }
    const moved = { ...wanted, rank: ranks[at] ?? 0 };
    is.push(...rowsOf(moved, words, 1));
    for (const [lang, text] of await cardsOf(live, moved, { packed: own, after: after?.card ?? null }))
      is.push(["person_cards", [moved.rank, lang, text]]);
    const ids = person === null ? (known.get(moved.id) ?? []) : [];
    const more = sumOf([...textsOf(moved, title, next.get(moved.id)), ...ids.map(externalOf)]);
    const less = sumOf(textsOf(person, title, old.get(moved.id)));
    if (more !== less) digests.set(moved.id, more - less);
  }
  const vocabulary = await wordStatements(live, words, OF_PEOPLE);
  return { statements: [...difference(was, is), ...vocabulary], digests, details };
}

/** What readers see of the title in a filmography. */
function shownCard(title: CreditedTitle | null): string {
  if (title === null) return "";
  const { card, titles } = title.card;
  return JSON.stringify([{ ...card, rank: 0 }, titles]);
}

/** What a person's row takes from the credits of a title, without the title's rank. */
function shownCredits(row: CreditsRow | undefined): string {
  return row === undefined ? "" : JSON.stringify([row.credits, row.name, row.profile]);
}

/** The parts of a person's digest that a title changes. */
function textsOf(person: Person | null, title: number | undefined, row: CreditsRow | undefined): string[] {
  if (person === null) return [];
  return [namesText(person), ...(row === undefined ? [] : [creditsText(title, row.credits)])];
}

function creditsOf(title: CreditedTitle | null): Map<number, CreditsRow> {
  const found = new Map<number, CreditsRow>();
  if (title === null || title.credits === null) return found;
  const { rank, isAdult, credits } = title;
  const collect = { addCredits: (row: CreditsRow) => void found.set(row.person, row) };
  addCredits(collect, { title: rank, isAdult, json: credits });
  return found;
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

/** People whose places differ by a smaller share keep their order: with every title, all of its people change places. */
const TOLERANCE = 0.25;

/** A rank for each; people whose fame stays, or hardly changes, keep theirs. */
async function ranksOf(live: Connection, changed: readonly Changed[]): Promise<number[]> {
  const ranks = changed.map(({ person }) => person?.rank ?? 0);
  const moving = changed
    .map(({ person, wanted }, at) => ({ at, person, wanted }))
    .filter(({ person, wanted }) => wanted !== null && wanted.fame !== person?.fame)
    .sort((one, other) => comesBefore(one.wanted, other.wanted));
  const places = await findPlaces(
    live,
    PEOPLE,
    moving.map(({ wanted }) => [wanted?.fame ?? 0, wanted?.id ?? 0]),
  );
  const wrong = moving
    .map(({ at, person }, index) => ({ at, person, between: places[index] ?? { before: 0, after: null } }))
    .filter(({ person, between }) => person === null || isMisplaced(person.rank, between, TOLERANCE));
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
