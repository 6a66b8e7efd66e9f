/**
 * The titles and queries that the search is measured on. Without a folder both are made up, always the same. A folder holds
 *
 *     titles.jsonl or titles.jsonl.gz     the titles, and any other file of docs/catalog.md
 *     queries.jsonl                       optional; one JSON object a line:
 *                                         {"q": "sevn samurai", "f": "1954", "expectId": 346, "kind": "typo"}
 *
 * `expectId` is the id of the title that the query means, `f` (optional) a filter, `kind` the row of the table that the query
 * counts in. Without `queries.jsonl` the queries are made from the titles of the folder.
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
  /** The name printed above the figures. */
  readonly name: string;
  /** The titles, most popular first. */
  readonly entries: readonly CatalogEntry[];
  /** The credits as JSON by title id. */
  readonly credits: ReadonlyMap<number, string>;
  readonly queries: readonly MeantQuery[];
  /**
   * Typed queries made from the titles of a folder that has its own queries. They count only in the table of kinds.
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
