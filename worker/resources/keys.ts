/**
 * How stored responses are found: one by its cache key, several by the tags that a purge names (`Cache-Tag` for the cache
 * in front). Keys are addresses below a reserved path of the site's own host. The platform's page on the Cache
 * API asks for the Worker's own host name (runtime-apis/cache); the Worker itself has nothing at that path.
 */
import { FORM } from "../cache/stored-response.ts";
import { parseId } from "../contract/query.ts";
import type { WantedImage } from "../origins/image-source.ts";

export interface CacheKeys {
  /** Of a resource of a source. `query`: normalised; no caller's key is part of it. */
  resource(name: string, source: string, query: string): string;
  /** Of a rendered page. `address`: without what the page does not read of its query string; another build renders pages differently. */
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
    page: ({ origin, pathname, search }, build) =>
      `${base}/page/${ofPages}/${build}/?address=${encodeURIComponent(origin + pathname + search)}`,
    image: (sourceId, { width, path }) => `${base}/image/${sourceId}/${width}/${path}`,
    invalidation: `${base}/invalidation`,
  };
}

/** Titles or people that a response is tagged with one by one: the platform takes 1,000 tags and 16 KB of them. */
const MAX_TAGS = 200;
/** In place of more than that. */
const MANY_TITLES = "many-titles";
const MANY_PEOPLE = "many-people";

/** One for each title of a response: a purge of any of them includes it. */
export function tagsOfTitles(ids: readonly number[]): readonly string[] {
  const titles = new Set(ids);
  return titles.size > MAX_TAGS ? [MANY_TITLES] : [...titles].map(titleTag);
}

/** The same for people. */
export function tagsOfPeople(ids: readonly number[]): readonly string[] {
  const people = new Set(ids);
  return people.size > MAX_TAGS ? [MANY_PEOPLE] : [...people].map(personTag);
}

/** The tags of the page at this path, beside those of the answers used in it. */
export function pageTags(path: string): readonly string[] {
  const id = titleOfPath(path);
  return id === null ? ["page"] : ["page", titleTag(id)];
}

/** What a purge of `tag` includes: a response of many titles, or people, may hold this one. */
export function tagsToPurge(tag: string): readonly string[] {
  if (tag.startsWith(TITLE)) return [tag, MANY_TITLES];
  return tag.startsWith(PERSON) ? [tag, MANY_PEOPLE] : [tag];
}

/** `owner`: the tag of the title or person that the request says the image is of. */
export function imageTags(owner: string | null): readonly string[] {
  return owner === null ? ["image"] : ["image", owner];
}

/** `null`: the page is of no single title. */
export function titleOfPath(path: string): number | null {
  return readId(/^\/(?:[a-z]{2}\/)?title\/(\d+)\//.exec(path)?.[1]);
}

const TITLE = "title-";
const PERSON = "person-";

export function titleTag(id: number): string {
  return `${TITLE}${id}`;
}

export function personTag(id: number): string {
  return `${PERSON}${id}`;
}

function readId(digits: string | undefined): number | null {
  return digits === undefined ? null : parseId(digits);
}
