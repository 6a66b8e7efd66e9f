/**
 * Loads people and the titles that several people have in common, and finds the title or person with an external id.
 * Leaves out adult titles unless they are requested.
 */

import { type ExternalSource, Life } from "../../contract/facts.ts";
import { parseJson } from "../../contract/json.ts";
import {
  type FilmographyTitle,
  type FindResponse,
  MAX_KNOWN_FOR,
  type Person,
  type PersonResult,
  pickImageSource,
  pickOtherNames,
  type SharedTitle,
} from "../../contract/people.ts";
import type { FindQuery, PersonQuery, SharedQuery } from "../../contract/query.ts";
import {
  filmographyNotes,
  filmographyTitles,
  type Loaded,
  type LoadedList,
  MISSING,
  peopleList,
} from "../../source/loaded.ts";
import type { PersonRow } from "../store/filmography.ts";
import {
  type CardRow,
  type FilmographyEntry,
  mainGroup,
  type StoredGroup,
  type TileRow,
  unpackFilmography,
} from "../store/filmography.ts";
import { type ExternalIdsRow, externalIds } from "../store/ids-sql.ts";
import { matchPersonId } from "../store/person-ids.ts";
import { query } from "../store/read-queue.ts";
import { factsOfRow } from "../store/records.ts";
import type { CatalogReads, NumberedId } from "../store/statements.ts";
import { MAX_PAGED, trendingPlace } from "./browse.ts";

/** The syntax of external ids that may also be the catalog's own ids. */
const NUMBERS: Partial<Record<ExternalSource, RegExp>> = {
  imdb: /^(tt|nm)0*(\d{1,10})$/,
  "tmdb-person": /^()(\d{1,10})$/,
};

async function readCards(lang: string, ranks: readonly number[], { read, people }: CatalogReads) {
  const { titles } = await read({ titles: people.cards(lang, [...new Set(ranks)]) });
  return new Map(titles.map((row) => [row.rank, row]));
}

export async function loadPerson(
  query: PersonQuery,
  { read, people: statements }: CatalogReads,
): Promise<Loaded<Person>> {
  const { id, lang, includeAdult } = query;
  const { people, cards } = await read({
    people: statements.person(id),
    cards: statements.cardsOf(lang, id),
  });
  const [row] = people;
  if (row === undefined) return MISSING;
  const entries = unpackFilmography(row.titles, row.credits);
  const visible = cards.filter(({ is_adult }) => includeAdult || is_adult === 0);
  const cardsByRank = new Map(visible.map((card) => [card.rank, card]));
  const person: Person = {
    ...toPersonResult(row, cardsByRank),
    ...pickImageSource(row.profile_path),
    ...(row.life !== null && parseJson(Life, row.life)),
    ...pickOtherNames(row.other_names.split("\n").filter((name) => name !== "")),
    known_for: knownFor(row, cardsByRank),
    credits: personCredits(entries, cardsByRank),
  };
  return {
    value: person,
    ids: { titles: filmographyTitles(person) },
    notes: filmographyNotes(
      visible
        .toSorted((one, other) => one.rank - other.rank)
        .map((card) => ({ ...card, facts: factsOfRow(card) })),
    ),
  };
}

export async function loadShared(
  { ids, lang }: SharedQuery,
  reads: CatalogReads,
): Promise<Loaded<readonly SharedTitle[]>> {
  const rows = await reads.read({ people: ids.map((id) => reads.people.person(id)) });
  const people = rows.people.flat().map((row) => {
    const filmography = unpackFilmography(row.titles, row.credits);
    return { row, entries: new Map(filmography.map(({ rank, credits }) => [rank, credits])) };
  });
  if (people.length < ids.length) return MISSING;
  const [first, ...others] = people;
  const ranks = [...(first?.entries.keys() ?? [])].filter((rank) =>
    others.every(({ entries }) => entries.has(rank)),
  );
  const titles = await readCards(lang, ranks, reads);
  const common = [...titles.values()]
    .filter(({ is_adult }) => is_adult === 0)
    .sort(compareNewest)
    .map(
      (card): SharedTitle => ({
        title: toCard(card),
        people: people.map(({ row: { id, name }, entries }) => ({
          id,
          name,
          credits: [...(entries.get(card.rank) ?? [])],
        })),
      }),
    );
  return { value: common, ids: { titles: common.map(({ title }) => title.id) } };
}

/** Selects the best-known people, with the year of their best-known title. */
const BEST_KNOWN = `
  SELECT person.rank,
    (SELECT year FROM catalog_title AS title WHERE title.rank = CAST(person.titles AS INTEGER)) AS year
  FROM catalog_person AS person WHERE fame > 0 ORDER BY person.rank LIMIT ${MAX_PAGED}`;

interface BestKnownQuery {
  readonly lang: string;
  readonly page: number;
  readonly limit: number;
  /** The current year. If set, people with newer titles come first, as in other trending lists. */
  readonly thisYear?: number;
}

/** Lists the best-known people, up to `MAX_PAGED`. */
export async function listBestKnown(
  { lang, page, limit, thisYear }: BestKnownQuery,
  reads: CatalogReads,
): Promise<LoadedList<readonly PersonResult[]>> {
  const { bestKnown } = await reads.read({
    bestKnown: query<{ rank: number; year: number | null }>(BEST_KNOWN),
  });
  const place = ({ rank, year }: (typeof bestKnown)[number]) =>
    thisYear === undefined ? rank : trendingPlace(rank, thisYear - (year ?? 0));
  const ranks = bestKnown.toSorted((one, other) => place(one) - place(other)).map(({ rank }) => rank);
  const end = page * limit;
  const { people } = await reads.read({ people: reads.people.byRank(ranks.slice(end - limit, end)) });
  const { cards } = await reads.read({ cards: selectCards(people, lang, reads) });
  return peopleList(addCards(people, cards), { notes: { list: { total: ranks.length } } });
}

/**
 * Finds a title or person by an external id. An id that a source provides takes precedence over a number derived from
 * our own id.
 */
export async function findById(
  query: FindQuery,
  { read, people }: CatalogReads,
): Promise<Loaded<FindResponse>> {
  const numbered = toNumberedId(query);
  const rows = await read({
    external: people.external(query),
    numbered: numbered === null ? [] : [people.numbered(numbered)],
  });
  const [row] = [...rows.external, ...rows.numbered.flat()];
  if (row === undefined) return MISSING;
  const { kind, id } = row;
  return { value: { kind, id }, ids: kind === "title" ? { titles: [id] } : { people: [id] } };
}

/** Converts an external id to a possible id of the catalog. Returns `null` if the syntax does not match. */
function toNumberedId({ source, external }: FindQuery): NumberedId | null {
  const [, prefix, number] = NUMBERS[source]?.exec(external) ?? [];
  if (number === undefined) return null;
  return { source, kind: prefix === "tt" ? "title" : "person", number: Number(number) };
}

/** Returns a query for the titles that each person is known for. */
export function selectCards(rows: readonly PersonRow[], lang: string, { people }: CatalogReads) {
  return people.cards(lang, [...new Set(rows.flatMap(knownRanks))]);
}

export function addCards(rows: readonly PersonRow[], cards: readonly CardRow[]): PersonResult[] {
  const cardsByRank = new Map(
    cards.filter(({ is_adult }) => is_adult === 0).map((card) => [card.rank, card]),
  );
  return rows.map((row) => toPersonResult(row, cardsByRank));
}

type Cards = ReadonlyMap<number, CardRow>;

const knownRanks = ({ known_for }: PersonRow) => known_for.split(",").slice(0, MAX_KNOWN_FOR).map(Number);

function toPersonResult(row: PersonRow, cards: Cards): PersonResult {
  const { id, name, profile_path } = row;
  return {
    id,
    name,
    profile_path: profile_path === "" ? null : profile_path,
    known_for: knownFor(row, cards),
  };
}

function knownFor(row: PersonRow, cards: Cards): PersonResult["known_for"] {
  return knownRanks(row)
    .flatMap((rank) => cards.get(rank) ?? [])
    .map(({ id, type, title, year }) => ({ id, type, title, year }));
}

function personCredits(entries: readonly FilmographyEntry[], cards: Cards): Person["credits"] {
  const entriesWithCard = entries.flatMap(({ rank, credits }) => {
    const card = cards.get(rank);
    return card === undefined ? [] : { card, credits };
  });
  return entriesWithCard
    .sort((a, b) => compareNewest(a.card, b.card))
    .flatMap(({ card, credits }) => {
      const title = toCard(card);
      return credits.map((credit) => ({ title, ...credit }));
    });
}

/**
 * Sorts titles by year, newest first. Unknown years come last, and titles of the same year are sorted by popularity.
 */
function compareNewest(a: CardRow, b: CardRow): number {
  return Number(b.year) - Number(a.year) || a.rank - b.rank;
}

export function toCard({ id, type, title, original_title, year, poster }: TileRow): FilmographyTitle {
  return { id, type, title, original_title, year, poster };
}

/** The facts about a person in the lists of TMDB's API. */
export interface PersonFacts {
  readonly id: number;
  readonly name: string;
  readonly profile_path: string | null;
  /** The person's ids in other sources. */
  readonly external: Partial<Record<ExternalSource, string>>;
  /** The group that most of the person's best-known credits belong to. */
  readonly trade: StoredGroup;
  readonly fame: number;
}

interface FactsRow extends ExternalIdsRow, Pick<PersonFacts, "name" | "profile_path" | "fame"> {
  /** The packed credits on the best-known titles. The last one may be incomplete. */
  readonly credits: string;
}

const FACTS = `
  SELECT person.id, name, nullif(profile_path, '') AS profile_path, substr(credits, 1, 500) AS credits, fame, ${externalIds("person", "person.id")}
  FROM json_each(?1) AS asked CROSS JOIN catalog_person AS person ON ${matchPersonId("asked.value")}`;

/** Loads facts about people. Leaves out people who do not exist. */
export async function loadPersonFacts(
  ids: readonly number[],
  { read }: CatalogReads,
): Promise<PersonFacts[]> {
  const { people } = await read({ people: query<FactsRow>(FACTS, JSON.stringify(ids)) });
  return people.map(({ external, credits, ...row }) => ({
    ...row,
    external: JSON.parse(external),
    trade: mainGroup(credits),
  }));
}
