/**
 * Stages the rows of sources in an SQLite file, so that the memory needed does not grow with the catalog. `chosen.ts`
 * joins and sorts the rows on disk. Each source file is read in one transaction, so that an interrupted load can
 * resume after the last complete file. Rows are rejected if they are too large for D1 or repeat an id.
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
import type { RowContext } from "./lines.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS step (name TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS title (id INTEGER PRIMARY KEY, record TEXT NOT NULL, place TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS untyped (id INTEGER PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS popularity (id INTEGER PRIMARY KEY, popularity REAL NOT NULL, votes INTEGER NOT NULL, rating REAL);
  CREATE TABLE IF NOT EXISTS part (id INTEGER NOT NULL, number INTEGER NOT NULL, name_bytes INTEGER NOT NULL, record_bytes INTEGER NOT NULL, part TEXT NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS person_details (id INTEGER PRIMARY KEY, names TEXT NOT NULL, life TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS picture (id INTEGER PRIMARY KEY, path TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS external (source TEXT NOT NULL, external TEXT NOT NULL, kind TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (source, external, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS credits (id INTEGER PRIMARY KEY, record TEXT NOT NULL, place TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS season_part (id INTEGER NOT NULL, season INTEGER NOT NULL, episode INTEGER NOT NULL, episodes INTEGER NOT NULL, aired TEXT NOT NULL, last_aired TEXT NOT NULL, place TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (id, season, episode));
`;

interface Titled extends Pick<RowContext, "place"> {
  /** Whether the row of the title has no kind. */
  readonly isUntyped?: boolean;
}

export class Staging {
  readonly database: DatabaseSync;
  /** The steps that an earlier load has completed. */
  readonly skipped: string[] = [];
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
    if (this.prepared("SELECT 1 FROM step WHERE name = ?").get(name) !== undefined) {
      this.skipped.push(name);
      return;
    }
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

  /** Adds a title. The kind of an untyped one depends on whether other rows have seasons for it. */
  addTitle(record: TitleRecord, { place, isUntyped = false }: Titled): void {
    this.#addOnce("title", record.id, JSON.stringify(record), place);
    if (isUntyped) this.run("INSERT INTO untyped VALUES (?)", record.id);
  }

  /** Makes untyped titles with seasons into series. Must be called after all files have been read. */
  completeTypes(): void {
    this.run(
      `UPDATE title SET record = json_set(record, '$.type', 'series')
       WHERE id IN (SELECT id FROM untyped) AND (id IN (SELECT id FROM season_part)
         OR EXISTS (SELECT 1 FROM part WHERE part.id = title.id AND part ->> '$.facts.series' IS NOT NULL))`,
    );
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

  /** Adds a picture of a person, which is used if no credits have one. */
  addPicture(id: number, path: string): void {
    this.run("INSERT OR IGNORE INTO picture VALUES (?, ?)", id, path);
  }

  /** Returns the year of a title, or an empty string if it is unknown. */
  yearOf(id: number): string {
    return String(
      this.prepared("SELECT record ->> 'year' AS year FROM title WHERE id = ?").get(id)?.year ?? "",
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
