/**
 * Reads the titles and queries of the search benchmark from a folder, or generates them. Generated data is the same
 * in every run. A folder contains
 *
 *     titles.jsonl or titles.jsonl.gz     the titles, and any other file described in docs/catalog.md
 *     queries.jsonl                       optional; one JSON object per line:
 *                                         {"q": "sevn samurai", "f": "1954", "expectId": 346, "kind": "typo"}
 *
 * `expectId` is the id of the intended title, `f` is an optional filter, and `kind` selects the row of the results in
 * which the query is counted. Without `queries.jsonl`, queries are generated from the folder's titles.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { CatalogEntry } from "../../../tools/catalog/load/rows.ts";
import { jsonLinesKind } from "../../../tools/catalog/sources/json-lines.ts";
import { LoadReport } from "../../../tools/catalog/sources/load-report.ts";
import { stagedSource } from "../../../tools/catalog/sources/staged.ts";
import { type MeantQuery, meantQueries, typedQueries } from "./queries.ts";
import { madeUpEntries, madeUpTitles } from "./titles.ts";

const MADE_UP = 10_000;

const QueryLine = v.object({
  q: v.string(),
  f: v.optional(v.string()),
  expectId: v.number(),
  kind: v.string(),
});

export interface BenchData {
  /** The name that is printed above the results. */
  readonly name: string;
  /** The titles, sorted by popularity. */
  readonly entries: readonly CatalogEntry[];
  /** The credits as JSON, by title id. */
  readonly credits: ReadonlyMap<number, string>;
  readonly queries: readonly MeantQuery[];
  /**
   * Additional queries, generated if the folder contains its own queries. They only count in the table of query
   * kinds.
   */
  readonly typed: readonly MeantQuery[];
}

export async function benchData(folder: string | null): Promise<BenchData> {
  if (folder !== null) return folderData(folder);
  const entries = [...madeUpEntries(MADE_UP, madeUpTitles(MADE_UP))];
  return { name: "made up", entries, credits: new Map(), queries: meantQueries(entries), typed: [] };
}

async function folderData(folder: string): Promise<BenchData> {
  const files = readdirSync(folder).filter((name) => jsonLinesKind(name) !== null);
  const paths = files.map((name) => join(folder, name));
  const source = await stagedSource(paths, {}, { folder: null, report: new LoadReport() });
  const entries = [...source.entries()];
  const credits = new Map(source.credits());
  source.close();
  const queries = join(folder, "queries.jsonl");
  if (!existsSync(queries))
    return { name: folder, entries, credits, queries: meantQueries(entries), typed: [] };
  const lines = readFileSync(queries, "utf8").split("\n").filter(Boolean);
  return {
    name: folder,
    entries,
    credits,
    queries: lines.map((line) => v.parse(QueryLine, JSON.parse(line))),
    typed: typedQueries(entries),
  };
}
