/** Lists the latest releases among well-known titles, for the home page. */
import { toExpression } from "../../filters/facets.ts";
import type { LoadedList } from "../../source/loaded.ts";
import type { RecentQuery } from "../../source/shelves.ts";
import { setQuery } from "../store/read-queue.ts";
import { recordList } from "../store/records.ts";
import type { ListedRecordRow } from "../store/rows.ts";
import { type CatalogReads, LISTED_COLUMNS, LISTED_RECORD, RELEASED } from "../store/statements.ts";

/**
 * The number of titles to choose from, best known first. Sorting all titles of a year by date would read all of them
 * and show those that nobody knows.
 */
const MAX_CANDIDATES = 100;

/** Selects titles in the language ?1 that match the expression ?2 and are released by the day ?3. */
const LATEST = `
  SELECT ${LISTED_RECORD}
  FROM (SELECT rowid AS rank FROM catalog_browse WHERE catalog_browse MATCH ?2 ORDER BY rowid LIMIT ${MAX_CANDIDATES}) AS found
  CROSS JOIN catalog_title AS title ON title.rank = found.rank
  WHERE ${RELEASED} <= ?3 ORDER BY ${RELEASED} DESC, title.rank`;

export async function listRecent(
  { lang, conditions, limit }: RecentQuery,
  { read, today }: CatalogReads,
): Promise<LoadedList<never[]>> {
  const { titles } = await read({
    titles: setQuery<ListedRecordRow>(
      LISTED_COLUMNS,
      `${LATEST} LIMIT ${limit}`,
      lang,
      toExpression(conditions),
      today(),
    ),
  });
  return { ...recordList(titles), more: false };
}
