/**
 * The record of one title. The contract has no operation for it, so it is looked for, in
 * order: in the catalog, where there is one; among the records remembered when a search
 * returned them; by a search for the words and the year in the page's own address.
 */
import { NO_FILTER, onlyYear } from "../contract/filter.ts";
import { parseText, type SearchQuery } from "../contract/query.ts";
import { SearchAnswer, TitleRecord } from "../contract/record.ts";
import { slugOf, wordsOf } from "../contract/slug.ts";
import type { Catalog } from "../origins/catalog/catalog.ts";
import type { Origin } from "../origins/origin.ts";
import { bodyText } from "./answer.ts";
import { titleTag } from "./cache-tags.ts";
import { ageOf, freshness } from "./freshness.ts";
import type { Ingredients } from "./ingredients.ts";
import { readJson } from "./json.ts";
import type { Lookup } from "./lookup.ts";
import type { Policies } from "./policies.ts";
import type { RecordMemory, RememberedRecord } from "./records.ts";

export interface TitleAddress {
  readonly id: number;
  /** The words of the address; "" when it has none. */
  readonly slug: string;
  readonly lang: string;
}

/** `null`: the record is nowhere to be found, which does not mean that there is no such title. */
export type TitleLookup = (address: TitleAddress) => Promise<TitleRecord | null>;

interface TitleServices {
  readonly catalog: Catalog | null;
  /** Where credits and searches are answered from. */
  readonly origin: Origin;
  readonly memory: RecordMemory;
  readonly lookup: Lookup;
  /** A record is part of a search's answer, and serves as long. */
  readonly policies: Policies;
  /** What is found becomes part of a page. */
  readonly ingredients: Ingredients;
  readonly now: () => number;
}

export function createTitleLookup(services: TitleServices): TitleLookup {
  const { catalog, origin, memory, lookup, policies, ingredients, now } = services;

  return async function lookupTitle(address) {
    return (await inCatalog(address)) ?? (await inMemoryOrBySearch(address));
  };

  /** A remembered record while it serves; one that is too old for that only where the search fails (RFC 5861). */
  async function inMemoryOrBySearch(address: TitleAddress): Promise<TitleRecord | null> {
    const remembered = await memory.recall(address.id, address.lang);
    const state = remembered && freshness(ageOf(remembered.stored.storedAt, now()), policies.search);
    if (remembered !== null && (state === "fresh" || state === "revalidate")) return take(remembered);
    const found = await bySearch(address);
    if (found !== "failed") return found;
    return remembered !== null && state === "last-resort" ? take(remembered) : null;
  }

  function take({ record, stored }: RememberedRecord): TitleRecord {
    ingredients.note(stored, policies.search.lifetime);
    return record;
  }

  async function inCatalog({ id, slug, lang }: TitleAddress): Promise<TitleRecord | null> {
    if (catalog === null) return null;
    const storedAt = now();
    const found = await catalog.title(id, lang).catch(() => null);
    const record = found === null || found.json === null ? null : readJson(TitleRecord, found.json);
    // Beside an upstream the catalog may number its titles differently: the words have to agree.
    if (origin.name !== "catalog" && record !== null && slugOf(record) !== slug) return null;
    if (found === null || record === null) return null;
    const { catalogVersion } = found;
    ingredients.note({ storedAt, tags: [titleTag(id)], catalogVersion }, policies.search.lifetime);
    return record;
  }

  async function bySearch({ id, slug, lang }: TitleAddress): Promise<TitleRecord | null | "failed"> {
    const { text, year } = wordsOf(slug);
    const words = parseText(text);
    if (words === null) return null;
    const filter = { ...NO_FILTER, years: year === null ? null : onlyYear(year) };
    const query: SearchQuery = {
      category: "search",
      text: words,
      filter,
      lang,
      paging: null,
      includeAdult: false,
    };
    const answer = await lookup(query);
    if (answer.kind === "failed") return "failed";
    const records = readJson(SearchAnswer, bodyText(answer));
    return records?.find((record) => record.id === id) ?? null;
  }
}
