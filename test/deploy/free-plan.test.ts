/** What deployments write into D1 on their first day, against the free plan's limit (d1/platform/pricing). */
import { expect, test } from "vitest";
import { type LocalDatabase, withLocalDatabases } from "../../tools/catalog/database.ts";
import { load } from "../../tools/catalog/load/load.ts";
import { readMigrations } from "../../tools/catalog/load/migrations.ts";
import { starterSource } from "../../tools/catalog/starter/read.ts";
import { folderOf } from "../tools/catalog/folder.ts";

/** Rows a day, for all databases of the account. Indexes count as well. */
const WRITTEN_A_DAY = 100_000;

/** The rows that D1 counts as written. */
async function loadStarter(database: LocalDatabase): Promise<number> {
  let written = 0;
  async function target(statements: readonly string[]): Promise<void> {
    for (const result of await database.batch(statements)) written += result.written;
  }
  await load(starterSource(), { target, migrations: readMigrations(), now: () => new Date() });
  return written;
}

test("the starter, a preview's and a second fill leave a sixth of the day's rows", async () => {
  let written = 0;
  await withLocalDatabases(folderOf({}), async ({ open }) => {
    for (const name of ["A", "B", "A"] as const) written += await loadStarter(await open(name));
  });
  expect(written).toBeGreaterThan(10_000);
  expect(written).toBeLessThan(0.83 * WRITTEN_A_DAY);
});
