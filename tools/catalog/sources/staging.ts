/**
 * Stages the rows of sources in an SQLite file, so that the memory needed does not grow with the catalog. `chosen.ts`
 * joins and sorts the rows on disk. Each source file is read in one transaction, so that an interrupted load can
 * resume after the last complete file. Rows are rejected if they are too large for D1, have no name, or repeat an id.
 * Malformed fields are ignored.
 */
import { closeSync, fdatasync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { type Life, readLife } from "../../../worker/contract/facts.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { PersonDetails } from "../load/people.ts";
import type { SeasonPart } from "../load/seasons.ts";
import { assertStorableRecord } from "../load/writer.ts";
import type { GivenPart, Popularity } from "./given.ts";
import type { IgnoreField, RowContext } from "./lines.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS step (name TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS title (id INTEGER PRIMARY KEY, record TEXT NOT NULL, place TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS popularity (id INTEGER PRIMARY KEY, popularity REAL NOT NULL, votes INTEGER NOT NULL, rating REAL);
  CREATE TABLE IF NOT EXISTS part (id INTEGER NOT NULL, number INTEGER NOT NULL, name_bytes INTEGER NOT NULL, record_bytes INTEGER NOT NULL, part TEXT NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS person_details (id INTEGER PRIMARY KEY, names TEXT NOT NULL, life TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS external (source TEXT NOT NULL, external TEXT NOT NULL, kind TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (source, external, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS credits (id INTEGER PRIMARY KEY, record TEXT NOT NULL, place TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS season_part (id INTEGER NOT NULL, season INTEGER NOT NULL, episode INTEGER NOT NULL, episodes INTEGER NOT NULL, aired TEXT NOT NULL, last_aired TEXT NOT NULL, place TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (id, season, episode));
`;

export class Staging {
  readonly database: DatabaseSync;
  readonly #path: string | null;
  readonly #statements = new Map<string, StatementSync>();
  readonly #stopWriting: () => void = () => {};
  /** The number of the last part that was added. The parts of a title are merged in the order of their numbers. */
  #parts: number;

  /** Opens the staging file at `path`, or a temporary one if `path` is `null`. */
  constructor(path: string | null) {
    this.#path = path;
    if (path !== null) mkdirSync(dirname(path), { recursive: true });
    // An empty path creates a temporary database.
    this.database = new DatabaseSync(path ?? "");
    this.database.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -64000; PRAGMA temp_store = FILE");
    this.database.exec(SCHEMA);
    this.#parts = Number(this.prepared("SELECT coalesce(max(number), 0) AS last FROM part").get()?.last);
    if (path !== null) this.#stopWriting = writeBack(path);
  }

  /** Runs a step in a transaction. A resumed load skips completed steps. */
  async step(name: string, work: () => Promise<void>): Promise<void> {
    if (this.prepared("SELECT 1 FROM step WHERE name = ?").get(name) !== undefined) return;
    this.database.exec("BEGIN");
    try {
      await work();
      this.run("INSERT INTO step VALUES (?)", name);
      this.database.exec("COMMIT");
    } catch (thrown) {
      // SQLite has already rolled the transaction back if the disk was full.
      if (this.database.isTransaction) this.database.exec("ROLLBACK");
      throw thrown;
    }
  }

  run(sql: string, ...values: (string | number | null)[]): void {
    this.prepared(sql).run(...values);
  }

  addTitle(record: TitleRecord, { place, ignore }: Pick<RowContext, "place" | "ignore">): void {
    this.#addOnce("title", record.id, JSON.stringify(checkedTitle(record, ignore)), place);
  }

  addPopularity(id: number, { popularity, votes, rating }: Popularity): void {
    this.run("INSERT OR REPLACE INTO popularity VALUES (?, ?, ?, ?)", id, popularity, votes, rating ?? null);
  }

  /** Adds a part of a title. A load merges all parts of the title (`mergeParts`). */
  addPart(id: number, part: Omit<GivenPart, "popularity">): void {
    const { aliases = [], translations = [] } = part;
    let nameBytes = 0;
    let recordBytes = 0;
    for (const [title] of aliases) {
      assertTitle(title);
      nameBytes += Buffer.byteLength(title);
    }
    for (const [, fields] of translations) {
      nameBytes += Buffer.byteLength(fields.title ?? "");
      recordBytes += Buffer.byteLength(JSON.stringify(fields)) + ROW_OF_TRANSLATION;
    }
    this.#parts += 1;
    this.run(
      "INSERT INTO part VALUES (?, ?, ?, ?, ?)",
      id,
      this.#parts,
      nameBytes,
      recordBytes,
      JSON.stringify(part),
    );
  }

  addCredits(id: number, record: string, place: string): void {
    this.#addOnce("credits", id, record, place);
  }

  /** Adds a part of a season. Throws if a part with the same season and episode number exists. */
  addSeasonPart(id: number, part: SeasonPart, place: string): void {
    const { season, episode, episodes, aired, lastAired, json } = part;
    const insert = this.prepared("INSERT OR IGNORE INTO season_part VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    const values = [episodes, aired, lastAired, place, json];
    if (insert.run(id, season, episode, ...values).changes > 0) return;
    const sql = "SELECT place FROM season_part WHERE (id, season, episode) = (?, ?, ?)";
    throw new Error(
      `there is one with these numbers in ${this.prepared(sql).get(id, season, episode)?.place}`,
    );
  }

  /**
   * Adds details of a person. Dates and places that were added first take precedence, except that a full date such as
   * `1930-05-31` replaces `1930`.
   */
  addPersonDetails(id: number, { otherNames, life = {} }: PersonDetails): void {
    const row = this.prepared("SELECT names, life FROM person_details WHERE id = ?").get(id);
    const names: string[] = row === undefined ? [] : JSON.parse(String(row.names));
    const storedLife: Life = row === undefined ? {} : JSON.parse(String(row.life));
    const merged = readLife({
      born: life.born?.startsWith(storedLife.born ?? "") ? life.born : storedLife.born,
      died: life.died?.startsWith(storedLife.died ?? "") ? life.died : storedLife.died,
      birthplace: storedLife.birthplace ?? life.birthplace,
    });
    const all = [...new Set([...names, ...otherNames])];
    this.run(
      "INSERT OR REPLACE INTO person_details VALUES (?, ?, ?)",
      id,
      JSON.stringify(all),
      JSON.stringify(merged),
    );
  }

  /** Returns our id for an IMDb id, or `null` if no such title or person has been read. */
  idOf(kind: "title" | "person", imdb: string): number | null {
    const numbered = this.prepared(
      "SELECT 1 FROM external WHERE source = 'imdb' AND external = 'number'",
    ).get();
    const row =
      numbered === undefined
        ? this.prepared("SELECT id FROM external WHERE source = 'imdb' AND external = ? AND kind = ?").get(
            imdb,
            kind,
          )
        : this.prepared(`SELECT id FROM ${kind} WHERE id = ?`).get(Number(imdb.slice(2)));
    return row === undefined ? null : Number(row.id);
  }

  /**
   * Adds an external id. The ids of the source `tmdb` are divided into films and series later, when the types of all
   * titles are known.
   */
  addExternal(source: string, external: string, kind: "title" | "person" | "", id: number): void {
    this.run("INSERT OR REPLACE INTO external VALUES (?, ?, ?, ?)", source, external, kind, id);
  }

  #addOnce(table: "title" | "credits", id: number, record: string, place: string): void {
    assertStorableRecord(record);
    const insert = this.prepared(`INSERT OR IGNORE INTO ${table} VALUES (?, ?, ?)`);
    if (insert.run(id, record, place).changes > 0) return;
    const other = this.prepared(`SELECT place FROM ${table} WHERE id = ?`).get(id);
    throw new Error(`there is one with this id in ${other?.place}`);
  }

  *ids(): Generator<number> {
    for (const { id } of this.prepared("SELECT id FROM title").iterate()) yield Number(id);
  }

  close(): void {
    this.database.close();
    this.#stopWriting();
  }

  remove(): void {
    this.close();
    if (this.#path !== null) rmSync(this.#path, { force: true });
  }

  /** Returns a prepared statement. Each SQL text is only compiled once. */
  prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** The size of a translation's row without the translated fields, in bytes. */
const ROW_OF_TRANSLATION = 400;

const WRITE_BACK_MS = 500;

/**
 * Writes the file to disk every half second. Otherwise, Linux would collect data for half a minute and then write it
 * all at once, which would block a server on the same disk. Returns a function that stops the writing. Call it only
 * after the database is closed, because closing this second file handle also releases SQLite's locks.
 */
function writeBack(path: string): () => void {
  const file = openSync(path, "r");
  const timer = setInterval(() => fdatasync(file, () => {}), WRITE_BACK_MS).unref();
  return () => {
    clearInterval(timer);
    closeSync(file);
  };
}

/** The maximum length of a name in characters. A longer text is probably not a name, and would make searches slow. */
const MAX_NAME = 1_000;

/** Returns the title with default values for malformed fields. Throws if the title has no name. */
export function checkedTitle(record: TitleRecord, ignore: IgnoreField): TitleRecord {
  const title = record.title === "" ? record.original_title : record.title;
  if (title === "") throw new Error("title is missing");
  assertTitle(title);
  return withoutMalformed({ ...record, title }, ignore);
}

function assertTitle(title: string): void {
  if (isName(title)) return;
  throw new Error(`a title of ${[...title].length} characters is longer than ${MAX_NAME}`);
}

export function isName(text: string): boolean {
  return isWithin(text, MAX_NAME) && !text.includes("\0");
}

function isWithin(text: string, limit: number): boolean {
  return text.length <= limit || [...text].length <= limit;
}

/** The highest possible rating. The lowest is 0. */
export const MAX_RATING = 10;

/** The maximum length of a plot, in characters. */
export const MAX_PLOT = 200_000;
const MAX_RUNTIME = 10;

/**
 * The maximum lengths of other fields in characters. Long values would make searches slow, or make the record too
 * large for a row.
 */
const LIMITS = {
  original_title: MAX_NAME,
  type: MAX_NAME,
  countries: MAX_NAME,
  genres: MAX_NAME,
  plot: MAX_PLOT,
  runtime: MAX_RUNTIME,
  poster: MAX_NAME,
} as const;

function withoutMalformed(record: TitleRecord, ignore: IgnoreField): TitleRecord {
  const unknown = {
    original_title: record.title,
    type: "",
    countries: "",
    genres: "",
    plot: "",
    runtime: "0",
    poster: null,
  };
  const fields = Object.keys(LIMITS) as (keyof typeof LIMITS)[];
  const tooLong = fields.filter((field) => !isWithin(record[field] ?? "", LIMITS[field]));
  for (const field of tooLong) ignore(`${field} is longer than ${LIMITS[field]} characters`);
  const isRated = record.rating >= 0 && record.rating <= MAX_RATING;
  if (!isRated) ignore(`rating ${record.rating} is not from 0 to ${MAX_RATING}`);
  return {
    ...record,
    ...Object.fromEntries(tooLong.map((field) => [field, unknown[field]])),
    rating: isRated ? record.rating : 0,
  };
}
