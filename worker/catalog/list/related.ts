/**
 * Loads the names of a title in all languages, and related titles: similar titles, which a load has found (`alike.ts`),
 * titles by its director and lead actors, and namesakes. Takes one round trip, and another one if a lead had other roles
 * on most of their best-known titles.
 */

import type { Related, SharedTraits } from "../../contract/browse.ts";
import { type Loaded, MISSING } from "../../source/loaded.ts";
import { furtherTitles, hasLeadRole } from "../../source/more-by.ts";
import type { RelatedQuery } from "../../source/source.ts";
import { alikeId, hasShelf, leadId, leadRole, listPacked, unpackShared } from "../store/alike.ts";
import { type FilmographyRow, type TileRow, unpackFilmography } from "../store/filmography.ts";
import { WHOLE } from "../store/names.ts";
import { matchPersonId } from "../store/person-ids.ts";
import { query } from "../store/read-queue.ts";
import { type CatalogReads, TILE } from "../store/statements.ts";
import { type ListedRow, selectListed, toListedTitle } from "./browse.ts";
import { toCard } from "./people.ts";

const MAX_NAMESAKES = 12;
/** The maximum number of titles to read per person. A page shows fewer, because some are already in another list. */
const MAX_OF_LEAD = 12;

const OWN = `${selectListed("rank", "record ->> 'genres' AS genres", "record ->> 'countries' AS countries")} WHERE title.id = ?1`;
interface OwnRow extends ListedRow {
  readonly rank: number;
  readonly genres: string;
  readonly countries: string;
}

/** Selects the leads of a title, with the filmographies of those who have a shelf. */
const LEADS = `
  SELECT lead.key AS place, lead.value AS packed, person.id, name,
    iif(${hasShelf("lead.value")}, titles, '') AS titles, iif(${hasShelf("lead.value")}, person.credits, '') AS credits
  FROM catalog_credits AS own CROSS JOIN json_each(${listPacked("own.leads")}) AS lead
  CROSS JOIN catalog_person AS person ON ${matchPersonId(leadId("lead.value"))}
  WHERE own.id = ?1 ORDER BY lead.key`;
interface LeadRow extends Pick<FilmographyRow, "id" | "name" | "titles" | "credits"> {
  readonly place: number;
  readonly packed: string;
}

/** Selects similar titles. An update may have removed some of them. */
const SIMILAR = `
  SELECT alike.value AS packed, ${TILE}
  FROM catalog_credits AS own CROSS JOIN json_each(${listPacked("own.similar")}) AS alike
  CROSS JOIN catalog_title AS title ON title.id = ${alikeId("alike.value")}
  WHERE own.id = ?2 AND is_adult = 0 ORDER BY alike.key`;
interface SimilarRow extends TileRow {
  readonly packed: string;
}

/** Returns SQL for titles in the language ?1. `ranksSql` selects their ranks. */
const selectTiles = (ranksSql: string, columns = TILE) => `
  SELECT ${columns} FROM (${ranksSql}) AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank
  WHERE is_adult = 0`;
const selectMade = (ranksSql: string) =>
  selectTiles(
    ranksSql,
    `${TILE}, title.record ->> 'rating' AS rating, title.record ->> 'runtime' AS runtime`,
  );
/** Selects the first titles of the leads who have a shelf. One of them may be the title itself. */
const OF_LEADS = `${selectMade(`
  SELECT DISTINCT listed.value AS rank
  FROM catalog_credits AS own CROSS JOIN json_each(${listPacked("own.leads")}) AS lead
  CROSS JOIN catalog_person AS person ON ${matchPersonId(leadId("lead.value"))}
  CROSS JOIN json_each('[' || titles || ']') AS listed
  WHERE own.id = ?2 AND ${hasShelf("lead.value")} AND listed.key <= ${MAX_OF_LEAD}`)} AND title.id <> ?2`;
const OF_RANKS = selectMade("SELECT value AS rank FROM json_each(?2)");
interface MadeRow extends TileRow {
  readonly rating: number;
  readonly runtime: string;
}

/** Selects titles whose display title has the same key, by popularity. */
const NAMESAKES = `
  ${selectTiles(`SELECT other.rank FROM catalog_title AS own CROSS JOIN catalog_key AS other ON other.key = own.name_key
    WHERE own.id = ?2 AND claim = ${WHOLE} AND other.rank <> own.rank`)} LIMIT ${MAX_NAMESAKES}`;

export async function loadRelated(
  { id, lang, onlyNames }: RelatedQuery,
  { read }: CatalogReads,
): Promise<Loaded<Related>> {
  const titles = query<OwnRow>(OWN, id);
  if (onlyNames) {
    const [row] = (await read({ titles })).titles;
    if (row === undefined) return MISSING;
    const names = toListedTitle(row);
    return { value: { names, similar: [], further: [], namesakes: [] }, ids: { titles: [id] } };
  }
  const rows = await read({
    titles,
    leads: query<LeadRow>(LEADS, id),
    similar: query<SimilarRow>(SIMILAR, lang, id),
    ofLeads: query<MadeRow>(OF_LEADS, lang, id),
    namesakes: query<TileRow>(NAMESAKES, lang, id),
  });
  const [own] = rows.titles;
  if (own === undefined) return MISSING;
  const shelves = listShelves(rows.leads, own.rank);
  const unread = shelves.flatMap((shelf) => shelf.unread);
  const others =
    unread.length === 0
      ? []
      : (await read({ titles: query<MadeRow>(OF_RANKS, lang, JSON.stringify(unread)) })).titles;
  const byRank = new Map([...rows.ofLeads, ...others].map((row) => [row.rank, row]));
  const further = furtherTitles(
    id,
    shelves.map(({ role, name, ranks }) => ({
      role,
      name,
      titles: ranks
        .flatMap((rank) => byRank.get(rank) ?? [])
        .map((row) => ({ ...toCard(row), rating: row.rating, runtime: row.runtime })),
    })),
  );
  const traits = { ...own, leads: namesByPlace(rows.leads) };
  const similar = rows.similar.map((row) => ({
    ...toCard(row),
    shared: unpackShared(row.packed, traits, row.year),
  }));
  const namesakes = rows.namesakes.map(toCard);
  const shown = [...similar, ...namesakes, ...further.flatMap(({ titles }) => titles)];
  return {
    value: { names: toListedTitle(own), similar, further, namesakes },
    ids: { titles: [id, ...shown.map((other) => other.id)], people: rows.leads.map((lead) => lead.id) },
  };
}

/** Returns the leads by their places. A person without a row leaves a gap. */
function namesByPlace(rows: readonly LeadRow[]) {
  const leads: (NonNullable<SharedTraits["person"]> | undefined)[] = [];
  for (const { place, packed, name } of rows) leads[place] = { role: leadRole(packed), name };
  return leads;
}

/**
 * Returns the people who have a shelf, with the ranks of the other titles on which they had the same role. `unread` are
 * those that `OF_LEADS` does not select.
 */
function listShelves(rows: readonly LeadRow[], ownRank: number) {
  return rows.flatMap(({ packed, name, titles, credits }) => {
    const role = leadRole(packed);
    if (titles === "" || role === "writer") return [];
    const made = unpackFilmography(titles, credits)
      .map((entry, at) => ({ ...entry, isRead: at <= MAX_OF_LEAD }))
      .filter((entry) => entry.rank !== ownRank && hasLeadRole(role, entry.credits))
      .slice(0, MAX_OF_LEAD);
    const unread = made.filter(({ isRead }) => !isRead).map(({ rank }) => rank);
    return { role, name, ranks: made.map(({ rank }) => rank), unread };
  });
}
