/**
 * Paging in the header `Link` (RFC 8288), since the body is a bare array: relative addresses, never with a key.
 * `addressOf`: of a page. `more`: whether the next page would hold any results.
 */
export function pageLinks(addressOf: (page: number) => string, page: number, more: boolean): string {
  const link = (rel: string, target: number) => `<${addressOf(target)}>; rel="${rel}"`;
  const links = [link("first", 1)];
  if (page > 1) links.push(link("prev", page - 1));
  if (more) links.push(link("next", page + 1));
  return links.join(", ");
}
