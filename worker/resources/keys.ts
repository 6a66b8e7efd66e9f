/**
 * Cache keys: addresses below a reserved path of the site's own host. The platform's page on the Cache
 * API asks for the Worker's own host name (runtime-apis/cache); the Worker itself has nothing at that path.
 */
import { FORM } from "../cache/stored-response.ts";
import type { WantedImage } from "../origins/image-source.ts";
import { titleOfPath } from "./tags.ts";

export interface CacheKeys {
  /** Of a resource of a source. `query`: normalised; no caller's key is part of it. */
  resource(name: string, source: string, query: string): string;
  /** Of a rendered page. A title's page is the same whatever its query string; another build renders pages differently. */
  page(address: URL, build: string): string;
  /** `sourceId` tells the source from others without its address. */
  image(sourceId: string, wanted: WantedImage): string;
  /** Of the copy of what was purged. */
  readonly invalidation: string;
}

/**
 * `host`: scheme and host of the site. `sources`: what pages are made from, by address and without any key, so
 * that nothing of one source is served for another.
 */
export function cacheKeys(host: string, sources: readonly string[]): CacheKeys {
  const base = `${host}/.marquee/cache/${FORM}`;
  const ofPages = sources.map(encodeURIComponent).join("/");
  return {
    resource: (name, source, query) => `${base}/${name}/${encodeURIComponent(source)}/?${query}`,
    page({ origin, pathname, search }, build) {
      const asked = titleOfPath(pathname) === null ? search : "";
      return `${base}/page/${ofPages}/${build}/?address=${encodeURIComponent(origin + pathname + asked)}`;
    },
    image: (sourceId, { width, path }) => `${base}/image/${sourceId}/${width}/${path}`,
    invalidation: `${base}/invalidation`,
  };
}
