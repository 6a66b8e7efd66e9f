/** Other titles of the same name, for the page of one: known where the catalog is what answers. */
import { SearchAnswer, type TitleRecord } from "../contract/record.ts";
import type { Catalog } from "../origins/catalog/catalog.ts";
import type { Origin } from "../origins/origin.ts";
import { readJson } from "./json.ts";

/** Never rejects: a page stands without them. Titles for adults are not among them. */
export type NamesakesLookup = (id: number, lang: string) => Promise<readonly TitleRecord[]>;

export function createNamesakesLookup(origin: Origin, catalog: Catalog | null): NamesakesLookup {
  return async function lookupNamesakes(id, lang) {
    if (catalog === null || origin.name !== "catalog") return [];
    const json = await catalog.namesakes(id, lang).catch(() => "[]");
    return (readJson(SearchAnswer, json) ?? []).filter((record) => record.is_adult === 0);
  };
}
