/**
 * The cache keys of stored responses, and the tags by which purges find them (`Cache-Tag` for the cache in front). Keys
 * are addresses below a reserved path of the site's own host, as the platform's page on the Cache API asks
 * (runtime-apis/cache); the Worker serves nothing at that path.
 */
import { FORMAT_VERSION } from "../cache/stored-response.ts";
import { parseId } from "../contract/query.ts";
import type { WantedImage } from "../source/images.ts";

export interface CacheKeys {
  /** The key of a resource of a source. `query`: normalised, without the caller's key. */
  resource(name: string, source: string, query: string): string;
  /** The key of a page; builds render differently. `address`: without parameters that the page does not read. */
  page(address: URL, build: string): string;
  /** `sourceId` identifies the source without its address. */
  image(sourceId: string, wanted: WantedImage): string;
  /** The key of the copy of the log of changes. */
  readonly invalidation: string;
  /** The key of the response that `/healthz` stores and reads, to check the cache. */
  readonly probe: string;
}

/**
 * `host`: scheme and host of the site. `sources`: what pages are made from, by address and without any key, so
 * that nothing of one source is served for another.
 */
export function cacheKeys(host: string, sources: readonly string[]): CacheKeys {
  const base = `${host}/.marquee/cache/${FORMAT_VERSION}`;
  const ofPages = sources.map(encodeURIComponent).join("/");
  return {
    resource: (name, source, query) => `${base}/${name}/${encodeURIComponent(source)}/?${query}`,
    page: ({ origin, pathname, search }, build) =>
      `${base}/page/${ofPages}/${build}/?address=${encodeURIComponent(origin + pathname + search)}`,
    image: (sourceId, { width, path }) => `${base}/image/${sourceId}/${width ?? "as-is"}/${path}`,
    invalidation: `${base}/invalidation`,
    probe: `${base}/probe`,
  };
}

/** The most titles or people with tags of their own: the platform takes 1,000 tags and 16 KB of them. */
const MAX_TAGS = 200;
/** Replaces the tags of more titles than that. */
export const MANY_TITLES = "many-titles";
export const MANY_PEOPLE = "many-people";

/** One tag for each title of a response: a purge of any of them includes it. */
export function tagsOfTitles(ids: readonly number[]): readonly string[] {
  const titles = new Set(ids);
  return titles.size > MAX_TAGS ? [MANY_TITLES] : [...titles].map(titleTag);
}

/** The same for people. */
export function tagsOfPeople(ids: readonly number[]): readonly string[] {
  const people = new Set(ids);
  return people.size > MAX_TAGS ? [MANY_PEOPLE] : [...people].map(personTag);
}

/** The tags of the page at this path, in addition to its answers' tags. */
export function pageTags(path: string): readonly string[] {
  const id = titleOfPath(path);
  return id === null ? [PAGE] : [PAGE, titleTag(id)];
}

const PAGE = "page";

/** The tag of every response that an added or removed title or person may change. */
export const LISTS = "lists";

/** The tags of responses that may contain any title or person. An update records them at its end. */
export const TAGS_OF_MANY: readonly string[] = [LISTS, MANY_TITLES, MANY_PEOPLE];

/**
 * Returns true for pages and lists, which an update makes stale. A title or person by its id is never stale, so that a caller
 * who has read of a change in `/v1/changes` gets the new state.
 */
export function mayBeUpdated(tags: readonly string[]): boolean {
  return tags.includes(PAGE) || tags.includes(LISTS);
}

/** All tags that a purge of `tag` includes: a response of many titles, or people, may contain this one. */
export function tagsToPurge(tag: string): readonly string[] {
  if (tag.startsWith(TITLE)) return [tag, MANY_TITLES];
  return tag.startsWith(PERSON) ? [tag, MANY_PEOPLE] : [tag];
}

/** `owner`: the tag of the title or person named in the request. */
export function imageTags(owner: string | null): readonly string[] {
  return owner === null ? ["image"] : ["image", owner];
}

/** `null`: not the page of a title. */
function titleOfPath(path: string): number | null {
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
