/** Suggests another search if a search found nothing. */

import { applyFilter, type Filter, NO_FILTER } from "../contract/filter.ts";
import { parseText, type SearchQuery } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import { fold } from "../text/fold.ts";
import { edits } from "../text/similarity.ts";
import { toBareKey } from "../text/title-keys.ts";

/** A search for the correct spelling of a title, without the filter if the filter would exclude that title. */
export interface SuggestedSearch {
  readonly text: string;
  readonly filter: Filter;
}

/** Returns a suggestion, or `null` if there is none. `titles` must be sorted by likelihood. */
export function suggestSearch(query: SearchQuery, titles: readonly TitleRecord[]): SuggestedSearch | null {
  const [admitted] = applyFilter(query.filter, titles);
  const suggested = admitted ?? titles[0];
  if (suggested === undefined) return null;
  const text = parseText(nearestName(query.text, suggested));
  if (text === null || text.toLowerCase() === query.text.toLowerCase()) return null;
  if (admitted !== undefined) return { text, filter: query.filter };
  return isCorrectlySpelled(query.text, text) ? null : { text, filter: NO_FILTER };
}

/** Returns the title or the original title, whichever is closer to the typed text. */
function nearestName(typed: string, { title, original_title }: TitleRecord): string {
  const distance = (name: string) =>
    edits(typed.toLowerCase(), name.toLowerCase(), typed.length + name.length);
  return distance(original_title) < distance(title) ? original_title : title;
}

/**
 * Returns true if the title contains the typed text. The search then found nothing because of the filter, not because
 * of the spelling.
 */
function isCorrectlySpelled(typed: string, title: string): boolean {
  return toBareKey(fold(title)).includes(toBareKey(fold(typed)));
}
