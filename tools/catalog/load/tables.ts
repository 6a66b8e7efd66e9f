/** The tables that a load fills, named `next_` until the load is complete. */
import { TOKENS_VERSION } from "../../../worker/catalog/store/names.ts";
import { GAP } from "../../../worker/catalog/store/ranks.ts";
import type { MigrationFile } from "./migrations.ts";

/** The columns in row order. An index's `rowid` is the rank of the title or person. */
export const COLUMNS = {
  title: ["rank", "id", "year", "type", "is_adult", "forms", "popularity", "hash", "sources", "record"],
  candidate: ["rank", "year", "type", "is_adult", "forms"],
  translation: ["rank", "lang", "record"],
  credits: ["id", "record"],
  key: ["key", "claim", "rank"],
  index: ["rowid", "tokens"],
  word: ["word", "titles"],
  near: ["shortening", "words"],
  person: ["rank", "id", "fame", "name", "profile_path", "other_names", "titles", "credits"],
  life: ["id", "facts"],
  person_id: ["bucket", "ranks"],
  person_index: ["rowid", "tokens"],
  person_word: ["word", "titles"],
  person_near: ["shortening", "words"],
  browse: ["rowid", "tokens"],
  facet: ["facet", "value", "name", "movies", "series", "titles"],
  external: ["source", "external", "kind", "id"],
  merged: ["id", "into_id"],
  collection: ["number", "title", "giver", "name"],
  season: ["id", "season", "last_aired", "names", "overview", "episodes"],
} as const;

/** The last columns that may exceed a statement and are sent in pieces (`sql.ts`). */
export const LARGE_COLUMNS: ReadonlySet<string> = new Set(["record", "credits", "episodes"]);

export type Table = keyof typeof COLUMNS;
export type Row = readonly (string | number)[];

const TABLES = Object.keys(COLUMNS) as Table[];

/**
 * The number of first columns that identify a row, if more than one. Full-text indexes use the rowid and all tokens.
 */
const KEYS: Readonly<Partial<Record<Table, number>>> = {
  translation: 2,
  key: 3,
  index: 2,
  person_index: 2,
  browse: 2,
  facet: 2,
  external: 2,
  collection: 3,
  season: 2,
};

/** Returns a row's key, or the key's column names. */
export const rowKey = <Value>(table: Table, row: readonly Value[]) => row.slice(0, KEYS[table] ?? 1);

/** The prefix of tables: `next` during a load, `catalog` afterwards. */
export type Prefix = "next" | "catalog";

/** Returns SQL for the values of a `json_each` row. */
export const valuesOf = (columns: readonly unknown[]) => columns.map((_, at) => `value ->> ${at}`).join(", ");

/** Statements that each touch a bounded number of rows. They run one at a time, never in one transaction. */
type Steps = readonly string[];

export const dropping = (names: readonly string[]): Steps =>
  names.map((name) => `DROP TABLE IF EXISTS ${name}`);

/** Tables that an interrupted load may have left. */
export const LEFTOVERS = ["next", "old"].flatMap((prefix) => TABLES.map((table) => `${prefix}_${table}`));

/**
 * Returns statements that create empty tables next to the current ones, with their indexes. Building an index at the
 * end takes a third of the CPU time, but in one statement that reads the whole table. Renaming a table keeps its
 * index's name, which therefore contains the version.
 */
export function beginning(migrations: readonly MigrationFile[], version: string): string[] {
  const created = creating(migrations).map((statement) =>
    statement
      .replace(/\bINDEX catalog_(\w+)/, `INDEX $1_${version}`)
      .replaceAll(/\bcatalog_(\w+)/g, "next_$1"),
  );
  return [...created, ...SMALL_PAGES];
}

/** Returns the statements that create a load's tables and indexes. */
function creating(migrations: readonly MigrationFile[]): string[] {
  const all = migrations.flatMap(({ statements }) => statements);
  return all.filter((statement) => /\b(?:TABLE|INDEX) catalog_\w/.test(statement));
}

/**
 * A page size in bytes. With small pages, a rare word next to a common word skips most of the common list, which
 * saves a sixth of the time at a million titles.
 */
const SMALL_PAGES = ["next_index", "next_person_index"].map(
  (index) => `INSERT INTO ${index} (${index}, rank) VALUES ('pgsz', 512)`,
);

/** Full-text indexes with their page sizes in bytes: FTS5's default, or a small one. */
const PAGES = { index: 512, person_index: 512, browse: 4_050 } as const satisfies Partial<
  Record<Table, number>
>;
/**
 * The number of bytes that a statement merges. It completes the current word, which takes up to one more byte per
 * title.
 */
const MERGED = 1_000_000;
/** Index bytes per byte of tokens. At most 1.16 was measured with 10,000 to a million made-up titles. */
const INDEXED = 2;

/**
 * Merges the segments of the full-text indexes into one, which makes searches faster, like FTS5's "optimize", but in steps
 * (sqlite.org/fts5.html, "The 'merge' Command": a negative number begins or continues). Further steps change nothing, so the
 * number of steps is an upper bound. `tokens`: bytes written to each table.
 */
export function merging(tokens: (table: Table) => number): Steps {
  return Object.entries(PAGES).flatMap(([table, page]) => {
    const steps = 1 + Math.ceil((tokens(table as Table) * INDEXED) / MERGED);
    const merge = `INSERT INTO next_${table} (next_${table}, rank) VALUES ('merge', ${-Math.ceil(MERGED / page)})`;
    return Array<string>(steps).fill(merge);
  });
}

/** Tables with a secondary index, whose entry D1 bills as another row (d1/platform/pricing). */
const WITH_INDEX: ReadonlySet<Table> = new Set(["title", "external", "collection"]);

/** Returns the rows that D1 bills, including full-text indexes, as measured with `meta.rows_written`. */
export const rowsWritten = (table: Table, rows: number) => rows * (WITH_INDEX.has(table) ? 2 : 1);

/** Returns an SQL string literal. */
export const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

interface LoadSummary {
  readonly version: string;
  readonly titles: number;
  readonly source: string;
  /** The time in ISO 8601. */
  readonly at: string;
}

/** Returns statements that replace the old tables, to be run as one transaction. They only rename tables. */
export function switchTables({ version, titles, source, at }: LoadSummary): string[] {
  return [
    ...TABLES.flatMap((table) => [
      `ALTER TABLE catalog_${table} RENAME TO old_${table}`,
      `ALTER TABLE next_${table} RENAME TO catalog_${table}`,
    ]),
    "DELETE FROM catalog",
    `INSERT INTO catalog (only, version, titles, source, loaded_at, gap, tokens)
       VALUES (1, ${text(version)}, ${titles}, ${text(source)}, ${text(at)}, ${GAP}, ${TOKENS_VERSION})`,
  ];
}

/** Removes the old tables after the switch. */
export const OLD_TABLES: Steps = TABLES.map((table) => `DROP TABLE old_${table}`);

/**
 * Returns statements that empty a catalog nobody reads. Each group is one transaction, so that every table always
 * exists.
 */
export function emptying(migrations: readonly MigrationFile[], existing: readonly string[]): string[][] {
  const statements = creating(migrations);
  const tables = TABLES.map((table) => [
    `DROP TABLE IF EXISTS catalog_${table}`,
    ...statements.filter((statement) => new RegExp(`\\bcatalog_${table}\\b`).test(statement)),
  ]);
  const leftovers = dropping(LEFTOVERS.filter((name) => existing.includes(name)));
  return [["DELETE FROM catalog"], ...leftovers.map((statement) => [statement]), ...tables];
}
