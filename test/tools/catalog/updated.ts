/** Creates SQLite catalogs as loads and updates do, and returns their contents for comparison. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Connections } from "../../../tools/catalog/connection.ts";
import { load, type Source } from "../../../tools/catalog/load/load.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import { asFile } from "../../../tools/catalog/load/sql.ts";
import { type Connection, getParameters, toSql } from "../../../tools/catalog/load/statements.ts";
import { unpackRanks } from "../../../worker/catalog/store/person-ids.ts";
import { createFolder } from "./folder.ts";

/** Creates an in-memory database with every migration. */
export function migrated(of: "catalog" | "control" = "catalog"): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const { statements } of readMigrations(of)) for (const one of statements) database.exec(one);
  return database;
}

export async function loaded(source: Source): Promise<DatabaseSync> {
  const database = migrated();
  const target = async (statements: readonly string[]) => database.exec(asFile(statements));
  await load(source, { target, migrations: readMigrations(), now: () => new Date(0) });
  return database;
}

/** Returns a copy, because copying is faster than loading again. */
export function copyDatabase(database: DatabaseSync): DatabaseSync {
  const file = join(createFolder({}), "copy.sqlite");
  database.exec(`VACUUM INTO '${file}'`);
  const copy = new DatabaseSync(file);
  copy.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
  return copy;
}

/** Connects to a database. Each batch is one transaction, as in D1. `before` runs before each statement. */
export function connectionTo(database: DatabaseSync, before = () => {}): Connection {
  return {
    async batch(statements) {
      database.exec("BEGIN");
      try {
        const results = statements.map((statement) => {
          before();
          const rows = database.prepare(toSql(statement)).all(...getParameters(statement));
          return { rows, bytes: 0, written: 1, took: 0 };
        });
        database.exec("COMMIT");
        return results;
      } catch (thrown) {
        database.exec("ROLLBACK");
        throw thrown;
      }
    },
  };
}

/** Selects from CONTROL the changes that API clients see, except for switches. */
export const TOLD = `
  SELECT entry.value ->> 0 AS tag, entry.value ->> 1 AS op, entry.value ->> 2 AS "into"
  FROM change CROSS JOIN json_each(changes) AS entry
  WHERE is_public AND entry.value ->> 1 IN ('put', 'remove', 'merge') ORDER BY number, entry.key`;

/** Connects to a loaded catalog and CONTROL. */
export function withControl(catalog: DatabaseSync) {
  const control = migrated("control");
  const connections: Connections = {
    catalog: async () => connectionTo(catalog),
    control: async () => connectionTo(control),
  };
  const changes = () =>
    control
      .prepare(TOLD)
      .all()
      .map(({ tag, op, into }) => {
        const [kind, id] = String(tag).split("-");
        return { kind, id: Number(id), op, into };
      });
  return { catalog, control, connections, changes };
}

/**
 * Returns the contents of a catalog for comparison. Excludes ranks, fame and words, which only a load computes anew.
 */
export function readContents(database: DatabaseSync) {
  const all = (sql: string) => database.prepare(sql).all();
  const idsBy = (sql: string) =>
    new Map(all(sql).map((row) => Object.values(row).map(Number) as [number, number]));
  const idOf = idsBy("SELECT rank, id FROM catalog_title");
  const personOf = idsBy("SELECT rank, id FROM catalog_person");
  const ids = (ranks: unknown) =>
    String(ranks)
      .split(",")
      .map((rank) => idOf.get(Number(rank)));
  const index = (name: string, rows: ReadonlyMap<number, number>) => {
    database.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${name}_terms USING fts5vocab('main', 'catalog_${name}', 'instance')`,
    );
    return all(`SELECT term, doc FROM temp.${name}_terms`)
      .map(({ term, doc }) => `${term} ${rows.get(Number(doc))}`)
      .sort();
  };
  return {
    stated: all("SELECT titles FROM catalog"),
    titles: all(
      "SELECT id, year, type, is_adult, forms, popularity, hash, name_key, sources, record FROM catalog_title ORDER BY id",
    ),
    candidates: all(
      "SELECT title.id, found.year, found.type, found.is_adult, found.forms FROM catalog_candidate AS found JOIN catalog_title AS title USING (rank) ORDER BY id",
    ),
    translations: all(
      "SELECT id, lang, translated.record FROM catalog_translation AS translated JOIN catalog_title USING (rank) ORDER BY 1, 2",
    ),
    credits: all("SELECT id, record FROM catalog_credits WHERE record <> '' ORDER BY id"),
    collections: all("SELECT * FROM catalog_collection ORDER BY number, title, giver"),
    seasons: all("SELECT * FROM catalog_season ORDER BY id, season"),
    keys: all("SELECT key, claim, id FROM catalog_key LEFT JOIN catalog_title USING (rank) ORDER BY 1, 2, 3"),
    index: index("index", idOf),
    browse: index("browse", idOf),
    facets: all("SELECT * FROM catalog_facet WHERE facet <> 'place' ORDER BY facet, value"),
    // An update does not recompute fame, so the order of a filmography may differ from a load's.
    people: all(
      "SELECT id, name, profile_path, other_names, titles, credits FROM catalog_person ORDER BY id",
    ).map(({ titles, credits, ...person }) => {
      const lines = String(credits).split("\n");
      return {
        ...person,
        titles: ids(titles)
          .map((id, at) => `${id} ${lines[at]}`)
          .sort(),
      };
    }),
    personIndex: index("person_index", personOf),
    personIds: all("SELECT bucket, ranks FROM catalog_person_id ORDER BY 1").map(({ bucket, ranks }) => [
      bucket,
      [...unpackRanks(String(ranks))].map(([id, rank]) => [id, personOf.get(rank)]).sort(),
    ]),
    external: all("SELECT source, external, kind, id FROM catalog_external ORDER BY 1, 2"),
  };
}
