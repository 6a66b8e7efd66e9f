/**
 * What may have been meant where a search found nothing: the nearest title of the catalog,
 * whether the catalog is what answers or stands beside an upstream that takes words to the
 * letter. One search of the catalog, none of the upstream.
 */
import { applyFilter, type Filter, NO_FILTER } from "../contract/filter.ts";
import { parseText, type SearchQuery } from "../contract/query.ts";
import { SearchAnswer, type TitleRecord } from "../contract/record.ts";
import type { Catalog } from "../origins/catalog/catalog.ts";
import { edits } from "../origins/catalog/edits.ts";
import { fold } from "../origins/catalog/fold.ts";
import { bareKey } from "../origins/catalog/names.ts";
import { readJson } from "./json.ts";
import type { Allowance } from "./lookup.ts";

/** Another search: a title as it is spelt, and the filter where it admits that title. */
export interface Suggestion {
  readonly text: string;
  readonly filter: Filter;
}

/** `null`: nothing that is likely to be meant. Never rejects: a page stands without it. */
export type SuggestionLookup = (query: SearchQuery) => Promise<Suggestion | null>;

interface SuggestionServices {
  readonly catalog: Catalog | null;
  /** A search of the catalog costs what a request to the origin does. */
  readonly allowance: Allowance;
}

export function createSuggestionLookup({ catalog, allowance }: SuggestionServices): SuggestionLookup {
  return async function lookupSuggestion(query) {
    if (catalog === null || (await allowance()) !== null) return null;
    const json = await catalog.suggestions(query).catch(() => "[]");
    return suggestionOf(query, readJson(SearchAnswer, json) ?? []);
  };
}

/** `found`: the likeliest first. */
export function suggestionOf(query: SearchQuery, found: readonly TitleRecord[]): Suggestion | null {
  const [admitted] = applyFilter(query.filter, found);
  const meant = admitted ?? found[0];
  if (meant === undefined) return null;
  const text = parseText(nearestName(query.text, meant));
  if (text === null || text.toLowerCase() === query.text.toLowerCase()) return null;
  if (admitted !== undefined) return { text, filter: query.filter };
  return isSpeltRightly(query.text, text) ? null : { text, filter: NO_FILTER };
}

/** Of its two titles the one that looks more like what was typed. */
function nearestName(typed: string, { title, original_title }: TitleRecord): string {
  const distance = (name: string) =>
    edits(typed.toLowerCase(), name.toLowerCase(), typed.length + name.length);
  return distance(original_title) < distance(title) ? original_title : title;
}

/** A title that only the filter keeps out is found without it: another spelling is no help. */
function isSpeltRightly(typed: string, title: string): boolean {
  return bareKey(fold(title)).includes(bareKey(fold(typed)));
}
