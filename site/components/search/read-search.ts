/** What a search page shows, read from its address: nothing asked, results, or what is wrong. */

import { bodyText } from "../../../worker/cache/stored-response.ts";
import { parseFilter } from "../../../worker/contract/filter.ts";
import { parseJson } from "../../../worker/contract/json.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import { parseSearch, type SearchQuery } from "../../../worker/contract/query.ts";
import { SearchAnswer, type TitleRecord } from "../../../worker/contract/record.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import type { Language } from "../../language/language.ts";
import { pageRecord } from "../title/page-texts.ts";
import { splitFilter } from "./typed-filter.ts";

const PAGE_SIZE = 20;

/** The parameters of the API that the address of a search page takes too. */
const SHARED = ["q", "f", "page"];

export type Search =
  | { readonly kind: "blank" }
  | { readonly kind: "refused"; readonly problem: Problem }
  | FoundTitles;

export interface FoundTitles {
  readonly kind: "results";
  readonly query: SearchQuery;
  /** Whether no word was taken for another. */
  readonly exact: boolean;
  /** The text that was searched for in place of the one asked for; `null`: words were taken as they stand. */
  readonly corrected: string | null;
  readonly records: readonly TitleRecord[];
  readonly more: boolean;
  /** Whether more of them will be known soon. */
  readonly isPartial: boolean;
  /** What was typed as years and is none: the search is done without it. */
  readonly unread: string | null;
}

/** Whether nothing is searched for; a filter alone is no search. */
export function isBlank(given: URLSearchParams): boolean {
  return (given.get("q") ?? "").trim() === "";
}

/** Never throws: a problem is part of what it gives. */
export async function readSearch(services: SiteServices, language: Language): Promise<Search> {
  const { searchParams } = services.url;
  if (isBlank(searchParams)) return { kind: "blank" };
  try {
    const { parameters, unread } = withoutUnreadYears(searchParams);
    const query = searchQuery(parameters, language);
    const exact = searchParams.get("exact") === "1" && services.offers("exact");
    return { kind: "results", query, exact, unread, ...(await findTitles(services, query, exact)) };
  } catch (thrown) {
    return { kind: "refused", problem: asProblem(thrown) };
  }
}

/** Throws a Problem when there is no answer. Titles for adults are never listed. */
export async function findTitles(
  services: SiteServices,
  query: SearchQuery,
  exact: boolean,
): Promise<Pick<FoundTitles, "records" | "corrected" | "more" | "isPartial">> {
  const answer = await (exact ? services.exact(query) : services.search(query));
  if (answer.kind === "failed") throw answer.problem;
  const records = parseJson(SearchAnswer, bodyText(answer));
  if (records === null) throw new Problem("internal", "A stored search answer cannot be read.");
  const listed = records.filter((record) => record.is_adult === 0);
  return {
    records: listed.map(pageRecord),
    corrected: answer.remark,
    more: answer.more,
    isPartial: answer.outcome === "partial",
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
  const parameters = new URLSearchParams([...given].filter(([name]) => SHARED.includes(name)));
  parameters.append("category", "search");
  parameters.append("limit", String(PAGE_SIZE));
  parameters.append("lang", language);
  return parseSearch(parameters);
}
