/** Reads a search page from its address: nothing to search for, results, or a problem. */
import { isFacetSlug } from "../../../worker/contract/browse.ts";
import { parseFilter } from "../../../worker/contract/filter.ts";
import type { Relaxed } from "../../../worker/contract/people.ts";
import { asProblem, type Problem } from "../../../worker/contract/problem.ts";
import {
  NOT_REFINED,
  ORDERS,
  parseSearch,
  type Refinement,
  type SearchQuery,
} from "../../../worker/contract/query.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import type { Language } from "../../language/language.ts";
import { PAGE_SIZE } from "../browse/read-browse.ts";
import { type FoundPeople, type FoundTitles, findTitles, readPeople, readRelaxed } from "./read-found.ts";
import { isBlank, splitFilter } from "./typed-filter.ts";

/** Another source has 20 on a page, and may have to be asked for each of them. */
const PAGE_OF_SOURCE = 20;

/** Parameters of the API that the search page accepts as well. */
const SHARED = ["q", "f", "page"];
/** Parameters of the search page only. */
const OWN = ["genre", "sort", "exact"];

type Search = { readonly kind: "blank" } | { readonly kind: "refused"; readonly problem: Problem } | Results;

export interface Results extends FoundTitles, FoundPeople {
  readonly kind: "results";
  /** Titles of a person whom the text names, or without a word of it; `null`: none, or not needed. */
  readonly relaxed: Relaxed | null;
  /** Typed years that could not be read: the search ignores them. */
  readonly unread: string | null;
}

/** Whether there is anything to show. */
export function hasFound({ records, people, relaxed }: Results): boolean {
  return records.length + people.length > 0 || relaxed !== null;
}

/** Never throws: a problem is one of the results. */
export async function readSearch(services: SiteServices, language: Language): Promise<Search> {
  const { searchParams } = services.url;
  if (isBlank(searchParams)) return { kind: "blank" };
  try {
    const { parameters, unread } = withoutUnreadYears(searchParams);
    const refinement = services.offers("facets") ? refinementOf(searchParams) : NOT_REFINED;
    const query = {
      ...searchQuery(parameters, language, services.offers("counts") ? PAGE_SIZE : PAGE_OF_SOURCE),
      ...refinement,
    };
    const titles = await findTitles(services, query);
    const people = await readPeople(services, titles);
    const relaxed = await readRelaxed(services, titles, people);
    return { kind: "results", unread, ...titles, ...people, relaxed };
  } catch (thrown) {
    return { kind: "refused", problem: asProblem(thrown) };
  }
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

function searchQuery(given: URLSearchParams, language: Language, limit: number): SearchQuery {
  const parameters = new URLSearchParams([...given].filter(([name]) => [...SHARED, ...OWN].includes(name)));
  parameters.append("category", "search");
  parameters.append("limit", String(limit));
  parameters.append("lang", language);
  return parseSearch(parameters);
}
