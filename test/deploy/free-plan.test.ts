/** What deployments write into D1 on their first day, against the free plan's limit (d1/platform/pricing). */
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, expect, test } from "vitest";
import { load } from "../../tools/catalog/load/load.ts";
import { readMigrations } from "../../tools/catalog/load/migrations.ts";
import { boundTarget, type Statements } from "../../tools/catalog/load/target.ts";
import { starterSource } from "../../tools/catalog/starter/read.ts";

/** Rows a day, for all databases of the account. Indexes count as well. */
const WRITTEN_A_DAY = 100_000;
const PRODUCTION = "production";
const PREVIEW = "preview";

const runtime = new Miniflare(
  convertV4MiniflareOptions({
    modules: true,
    script: "export default { fetch: () => new Response() };",
    d1Databases: [PRODUCTION, PREVIEW],
  }),
);
afterAll(() => runtime.dispose());

/** The rows that D1 counts as written. */
async function writtenBy(name: string, fill: (statements: Statements) => Promise<unknown>): Promise<number> {
  const database = (await runtime.getD1Database(name)) as unknown as D1Database;
  let written = 0;
  const count = ({ meta }: D1Result) => {
    written += meta.rows_written;
  };
  await fill({
    async batch(statements) {
      const results = await database.batch(statements.map((statement) => database.prepare(statement)));
      results.forEach(count);
    },
    async run(statement, parameter) {
      count(await database.prepare(statement).bind(parameter).run());
    },
  });
  return written;
}

async function migrate(statements: Statements): Promise<void> {
  for (const migration of readMigrations()) await boundTarget(statements).run(migration.statements);
}

async function loadStarter(statements: Statements): Promise<void> {
  const target = boundTarget(statements);
  await load(starterSource(), { target, migrations: readMigrations(), now: () => new Date() });
}

test("the starter, a preview's and a second fill leave a sixth of the day's rows", async () => {
  let written = 0;
  for (const name of [PRODUCTION, PREVIEW]) {
    written += await writtenBy(name, migrate);
    written += await writtenBy(name, loadStarter);
  }
  written += await writtenBy(PRODUCTION, loadStarter);
  expect(written).toBeGreaterThan(10_000);
  expect(written).toBeLessThan(0.83 * WRITTEN_A_DAY);
});
