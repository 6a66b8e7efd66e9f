/**
 * SQL for ids of merged titles, and for ids in other sources. D1 bills a lookup in `catalog_merged` even if it finds
 * nothing, so that table is only read if no title has the id.
 */

/** Returns SQL that selects the title with an id, or the title that it was merged into. */
export const titleOrMerged = (id: string) => `
  (SELECT id FROM catalog_title WHERE id = ${id}
   UNION ALL SELECT into_id FROM catalog_merged WHERE id = ${id} LIMIT 1)`;

/**
 * Returns SQL for the columns of the title with an id, or of the title that it was merged into. All columns are
 * `NULL` if there is no such title.
 */
export const titleWithId = (id: string) => `
  (SELECT coalesce(own.id, other.id) AS id, coalesce(own.rank, other.rank) AS rank,
     coalesce(own.record, other.record) AS record, coalesce(own.sources, other.sources) AS sources,
     coalesce(own.popularity, other.popularity) AS popularity, coalesce(own.type, other.type) AS type
   FROM (SELECT ${id} AS requested) LEFT JOIN catalog_title AS own ON own.id = requested
   LEFT JOIN catalog_merged AS merged ON merged.id = iif(own.id IS NULL, requested, NULL)
   LEFT JOIN catalog_title AS other ON other.id = into_id)`;

/** Returns an SQL condition that is true if the catalog uses the numbers of this source as ids. */
export const isNumbered = (source: string) =>
  `EXISTS (SELECT 1 FROM catalog_external WHERE source = ${source} AND external = 'number')`;

/**
 * Returns SQL for a JSON object with ids by source. A TMDB id that a source provides takes precedence over a number
 * derived from our own id. An IMDb id does not, because it is a second one.
 * Of several ids in one source, the smallest counts, because it is the oldest.
 */
export function externalIds(kind: "title" | "person", id: string): string {
  // IMDb ids have at least seven digits.
  const imdb = `json_object('imdb', printf('${kind === "title" ? "tt" : "nm"}%07d', ${id}))`;
  const numbers = `iif(${isNumbered("'imdb'")}, ${imdb}, '{}')`;
  const tmdb = `iif(${isNumbered("'tmdb-person'")}, json_object('tmdb-person', CAST(${id} AS TEXT)), '{}')`;
  // SQLite takes the other columns from the row with the minimum (sqlite.org/lang_select.html#bareagg).
  const provided = `(SELECT json_group_object(source, external) FROM (
    SELECT source, external, min(printf('%20s', external)) FROM catalog_external AS known
    WHERE known.kind = '${kind}' AND known.id = ${id} GROUP BY source))`;
  return `json_patch(${kind === "title" ? provided : `json_patch(${tmdb}, ${provided})`}, ${numbers}) AS external`;
}

export interface ExternalIdsRow {
  readonly id: number;
  readonly external: string;
}
