/** Reads a search page from its address: nothing to search for, results, or a problem. */
import { isFacetSlug } from "../../../worker/contract/browse.ts";
import { parseFilter } from "../../../worker/contract/filter.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import {
  NOT_REFINED,
  ORDERS,
  parseSearch,
  type RefinedQuery,
  type Refinement,
  type SearchQuery,
} from "../../../worker/contract/query.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import type { Language } from "../../language/language.ts";
import { pageRecord } from "../title/page-texts.ts";
import { isBlank, splitFilter } from "./typed-filter.ts";

const PAGE_SIZE = 20;

/** Parameters of the API that the search page accepts as well. */
const SHARED = ["q", "f", "page"];
/** Parameters of the search page only. */
const OWN = ["genre", "sort", "exact"];

export type Search =
  | { readonly kind: "blank" }
  | { readonly kind: "refused"; readonly problem: Problem }
  | FoundTitles;

export interface FoundTitles {
  readonly kind: "results";
  readonly query: RefinedQuery;
  /** The corrected text that the results are for; `null`: nothing was corrected. */
  readonly corrected: string | null;
  /** How many of the best matches genre and order apply to; `null`: to all. */
  readonly limitedTo: number | null;
  readonly records: readonly TitleRecord[];
  readonly more: boolean;
  /** Whether some titles may be missing for now. */
  readonly isPartial: boolean;
  /** Typed years that could not be read: the search ignores them. */
  readonly unread: string | null;
}

/** Never throws: a problem is one of the results. */
export async function readSearch(services: SiteServices, language: Language): Promise<Search> {
  const { searchParams } = services.url;
  if (isBlank(searchParams)) return { kind: "blank" };
  try {
    const { parameters, unread } = withoutUnreadYears(searchParams);
    const refinement = services.offers("facets") ? refinementOf(searchParams) : NOT_REFINED;
    const query = { ...searchQuery(parameters, language), ...refinement };
    return { kind: "results", query, unread, ...(await findTitles(services, query)) };
  } catch (thrown) {
    return { kind: "refused", problem: asProblem(thrown) };
  }
}

/** Throws a Problem if the search fails. Adult titles are never listed. */
export async function findTitles(
  services: SiteServices,
  query: RefinedQuery,
): Promise<Pick<FoundTitles, "records" | "corrected" | "limitedTo" | "more" | "isPartial">> {
  const read = await services.read("search", query);
  if (read.kind === "failed") throw read.problem;
  if (read.kind === "missing") throw new Problem("internal", "A search was answered with 404.");
  const listed = read.value.filter((record) => record.is_adult === 0);
  return {
    records: listed.map(pageRecord),
    corrected: read.notes.correctedText ?? null,
    limitedTo: read.notes.limitedTo ?? null,
    more: read.more,
    isPartial: read.isPartial,
  };
}

/** Values that the form cannot send are left out. */
function refinementOf(given: URLSearchParams): Refinement {
  const genre = given.get("genre") ?? "";
  return {
    exact: given.get("exact") === "1",
    genre: isFacetSlug(genre) ? genre : null,
    sort: ORDERS.find((order) => order === given.get("sort")) ?? NOT_REFINED.sort,
  };
}

/** Without unreadable years, so that there are results; the page shows a note beside the field. */
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
