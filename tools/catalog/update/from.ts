/**
 * Compares a source with the live catalog by a hash of each title. The hashes of the whole catalog are kept in
 * memory.
 */
import { type Connection, query } from "../load/statements.ts";
import type { TitlesById } from "../sources/chosen.ts";
import type { CatalogChange } from "./lines.ts";
import { hashTitle } from "./plan.ts";

/** The number of titles in one read, about half a megabyte. */
const PAGE = 20_000;

/**
 * Returns the changes that make the catalog match the source. Calls `report` with the number of titles compared so
 * far.
 */
export async function differentTitles(live: Connection, source: TitlesById, report: (count: number) => void) {
  const stored = new Map<number, number>();
  for (let rank = 0; ; ) {
    const sql = `SELECT rank, id, hash FROM catalog_title WHERE rank > ?1 + 0 ORDER BY rank LIMIT ${PAGE}`;
    const [rows = []] = await query<Record<"rank" | "id" | "hash", number>>(live, [{ sql, parameter: rank }]);
    for (const { id, hash } of rows) stored.set(id, hash);
    rank = rows.at(-1)?.rank ?? rank;
    if (rows.length < PAGE) break;
  }
  const put: number[] = [];
  let count = 0;
  for (const id of source.titleIds()) {
    if (stored.get(id) !== hashTitle(source.title(id))) put.push(id);
    stored.delete(id);
    count += 1;
    report(count);
  }
  const removed = [...stored.keys()];
  return {
    put: put.length,
    removed: removed.length,
    /**
     * Yields the changes. Puts are sorted by id, because the title with the smallest id keeps an external id that
     * several titles claim.
     */
    *changes(): Generator<CatalogChange> {
      for (const id of removed) yield { op: "remove", kind: "title", id };
      for (const id of put) yield { op: "put", kind: "title", id, ...source.title(id) };
    },
  };
}
