/**
 * The titles of the catalog for the sitemap, a part at a time in their order of popularity, which
 * is the rowid. A deployment that answers from an upstream has no list of titles.
 */
import type { Visit } from "../../worker/routes/visit.ts";

/** Titles in one part: with all languages of each well below the 50 MB that a part may have. */
const PART_SIZE = 2_000;

export interface ListedTitle {
  readonly id: number;
  readonly title: string;
  readonly year: string;
  /** Titles by language, where they are translated. */
  readonly translations: Readonly<Record<string, string>>;
}

interface Row {
  readonly id: number;
  readonly title: string;
  readonly year: string;
  readonly translations: string;
}

const LIST = `
  SELECT title.id,
    json_extract(title.record, '$.title') AS title,
    json_extract(title.record, '$.year') AS year,
    (SELECT json_group_object(lang, json_extract(record, '$.title'))
     FROM catalog_translation AS translated WHERE translated.rank = title.rank) AS translations
  FROM catalog_title AS title
  WHERE title.rank > ?1 AND title.rank <= ?2 AND title.is_adult = 0
  ORDER BY title.rank`;

/** The catalog, where it is what answers. */
function catalogOf(visit: Visit): D1Database | null {
  return visit.services().config.upstream === null ? (visit.env.CATALOG ?? null) : null;
}

export async function countParts(visit: Visit): Promise<number> {
  const last = await catalogOf(visit)
    ?.prepare("SELECT max(rank) AS last FROM catalog_title")
    .first<number>("last");
  return Math.ceil((last ?? 0) / PART_SIZE);
}

/** `part` from 1; past the end there are none. */
export async function listTitles(visit: Visit, part: number): Promise<ListedTitle[]> {
  const first = (part - 1) * PART_SIZE;
  const listed = await catalogOf(visit)
    ?.prepare(LIST)
    .bind(first, first + PART_SIZE)
    .all<Row>();
  return (listed?.results ?? []).map((row) => ({ ...row, translations: JSON.parse(row.translations) }));
}
