/** Paging in the header `Link` (RFC 8288), since the body of a search stays a bare array. */
import { queryString } from "../contract/address.ts";
import { DEFAULT_LIMIT, type SearchQuery } from "../contract/query.ts";

/** The first page, and the pages before and after, by relative address; never with a key. */
export function pageLinks(query: SearchQuery, more: boolean): string {
  const { page, limit } = query.paging ?? { page: 1, limit: DEFAULT_LIMIT };
  function link(rel: string, target: number): string {
    const address = queryString({ ...query, paging: { page: target, limit } });
    return `</v1/?${address}>; rel="${rel}"`;
  }
  const links = [link("first", 1)];
  if (page > 1) links.push(link("prev", page - 1));
  if (more) links.push(link("next", page + 1));
  return links.join(", ");
}
