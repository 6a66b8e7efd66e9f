/** Tags that stored responses and pages carry (`Cache-Tag` for the cache in front), and that a purge names. */
import * as v from "valibot";
import { parseJson } from "../contract/json.ts";
import { parseId } from "../contract/query.ts";

/** Titles that a response is tagged with one by one: the platform takes 1,000 tags and 16 KB of them. */
const MAX_TITLES = 200;
/** In place of more titles than that. */
const MANY_TITLES = "many-titles";

const Identified = v.array(v.object({ id: v.number() }));

/** One for each title of an array of records: a purge of any of them includes the array. `null`: there is no array. */
export function titleTags(json: string | null): readonly string[] {
  const ids = (json === null ? null : parseJson(Identified, json)) ?? [];
  return ids.length > MAX_TITLES ? [MANY_TITLES] : [...new Set(ids.map(({ id }) => titleTag(id)))];
}

/** Of a page at this path that is made of responses with these tags. */
export function pageTags(path: string, tags: Iterable<string> = []): readonly string[] {
  const id = titleOfPath(path);
  return [...new Set(["page", ...(id === null ? [] : [titleTag(id)]), ...tags])];
}

/** What a purge of `tag` includes: a response of many titles may hold this one. */
export function tagsToPurge(tag: string): readonly string[] {
  return tag.startsWith(TITLE) ? [tag, MANY_TITLES] : [tag];
}

/** `owner`: the tag of the title or person that the request says the image is of. */
export function imageTags(owner: string | null): readonly string[] {
  return owner === null ? ["image"] : ["image", owner];
}

/** `null`: the page is of no single title. */
export function titleOfPath(path: string): number | null {
  return readId(/^\/(?:[a-z]{2}\/)?(?:title|share)\/(\d+)\//.exec(path)?.[1]);
}

const TITLE = "title-";

export function titleTag(id: number): string {
  return `${TITLE}${id}`;
}

export function personTag(id: number): string {
  return `person-${id}`;
}

function readId(digits: string | undefined): number | null {
  return digits === undefined ? null : parseId(digits);
}
