/**
 * Measures how often Marquee and Postgres rank the intended title first, for the same titles and queries. Marquee is
 * measured twice, and the difference shows the noise. Its times are those that D1 reports, and Postgres is timed in
 * this process.
 */

import * as v from "valibot";
import { withLocalDatabases } from "../../../tools/catalog/database.ts";
import { load } from "../../../tools/catalog/load/load.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import type { CatalogEntry } from "../../../tools/catalog/load/rows.ts";
import type { Credits } from "../../../worker/contract/credits.ts";
import { NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import { SearchResponse } from "../../../worker/contract/record.ts";
import { parseBrowse } from "../../../worker/filters/browse-query.ts";
import { type LoadedList, toJson } from "../../../worker/source/loaded.ts";
import { openCatalogIn } from "../../catalog/open.ts";
import type { BenchData } from "./data.ts";
import { meterDatabase } from "./metered.ts";
import type { MeantQuery } from "./queries.ts";
import { meantTexts } from "./texts.ts";

/** A title as a search engine indexes it. */
export interface Indexed {
  readonly id: number;
  readonly title: string;
  readonly original: string;
  readonly aliases: string;
  readonly year: string;
  /** An estimate of the popularity. */
  readonly popularity: number;
}

export interface Engine {
  readonly name: string;
  /** Returns the ids of the results, best first. */
  search(text: string, year: string | null): Promise<number[]>;
}

/**
 * The path of the module for Postgres. It is a variable, because the type checker would otherwise require an optional
 * package.
 */
const POSTGRES = "./postgres.ts";

/** Starts Postgres with the titles. If the package is missing, prints how to install it and returns `null`. */
async function loadPostgres(titles: readonly Indexed[]): Promise<Engine | null> {
  try {
    return await (await import(POSTGRES)).postgres(titles);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    console.log("Marquee alone: `npm ci --prefix test/bench/search` installs Postgres to compare it with.");
    return null;
  }
}

const FOLDER = ".wrangler/bench";
/** The estimated popularity of the most popular title. */
const MOST_POPULAR = 1e6;

interface Outcome {
  readonly name: string;
  /** The position of the intended title in the results of each query, starting with 0, or -1 if it is missing. */
  readonly places: readonly number[];
  readonly milliseconds: readonly number[];
}

export async function benchRelevance(data: BenchData): Promise<void> {
  const queries = [...data.queries, ...data.typed];
  const outcomes = await measureMarquee({ ...data, queries });
  const titles = data.entries.map(toIndexed);
  const postgres = await loadPostgres(titles);
  if (postgres !== null) outcomes.push(await toOutcome(postgres, queries));
  console.log(`\n${titles.length} titles, ${data.queries.length} queries: ${data.name}.`);
  const columns = ["engine", "first", "in five", "MRR", "ms p50", "p99"];
  const counted = outcomes.map(({ places, milliseconds, ...rest }) => ({
    ...rest,
    places: places.slice(0, data.queries.length),
    milliseconds: milliseconds.slice(0, data.queries.length),
  }));
  table(columns, counted.map(summary));
  console.log("\nFirst, by kind (in five for prefixes), in per cent:");
  const kinds = [...new Set(queries.map(({ kind }) => kind))];
  table(
    ["kind", "queries", ...outcomes.map(({ name }) => name)],
    kinds.map((kind) => {
      const within = kind === "prefix" ? 5 : 1;
      const which = queries.flatMap((query, at) => (query.kind === kind ? at : []));
      const shares = outcomes.map(({ places }) =>
        share(
          which.map((at) => places[at] ?? -1),
          within,
        ),
      );
      return [kind, String(which.length), ...shares];
    }),
  );
}

async function measureMarquee(data: BenchData): Promise<Outcome[]> {
  return withLocalDatabases(FOLDER, async ({ open }) => {
    const catalog = await open("A");
    const { database, meter } = meterDatabase(await catalog.binding());
    const source = { name: data.name, entries: () => data.entries, credits: () => data.credits };
    const services = { target: catalog.batch, migrations: readMigrations(), now: () => new Date() };
    await load(source, services);
    const newRequest = () => openCatalogIn(database);
    const run = async (name: string): Promise<Outcome> => {
      const milliseconds: number[] = [];
      const places: number[] = [];
      for (const { q, f, expectId } of data.queries) {
        meter.reset();
        const json = toJson(
          await newRequest().search({
            text: q,
            lang: "en",
            page: null,
            limit: null,
            includeAdult: false,
            filter: parseFilter(f ?? "") ?? NO_FILTER,
          }),
        );
        milliseconds.push(meter.milliseconds);
        places.push(v.parse(SearchResponse, JSON.parse(json)).findIndex(({ id }) => id === expectId));
      }
      return { name, places, milliseconds };
    };
    if (data.credits.size > 0)
      await benchTexts(data, (text) => newRequest().browse(parseBrowse(new URLSearchParams({ q: text }))));
    return [await run("Marquee"), await run("Marquee again")];
  });
}

/** Measures queries with people, filters and plot words. Reports those that were used for tuning in separate rows. */
async function benchTexts(
  { entries, credits }: BenchData,
  list: (text: string) => Promise<LoadedList<unknown>>,
): Promise<void> {
  const readCredits = (id: number): Credits | undefined => JSON.parse(credits.get(id) ?? "null") ?? undefined;
  const texts = meantTexts(entries, ({ record }) => readCredits(record.id));
  const isFirst = new Map<string, number>();
  for (const { q, expectId } of texts) {
    const [first]: { id: number }[] = JSON.parse(toJson(await list(q)));
    isFirst.set(q, first?.id === expectId ? 0 : -1);
  }
  console.log("\nTexts of people and facts, first, in per cent:");
  const kinds = Map.groupBy(texts, ({ kind, half }) => `${kind}, ${half}`);
  table(
    ["kind", "texts", "first"],
    [...kinds].map(([kind, some]) => [
      kind,
      String(some.length),
      share(
        some.map(({ q }) => isFirst.get(q) ?? -1),
        1,
      ),
    ]),
  );
}

async function toOutcome(engine: Engine, queries: readonly MeantQuery[]): Promise<Outcome> {
  const milliseconds: number[] = [];
  const places: number[] = [];
  for (const { q, f, expectId } of queries) {
    const began = performance.now();
    const found = await engine.search(q, f ?? null);
    milliseconds.push(performance.now() - began);
    places.push(found.indexOf(expectId));
  }
  return { name: engine.name, milliseconds, places };
}

function summary({ name, places, milliseconds }: Outcome): string[] {
  const reciprocal =
    places.reduce((sum, place) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / places.length;
  const times = [0.5, 0.99].map((part) => percentile(milliseconds, part).toFixed(1));
  return [name, share(places, 1), share(places, 5), reciprocal.toFixed(3), ...times];
}

function share(places: readonly number[], within: number): string {
  return ((100 * places.filter((place) => place >= 0 && place < within).length) / places.length).toFixed(1);
}

/**
 * Converts an entry. The popularity is estimated from the position, because the catalog only knows the order of
 * titles.
 */
function toIndexed({ record, otherNames }: CatalogEntry, place: number): Indexed {
  const { id, title, original_title, year } = record;
  return {
    id,
    title,
    year,
    original: original_title === title ? "" : original_title,
    aliases: otherNames.map((name) => name.title).join("\n"),
    popularity: MOST_POPULAR / (place + 1),
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, at) => cell.padEnd(widths[at] ?? 0));
    console.log(cells.join("  ").trimEnd());
  }
}
