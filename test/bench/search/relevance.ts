/**
 * Whether the title that was meant comes first: Marquee's catalog beside the engines people
 * run in a process, on the same titles and queries. Marquee is measured twice (A/A). Its
 * times are those D1 states; the engines' are measured here, in the process that holds them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as v from "valibot";
import { withMigratedDatabase } from "../../../tools/catalog/database.ts";
import { load } from "../../../tools/catalog/load/load.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import { boundTarget } from "../../../tools/catalog/load/target.ts";
import { stagedSource } from "../../../tools/catalog/sources/staged.ts";
import { Tally } from "../../../tools/catalog/sources/tally.ts";
import { NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import { SearchAnswer, type TitleRecord } from "../../../worker/contract/record.ts";
import { catalogOrigin } from "../../../worker/origins/catalog/catalog.ts";
import { type BuildEngine, type Indexed, loadEngines } from "./engine.ts";
import { percentile, table } from "./figures.ts";
import { metered } from "./metered.ts";

const CATALOG = "../shared/data/catalog-10k";
const QUERIES = "../shared/data/queries-dev.jsonl";

/** A query somebody would type, and the title they mean. */
interface Query {
  readonly q: string;
  readonly f?: string;
  readonly expectId: number;
  readonly kind: string;
}

interface Outcome {
  readonly name: string;
  /** From 0; -1 when it was not found. */
  readonly places: readonly number[];
  readonly milliseconds: readonly number[];
  /** Megabytes more that the process holds: the index of an engine; of Marquee, whose index is in D1, what searches leave. */
  readonly memory: number;
}

/** `folder`: where the catalog is kept. */
export async function benchRelevance(folder: string): Promise<void> {
  const queries = linesOf<Query>(QUERIES);
  const outcomes = await ours(folder, queries);
  const titles = indexed();
  for (const build of await loadEngines()) {
    outcomes.push(await theirs(build, titles, queries));
  }
  console.log(`\n${titles.length} titles, ${queries.length} queries.`);
  const columns = ["engine", "first", "in five", "MRR", "ms p50", "p99", "memory MB"];
  table(columns, outcomes.map(summary));
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

/** The same twice: what differs is noise. */
async function ours(folder: string, queries: readonly Query[]): Promise<Outcome[]> {
  const state = join(folder, "catalog-10k");
  return withMigratedDatabase(state, async (database) => {
    if ((await catalogOrigin(database).state()).titles === 0) await fill(database, folder);
    const { database: watched, meter } = metered(database);
    const origin = catalogOrigin(watched);
    const run = async (name: string): Promise<Outcome> => {
      const before = await heap();
      const milliseconds: number[] = [];
      const places: number[] = [];
      for (const { q, f, expectId } of queries) {
        meter.reset();
        const { json } = await origin.search({
          ...{ category: "search", text: q, lang: "en", paging: null, includeAdult: false },
          filter: parseFilter(f ?? "") ?? NO_FILTER,
        });
        milliseconds.push(meter.milliseconds);
        places.push(v.parse(SearchAnswer, JSON.parse(json)).findIndex(({ id }) => id === expectId));
      }
      return { name, places, milliseconds, memory: (await heap()) - before };
    };
    return [await run("Marquee"), await run("Marquee again")];
  });
}

async function fill(database: D1Database, folder: string): Promise<void> {
  const source = await stagedSource([CATALOG], {}, { folder, tally: new Tally() });
  await load(source, { target: boundTarget(database), migrations: readMigrations(), now: () => new Date() });
  source.remove();
}

async function theirs(
  build: BuildEngine,
  titles: readonly Indexed[],
  queries: readonly Query[],
): Promise<Outcome> {
  const before = await heap();
  const engine = await build(titles);
  const memory = (await heap()) - before;
  const milliseconds: number[] = [];
  const places: number[] = [];
  for (const { q, f, expectId } of queries) {
    const began = performance.now();
    const found = await engine.search(q, f ?? null);
    milliseconds.push(performance.now() - began);
    places.push(found.indexOf(expectId));
  }
  return { name: engine.name, memory, milliseconds, places };
}

function summary({ name, places, milliseconds, memory }: Outcome): string[] {
  const reciprocal =
    places.reduce((sum, place) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / places.length;
  const times = [0.5, 0.99].map((part) => percentile(milliseconds, part).toFixed(1));
  return [name, share(places, 1), share(places, 5), reciprocal.toFixed(3), ...times, memory.toFixed(0)];
}

function share(places: readonly number[], within: number): string {
  return ((100 * places.filter((place) => place >= 0 && place < within).length) / places.length).toFixed(1);
}

function indexed(): Indexed[] {
  const votes = new Map(
    linesOf<{ id: number; votes: number }>(`${CATALOG}/meta.jsonl.gz`).map((meta) => [meta.id, meta.votes]),
  );
  const aliases = new Map<number, string[]>();
  for (const { id, title } of linesOf<{ id: number; title: string }>(`${CATALOG}/akas.jsonl.gz`)) {
    aliases.set(id, [...(aliases.get(id) ?? []), title]);
  }
  return linesOf<TitleRecord>(`${CATALOG}/titles.jsonl.gz`).map(({ id, title, original_title, year }) => ({
    ...{ id, title, year, original: original_title === title ? "" : original_title },
    aliases: (aliases.get(id) ?? []).join("\n"),
    popularity: votes.get(id) ?? 0,
  }));
}

function linesOf<Line>(path: string): Line[] {
  const stored = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(stored) : stored).toString();
  return text.split("\n").flatMap((line) => (line === "" ? [] : (JSON.parse(line) as Line)));
}

/**
 * Megabytes. Garbage is collected first where Node was started with `--expose-gc`: in a turn of
 * its own, in which nothing on the stack holds what was measured before.
 */
async function heap(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}
