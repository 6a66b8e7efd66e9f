/**
 * What a search costs inside D1 as the catalog grows: rows read and milliseconds, at
 * 10,000, 100,000 and 1,000,000 titles made up from the words of the data, on the same queries, and what the searches
 * leave behind in memory; and the same for the deepest page. The first size is measured twice
 * (A/A): what differs there is noise.
 */
import { join } from "node:path";
import { withMigratedDatabase } from "../../../tools/catalog/database.ts";
import { load } from "../../../tools/catalog/load/load.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import { boundTarget, type Statements } from "../../../tools/catalog/load/target.ts";
import { NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import type { Paging } from "../../../worker/contract/query.ts";
import { catalogOrigin } from "../../../worker/origins/catalog/catalog.ts";
import type { BenchData } from "./data.ts";
import { percentile, table } from "./figures.ts";
import { type MeteredDatabase, metered } from "./metered.ts";
import { typedQueries } from "./queries.ts";
import { madeUpEntries } from "./titles.ts";

export const SIZES = [10_000, 100_000, 1_000_000];

/** After a first round, which reads from the disk what the further ones find in memory. */
const ROUNDS = 5;

/** The last titles that pages give. */
const DEEPEST: Paging = { page: 5, limit: 100 };

/** `folder`: where the catalogs are stored. */
export async function benchScale(
  { name, entries }: BenchData,
  folder: string,
  sizes: readonly number[],
): Promise<void> {
  const rows: string[][] = [];
  const basis = entries.map(({ record }) => record.title).filter((title) => title !== "");
  const queries = typedQueries(basis);
  let before: number | null = null;
  for (const size of [sizes[0] ?? 10_000, ...sizes]) {
    const state = join(folder, String(size));
    const measured = await withMigratedDatabase(state, async (database, statements) => {
      const loaded = await fillWithMadeUp(statements, size, basis);
      return { loaded, ...(await measure(metered(database), queries)) };
    });
    const { first, milliseconds, read, loaded, worst, held, deepest } = measured;
    rows.push([
      size.toLocaleString("en"),
      loaded,
      mean(first).toFixed(2),
      mean(milliseconds).toFixed(2),
      before === null ? "" : (mean(milliseconds) / before).toFixed(2),
      ...[0.5, 0.99, 1].map((share) => percentile(milliseconds, share).toFixed(1)),
      ...[0.5, 0.99, 1].map((share) => String(percentile(read, share))),
      worst,
      held.toFixed(1),
      mean(deepest.milliseconds).toFixed(2),
      ...[0.5, 1].map((share) => String(percentile(deepest.read, share))),
    ]);
    before = mean(milliseconds);
  }
  console.log(
    `\nInside D1, words of the titles ${name}, ${queries.length} queries ${ROUNDS} times each, after once; times as D1 states them.`,
  );
  table(
    [
      "titles",
      "loaded in s",
      "mean ms once",
      "mean ms",
      "ratio",
      "p50",
      "p99",
      "max",
      "rows p50",
      "p99",
      "max",
      "most rows for",
      "heap MB",
      "deepest page: mean ms",
      "rows p50",
      "max",
    ],
    rows,
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Gives the seconds that it took. */
export async function fillWithMadeUp(
  statements: Statements,
  size: number,
  basis: readonly string[],
): Promise<string> {
  const began = performance.now();
  const services = { target: boundTarget(statements), migrations: readMigrations(), now: () => new Date() };
  const source = {
    name: `${size} made-up titles`,
    entries: () => madeUpEntries(size, basis),
    credits: () => [],
  };
  await load(source, services);
  return ((performance.now() - began) / 1000).toFixed(0);
}

type TypedQuery = readonly [string, string];

async function measure(watched: MeteredDatabase, queries: readonly TypedQuery[]) {
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push(await searchAll(watched, queries, null));
  globalThis.gc?.();
  const held = process.memoryUsage().heapUsed / 2 ** 20;
  const [first, ...further] = rounds;
  const read = rounds.flatMap((round) => round.read);
  const worst = queries[read.indexOf(Math.max(...read)) % queries.length] ?? [];
  return {
    first: first?.milliseconds ?? [],
    milliseconds: further.flatMap((round) => round.milliseconds),
    read,
    worst: worst.join(" ").trim(),
    held,
    deepest: await searchAll(watched, queries, DEEPEST),
  };
}

interface Round {
  readonly milliseconds: readonly number[];
  /** Rows. */
  readonly read: readonly number[];
}

async function searchAll(
  { database, meter }: MeteredDatabase,
  queries: readonly TypedQuery[],
  paging: Paging | null,
): Promise<Round> {
  const origin = catalogOrigin(database).can;
  const milliseconds: number[] = [];
  const read: number[] = [];
  for (const [text, f] of queries) {
    meter.reset();
    await origin.search({
      category: "search",
      text,
      lang: "en",
      paging,
      includeAdult: false,
      filter: parseFilter(f) ?? NO_FILTER,
    });
    milliseconds.push(meter.milliseconds);
    read.push(meter.rows);
  }
  return { milliseconds, read };
}
