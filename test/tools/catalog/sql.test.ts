/** Tests that the SQL for a remote database stays within D1's limits and rebuilds the catalog. */
import { readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { load } from "../../../tools/catalog/load/load.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import { asFile, claiming, partFile, REPEATED_PART, SqlParts } from "../../../tools/catalog/load/sql.ts";
import { starterSource } from "../../../tools/catalog/starter/read.ts";
import { matchPersonId } from "../../../worker/catalog/store/person-ids.ts";
import { GAP } from "../../../worker/catalog/store/ranks.ts";
import { madeUpCredits } from "../../bench/search/made-up-people.ts";
import { madeUpEntries, madeUpTitles } from "../../bench/search/titles.ts";
import { createFolder } from "./folder.ts";
import { loaded, migrated } from "./updated.ts";

const services = { migrations: readMigrations(), now: () => new Date(0) };

/** Longer than a statement may be, with every character that could break the splitting. */
const CHARACTER = `it's "large"; 𝄞\n`.repeat(40_000);
const LARGE = JSON.stringify({
  id: 1,
  cast: [{ id: 1, name: "A", profile_path: null, character: CHARACTER }],
});

/** Returns the starter catalog, with a first title whose plots need several statements. */
function withLargeRecords() {
  const [first, ...others] = [...starterSource().entries()];
  if (first === undefined) throw new Error("The starter catalog is empty.");
  const translations = ["fr", "de"].map(
    (lang) => [lang, { ...first.record, plot: lang.repeat(70_000) }] as const,
  );
  const large = { ...first, record: { ...first.record, plot: LARGE }, translations: new Map(translations) };
  return { name: "a test", entries: () => [large, ...others], credits: () => [[1, LARGE] as const] };
}

const source = withLargeRecords();
let written = "";
await load(source, { ...services, target: async (statements) => (written += asFile(statements)) });

describe("SQL of a load", () => {
  test("rebuilds an identical catalog within D1's limits", () => {
    const sizes = written.split(/;\n/).map((statement) => Buffer.byteLength(statement));
    expect(Math.max(...sizes)).toBeLessThan(100_000);

    const database = migrated();
    database.exec(written);
    const rows = database.prepare("SELECT record, forms FROM catalog_title ORDER BY rank").all();
    expect(rows.map(({ record }) => record)).toEqual(
      source.entries().map(({ record }) => JSON.stringify(record)),
    );
    expect(rows[0]?.forms).toContain("\n");
    expect(database.prepare("SELECT record FROM catalog_credits WHERE id = 1").get()?.record).toBe(LARGE);
    for (const [lang, record] of source.entries()[0]?.translations ?? []) {
      const stored = database.prepare(
        `SELECT record FROM catalog_translation WHERE rank = ${GAP} AND lang = ?`,
      );
      expect(stored.get(lang)?.record).toBe(JSON.stringify(record));
    }
    const found = database
      .prepare("SELECT rowid FROM catalog_index WHERE catalog_index MATCH 'samurai'")
      .get();
    expect(found).toBeDefined();
  });

  test("merges each full-text index into one segment", async () => {
    const SIZE = 2_000;
    const entries = () => madeUpEntries(SIZE, madeUpTitles(SIZE));
    const database = await loaded({ name: "a test", entries, credits: () => madeUpCredits(SIZE) });
    for (const index of ["index", "person_index", "browse"]) {
      // FTS5's "structure record" starts with a four-byte cookie, the number of levels and the number of segments.
      const [row] = database.prepare(`SELECT block FROM catalog_${index}_data WHERE id = 10`).all();
      expect((row?.block as Uint8Array | undefined)?.[5], index).toBe(1);
    }
  });

  test("creates an index that finds a person by id", async () => {
    const starter = starterSource();
    const database = await loaded({
      ...starter,
      *credits() {
        const sparse = (_: string, id: string) => `"id":${7 * Number(id)},"name"`;
        for (const [id, json] of starter.credits()) yield [id, json.replaceAll(/"id":(\d+),"name"/g, sparse)];
      },
    });
    const ids = database
      .prepare("SELECT id FROM catalog_person ORDER BY id")
      .all()
      .map(({ id }) => Number(id));
    const byId = database.prepare(`SELECT id FROM catalog_person AS person WHERE ${matchPersonId("?1")}`);
    const asked = Array.from({ length: (ids.at(-1) ?? 0) + 1_000 }, (_, id) => id);
    expect(asked.flatMap((id) => byId.all(id).map((found) => found.id))).toEqual(ids);
  });
});

describe("SQL files of a load", () => {
  const TITLES = 40;
  const few = {
    name: "a test",
    entries: () => madeUpEntries(TITLES, madeUpTitles(TITLES)),
    credits: () => [],
  };

  /** Splits a load into several small files. The first one claims the database. */
  async function parts(name: string): Promise<string[]> {
    const folder = createFolder({});
    const parts = new SqlParts({ folder, load: name, partBytes: 30_000 });
    await load(few, { ...services, target: parts.target });
    const claim = claiming({ load: name, parts: parts.parts, source: few.name, at: "" });
    const numbers = Array.from({ length: parts.parts }, (_, at) => at + 1);
    const files = numbers.map((part) => readFileSync(partFile(folder, part), "utf8"));
    return [claim.map((statement) => `${statement};\n`).join(""), ...files];
  }

  const titlesIn = (database: DatabaseSync) => database.prepare("SELECT titles FROM catalog").get();
  const tables = (database: DatabaseSync) =>
    database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'next_%' OR name LIKE 'old_%'").all();

  /** Imports a file in one transaction, as D1 does. */
  function send(database: DatabaseSync, sql = ""): void {
    database.exec("BEGIN");
    try {
      database.exec(sql);
      database.exec("COMMIT");
    } catch (thrown) {
      database.exec("ROLLBACK");
      throw thrown;
    }
  }

  test("are small and build the catalog in order", async () => {
    const files = await parts("one");
    expect(files.filter((sql) => Buffer.byteLength(sql) > 10_000).length).toBeGreaterThan(2);
    expect(Math.max(...files.map((sql) => Buffer.byteLength(sql)))).toBeLessThan(100_000);
    const database = migrated();
    for (const sql of files) {
      expect(titlesIn(database)).toBeUndefined();
      send(database, sql);
    }
    expect(titlesIn(database)).toEqual({ titles: TITLES });
    expect(tables(database)).toEqual([]);
  });

  test("change nothing when one of them is repeated", async () => {
    const [claim, ...files] = await parts("one");
    const database = migrated();
    send(database, claim);
    const changes = () => database.prepare("SELECT total_changes() AS n").get();
    for (const [at, sql] of files.entries()) {
      send(database, sql);
      const before = changes();
      for (const repeated of files.slice(0, at + 1)) {
        expect(() => send(database, repeated)).toThrow(REPEATED_PART);
        expect(changes()).toEqual(before);
      }
    }
    expect(titlesIn(database)).toBeDefined();
  });

  test("are rejected once another load has claimed the database", async () => {
    const [first, second] = [await parts("first"), await parts("second")];
    for (let begun = 1; begun < first.length; begun += 1) {
      const database = migrated();
      for (const sql of first.slice(0, begun)) send(database, sql);
      const [claim, ...rest] = second;
      for (const sql of [claim, ...rest.slice(0, 1)]) {
        send(database, sql);
        expect(() => send(database, first[begun])).toThrow("another_load_has_begun");
      }
      for (const sql of rest.slice(1)) send(database, sql);
      expect(() => send(database, first[begun])).toThrow("another_load_has_begun");
      expect(titlesIn(database)).toBeDefined();
    }
  });
});
