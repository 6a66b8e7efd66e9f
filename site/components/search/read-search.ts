/** What a search page shows, read from its address: nothing asked, results, or what is wrong. */
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import { parseQuery, type SearchQuery } from "../../../worker/contract/query.ts";
import { SearchAnswer, type TitleRecord } from "../../../worker/contract/record.ts";
import { bodyText } from "../../../worker/edge/answer.ts";
import { readJson } from "../../../worker/edge/json.ts";
import type { Visit } from "../../../worker/routes/visit.ts";
import type { Language } from "../../language/language.ts";
import { pageRecord } from "../title/page-texts.ts";

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
  readonly records: readonly TitleRecord[];
  readonly more: boolean;
}

/** Never throws: a problem is part of what it gives. */
export async function readSearch(visit: Visit, language: Language): Promise<Search> {
  const { searchParams } = visit.url;
  if ((searchParams.get("q") ?? "").trim() === "" && !searchParams.has("f")) return { kind: "blank" };
  try {
    const query = searchQuery(searchParams, language);
    return { kind: "results", query, ...(await findTitles(visit, query)) };
  } catch (thrown) {
    return { kind: "refused", problem: asProblem(thrown) };
  }
}

/** Throws a Problem when there is no answer. Titles for adults are never listed. */
async function findTitles(
  visit: Visit,
  query: SearchQuery,
): Promise<{ records: TitleRecord[]; more: boolean }> {
  const answer = await visit.services().lookup(query);
  if (answer.kind === "failed") throw answer.problem;
  const records = readJson(SearchAnswer, bodyText(answer));
  if (records === null) throw new Problem("internal", "A stored search answer cannot be read.");
  const listed = records.filter((record) => record.is_adult === 0);
  return { records: listed.map(pageRecord), more: answer.more };
}

function searchQuery(given: URLSearchParams, language: Language): SearchQuery {
  const parameters = new URLSearchParams([...given].filter(([name]) => SHARED.includes(name)));
  parameters.append("category", "search");
  parameters.append("limit", String(PAGE_SIZE));
  parameters.append("lang", language);
  const query = parseQuery(parameters);
  if (query.category !== "search") throw new Error("a search was read as something else");
  return query;
}
