/** The tables that a load fills. Their names begin with `next_` until the load is complete. */
import { TOKENS_VERSION } from "../../../worker/catalog/store/names.ts";
import { GAP } from "../../../worker/catalog/store/ranks.ts";
import type { MigrationFile } from "./migrations.ts";

/**
 * The columns of each table, in the order of a row's values. The `rowid` of a full-text index is the rank of the
 * title or person.
 */
export const COLUMNS = {
  title: [
    "rank",
    "id",
    "year",
    "type",
    "is_adult",
    "forms",
    "popularity",
    "hash",
    "name_key",
    "sources",
    "record",
  ],
  candidate: ["rank", "year", "type", "is_adult", "forms"],
  translation: ["rank", "lang", "record"],
  credits: ["id", "leads", "similar", "record"],
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
  season: ["key", "last_aired", "names", "overview", "episodes"],
} as const;

/**
 * The columns that may be too large for one statement, so that `sql.ts` appends their values in pieces. A large
 * column must be the last of its table.
 */
export const LARGE_COLUMNS: ReadonlySet<string> = new Set(["record", "credits", "episodes"]);

export type Table = keyof typeof COLUMNS;
export type Row = readonly (string | number)[];

const TABLES = Object.keys(COLUMNS) as Table[];

/**
 * The number of columns that identify a row. Defaults to 1. In a full-text index, rowid and tokens identify a row,
 * because both are needed to delete it.
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
};

/** Returns the values that identify a row. If `row` contains column names, returns the names of these columns. */
export const rowKey = <Value>(table: Table, row: readonly Value[]) => row.slice(0, KEYS[table] ?? 1);

/** The prefix of a table's name: `next` during a load, `catalog` afterwards. */
export type Prefix = "next" | "catalog";

/** Returns SQL expressions that select the values of a row from `json_each`. */
export const selectValues = (columns: readonly unknown[]) =>
  columns.map((_, at) => `value ->> ${at}`).join(", ");

/** Statements that each change a limited number of rows. They run in separate transactions. */
type Steps = readonly string[];

export const dropping = (names: readonly string[]): Steps =>
  names.map((name) => `DROP TABLE IF EXISTS ${name}`);

/** The names of all tables that an interrupted load may have left behind. */
export const LEFTOVERS = ["next", "old"].flatMap((prefix) => TABLES.map((table) => `${prefix}_${table}`));

/**
 * Returns the statements that create empty tables and indexes next to the current ones. Indexes are created before the
 * rows are written. Building them afterwards would take only a third of the CPU time, but one long statement would read
 * the whole table. An index keeps its name when its table is renamed, so its name contains the version.
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
 * Statements that set small pages for two full-text indexes. A search for a rare and a common word can then skip most
 * entries of the common word, which saves a sixth of the time with a million titles.
 */
const SMALL_PAGES = ["next_index", "next_person_index"].map(
  (index) => `INSERT INTO ${index} (${index}, rank) VALUES ('pgsz', 512)`,
);

/** The page size of each full-text index in bytes. `browse` has FTS5's default size. */
const PAGES = { index: 512, person_index: 512, browse: 4_050 } as const satisfies Partial<
  Record<Table, number>
>;
/**
 * The number of bytes that one statement merges. FTS5 also completes the word that it is merging, which adds up to
 * one byte per title.
 */
const MERGED = 1_000_000;
/**
 * An upper bound for the size of an index divided by the size of its tokens. The largest ratio measured was 1.16,
 * with 10,000 to a million generated titles.
 */
const INDEXED = 2;

/**
 * Returns statements that merge the segments of each full-text index, which makes searches faster. FTS5's `optimize`
 * would do the same in a single long statement (sqlite.org/fts5.html, "The 'merge' Command"; a negative number begins
 * or continues a merge). Surplus statements after the last merge change nothing.
 * `tokens` returns the number of bytes written to a table.
 */
export function merging(tokens: (table: Table) => number): Steps {
  return Object.entries(PAGES).flatMap(([table, page]) => {
    const steps = 1 + Math.ceil((tokens(table as Table) * INDEXED) / MERGED);
    const merge = `INSERT INTO next_${table} (next_${table}, rank) VALUES ('merge', ${-Math.ceil(MERGED / page)})`;
    return Array<string>(steps).fill(merge);
  });
}

/**
 * The tables with a secondary index. D1 bills each index entry as another row
 * (developers.cloudflare.com/d1/platform/pricing).
 */
const WITH_INDEX: ReadonlySet<Table> = new Set(["title", "external", "collection"]);

/**
 * Returns the number of rows that D1 bills as written. The factors were measured with `meta.rows_written`, also for
 * full-text indexes.
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

/** Returns statements that rename the new tables to replace the old ones. They must run in one transaction. */
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

/** Statements that remove the old tables after the switch. */
export const OLD_TABLES: Steps = TABLES.map((table) => `DROP TABLE old_${table}`);

/** A table to drop, with the statements that drop it and, unless it is a leftover, create it again. */
interface Emptied {
  readonly table: string;
  readonly statements: Steps;
}

/**
 * Returns the tables of an idle slot that are dropped to empty it. The statements of each must run in one transaction,
 * so that no table is ever missing.
 */
export function emptying(migrations: readonly MigrationFile[], existing: readonly string[]): Emptied[] {
  const statements = creating(migrations);
  const tables = TABLES.map((name) => {
    const table = `catalog_${name}`;
    const again = statements.filter((statement) => new RegExp(`\\b${table}\\b`).test(statement));
    return { table, statements: [`DROP TABLE IF EXISTS ${table}`, ...again] };
  });
  const leftovers = LEFTOVERS.filter((name) => existing.includes(name));
  return [...leftovers.map((table) => ({ table, statements: dropping([table]) })), ...tables];
}
