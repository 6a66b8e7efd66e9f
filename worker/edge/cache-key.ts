/** The cache key: the normalised query under a host nobody can request (RFC 2606 reserves `.invalid`). */
import { queryString } from "../contract/address.ts";
import type { Query } from "../contract/query.ts";
import { titleOfPath } from "./cache-tags.ts";
import { FORM } from "./entry.ts";

const HOST = `https://edge.marquee.invalid/${FORM}`;

/**
 * `origin` keeps answers apart that come from different places, `version` those of an origin
 * before and after its contents were replaced. No caller's key is part of a query.
 */
export function cacheKey(query: Query, origin: string, version = "0"): string {
  return `${HOST}/${origin}/${version}/?${queryString(query)}`;
}

/** Of what is known of a title's entries. */
export function titleKey(id: number): string {
  return `${HOST}/title/${id}`;
}

/**
 * Of a rendered page: another build renders it otherwise, of another version of the contents. A title's
 * page is the same whatever is asked of it, and a purge has to find all that is kept of a title.
 */
export function pageKey({ origin, pathname, search }: URL, build: string, version: string): string {
  const asked = titleOfPath(pathname) === null ? search : "";
  return `${HOST}/page/${build}/${version}/?address=${encodeURIComponent(origin + pathname + asked)}`;
}

/** Of one record, remembered by itself. */
export function recordKey(id: number, lang: string): string {
  return `${HOST}/record/${id}?lang=${lang}`;
}
