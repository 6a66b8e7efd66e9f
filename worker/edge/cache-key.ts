/**
 * Cache keys: addresses below a reserved path of the site's own host. The platform's page on the Cache
 * API asks for the Worker's own host name (runtime-apis/cache); the Worker itself has nothing at that path.
 */
import { queryString } from "../contract/address.ts";
import type { Query } from "../contract/query.ts";
import type { WantedImage } from "../origins/image-source.ts";
import { titleOfPath } from "./cache-tags.ts";
import { FORM } from "./entry.ts";

export interface CacheKeys {
  /** Of an answer: the normalised query. No caller's key is part of a query. */
  answer(query: Query): string;
  /** Of one record, remembered by itself. */
  record(id: number, lang: string): string;
  /**
   * Of a rendered page. A title's page is the same whatever is asked of it, and another build renders
   * every page otherwise.
   */
  page(address: URL, build: string): string;
  /** Of an image. `sourceId` says whose it is without its address. */
  image(sourceId: string, wanted: WantedImage): string;
  /** Of the copy of what was purged. */
  readonly invalidation: string;
}

/**
 * `host`: scheme and host of the site. `sources`: what answers, pages and images are made from, by address and
 * without any key, so that nothing of one source is served for another.
 */
export function cacheKeys(host: string, sources: readonly string[]): CacheKeys {
  const base = `${host}/.marquee/cache/${FORM}`;
  const source = sources.map(encodeURIComponent).join("/");
  return {
    answer: (query) => `${base}/answer/${source}/?${queryString(query)}`,
    record: (id, lang) => `${base}/record/${source}/${id}?lang=${lang}`,
    page({ origin, pathname, search }, build) {
      const asked = titleOfPath(pathname) === null ? search : "";
      return `${base}/page/${source}/${build}/?address=${encodeURIComponent(origin + pathname + asked)}`;
    },
    image: (sourceId, { width, path }) => `${base}/image/${sourceId}/${width}/${path}`,
    invalidation: `${base}/invalidation`,
  };
}
