/** Tags that answers and pages carry for the caches in front (`Cache-Tag`), and that a purge names. */
import { parseId, type Query } from "../contract/query.ts";

export function cacheTags(query: Query): readonly string[] {
  return query.category === "search" ? ["search"] : ["credits", titleTag(query.id)];
}

/** Of a page, by its path. */
export function pageTags(path: string): readonly string[] {
  const id = titleOfPath(path);
  return id === null ? ["page"] : ["page", titleTag(id)];
}

/** `null`: the page is of no single title. */
export function titleOfPath(path: string): number | null {
  return readId(/^\/(?:[a-z]{2}\/)?title\/(\d+)\//.exec(path)?.[1]);
}

/** The id in a tag `title-{id}`; `null`: it is a tag of another kind. */
export function titleOfTag(tag: string): number | null {
  return readId(/^title-(\d+)$/.exec(tag)?.[1]);
}

function titleTag(id: number): string {
  return `title-${id}`;
}

function readId(digits: string | undefined): number | null {
  return digits === undefined ? null : parseId(digits);
}
