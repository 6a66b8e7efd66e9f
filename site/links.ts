/** Links within the site, made from the table of addresses. All are paths: the host is whichever serves them. */

import type { BrowseQuery } from "../worker/contract/browse.ts";
import { type Filter, formatFilter } from "../worker/contract/filter.ts";
import type { FindAnswer, Person } from "../worker/contract/people.ts";
import type { ProblemType } from "../worker/contract/problem.ts";
import { type Query, queryString } from "../worker/contract/query.ts";
import type { ImageWidth, TitleRecord } from "../worker/contract/record.ts";
import { NOT_REFINED, type Refinement } from "../worker/contract/refined.ts";
import { slugOf } from "../worker/contract/slug.ts";
import { ADDRESSES, pathOf } from "../worker/routes/addresses.ts";
import { DEFAULT_LANGUAGE, type Language, languageOfPath } from "./language/language.ts";

/** What a link to a title has to know of it. */
type Linked = Pick<TitleRecord, "id" | "title" | "year">;

interface Searched extends Partial<Refinement> {
  readonly text: string;
  readonly filter?: Filter;
  /** From 1. */
  readonly page?: number;
}

/** All of it optional: without any, all titles. */
interface Browsed extends Partial<Pick<BrowseQuery, "filter" | "genre" | "country" | "language" | "sort">> {
  /** From 1. */
  readonly page?: number;
}

export const DEVELOPERS = ADDRESSES.developers.path;
/** The contract for machines. */
export const OPENAPI_DOCUMENT = ADDRESSES.openapi.path;

export function homeLink(language: Language): string {
  return prefix(language) || "/";
}

/** The same address in another language: of a page that says what went wrong, and may be none of the table's. */
export function addressIn(language: Language, { pathname, search }: URL): string {
  const rest = pathname.slice(prefix(languageOfPath(pathname)).length);
  // Two slashes at the beginning would be another host.
  return `${prefix(language)}/${rest.replace(/^\/+/, "")}${search}`;
}

/** Where search forms are sent. */
export function searchPage(language: Language): string {
  return prefix(language) + ADDRESSES.search.path;
}

/** What was typed becomes suggestions there. */
export function suggestionsPage(language: Language): string {
  return prefix(language) + ADDRESSES.suggestions.path;
}

export function searchLink(language: Language, { text, filter, page = 1, ...refinement }: Searched): string {
  const parameters = new URLSearchParams({ q: text });
  const f = filter === undefined ? "" : formatFilter(filter);
  if (f !== "") parameters.set("f", f);
  const { exact, genre, sort } = { ...NOT_REFINED, ...refinement };
  if (genre !== null) parameters.set("genre", genre);
  if (sort !== NOT_REFINED.sort) parameters.set("sort", sort);
  if (exact) parameters.set("exact", "1");
  if (page > 1) parameters.set("page", String(page));
  return `${searchPage(language)}?${parameters}`;
}

/** Where the form of the page is sent. */
export function browsePage(language: Language): string {
  return prefix(language) + ADDRESSES.browse.path;
}

/** What is asked for by default is not in the address. */
export function browseLink(language: Language, browsed: Browsed): string {
  const { filter, genre, country, language: madeIn, sort, page = 1 } = browsed;
  const f = filter && formatFilter(filter);
  const given = { f, genre, country, language: madeIn, sort: sort === "popularity" ? null : sort };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value) parameters.set(name, value);
  if (page > 1) parameters.set("page", String(page));
  const query = parameters.toString();
  return browsePage(language) + (query === "" ? "" : `?${query}`);
}

export function titleLink(language: Language, title: Linked): string {
  return titlePath(language, title.id, slugOf(title));
}

export function creditsLink(language: Language, title: Linked): string {
  return creditsPath(language, title.id, slugOf(title));
}

/** A title whose record is not known, by the words its address already has. */
export function titlePath(language: Language, id: number, slug: string): string {
  return prefix(language) + pathOf(ADDRESSES.title, { id, slug });
}

/** Everybody who made it, for a title whose record is not known. */
export function creditsPath(language: Language, id: number, slug: string): string {
  return prefix(language) + pathOf(ADDRESSES.credits, { id, slug });
}

/** What a link to a person has to know of them. */
interface LinkedPerson {
  readonly id: number;
  readonly name: string;
}

export function personLink(language: Language, { id, name }: LinkedPerson): string {
  return personPath(language, id, slugOf({ title: name, year: "" }));
}

export function personPath(language: Language, id: number, slug: string): string {
  return prefix(language) + pathOf(ADDRESSES.person, { id, slug });
}

/** Leads to the address with words. */
export function byIdLink(language: Language, { kind, id }: FindAnswer): string {
  return prefix(language) + pathOf(kind === "title" ? ADDRESSES.titleById : ADDRESSES.personById, { id });
}

/** The same answer as JSON. */
export function personJsonLink(language: Language, id: number): string {
  return `${pathOf(ADDRESSES.personRecord, { id })}?lang=${language}`;
}

/** `of`: whose image it is; a purge of that title or person includes it. */
export function imageLink(
  width: ImageWidth,
  path: string,
  of: { title: number } | { person: number },
): string {
  const [[kind, id] = []] = Object.entries(of);
  return `${pathOf(ADDRESSES.image, { width })}${path}?${kind}=${id}`;
}

/** A title's poster where links to it are shared; `null`: there is none. */
export function posterLink(
  { id, poster }: Pick<TitleRecord, "id" | "poster">,
  { hasImages }: { readonly hasImages: boolean },
): string | null {
  return hasImages && poster !== null ? imageLink(720, poster, { title: id }) : null;
}

/** The same of a person. */
export function portraitLink(
  { id, profile_path: profile }: Pick<Person, "id" | "profile_path">,
  { hasImages }: { readonly hasImages: boolean },
): string | null {
  return hasImages && profile !== null ? imageLink(720, profile, { person: id }) : null;
}

export function openSearchLink(language: Language): string {
  return prefix(language) + ADDRESSES.openSearch.path;
}

/** Where a problem's `type` leads: in English only, as the API is. */
export function problemLink(type: ProblemType): string {
  return pathOf(ADDRESSES.problem, { type });
}

/** The same for programs. */
export function problemJsonLink(type: ProblemType): string {
  return pathOf(ADDRESSES.problemJson, { type });
}

/** The same answer as JSON. */
export function jsonLink(query: Query): string {
  return `${ADDRESSES.lookup.path}/?${queryString(query)}`;
}

/** Part of the sitemap: 0 has the pages that are always there; titles and people count from 1. */
export function sitemapPart(part: number, of: "titles" | "people" = "titles"): string {
  return pathOf(ADDRESSES.sitemapPart, { part: of === "people" ? `people-${part}` : part });
}

function prefix(language: Language): string {
  return language === DEFAULT_LANGUAGE ? "" : `/${language}`;
}
