/** Reads the list of titles and its filters from the URL of a browse page. */

import { type BrowseCounts, type Facets, isFacetSlug, type Order } from "../../../worker/contract/browse.ts";
import { NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import { type Parameter, readQuery } from "../../../worker/contract/parameters.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import { PAGE } from "../../../worker/contract/query.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import {
  BROWSE,
  type BrowseQuery,
  buildConditions,
  type Filters,
} from "../../../worker/filters/browse-query.ts";
import type { ListNotes, Notes } from "../../../worker/source/loaded.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import type { Language } from "../../language/language.ts";
import { pageRecord } from "../title/page-texts.ts";
import { FIELDS } from "./facets.ts";
import { chosenIn, filterOfFields, isForm, splitFilter, withFilter } from "./typed-filter.ts";

/**
 * The number of titles per page, which fills rows of three, five and six. Pages from TMDB have 40 titles instead,
 * half of them films and half series.
 */
export const PAGE_SIZE = 60;
const PAGE_OF_SOURCE = 40;

interface BrowsedTitles {
  readonly query: BrowseQuery;
  readonly records: readonly TitleRecord[];
  readonly notes: Notes;
  readonly more: boolean;
  /** The number of titles, or `null` if it is unknown. */
  readonly size: Pick<BrowseCounts, "titles" | "isExact"> | null;
  /** The number of titles with each value of each filter. Empty if the source does not count titles. */
  readonly counts: BrowseCounts["values"];
  /**
   * The cursor `after` that continues the list past the last numbered page. `null` on all other pages, and if no more
   * titles follow.
   */
  readonly next: string | null;
  /** The values of the filters, or `null` if they could not be loaded. */
  readonly facets: Facets | null;
  readonly unread: Unread;
}

/** Parameter values that could not be parsed and are ignored. */
export interface Unread {
  readonly years: string | null;
  readonly others: readonly string[];
}

/** Reads the list. Never throws, because problems are part of the result. */
export async function readBrowse(
  { url, offers, read, value }: SiteServices,
  language: Language,
): Promise<BrowsedTitles | Problem> {
  if (!offers("browse")) return new Problem("not-offered", "The source of this site lists no titles.");
  try {
    const limit = offers("counts") ? PAGE_SIZE : PAGE_OF_SOURCE;
    const { query, unread } = readListQuery(url.searchParams, language, { limit, order: "popularity" });
    const [titles, facets, counted] = await Promise.all([
      read("browse", query),
      value("facets", null),
      value("counts", query),
    ]);
    if (titles.kind === "failed") return titles.problem;
    if (titles.kind === "missing") throw new Problem("internal", "A list returned 404.");
    const { notes, more } = titles;
    const { next = null } = notes.list ?? {};
    const size = counted ?? toListSize(notes.list);
    const records = titles.value.map(pageRecord);
    return { query, records, notes, more, size, counts: counted?.values ?? {}, next, facets, unread };
  } catch (thrown) {
    return asProblem(thrown);
  }
}

/** Returns the number of titles in a list, or `null` if the source has not counted them. */
export function toListSize({ total, moreThan }: ListNotes = {}): BrowsedTitles["size"] {
  const titles = total ?? moreThan;
  return titles === undefined ? null : { titles, isExact: total !== undefined };
}

/**
 * Parses a list query as the API does, but ignores invalid parameters and accepts names of genres and countries in
 * any script.
 */
export function readListQuery(
  given: URLSearchParams,
  language: Language,
  { limit, order }: { readonly limit: number; readonly order: Order },
): { query: BrowseQuery; unread: Unread } {
  const { page } = readQuery({ page: PAGE }, given);
  const others: string[] = [];
  function read<T>({ name, parse }: Pick<Parameter<T>, "name" | "parse">): T | null {
    const value = given.get(name) ?? "";
    const parsed = value === "" ? null : parse(value);
    if (value !== "" && parsed === null) others.push(value);
    return parsed;
  }
  const parse = (value: string) => (isFacetSlug(value) ? value : null);
  const typed = splitFilter(given.get("f") ?? "");
  const filter = parseFilter(given.get("f") ?? "");
  const query = {
    text: null,
    conditions: buildConditions({
      filter: filter ?? parseFilter(typed.kind) ?? NO_FILTER,
      genre: read({ ...BROWSE.genre, parse }),
      country: read({ ...BROWSE.country, parse }),
      language: read(BROWSE.language),
      min_rating: read(BROWSE.min_rating),
      runtime: read(BROWSE.runtime),
    } satisfies Required<Filters>),
    sort: read(BROWSE.sort) ?? order,
    after: read(BROWSE.after),
    page,
    limit,
    lang: language,
  };
  return { query, unread: { years: filter === null ? typed.years : null, others } };
}

/**
 * Returns the canonical query string, or `null` if the URL is canonical already. The URL of a form that is sent
 * without JavaScript is never canonical, because it contains empty fields.
 */
export function canonicalBrowse(given: URLSearchParams, language: Language): string | null {
  const f = filterOfFields(given, language);
  if (f === null) return null;
  const filtered = withFilter(given, f);
  if (!isForm(given)) return `?${filtered}`;
  const names = ["f", ...FIELDS, "sort"];
  const query = chosenIn(filtered, names, "popularity").toString();
  return query === "" ? "" : `?${query}`;
}

/** Returns true if no title is rated higher than the previous one. The order also depends on votes, so one may be. */
export function isSortedByRating(records: readonly Pick<TitleRecord, "rating">[]): boolean {
  return records.every(({ rating }, at) => rating <= (records[at - 1]?.rating ?? rating));
}
