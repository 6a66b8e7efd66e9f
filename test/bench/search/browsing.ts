/**
 * What browsing costs inside D1 as the catalog grows: rows read and milliseconds of the first and of the last page, in every
 * order, narrowed by nothing, by one fact, and by facts that hardly any title has together; and how much of the database
 * is there for it.
 */
import { join } from "node:path";
import { withMigratedDatabase } from "../../../tools/catalog/database.ts";
import { type BrowseQuery, SORTS } from "../../../worker/contract/browse.ts";
import { NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import { catalogOrigin } from "../../../worker/origins/catalog/catalog.ts";
import type { BenchData } from "./data.ts";
import { table } from "./figures.ts";
import { metered } from "./metered.ts";
import { fillWithMadeUp } from "./scale.ts";

const ROUNDS = 5;
const LIMIT = 20;
const LAST_PAGE = 50;

const NARROWED: Readonly<Record<string, Partial<Omit<BrowseQuery, "sort" | "paging" | "lang">>>> = {
  nothing: {},
  series: { filter: parseFilter("series") ?? NO_FILTER },
  "1950 and later": { filter: parseFilter("1950-") ?? NO_FILTER },
  "a frequent genre": { genre: "drama" },
  "a rare country": { country: "iceland" },
  "drama of the 1990s": { genre: "drama", filter: parseFilter("1990-1999") ?? NO_FILTER },
  "all rare": {
    genre: "western",
    country: "iceland",
    language: "is",
    filter: parseFilter("series,1920") ?? NO_FILTER,
  },
};

export async function benchBrowsing(
  { entries }: BenchData,
  folder: string,
  sizes: readonly number[],
): Promise<void> {
  const basis = entries.map(({ record }) => record.title).filter((title) => title !== "");
  const rows: string[][] = [];
  for (const size of sizes) {
    await withMigratedDatabase(join(folder, `browsing-${size}`), async (database, statements) => {
      const loaded = await fillWithMadeUp(statements, size, basis);
      console.log(`${size.toLocaleString("en")} titles, loaded in ${loaded} s`);
      rows.push(...(await measured(database, size)));
    });
  }
  table(
    ["titles", "narrowed to", "sorted by", "rows, first page", "last page", "ms, first page", "last page"],
    rows,
  );
}

async function measured(database: D1Database, size: number): Promise<string[][]> {
  const found: string[][] = [];
  for (const [name, given] of Object.entries(NARROWED)) {
    for (const sort of SORTS) {
      const costs = [];
      for (const page of [1, LAST_PAGE]) {
        const query = { filter: NO_FILTER, genre: null, country: null, language: null, ...given };
        costs.push(await costOf(database, { ...query, sort, paging: { page, limit: LIMIT }, lang: "en" }));
      }
      const cells = [...costs.map(({ rows }) => String(rows)), ...costs.map(({ ms }) => ms.toFixed(1))];
      found.push([size.toLocaleString("en"), name, sort, ...cells]);
    }
  }
  return found;
}

/** After a first time, which reads from the disk. */
async function costOf(database: D1Database, query: BrowseQuery): Promise<{ rows: number; ms: number }> {
  const { database: watched, meter } = metered(database);
  const origin = catalogOrigin(watched).can;
  await origin.browse(query);
  meter.reset();
  for (let round = 0; round < ROUNDS; round += 1) await origin.browse(query);
  return { rows: meter.rows / ROUNDS, ms: meter.milliseconds / ROUNDS };
}
