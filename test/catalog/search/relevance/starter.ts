/**
 * Provides the starter catalog inside the Workers runtime. The bundler inlines its files, because the runtime reads
 * none.
 */
import type { Source } from "../../../../tools/catalog/load/load.ts";
import { type CatalogTitle, catalogTitle } from "../../../../tools/catalog/starter/catalog-title.ts";
import names from "../../../../tools/catalog/starter/people.json";
import type { StarterTitle } from "../../../../tools/catalog/starter/title.ts";

interface ImportMetaWithGlob {
  glob(pattern: string, options: { eager: true; import: "default" }): Record<string, StarterTitle>;
}

const files = (import.meta as unknown as ImportMetaWithGlob).glob(
  "../../../../tools/catalog/starter/titles/*.json",
  { eager: true, import: "default" },
);

/** Returns the titles, sorted by popularity. */
export function starterTitles(): CatalogTitle[] {
  const people = new Map(names.map((name, at) => [name, at + 1]));
  return Object.values(files)
    .map((title) => catalogTitle(title, people))
    .sort((a, b) => (b.facts.popularity ?? 0) - (a.facts.popularity ?? 0) || a.record.id - b.record.id);
}

export function starterCredits() {
  return starterTitles().map(({ record, credits }) => [record.id, JSON.stringify(credits)] as const);
}

export const STARTER: Source = { name: "a test", entries: starterTitles, credits: starterCredits };

/** Returns a third of the queries of each kind. */
export function takeThird<T extends { readonly kind: string }>(queries: readonly T[]): T[] {
  const byKind = Map.groupBy(queries, ({ kind }) => kind);
  return [...byKind.values()].flatMap((all) => all.filter((_, at) => at % 3 === 0));
}
