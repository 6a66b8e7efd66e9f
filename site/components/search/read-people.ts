/** People whose names match a search, for the first page of its results. */
import { formatFilter } from "../../../worker/contract/filter.ts";
import type { PersonResult } from "../../../worker/contract/people.ts";
import { withoutAccents } from "../../../worker/contract/slug.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import type { FoundTitles } from "./read-search.ts";

const MAX = 3;

export interface FoundPeople {
  readonly people: readonly PersonResult[];
  /** Above the titles if the text is a name and not that of the first title. */
  readonly place: "above" | "below";
}

const NOBODY: FoundPeople = { people: [], place: "below" };

/**
 * Beside titles, only people whose names have all the words; without titles, also people of similar names, unless the search is
 * exact. Filters apply to titles, so a filtered search has no people. Never rejects.
 */
export async function readPeople(
  services: Pick<SiteServices, "offers" | "read">,
  { query, records, isPartial }: Pick<FoundTitles, "query" | "records" | "isPartial">,
): Promise<FoundPeople> {
  const { text, lang, filter, paging, exact, genre } = query;
  const isFirst = (paging?.page ?? 1) === 1 && formatFilter(filter) === "" && genre === null;
  // A partial search has used up the subrequests of the platform's free plan.
  if (!isFirst || isPartial || !services.offers("people")) return NOBODY;
  const read = await services.read("people", { text, lang, paging: { page: 1, limit: MAX } });
  if (read.kind !== "found") return NOBODY;
  const people = read.value;
  const words = wordsOf(text);
  const named = people.filter(({ name }) => {
    const parts = wordsOf(name);
    return words.every((word) => parts.includes(word));
  });
  if (named.length === 0) return records.length === 0 && !exact ? { people, place: "below" } : NOBODY;
  const isTitle = wordsOf(records[0]?.title ?? "").join(" ") === words.join(" ");
  return { people: named, place: isTitle ? "below" : "above" };
}

function wordsOf(text: string): string[] {
  const folded = withoutAccents(text.normalize("NFKC")).toLowerCase();
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
