/** The address of a query: the inverse of `parseQuery`, without any key. */
import { formatFilter } from "./filter.ts";
import type { Query, SearchQuery } from "./query.ts";

/** One query, one string: parameters in a fixed order, defaults written out where they decide the answer. */
export function queryString(query: Query): string {
  const parameters = new URLSearchParams({ category: query.category });
  if (query.category === "credits") {
    parameters.set("id", String(query.id));
  } else {
    addSearch(parameters, query);
  }
  parameters.set("lang", query.lang);
  return parameters.toString();
}

function addSearch(parameters: URLSearchParams, query: SearchQuery): void {
  parameters.set("q", query.text);
  const filter = formatFilter(query.filter);
  if (filter !== "") parameters.set("f", filter);
  if (query.paging !== null) {
    parameters.set("page", String(query.paging.page));
    parameters.set("limit", String(query.paging.limit));
  }
  if (query.includeAdult) parameters.set("include_adult", "1");
}
