/** The search that was likely intended when nothing was found, for the nearest title in the catalog. */
import { bareKey } from "../catalog/store/names.ts";
import { applyFilter, type Filter, NO_FILTER } from "../contract/filter.ts";
import { parseText, type SearchQuery } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import { fold } from "../text/fold.ts";
import { edits } from "../text/similarity.ts";

/** Another search: for the correct spelling of a title, with the filter if it admits that title. */
export interface LikelySearch {
  readonly text: string;
  readonly filter: Filter;
}

/** Returns the likeliest search, or `null` if there is none. `titles` begins with the likeliest one. */
export function likelyMeant(query: SearchQuery, titles: readonly TitleRecord[]): LikelySearch | null {
  const [admitted] = applyFilter(query.filter, titles);
  const meant = admitted ?? titles[0];
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
