/** Tags that stored answers and pages carry (`Cache-Tag` for the cache in front), and that a purge names. */
import { parseId, type Query } from "../contract/query.ts";

/** Titles that an answer is tagged with one by one: the platform takes 1,000 tags and 16 KB of them. */
const MAX_TITLES = 200;
/** In place of more titles than that. */
const MANY_TITLES = "many-titles";

/** `ids`: the titles in a search's answer. */
export function answerTags(query: Query, ids: readonly number[] = []): readonly string[] {
  if (query.category === "credits") return ["credits", titleTag(query.id)];
  if (ids.length > MAX_TITLES) return ["search", MANY_TITLES];
  return ["search", ...new Set(ids.map(titleTag))];
}

/** Of a page at this path that is made of answers with these tags. */
export function pageTags(path: string, tags: Iterable<string> = []): readonly string[] {
  const id = titleOfPath(path);
  return [...new Set(["page", ...(id === null ? [] : [titleTag(id)]), ...tags])];
}

/** What has to be purged when `tag` is: an answer of many titles may have this one among them. */
export function tagsToPurge(tag: string): readonly string[] {
  return tag.startsWith(TITLE) ? [tag, MANY_TITLES] : [tag];
}

/** Of an image, with whose it is by the request: a title's poster or a person's portrait. */
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
