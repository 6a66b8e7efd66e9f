/**
 * Selects the titles that changed titles are compared with: those of the same makers, those of the stored lists, and the
 * best known.
 */
import { alikeId, leadId, listPacked } from "../../../worker/catalog/store/alike.ts";
import { matchPersonId } from "../../../worker/catalog/store/person-ids.ts";
import { findMakers } from "../load/likeness.ts";
import type { PutTitle } from "./lines.ts";

export interface Compared {
  readonly id: number;
  readonly rank: number;
  readonly leads: string;
  readonly language: string | null;
  readonly votes: number | null;
  readonly record: string;
}

/** The number of titles to compare of each maker, and of the best known of all. */
const MAX_OF_MAKER = 12;
const BEST_KNOWN = 300;

/** Takes the ids of titles and makers as JSON. `makers` are the ids of the makers in new credits. */
export const COMPARED = `
  WITH own (leads, similar) AS (
    SELECT leads, similar FROM json_each(?1, '$.titles') CROSS JOIN catalog_credits AS credits ON credits.id = value),
  maker (id) AS (
    SELECT value FROM json_each(?1, '$.makers')
    UNION SELECT CAST(${leadId("value")} AS INTEGER) FROM own CROSS JOIN json_each(${listPacked("leads")})),
  found (rank) AS (
    SELECT rank FROM (SELECT rank FROM catalog_title ORDER BY rank LIMIT ${BEST_KNOWN})
    UNION SELECT listed.value FROM maker CROSS JOIN catalog_person AS person ON ${matchPersonId("maker.id")}
      CROSS JOIN json_each('[' || titles || ']') AS listed WHERE listed.key < ${MAX_OF_MAKER}
    UNION SELECT title.rank FROM own CROSS JOIN json_each(${listPacked("similar")}) AS alike
      CROSS JOIN catalog_title AS title ON title.id = ${alikeId("alike.value")})
  SELECT title.id, title.rank, coalesce(leads, '') AS leads, sources ->> 'language' AS language, sources ->> 'votes' AS votes,
    json_remove(title.record, '$.plot', '$.poster', '$.original_title') AS record
  FROM found CROSS JOIN catalog_title AS title USING (rank) LEFT JOIN catalog_credits AS credits USING (id)
  WHERE is_adult = 0`;

/** Returns the ids of the makers in the credits of a change. */
export const makersIn = ({ credits }: PutTitle): number[] =>
  credits == null ? [] : findMakers(JSON.parse(credits)).map(([, id]) => id);
