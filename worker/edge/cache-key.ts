/** The cache key: the normalised query under a host nobody can request (RFC 2606 reserves `.invalid`). */
import { queryString } from "../contract/address.ts";
import type { Query } from "../contract/query.ts";

/** Raised when the form of stored answers changes: older ones are then never found. */
export const FORM = "1";

/** `origin` keeps answers apart that come from different places; no caller's key is part of a query. */
export function cacheKey(query: Query, origin: string): string {
  return `https://edge.marquee.invalid/${FORM}/${origin}/?${queryString(query)}`;
}
