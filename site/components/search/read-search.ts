/** What a search page shows, read from its address: nothing asked, results, or what is wrong. */

import { isFacetSlug } from "../../../worker/contract/browse.ts";
import { parseFilter } from "../../../worker/contract/filter.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import { parseSearch, type SearchQuery } from "../../../worker/contract/query.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import {
  isRefined,
  NOT_REFINED,
  ORDERS,
  type RefinedQuery,
  type Refinement,
} from "../../../worker/contract/refined.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import type { Language } from "../../language/language.ts";
import { pageRecord } from "../title/page-texts.ts";
import { isBlank, splitFilter } from "./typed-filter.ts";

const PAGE_SIZE = 20;

/** The parameters of the API that the address of a search page takes too. */
const SHARED = ["q", "f", "page"];
/** Those that it has beside them. */
const OWN = ["genre", "sort", "exact"];

export type Search =
  | { readonly kind: "blank" }
  | { readonly kind: "refused"; readonly problem: Problem }
  | FoundTitles;

export interface FoundTitles {
  readonly kind: "results";
  readonly query: RefinedQuery;
  /** The text that was searched for in place of the one asked for; `null`: words were taken as they stand. */
  readonly corrected: string | null;
  readonly records: readonly TitleRecord[];
  readonly more: boolean;
  /** Whether more of them will be known soon. */
  readonly isPartial: boolean;
  /** What was typed as years and is none: the search is done without it. */
  readonly unread: string | null;
}

/** Never throws: a problem is part of what it gives. */
export async function readSearch(services: SiteServices, language: Language): Promise<Search> {
  const { searchParams } = services.url;
  if (isBlank(searchParams)) return { kind: "blank" };
  try {
    const { parameters, unread } = withoutUnreadYears(searchParams);
    const refinement = services.offers("refine") ? refinementOf(searchParams) : NOT_REFINED;
    const query = { ...searchQuery(parameters, language), ...refinement };
    return { kind: "results", query, unread, ...(await findTitles(services, query)) };
  } catch (thrown) {
    return { kind: "refused", problem: asProblem(thrown) };
  }
}

/** Throws a Problem when there is no answer. Titles for adults are never listed. */
export async function findTitles(
  services: SiteServices,
  query: RefinedQuery,
): Promise<Pick<FoundTitles, "records" | "corrected" | "more" | "isPartial">> {
  const read = await (isRefined(query) ? services.read("refine", query) : services.read("search", query));
  if (read.kind === "failed") throw read.problem;
  if (read.kind === "missing") throw new Problem("internal", "A search was answered with 404.");
  const listed = read.value.filter((record) => record.is_adult === 0);
  return {
    records: listed.map(pageRecord),
    corrected: read.notes.correctedText ?? null,
    more: read.more,
    isPartial: read.isPartial,
  };
}

/** What is none of an address was not chosen in the form: it is left out. */
function refinementOf(given: URLSearchParams): Refinement {
  const genre = given.get("genre") ?? "";
  return {
    exact: given.get("exact") === "1",
    genre: isFacetSlug(genre) ? genre : null,
    sort: ORDERS.find((order) => order === given.get("sort")) ?? NOT_REFINED.sort,
  };
}

/** Without years that cannot be read, so that the results stay; the page says so beside the field. */
function withoutUnreadYears(given: URLSearchParams): { parameters: URLSearchParams; unread: string | null } {
  const { kind, years } = splitFilter(given.get("f") ?? "");
  if (years === "" || parseFilter(years) !== null) return { parameters: given, unread: null };
  const parameters = new URLSearchParams(given);
  parameters.set("f", kind);
  return { parameters, unread: years };
}

function searchQuery(given: URLSearchParams, language: Language): SearchQuery {
  const parameters = new URLSearchParams([...given].filter(([name]) => [...SHARED, ...OWN].includes(name)));
  parameters.append("category", "search");
  parameters.append("limit", String(PAGE_SIZE));
  parameters.append("lang", language);
  return parseSearch(parameters);
}
