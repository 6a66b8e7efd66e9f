/**
 * Tests that the rows written on the first day do not exceed the limit of D1's free plan
 * (developers.cloudflare.com/d1/platform/pricing).
 */
import { describe, expect, test } from "vitest";
import { type LocalDatabase, withLocalDatabases } from "../../tools/catalog/database.ts";
import { load } from "../../tools/catalog/load/load.ts";
import { readMigrations } from "../../tools/catalog/load/migrations.ts";
import { starterSource } from "../../tools/catalog/starter/read.ts";
import { createFolder } from "../tools/catalog/folder.ts";

/** The number of rows that an account may write per day. Rows of indexes count as well. */
const WRITTEN_A_DAY = 100_000;

/** Loads the starter catalog and returns the number of rows written. */
async function loadStarter(database: LocalDatabase): Promise<number> {
  let written = 0;
  async function target(statements: readonly string[]): Promise<void> {
    for (const result of await database.batch(statements)) written += result.written;
  }
  await load(starterSource(), { target, migrations: readMigrations(), now: () => new Date() });
  return written;
}

describe("free plan", () => {
  test("keeps a sixth of the daily rows after filling three catalogs", async () => {
    await withLocalDatabases(createFolder({}), async ({ open }) => {
      const database = await open("A");
      const [first, second] = [await loadStarter(database), await loadStarter(database)];
      expect(first).toBeGreaterThan(10_000);
      expect(2 * first + second).toBeLessThan(0.83 * WRITTEN_A_DAY);
    });
  });
});
