/** Loads collections of titles. Leaves out adult titles, unless the requested title is one. */
import type { TitleCollection } from "../../contract/browse.ts";
import type { CollectionFact } from "../../contract/facts.ts";
import type { TitleQuery } from "../../contract/query.ts";
import { type Loaded, MISSING } from "../../source/loaded.ts";
import { COLLECTION, listMembers, selectCollection } from "../store/collections-sql.ts";
import type { TileRow } from "../store/filmography.ts";
import { titleOrMerged, titleWithId } from "../store/ids-sql.ts";
import { query } from "../store/read-queue.ts";
import { type CatalogReads, TILE } from "../store/statements.ts";
import { toCard } from "./people.ts";

const NAMED = `SELECT title.id, ${COLLECTION} AS collection FROM ${titleWithId("?1")} AS title WHERE title.id IS NOT NULL`;

const CARDS = `SELECT ${TILE} ${listMembers(selectCollection(titleOrMerged("?2")))}`;

interface NamedRow {
  readonly id: number;
  /** The collection as JSON, or `null` if the title belongs to none. */
  readonly collection: string | null;
}

/** Loads the collection that a title belongs to, with its titles in order of release. */
export async function loadCollection(
  { id, lang }: TitleQuery,
  { read }: CatalogReads,
): Promise<Loaded<TitleCollection>> {
  const { named, cards } = await read({
    named: query<NamedRow>(NAMED, id),
    cards: query<TileRow>(CARDS, lang, id),
  });
  const [title] = named;
  if (title === undefined || title.collection === null) return MISSING;
  const { number, name }: CollectionFact = JSON.parse(title.collection);
  const isAdult = cards.some((card) => card.id === title.id && card.is_adult === 1);
  const titles = cards.filter(({ is_adult }) => isAdult || is_adult === 0).map(toCard);
  return { value: { number, name, titles }, ids: { titles: titles.map((member) => member.id) } };
}

const FIRST = `SELECT title.id ${listMembers("?1")} LIMIT 1`;

/** Returns the id of the first title in a collection, or `null` if no collection has this number. */
export async function findCollection(number: number, { read }: CatalogReads): Promise<number | null> {
  const { titles } = await read({ titles: query<Pick<NamedRow, "id">>(FIRST, number) });
  return titles[0]?.id ?? null;
}
