/** What is sent to a remote database: statements that D1 takes, and that give the same catalog. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { load } from "../../../tools/catalog/load/load.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import { SqlFile } from "../../../tools/catalog/load/sql-file.ts";
import { loadRemotely } from "../../../tools/catalog/remote.ts";
import { starterSource } from "../../../tools/catalog/sources/starter.ts";
import { folderOf } from "./folder.ts";

const services = { migrations: readMigrations(), now: () => new Date(0) };

/** More than one statement may hold, with every character that could divide it. */
const LARGE = JSON.stringify({ id: 1, cast: `it's "large"; 𝄞\n`.repeat(40_000) });

async function written(): Promise<string> {
  const file = join(folderOf({}), "catalog.sql");
  const source = { ...starterSource(), credits: () => [[1, LARGE] as const] };
  await load(source, { ...services, target: new SqlFile(file) });
  return readFileSync(file, "utf8");
}

test("no statement is larger than D1 takes", async () => {
  const sql = await written();
  const sizes = sql.split(/;\n/).map((statement) => Buffer.byteLength(statement));
  expect(Math.max(...sizes)).toBeLessThan(100_000);
});

test("the file gives the catalog that was read, byte for byte", async () => {
  const database = new DatabaseSync(":memory:");
  for (const { statements } of services.migrations)
    for (const statement of statements) database.exec(statement);
  database.exec(await written());

  const [, ...records] = database.prepare("SELECT record FROM catalog_title ORDER BY rank").all();
  expect(records).toHaveLength(Number(database.prepare("SELECT titles FROM catalog").get()?.titles) - 1);
  expect(database.prepare("SELECT record FROM catalog_credits WHERE id = 1").get()?.record).toBe(LARGE);
  const [found] = database
    .prepare("SELECT rowid FROM catalog_index WHERE catalog_index MATCH 'samurai' LIMIT 1")
    .all();
  expect(found).toBeDefined();
});

test("a dry run says what wrangler would be asked, and asks nothing", async () => {
  const folder = folderOf({});
  const said: string[] = [];
  await loadRemotely(starterSource(), { folder, dryRun: true, say: (line) => said.push(line), services });
  expect(said).toEqual([
    "would run: wrangler d1 migrations apply marquee-catalog --remote",
    `would run: wrangler d1 execute marquee-catalog --remote --yes --file ${join(folder, "catalog.sql")}`,
  ]);
  expect(existsSync(join(folder, "catalog.sql"))).toBe(true);
});
