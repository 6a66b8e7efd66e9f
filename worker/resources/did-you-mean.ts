/**
 * The likely intended search when nothing was found: for the nearest title in the catalog, whether the catalog is the
 * origin or stands beside an upstream that matches words exactly. Searches the catalog once, the upstream never.
 */

import { bareKey } from "../catalog/store/names.ts";
import { applyFilter, type Filter, NO_FILTER } from "../contract/filter.ts";
import { parseText, type SearchQuery, searchString } from "../contract/query.ts";
import { SearchAnswer, type TitleRecord } from "../contract/record.ts";
import { fold } from "../text/fold.ts";
import { edits } from "../text/similarity.ts";
import type { Resource } from "./resource.ts";

/** Another search: for the correct spelling of a title, with the filter if it admits that title. */
export interface LikelySearch {
  readonly text: string;
  readonly filter: Filter;
}

/** Counted: a search of the catalog costs as much as a request to the origin. Stored, since a page may ask for it twice. */
export const didYouMean = {
  name: "did-you-mean",
  schema: SearchAnswer,
  key: searchString,
  tags: () => ["search"],
  policy: (policies) => policies.search,
} satisfies Resource<"didYouMean">;

/** `found`: the likeliest title first. */
export function likelyMeant(query: SearchQuery, found: readonly TitleRecord[]): LikelySearch | null {
  const [admitted] = applyFilter(query.filter, found);
  const meant = admitted ?? found[0];
  if (meant === undefined) return null;
  const text = parseText(nearestName(query.text, meant));
  if (text === null || text.toLowerCase() === query.text.toLowerCase()) return null;
  if (admitted !== undefined) return { text, filter: query.filter };
  return isSpeltRightly(query.text, text) ? null : { text, filter: NO_FILTER };
}

/** The one of its two titles that is more similar to the typed text. */
function nearestName(typed: string, { title, original_title }: TitleRecord): string {
  const distance = (name: string) =>
    edits(typed.toLowerCase(), name.toLowerCase(), typed.length + name.length);
  return distance(original_title) < distance(title) ? original_title : title;
}

/** If so, only the filter excluded the title: another spelling would not help. */
function isSpeltRightly(typed: string, title: string): boolean {
  return bareKey(fold(title)).includes(bareKey(fold(typed)));
}
