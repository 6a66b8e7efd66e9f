/** Defines the tables that a load fills. Their names begin with `next_` until the load is complete. */
import { TOKENS_VERSION } from "../../../worker/catalog/store/names.ts";
import { GAP } from "../../../worker/catalog/store/ranks.ts";
import type { MigrationFile } from "./migrations.ts";

/**
 * The columns of each table, in the order of the rows. The `rowid` of an index is the rank of the title or person.
 */
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

/** The last columns that can be too large for a statement, so that they are sent in pieces (`sql.ts`). */
export const LARGE_COLUMNS: ReadonlySet<string> = new Set(["record", "credits", "episodes"]);

export type Table = keyof typeof COLUMNS;
export type Row = readonly (string | number)[];

const TABLES = Object.keys(COLUMNS) as Table[];

/** The number of columns that identify a row, if it is not one. Full-text indexes use the rowid and all tokens. */
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

/** Returns the key of a row, or the names of the key's columns. */
export const rowKey = <Value>(table: Table, row: readonly Value[]) => row.slice(0, KEYS[table] ?? 1);

/** The prefix of table names: `next` during a load, `catalog` afterwards. */
export type Prefix = "next" | "catalog";

/** Returns the SQL expressions for the values of a `json_each` row. */
export const valuesOf = (columns: readonly unknown[]) => columns.map((_, at) => `value ->> ${at}`).join(", ");

/** Statements that each change a limited number of rows. They run one by one, not in a transaction. */
type Steps = readonly string[];

export const dropping = (names: readonly string[]): Steps =>
  names.map((name) => `DROP TABLE IF EXISTS ${name}`);

/** The tables that an interrupted load may have left behind. */
export const LEFTOVERS = ["next", "old"].flatMap((prefix) => TABLES.map((table) => `${prefix}_${table}`));

/**
 * Returns the statements that create empty tables with their indexes next to the current ones. Building an index at
 * the end would take a third of the CPU time, but in a single statement that reads the whole table. An index keeps
 * its name when its table is renamed, so the name contains the version.
 */
export function beginning(migrations: readonly MigrationFile[], version: string): string[] {
  const created = creating(migrations).map((statement) =>
    statement
      .replace(/\bINDEX catalog_(\w+)/, `INDEX $1_${version}`)
      .replaceAll(/\bcatalog_(\w+)/g, "next_$1"),
  );
  return [...created, ...SMALL_PAGES];
}

function creating(migrations: readonly MigrationFile[]): string[] {
  const all = migrations.flatMap(({ statements }) => statements);
  return all.filter((statement) => /\b(?:TABLE|INDEX) catalog_\w/.test(statement));
}

/**
 * Sets small pages for two indexes. A search for a rare and a common word can then skip most of the common word's
 * list, which takes a sixth less time with a million titles.
 */
const SMALL_PAGES = ["next_index", "next_person_index"].map(
  (index) => `INSERT INTO ${index} (${index}, rank) VALUES ('pgsz', 512)`,
);

/** The page size of each full-text index in bytes: small, or the default of FTS5. */
const PAGES = { index: 512, person_index: 512, browse: 4_050 } as const satisfies Partial<
  Record<Table, number>
>;
/**
 * The number of bytes that a statement merges. FTS5 also finishes the current word, which adds up to one byte per
 * title.
 */
const MERGED = 1_000_000;
/**
 * The size of an index per byte of tokens. The largest ratio measured was 1.16, with 10,000 to a million generated
 * titles.
 */
const INDEXED = 2;

/**
 * Returns the steps that merge the segments of each full-text index into one, which makes searches faster. They
 * replace FTS5's "optimize", which takes a single long statement (sqlite.org/fts5.html, "The 'merge' Command"; a
 * negative number begins or continues a merge). Superfluous steps change nothing, so their number is an upper bound.
 * `tokens` returns the bytes written to a table.
 */
export function merging(tokens: (table: Table) => number): Steps {
  return Object.entries(PAGES).flatMap(([table, page]) => {
    const steps = 1 + Math.ceil((tokens(table as Table) * INDEXED) / MERGED);
    const merge = `INSERT INTO next_${table} (next_${table}, rank) VALUES ('merge', ${-Math.ceil(MERGED / page)})`;
    return Array<string>(steps).fill(merge);
  });
}

/** The tables with a secondary index. D1 bills each index entry as another row (d1/platform/pricing). */
const WITH_INDEX: ReadonlySet<Table> = new Set(["title", "external", "collection"]);

/**
 * Returns the number of rows that D1 bills, including those of full-text indexes. The factors were measured with
 * `meta.rows_written`.
 */
export const rowsWritten = (table: Table, rows: number) => rows * (WITH_INDEX.has(table) ? 2 : 1);

export const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

interface LoadSummary {
  readonly version: string;
  readonly titles: number;
  readonly source: string;
  /** The time of the load, in ISO 8601. */
  readonly at: string;
}

/** Returns the statements that replace the old tables. They only rename tables, and must run in one transaction. */
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
 * Returns the statements that empty a catalog that nobody reads. Each group must run in one transaction, so that
 * every table always exists.
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
