/** The tables that a load fills, named `next_` until the load is complete. */
import type { MigrationFile } from "./migrations.ts";

/** Columns in the order of a row. The `rowid` of an index is the rank of the title or person; in `alphabet`, the place. */
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

/** Last columns that may be larger than a statement and can be sent piece by piece (`sql.ts`). */
export const LARGE_COLUMNS: ReadonlySet<string> = new Set(["record", "credits", "cards"]);

export type Table = keyof typeof COLUMNS;
export type Row = readonly (string | number)[];

const TABLES = Object.keys(COLUMNS) as Table[];

/**
 * One statement for any number of rows, in one JSON parameter, since D1 accepts at most 100 parameters. `jsonb_each` parses
 * a row once instead of twice, but not every version of SQLite has it.
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

/** Creates empty tables beside the current ones, and drops what an interrupted load left. */
export function beginning(migrations: readonly MigrationFile[]): string[] {
  const leftovers = TABLES.map((table) => `DROP TABLE IF EXISTS next_${table}`);
  const created = migrations
    .flatMap(({ statements }) => statements)
    // Indexes come after the rows.
    .filter((statement) => /\bcatalog_\w/.test(statement) && !statement.includes("CREATE INDEX"))
    .map((statement) => statement.replaceAll(/\bcatalog_(\w+)/g, "next_$1").replace(" UNIQUE", ""));
  return [...leftovers, ...created, ...SMALL_PAGES];
}

/** In bytes. A rare word next to a common word then skips most of the common list: a sixth less time at a million titles. */
const SMALL_PAGES = ["next_index", "next_person_index"].map(
  (index) => `INSERT INTO ${index} (${index}, rank) VALUES ('pgsz', 512)`,
);

/**
 * Run after the last row, before the switch, since it may take long. Rows arrive by rank and their ids in no order: building
 * the index at the end takes a fifth of the time. An index keeps its name when its table is renamed, so the name contains
 * the version. Optimized full-text indexes make searches faster.
 */
export function indexing(version: string): string[] {
  const ids = ["title", "person"].map(
    (table) => `CREATE UNIQUE INDEX ${table}_id_${version} ON next_${table} (id)`,
  );
  const optimized = ["next_index", "next_person_index", "next_browse", "next_alphabet"].map(
    (index) => `INSERT INTO ${index} (${index}) VALUES ('optimize')`,
  );
  const external = `CREATE INDEX external_id_${version} ON next_external (kind, id)`;
  return [...ids, external, ...optimized];
}

/** A string literal of SQL. */
export const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

interface LoadSummary {
  readonly version: string;
  readonly titles: number;
  readonly source: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Replaces the old tables with the new ones. Run as one transaction. */
export function switchTables({ version, titles, source, at }: LoadSummary): string[] {
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
