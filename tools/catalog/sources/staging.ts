/**
 * What has been read of the sources, in an SQLite file of its own: joined and sorted on
 * disk, so that memory does not grow with the catalog. Each file read is one transaction;
 * a load that was interrupted finds here what it had already read. Rows that no database would
 * take, titles that are none, and a second row with one id are refused.
 */
import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { ExternalId } from "../load/load.ts";
import type { PersonDetails } from "../load/people.ts";
import { assertStorableRecord } from "../load/row-size.ts";
import type { CatalogEntry } from "../load/rows.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS step (name TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS title (id INTEGER PRIMARY KEY, record TEXT NOT NULL, place TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS standing (id INTEGER PRIMARY KEY, popularity REAL NOT NULL, votes INTEGER NOT NULL, rating REAL);
  CREATE TABLE IF NOT EXISTS language (id INTEGER PRIMARY KEY, lang TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS alias (id INTEGER NOT NULL, title TEXT NOT NULL, working INTEGER NOT NULL, PRIMARY KEY (id, title)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS translation (id INTEGER NOT NULL, lang TEXT NOT NULL, fields TEXT NOT NULL, PRIMARY KEY (id, lang)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS person_details (id INTEGER PRIMARY KEY, names TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS external (source TEXT NOT NULL, external TEXT NOT NULL, kind TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (source, external, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS credits (id INTEGER PRIMARY KEY, record TEXT NOT NULL, place TEXT NOT NULL);
`;

/** Fields a translation may have; the others are those of the record. */
export type TranslatedFields = Partial<Pick<TitleRecord, "title" | "plot" | "genres" | "countries">>;

export interface Standing {
  /** Any scale; the order is what counts. */
  readonly popularity: number;
  readonly votes: number;
  /** Overrides the record's. */
  readonly rating?: number;
}

export interface Selection {
  /** Only so many of the most popular titles. */
  readonly limit?: number | undefined;
  readonly minVotes?: number | undefined;
}

export interface ChosenBytes {
  readonly titles: number;
  readonly records: number;
  readonly credits: number;
}

/** One point of popularity weighs as many votes. */
const VOTES_PER_POINT = 10;

export class Staging {
  readonly database: DatabaseSync;
  readonly #path: string | null;
  readonly #statements = new Map<string, StatementSync>();
  /** Most sources have none, and there are many people to ask for. */
  #hasPersonDetails: boolean | null = null;

  /** `null`: on disk, but gone with this process. */
  constructor(path: string | null) {
    this.#path = path;
    if (path !== null) mkdirSync(dirname(path), { recursive: true });
    // SQLite's name for a temporary database.
    this.database = new DatabaseSync(path ?? "");
    this.database.exec(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -64000; PRAGMA temp_store = FILE",
    );
    this.database.exec(SCHEMA);
  }

  /** Runs a step once: in one transaction, and not again by a load that takes up where another stopped. */
  async step(name: string, work: () => Promise<void>): Promise<void> {
    if (this.#prepared("SELECT 1 FROM step WHERE name = ?").get(name) !== undefined) return;
    this.database.exec("BEGIN");
    try {
      await work();
      this.run("INSERT INTO step VALUES (?)", name);
      this.database.exec("COMMIT");
    } catch (thrown) {
      // SQLite itself rolls back what a full disk interrupts.
      if (this.database.isTransaction) this.database.exec("ROLLBACK");
      throw thrown;
    }
  }

  /** A row that is refused leaves nothing of itself. */
  atomically(add: () => void): void {
    this.run("SAVEPOINT row");
    try {
      add();
    } catch (thrown) {
      this.run("ROLLBACK TO row");
      throw thrown;
    } finally {
      this.run("RELEASE row");
    }
  }

  run(sql: string, ...values: (string | number | null)[]): void {
    this.#prepared(sql).run(...values);
  }

  /** `place`: the file and line it comes from. */
  addTitle(record: TitleRecord, place: string): void {
    assertTitle(record.title);
    assertTitle(record.original_title);
    this.#addOnce("title", record.id, JSON.stringify(record), place);
  }

  addStanding(id: number, { popularity, votes, rating }: Standing): void {
    this.run("INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?)", id, popularity, votes, rating ?? null);
  }

  /** The language that a title was made in. */
  addLanguage(id: number, lang: string): void {
    this.run("INSERT OR REPLACE INTO language VALUES (?, ?)", id, lang);
  }

  addAlias(id: number, title: string, isWorking = false): void {
    assertTitle(title);
    this.run("INSERT OR IGNORE INTO alias VALUES (?, ?, ?)", id, title, isWorking ? 1 : 0);
  }

  addTranslation(id: number, lang: string, fields: TranslatedFields): void {
    assertTitle(fields.title ?? "");
    const json = JSON.stringify(fields);
    assertStorableRecord(json);
    this.run("INSERT OR REPLACE INTO translation VALUES (?, ?, ?)", id, lang, json);
  }

  addCredits(id: number, record: string, place: string): void {
    this.#addOnce("credits", id, record, place);
  }

  addPersonDetails(id: number, names: readonly string[]): void {
    for (const name of names) assertTitle(name);
    this.run("INSERT OR REPLACE INTO person_details VALUES (?, ?)", id, JSON.stringify(names));
  }

  /** `source`: imdb, wikidata, tmdb-person, or tmdb, whose ids of films and of series are told apart when the titles are known. */
  addExternal(source: string, external: string, kind: "title" | "person" | "", id: number): void {
    this.run("INSERT OR REPLACE INTO external VALUES (?, ?, ?, ?)", source, external, kind, id);
  }

  personDetails(id: number): PersonDetails | null {
    this.#hasPersonDetails ??= this.#prepared("SELECT 1 FROM person_details").get() !== undefined;
    if (!this.#hasPersonDetails) return null;
    const row = this.#prepared("SELECT names FROM person_details WHERE id = ?").get(id);
    return row === undefined ? null : { otherNames: JSON.parse(String(row.names)) };
  }

  /** Of the chosen titles, and of people. */
  *externalIds(): Generator<ExternalId> {
    const rows = this.#prepared(
      `SELECT iif(source = 'tmdb', iif(record ->> 'type' = 'series', 'tmdb-tv', 'tmdb-movie'), source) AS source,
         external, kind, min(external.id) AS id
       FROM external LEFT JOIN title ON title.id = external.id
       WHERE kind <> 'title' OR external.id IN (SELECT id FROM chosen)
       GROUP BY 1, 2`,
    );
    for (const { source, external, kind, id } of rows.iterate()) {
      yield [String(source), String(external), String(kind), Number(id)];
    }
  }

  /** The file and line that the row of a title comes from. */
  placeOf(table: "title" | "credits", id: number): string | null {
    const row = this.#prepared(`SELECT place FROM ${table} WHERE id = ?`).get(id);
    return row === undefined ? null : String(row.place);
  }

  #addOnce(table: "title" | "credits", id: number, record: string, place: string): void {
    assertStorableRecord(record);
    const insert = this.#prepared(`INSERT OR IGNORE INTO ${table} VALUES (?, ?, ?)`);
    if (insert.run(id, record, place).changes === 0) {
      throw new Error(`there is one with this id in ${this.placeOf(table, id)}`);
    }
  }

  *ids(): Generator<number> {
    for (const { id } of this.#prepared("SELECT id FROM title").iterate()) yield Number(id);
  }

  /** Chooses the titles that will be loaded and their order. Gives how many there are. */
  select({ limit = -1, minVotes = 0 }: Selection): number {
    this.database.exec(
      "DROP TABLE IF EXISTS chosen; CREATE TABLE chosen (rank INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE)",
    );
    this.run(
      `INSERT INTO chosen (id)
       SELECT title.id FROM title LEFT JOIN standing USING (id)
       WHERE coalesce(votes, 0) >= ?
       ORDER BY coalesce(votes, 0) + ${VOTES_PER_POINT} * coalesce(popularity, 0) DESC, title.id
       LIMIT ?`,
      minVotes,
      limit,
    );
    return Number(this.#prepared("SELECT count(*) AS titles FROM chosen").get()?.titles);
  }

  /** How much the chosen titles are, in bytes of text. */
  chosenBytes(): ChosenBytes {
    const sums = this.#prepared(`
      SELECT count(*) AS titles,
        (SELECT total(octet_length(record)) FROM title WHERE id IN (SELECT id FROM chosen))
          + (SELECT total(octet_length(fields)) + 400 * count(*) FROM translation WHERE id IN (SELECT id FROM chosen)) AS records,
        (SELECT total(octet_length(record)) FROM credits WHERE id IN (SELECT id FROM chosen)) AS credits
      FROM chosen`).get();
    return { titles: Number(sums?.titles), records: Number(sums?.records), credits: Number(sums?.credits) };
  }

  *entries(): Generator<CatalogEntry> {
    const aliases = this.#prepared("SELECT title, working FROM alias WHERE id = ?");
    const translations = this.#prepared("SELECT lang, fields FROM translation WHERE id = ?");
    const titles = this.#prepared(
      `SELECT title.id, record, rating, lang
       FROM chosen JOIN title USING (id) LEFT JOIN standing USING (id) LEFT JOIN language USING (id) ORDER BY rank`,
    );
    for (const { id, record: json, rating, lang } of titles.iterate()) {
      const stored: TitleRecord = JSON.parse(String(json));
      const record = rating === null ? stored : { ...stored, rating: Number(rating) };
      const other = aliases.all(id as number);
      yield {
        record,
        language: lang === null ? null : String(lang),
        aliases: other.filter(({ working }) => working === 0).map(({ title }) => String(title)),
        workingTitles: other.filter(({ working }) => working === 1).map(({ title }) => String(title)),
        translations: new Map(
          translations
            .all(id as number)
            .map(({ lang, fields }) => [String(lang), translated(record, String(fields))]),
        ),
      };
    }
  }

  *credits(): Generator<readonly [number, string]> {
    const credits = this.#prepared(
      "SELECT id, record FROM credits WHERE id IN (SELECT id FROM chosen) ORDER BY id",
    );
    for (const { id, record } of credits.iterate()) yield [Number(id), String(record)];
  }

  close(): void {
    this.database.close();
  }

  /** After a load that succeeded there is nothing to take up again. */
  remove(): void {
    this.close();
    if (this.#path === null) return;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(this.#path + suffix, { force: true });
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Characters. Longer ones are no titles, and would make every search for them slow. */
const MAX_TITLE = 1_000;

function assertTitle(title: string): void {
  if (title.length <= MAX_TITLE || [...title].length <= MAX_TITLE) return;
  throw new Error(`a title of ${[...title].length} characters is longer than ${MAX_TITLE}`);
}

/** Field by field: what a translation does not have is the record's own. */
function translated(record: TitleRecord, fields: string): TitleRecord {
  const given = Object.entries(JSON.parse(fields) as TranslatedFields).filter(([, value]) => value !== "");
  return { ...record, ...Object.fromEntries(given) };
}
