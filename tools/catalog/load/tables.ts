/** The tables a load fills, under the names they have until the load is complete. */
import type { MigrationFile } from "./migrations.ts";

/** Columns in the order of a row; `rowid` of an index is the rank of the title or the person, of `alphabet` the place. */
export const COLUMNS = {
  title: ["rank", "id", "year", "type", "is_adult", "forms", "record"],
  candidate: ["rank", "year", "type", "is_adult", "forms"],
  translation: ["rank", "lang", "record"],
  credits: ["id", "record"],
  key: ["key", "claim", "rank"],
  index: ["rowid", "tokens"],
  word: ["word", "titles"],
  near: ["shortening", "words"],
  person: ["rank", "id", "name", "profile_path", "other_names", "titles", "credits"],
  person_cards: ["rank", "lang", "cards"],
  person_index: ["rowid", "tokens"],
  person_word: ["word", "titles"],
  person_near: ["shortening", "words"],
  browse: ["rowid", "tokens"],
  alphabet: ["rowid", "tokens"],
  place: ["place", "rank"],
  facet: ["facet", "value", "name", "movies", "series", "titles"],
  external: ["source", "external", "kind", "id"],
} as const;

/** Last columns that may be larger than a statement: they can be sent piece by piece (`sql.ts`). */
export const LARGE_COLUMNS: ReadonlySet<string> = new Set(["record", "credits", "cards"]);

export type Table = keyof typeof COLUMNS;
export type Row = readonly (string | number)[];

const TABLES = Object.keys(COLUMNS) as Table[];

/**
 * One statement for any number of rows: they come as one JSON parameter, since D1 takes at most 100. `jsonb_each` parses a row once
 * instead of twice, and is not in every version of SQLite.
 */
export function insertInto(
  table: Table,
  rows: string,
  each: "json_each" | "jsonb_each" = "json_each",
): string {
  const columns = COLUMNS[table];
  const values = columns.map((_, at) => `value ->> ${at}`);
  return `INSERT INTO next_${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM ${each}(${rows})`;
}

/** Empty tables beside those that are being read; what an interrupted load left is thrown away. */
export function beginning(migrations: readonly MigrationFile[]): string[] {
  const leftovers = TABLES.map((table) => `DROP TABLE IF EXISTS next_${table}`);
  const created = migrations
    .flatMap(({ statements }) => statements)
    .filter((statement) => /\bcatalog_\w/.test(statement))
    // The ids get their indexes after the rows.
    .map((statement) => statement.replaceAll(/\bcatalog_(\w+)/g, "next_$1").replace(" UNIQUE", ""));
  return [...leftovers, ...created, ...SMALL_PAGES];
}

/** Bytes. A rare word beside a common one then skips most of the common one's list: a sixth less time at a million titles. */
const SMALL_PAGES = ["next_index", "next_person_index"].map(
  (index) => `INSERT INTO ${index} (${index}, rank) VALUES ('pgsz', 512)`,
);

/**
 * Run after the last row, outside the switch: it makes searches faster and may take its time. Rows come by rank, and their
 * ids in no order: sorted at once they take a fifth of the time. An index keeps its name when its table is renamed, so that it
 * has the version in it.
 */
export function indexing(version: string): string[] {
  const ids = ["title", "person"].map(
    (table) => `CREATE UNIQUE INDEX ${table}_id_${version} ON next_${table} (id)`,
  );
  const optimized = ["next_index", "next_person_index", "next_browse", "next_alphabet"].map(
    (index) => `INSERT INTO ${index} (${index}) VALUES ('optimize')`,
  );
  return [...ids, ...optimized];
}

export interface LoadSummary {
  readonly version: string;
  readonly titles: number;
  readonly source: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The new tables take the place of the old: to be run as one transaction. */
export function switchTables({ version, titles, source, at }: LoadSummary): string[] {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  return [
    ...TABLES.flatMap((table) => [
      `DROP TABLE IF EXISTS catalog_${table}`,
      `ALTER TABLE next_${table} RENAME TO catalog_${table}`,
    ]),
    "DELETE FROM catalog",
    `INSERT INTO catalog (only, version, titles, source, loaded_at)
       VALUES (1, ${text(version)}, ${titles}, ${text(source)}, ${text(at)})`,
  ];
}
