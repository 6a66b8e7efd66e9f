/**
 * The rows that deployments write into D1 on their first day, compared with the free plan's limit
 * (d1/platform/pricing).
 */
import { describe, expect, test } from "vitest";
import { type LocalDatabase, withLocalDatabases } from "../../tools/catalog/database.ts";
import { load } from "../../tools/catalog/load/load.ts";
import { readMigrations } from "../../tools/catalog/load/migrations.ts";
import { starterSource } from "../../tools/catalog/starter/read.ts";
import { folderOf } from "../tools/catalog/folder.ts";

/** The limit for all databases of the account, which includes index rows. */
const WRITTEN_A_DAY = 100_000;

/** Returns the rows that D1 counts as written. */
async function loadStarter(database: LocalDatabase): Promise<number> {
  let written = 0;
  async function target(statements: readonly string[]): Promise<void> {
    for (const result of await database.batch(statements)) written += result.written;
  }
  await load(starterSource(), { target, migrations: readMigrations(), now: () => new Date() });
  return written;
}

describe("free plan", () => {
  test("fills three catalogs with a sixth of the rows to spare", async () => {
    await withLocalDatabases(folderOf({}), async ({ open }) => {
      const database = await open("A");
      const [first, second] = [await loadStarter(database), await loadStarter(database)];
      expect(first).toBeGreaterThan(10_000);
      expect(2 * first + second).toBeLessThan(0.83 * WRITTEN_A_DAY);
    });
  });
});
