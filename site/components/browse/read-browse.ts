/** Reads the page of all titles from its address: titles, and what they can be narrowed to. */
import {
  type BrowseQuery,
  type Facets,
  isFacetSlug,
  SORTS,
  type Sort,
} from "../../../worker/contract/browse.ts";
import { NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import { parseInteger, parseLanguage, readParameters } from "../../../worker/contract/parameters.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import type { Language } from "../../language/language.ts";
import { filterOfFields, isForm, splitFilter, withFilter } from "../search/typed-filter.ts";
import { pageRecord } from "../title/page-texts.ts";
import { countOf, FACTS } from "./facets.ts";

const PAGE_SIZE = 20;

export interface BrowsedTitles {
  readonly query: BrowseQuery;
  readonly records: readonly TitleRecord[];
  readonly more: boolean;
  /** How many there are; `null`: not known. */
  readonly total: number | null;
  /** `null`: not known just now. */
  readonly facets: Facets | null;
  /** Typed years that could not be read: the list ignores them. */
  readonly unread: string | null;
}

/** Never throws: a problem is one of the results. */
export async function readBrowse(
  { url, offers, read }: SiteServices,
  language: Language,
): Promise<BrowsedTitles | Problem> {
  if (!offers("browse")) return new Problem("not-offered", "The source of this site lists no titles.");
  try {
    const { query, unread } = readQuery(url.searchParams, language);
    const [titles, narrowing] = await Promise.all([read("browse", query), read("facets", null)]);
    if (titles.kind === "failed") return titles.problem;
    if (titles.kind === "missing") throw new Problem("internal", "A list was answered with 404.");
    const facets = narrowing.kind === "found" ? narrowing.value : null;
    const total = facets && countOf(query, facets);
    return {
      query,
      records: titles.value.map(pageRecord),
      more: titles.more,
      total,
      facets,
      unread,
    };
  } catch (thrown) {
    return asProblem(thrown);
  }
}

/** Facts that the form cannot send are left out. */
function readQuery(
  given: URLSearchParams,
  language: Language,
): { query: BrowseQuery; unread: string | null } {
  const page = readParameters(given, (parameters) =>
    parameters.read("page", {
      otherwise: 1,
      parse: (value) => parseInteger(value, 1, Number.MAX_SAFE_INTEGER),
      must: "must be a whole number from 1",
    }),
  );
  const slug = (name: string) => {
    const value = given.get(name) ?? "";
    return isFacetSlug(value) ? value : null;
  };
  const typed = splitFilter(given.get("f") ?? "");
  const filter = parseFilter(given.get("f") ?? "");
  const query = {
    filter: filter ?? parseFilter(typed.kind) ?? NO_FILTER,
    genre: slug("genre"),
    country: slug("country"),
    language: parseLanguage(given.get("language") ?? ""),
    sort: sortOf(given.get("sort")),
    paging: { page, limit: PAGE_SIZE },
    lang: language,
  };
  return { query, unread: filter === null ? typed.years : null };
}

function sortOf(value: string | null): Sort {
  return SORTS.find((sort) => sort === value) ?? "popularity";
}

/** The query string of the canonical address, since the form sends every field. `null`: the address is canonical. */
export function canonicalBrowse(given: URLSearchParams, language: Language): string | null {
  const f = filterOfFields(given, language);
  if (f === null) return null;
  if (!isForm(given)) return `?${withFilter(given, f)}`;
  const parameters = new URLSearchParams();
  if (f !== "") parameters.set("f", f);
  for (const name of [...FACTS, "sort"]) {
    const value = given.get(name) ?? "";
    if (value !== "" && value !== "popularity") parameters.set(name, value);
  }
  const query = parameters.toString();
  return query === "" ? "" : `?${query}`;
}
