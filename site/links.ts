/** Every address of the site, in one place. All are paths: the host is whoever serves them. */
import { queryString } from "../worker/contract/address.ts";
import { type Filter, formatFilter } from "../worker/contract/filter.ts";
import type { ImageWidth } from "../worker/contract/image-widths.ts";
import type { ProblemType } from "../worker/contract/problem.ts";
import type { Query } from "../worker/contract/query.ts";
import type { TitleRecord } from "../worker/contract/record.ts";
import { slugOf } from "../worker/contract/slug.ts";
import { DEFAULT_LANGUAGE, type Language } from "./language/language.ts";

/** What a link to a title has to know of it. */
type Linked = Pick<TitleRecord, "id" | "title" | "year">;

interface Searched {
  readonly text: string;
  readonly filter?: Filter;
  /** From 1. */
  readonly page?: number;
}

export const DEVELOPERS = "/developers";
/** The contract for machines. */
export const OPENAPI_DOCUMENT = "/v1/openapi.json";

export function homeLink(language: Language): string {
  return prefix(language) || "/";
}

/** Where search forms are sent. */
export function searchPage(language: Language): string {
  return `${prefix(language)}/search`;
}

export function searchLink(language: Language, { text, filter, page = 1 }: Searched): string {
  const parameters = new URLSearchParams({ q: text });
  const f = filter === undefined ? "" : formatFilter(filter);
  if (f !== "") parameters.set("f", f);
  if (page > 1) parameters.set("page", String(page));
  return `${searchPage(language)}?${parameters}`;
}

export function titleLink(language: Language, title: Linked): string {
  return titlePath(language, title.id, slugOf(title));
}

export function creditsLink(language: Language, title: Linked): string {
  return `${titleLink(language, title)}/credits`;
}

/** A title whose record is not known, by the words its address already has. */
export function titlePath(language: Language, id: number, slug: string): string {
  return `${prefix(language)}/title/${id}/${encodeURIComponent(slug)}`;
}

/** Everybody who made it, for a title whose record is not known. */
export function creditsPath(language: Language, id: number, slug: string): string {
  return `${titlePath(language, id, slug)}/credits`;
}

/** `of`: whose image it is; a purge of that title or person includes it. */
export function imageLink(
  width: ImageWidth,
  path: string,
  of: { title: number } | { person: number },
): string {
  const [[kind, id] = []] = Object.entries(of);
  return `/images/${width}/${path}?${kind}=${id}`;
}

/** The picture shown where a link to a title is shared. */
export function shareLink(language: Language, title: Linked): string {
  return `${prefix(language)}/share/${title.id}/${encodeURIComponent(slugOf(title))}.png`;
}

export function openSearchLink(language: Language): string {
  return `${prefix(language)}/opensearch.xml`;
}

/** Where a problem's `type` leads: in English only, as the API is. */
export function problemLink(type: ProblemType): string {
  return `/problems/${type}`;
}

/** The same for programs. */
export function problemJsonLink(type: ProblemType): string {
  return `/problems/${type}.json`;
}

/** The same answer as JSON. */
export function jsonLink(query: Query): string {
  return `/v1/?${queryString(query)}`;
}

/** Part of the sitemap, from 1. */
export function sitemapPart(part: number): string {
  return `/sitemaps/${part}.xml`;
}

function prefix(language: Language): string {
  return language === DEFAULT_LANGUAGE ? "" : `/${language}`;
}
