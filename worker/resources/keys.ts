/**
 * Cache keys and purge tags. The Cache API requires a URL as the key (runtime-apis/cache), so keys are URLs on the
 * site's own host, with a path at which the Worker serves nothing.
 */
import type { UpdateEffect } from "../cache/invalidation.ts";
import { FORMAT_VERSION } from "../cache/stored-response.ts";
import { parseId } from "../contract/query.ts";
import type { WantedImage } from "../source/images.ts";

export interface CacheKeys {
  /** Returns the key of a resource. `query` must be normalised and must not contain an API key. */
  resource(name: string, source: string, query: string): string;
  /**
   * Returns the key of a page that was rendered by a particular build. `address` must not contain parameters that the
   * page ignores.
   */
  page(address: URL, build: string): string;
  /** Returns the key of an image. `sourceId` identifies the image source, but does not reveal its URL. */
  image(sourceId: string, image: WantedImage): string;
  readonly invalidation: string;
  /** The key of the response that `/healthz` stores to test the cache. */
  readonly probe: string;
}

/**
 * Creates the cache keys of a site.
 *
 * @param host the scheme and host of the site
 * @param sources the ids of the sources of its pages, which become part of the pages' cache keys and must not contain
 *   API keys
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

/**
 * The maximum number of titles that have their own tags on a response. The same limit applies to people. Cloudflare
 * accepts 1,000 tags with a total of 16 KB.
 */
const MAX_TAGS = 200;
/** The tag of a response with more than `MAX_TAGS` titles, which replaces the tags of its titles. */
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

/** Returns the tags of a page, given its path. */
export function pageTags(path: string): readonly string[] {
  const id = titleIdInPath(path);
  return id === null ? [PAGE] : [PAGE, titleTag(id)];
}

const PAGE = "page";
const IMAGE = "image";

/** The tag of all responses that may change if a title or person is added or removed. */
export const LISTS = "lists";

/** The tags of responses that may contain any title or person. An update logs these tags when it ends. */
export const SHARED_TAGS: readonly string[] = [LISTS, MANY_TITLES, MANY_PEOPLE];

/**
 * Returns the effect of an update on responses with these tags. Pages and lists become stale. Images stay, because an
 * update may change which images a title has, but not the images themselves. Other responses are removed, because
 * callers of `/v1/changes` must get the new data.
 */
export function updateEffect(tags: readonly string[]): UpdateEffect {
  if (tags.includes(IMAGE)) return "none";
  return tags.includes(PAGE) || tags.includes(LISTS) ? "makes stale" : "removes";
}

/**
 * Returns the tags to purge for `tag`. A response with too many titles or people for separate tags may contain the
 * one that is purged.
 */
export function tagsToPurge(tag: string): readonly string[] {
  if (tag.startsWith(TITLE)) return [tag, MANY_TITLES];
  return tag.startsWith(PERSON) ? [tag, MANY_PEOPLE] : [tag];
}

/**
 * Returns the tags of an image.
 * @param owner the tag of the title or person in the request, or `null`
 */
export function imageTags(owner: string | null): readonly string[] {
  return owner === null ? [IMAGE] : [IMAGE, owner];
}

/**
 * Returns the last group of a version id. The first group is part of the version's URL, and the complete id selects
 * the version during a gradual deployment, so neither is published
 * (developers.cloudflare.com/workers/versions-and-deployments/version-urls, version-overrides).
 */
export function versionName(id: string): string {
  return id.slice(id.lastIndexOf("-") + 1);
}

/** Returns the tag of all responses that a version of the Worker has made. */
export function versionTag(id: string): string {
  return `version-${versionName(id)}`;
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
