/** Compares the rows written on the first day with the limit of D1's free plan (d1/platform/pricing). */
import { describe, expect, test } from "vitest";
import { type LocalDatabase, withLocalDatabases } from "../../tools/catalog/database.ts";
import { load } from "../../tools/catalog/load/load.ts";
import { readMigrations } from "../../tools/catalog/load/migrations.ts";
import { starterSource } from "../../tools/catalog/starter/read.ts";
import { folderOf } from "../tools/catalog/folder.ts";

/** The daily limit of an account, which includes index rows. */
const WRITTEN_A_DAY = 100_000;

/** Loads the starter catalog and returns the rows written. */
async function loadStarter(database: LocalDatabase): Promise<number> {
  let written = 0;
  async function target(statements: readonly string[]): Promise<void> {
    for (const result of await database.batch(statements)) written += result.written;
  }
  await load(starterSource(), { target, migrations: readMigrations(), now: () => new Date() });
  return written;
}

describe("free plan", () => {
  test("leaves a sixth of the daily rows after filling three catalogs", async () => {
    await withLocalDatabases(folderOf({}), async ({ open }) => {
      const database = await open("A");
      const [first, second] = [await loadStarter(database), await loadStarter(database)];
      expect(first).toBeGreaterThan(10_000);
      expect(2 * first + second).toBeLessThan(0.83 * WRITTEN_A_DAY);
    });
  });
});
