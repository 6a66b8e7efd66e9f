/** Reads the search in the URL of a page. The result is blank, a problem, or a list of titles and people. */

import { type BrowseCounts, RELEVANCE } from "../../../worker/contract/browse.ts";
import { readQuery } from "../../../worker/contract/parameters.ts";
import type { PersonResult } from "../../../worker/contract/people.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import { type SearchQuery, TEXT } from "../../../worker/contract/query.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Part } from "../../../worker/contract/understood.ts";
import type { TextQuery } from "../../../worker/filters/browse-query.ts";
import { toFilter } from "../../../worker/filters/facets.ts";
import type { Notes } from "../../../worker/source/loaded.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import type { Language } from "../../language/language.ts";
import { PAGE_SIZE, readListQuery, toListSize, type Unread } from "../browse/read-browse.ts";
import { isBlank } from "../browse/typed-filter.ts";
import { pageRecord } from "../title/page-texts.ts";

/** The number of titles per page from TMDB. It is low because each title may need a request. */
const PAGE_OF_SOURCE = 20;

type Search = { readonly kind: "blank" } | { readonly kind: "refused"; readonly problem: Problem } | Results;

export interface Results extends FoundTitles {
  readonly kind: "results";
  readonly unread: Unread;
}

export interface FoundTitles {
  readonly query: TextQuery;
  /**
   * The parts of the interpreted query. If all of them are words of a title, the query was only searched for as text.
   */
  readonly parts: readonly Part[];
  readonly people: readonly PersonResult[];
  /** The names of parameters whose filters the source cannot apply. */
  readonly ignored: readonly string[];
  /** The corrected query, or `null` if nothing was corrected. */
  readonly corrected: string | null;
  /** The query with the names that were probably meant, or `null`. The titles were not searched for with it. */
  readonly suggested: string | null;
  /** The number of best matches to which filters and order apply, or `null` if they apply to all matches. */
  readonly limitedTo: number | null;
  readonly records: readonly TitleRecord[];
  readonly notes: Notes;
  readonly more: boolean;
  /** The number of titles, or `null` if it is unknown. */
  readonly size: Pick<BrowseCounts, "titles" | "isExact"> | null;
  /** Whether the list is incomplete. A later response may contain the missing titles. */
  readonly isPartial: boolean;
}

/**
 * Returns true if titles are listed before people, because titles were found and the query consists of words of a
 * title.
 */
export function areTitlesFirst({ parts, records }: FoundTitles): boolean {
  return records.length > 0 && parts.every(({ part }) => part === "words" || part === "omitted");
}

/** Reads the search. Never throws, because problems are part of the result. */
export async function readSearch(services: SiteServices, language: Language): Promise<Search> {
  const { searchParams } = services.url;
  if (isBlank(searchParams)) return { kind: "blank" };
  try {
    const { text } = readQuery({ text: TEXT }, searchParams);
    const limit = services.offers("counts") ? PAGE_SIZE : PAGE_OF_SOURCE;
    const { query, unread } = readListQuery(searchParams, language, { limit, order: RELEVANCE });
    const exact = services.offers("browse") && searchParams.get("exact") === "1";
    const found = await findTitles(services, { ...query, text, exact });
    return { kind: "results", unread, ...found };
  } catch (thrown) {
    return { kind: "refused", problem: asProblem(thrown) };
  }
}

/** Returns the titles for a query, without adult titles. Throws a Problem if the search fails. */
export async function findTitles(services: SiteServices, query: TextQuery): Promise<FoundTitles> {
  const read = services.offers("browse")
    ? await services.read("browse", query)
    : await services.read("search", searchQuery(query));
  if (read.kind === "failed") throw read.problem;
  if (read.kind === "missing") throw new Problem("internal", "A search returned 404.");
  const {
    understood,
    correctedText: corrected = null,
    suggestedText: suggested = null,
    limitedTo = null,
    ignored = "",
  } = read.notes.list ?? {};
  return {
    query,
    records: read.value.filter((record) => record.is_adult === 0).map(pageRecord),
    parts: understood?.parts ?? [],
    people: understood?.people ?? [],
    ignored: ignored.split(", "),
    notes: read.notes,
    corrected,
    suggested,
    limitedTo,
    more: read.more,
    size: toListSize(read.notes.list),
    isPartial: read.isPartial,
  };
}

export function searchQuery({ text, conditions, lang, page, limit }: TextQuery): SearchQuery {
  return { text, filter: toFilter(conditions), lang, page, limit, includeAdult: false };
}
