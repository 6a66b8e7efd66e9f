/**
 * Cache keys and purge tags. Keys are URLs below a reserved path of the site's own host, as the Cache API requires
 * (runtime-apis/cache). The Worker serves nothing at that path.
 */
import { FORMAT_VERSION } from "../cache/stored-response.ts";
import { parseId } from "../contract/query.ts";
import type { WantedImage } from "../source/images.ts";

export interface CacheKeys {
  /** Returns the key of a resource. `query` must be normalised and contain no API key. */
  resource(name: string, source: string, query: string): string;
  /**
   * Returns the key of a page as rendered by one build. `address` must contain only parameters that the page reads.
   */
  page(address: URL, build: string): string;
  /** Returns the key of an image. `sourceId` identifies the image source without revealing its URL. */
  image(sourceId: string, image: WantedImage): string;
  readonly invalidation: string;
  /** The key of the response that `/healthz` stores to test the cache. */
  readonly probe: string;
}

/**
 * Creates the cache keys of a site.
 *
 * @param host the scheme and host
 * @param sources the sources of its pages, without API keys, so that data of one source is never served for another
 */
export function createCacheKeys(host: string, sources: readonly string[]): CacheKeys {
  const base = `${host}/.marquee/cache/${FORMAT_VERSION}`;
  const pageSources = sources.map(encodeURIComponent).join("/");
  return {
    resource: (name, source, query) => `${base}/${name}/${encodeURIComponent(source)}/?${query}`,
    page: ({ origin, pathname, search }, build) =>
      `${base}/page/${pageSources}/${build}/?address=${encodeURIComponent(origin + pathname + search)}`,
    image: (sourceId, { width, path }) => `${base}/image/${sourceId}/${width ?? "as-is"}/${path}`,
    invalidation: `${base}/invalidation`,
    probe: `${base}/probe`,
  };
}

/** The maximum number of titles or people with separate tags. Cloudflare accepts 1,000 tags in 16 KB. */
const MAX_TAGS = 200;
/** The tag of responses with more titles than `MAX_TAGS`. */
export const MANY_TITLES = "many-titles";
export const MANY_PEOPLE = "many-people";

export function titleTags(ids: readonly number[]): readonly string[] {
  const titles = new Set(ids);
  return titles.size > MAX_TAGS ? [MANY_TITLES] : [...titles].map(titleTag);
}

export function personTags(ids: readonly number[]): readonly string[] {
  const people = new Set(ids);
  return people.size > MAX_TAGS ? [MANY_PEOPLE] : [...people].map(personTag);
}

/** Returns the tags that the path adds to a page's own tags. */
export function pageTags(path: string): readonly string[] {
  const id = titleIdInPath(path);
  return id === null ? [PAGE] : [PAGE, titleTag(id)];
}

const PAGE = "page";

/** The tag of all responses that may change when a title or person is added or removed. */
export const LISTS = "lists";

/** The tags of responses that may contain any title or person. An update logs them at its end. */
export const SHARED_TAGS: readonly string[] = [LISTS, MANY_TITLES, MANY_PEOPLE];

/**
 * Returns true for pages and lists, which an update makes stale. A response by id is never served stale, so that
 * callers of `/v1/changes` get the new state.
 */
export function mayBeUpdated(tags: readonly string[]): boolean {
  return tags.includes(PAGE) || tags.includes(LISTS);
}

/** Returns all tags that a purge of `tag` includes, because a response with many titles may contain this one. */
export function tagsToPurge(tag: string): readonly string[] {
  if (tag.startsWith(TITLE)) return [tag, MANY_TITLES];
  return tag.startsWith(PERSON) ? [tag, MANY_PEOPLE] : [tag];
}

/** Returns the tags of an image. `owner` is the tag of the title or person in the request. */
export function imageTags(owner: string | null): readonly string[] {
  return owner === null ? ["image"] : ["image", owner];
}

function titleIdInPath(path: string): number | null {
  const digits = /^\/(?:[a-z]{2}\/)?title\/(\d+)\//.exec(path)?.[1];
  return digits === undefined ? null : parseId(digits);
}

const TITLE = "title-";
const PERSON = "person-";

export function titleTag(id: number): string {
  return `${TITLE}${id}`;
}

export function personTag(id: number): string {
  return `${PERSON}${id}`;
}
