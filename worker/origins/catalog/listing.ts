/**
 * The titles of the catalog as addresses need them: all of them, a part at a time in their order
 * of popularity, for the sitemap; one of them in every language, for the links between languages.
 */
import { openSession } from "./session.ts";

/** Titles in one part: with all languages of each well below the 50 MB that a part may have. */
const PART_SIZE = 2_000;

export interface ListedTitle {
  readonly id: number;
  readonly title: string;
  readonly year: string;
  /** Titles by language, where they are translated. */
  readonly translations: Readonly<Record<string, string>>;
}

/** Rejects when the catalog cannot be read. */
export interface Listing {
  /** How many parts there are. */
  parts(): Promise<number>;
  /** The titles of a part, from 1; none past the end. Titles for adults are not listed. */
  part(number: number): Promise<ListedTitle[]>;
  /** `null`: there is no such title. */
  title(id: number): Promise<ListedTitle | null>;
}

interface Row {
  readonly id: number;
  readonly title: string;
  readonly year: string;
  readonly translations: string;
}

const LISTED = `
  SELECT title.id,
    json_extract(title.record, '$.title') AS title,
    json_extract(title.record, '$.year') AS year,
    (SELECT json_group_object(lang, json_extract(record, '$.title'))
     FROM catalog_translation AS translated WHERE translated.rank = title.rank) AS translations
  FROM catalog_title AS title`;

/** The rowid is the rank, and ranks have no gaps. */
const PART = `${LISTED} WHERE title.rank > ?1 AND title.rank <= ?2 AND title.is_adult = 0 ORDER BY title.rank`;

export function catalogListing(database: D1Database): Listing {
  const { statement, rows } = openSession(database);
  return {
    async parts() {
      const [row] = await rows<{ last: number | null }>(
        statement("SELECT max(rank) AS last FROM catalog_title"),
      );
      return Math.ceil((row?.last ?? 0) / PART_SIZE);
    },

    async part(number) {
      const first = (number - 1) * PART_SIZE;
      return (await rows<Row>(statement(PART, first, first + PART_SIZE))).map(listedTitle);
    },

    async title(id) {
      const [row] = await rows<Row>(statement(`${LISTED} WHERE title.id = ?1`, id));
      return row === undefined ? null : listedTitle(row);
    },
  };
}

function listedTitle(row: Row): ListedTitle {
  return { ...row, translations: JSON.parse(row.translations) };
}
