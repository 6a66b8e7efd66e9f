/** Links within the site, from the table of addresses. All are paths without a host. */

import type { ExternalSource } from "../worker/contract/facts.ts";
import type { FindAnswer, Person } from "../worker/contract/people.ts";
import type { ProblemType } from "../worker/contract/problem.ts";
import {
  formatCreditsQuery,
  formatSearchQuery,
  type SearchQuery,
  type TitleQuery,
} from "../worker/contract/query.ts";
import type { ImageWidth, TitleRecord } from "../worker/contract/record.ts";
import { toSlug } from "../worker/contract/slug.ts";
import { type BrowseQuery, formatBrowseQuery, formatPageQuery } from "../worker/filters/browse-query.ts";
import { ADDRESSES, formatPath } from "../worker/web/addresses.ts";
import { DEFAULT_LANGUAGE, type Language, languageOfPath } from "./language/language.ts";

/** The fields that a link to a title needs. */
type Linked = Pick<TitleRecord, "id" | "title" | "year">;

/** Without any of these: all titles. The page is given beside them, so that a link to other titles leads to the first. */
type Browsed = Partial<Omit<BrowseQuery, "lang" | "page" | "limit">>;

export const DEVELOPERS = ADDRESSES.developers.path;
/** The contract as an OpenAPI document. */
export const OPENAPI_DOCUMENT = ADDRESSES.openapi.path;
/** The client as npm installs it: a file of the build (`tools/client/package.ts`). */
export const CLIENT_PACKAGE = "/client/marquee.tgz";

export function homeLink(language: Language): string {
  return prefix(language) || "/";
}

/** Any address in another language, also one that is not in the table. */
export function addressIn(language: Language, { pathname, search }: URL): string {
  const rest = pathname.slice(prefix(languageOfPath(pathname)).length);
  // Two slashes at the beginning would be another host.
  return `${prefix(language)}/${rest.replace(/^\/+/, "")}${search}`;
}

/** The action of search forms. */
export function searchPage(language: Language): string {
  return prefix(language) + ADDRESSES.search.path;
}

/** The address of suggestions. */
export function suggestionsPage(language: Language): string {
  return prefix(language) + ADDRESSES.suggestions.path;
}

export function searchLink(
  language: Language,
  searched: Browsed & { readonly text: string },
  page = 1,
): string {
  return `${searchPage(language)}?${formatPageQuery({ ...searched, page })}`;
}

/** The action of the form. */
export function browsePage(language: Language): string {
  return prefix(language) + ADDRESSES.browse.path;
}

export function browseLink(language: Language, browsed: Browsed, page = 1): string {
  const query = formatPageQuery({ ...browsed, page });
  return browsePage(language) + (query === "" ? "" : `?${query}`);
}

export function titleLink(language: Language, title: Linked): string {
  return titlePath(language, title.id, toSlug(title));
}

/** The path of a title with the words of a given address. */
export function titlePath(language: Language, id: number, slug: string): string {
  return prefix(language) + formatPath(ADDRESSES.title, { id, slug });
}

/** The path of the credits, with the words of a given address. */
export function creditsPath(language: Language, id: number, slug: string): string {
  return prefix(language) + formatPath(ADDRESSES.credits, { id, slug });
}

/** The path of a season, with the words of a given address. An episode is a part of the page. */
export function seasonPath(
  language: Language,
  { id, slug, season, episode }: { id: number; slug: string; season: number; episode?: number },
): string {
  const fragment = episode === undefined ? "" : `#e${episode}`;
  return prefix(language) + formatPath(ADDRESSES.seasonPage, { id, slug, season }) + fragment;
}

/** The fields that a link to a person needs. */
interface LinkedPerson {
  readonly id: number;
  readonly name: string;
}

export function personLink(language: Language, { id, name }: LinkedPerson): string {
  return personPath(language, id, toSlug({ title: name, year: "" }));
}

export function personPath(language: Language, id: number, slug: string): string {
  return prefix(language) + formatPath(ADDRESSES.person, { id, slug });
}

/** The page of a title on another site; `null`: for people only. */
export function externalLink(source: ExternalSource, id: string): { name: string; href: string } | null {
  if (source === "imdb") return { name: "IMDb", href: `https://www.imdb.com/title/${id}/` };
  if (source === "wikidata") return { name: "Wikidata", href: `https://www.wikidata.org/wiki/${id}` };
  const [, path] = /^tmdb-(movie|tv)$/.exec(source) ?? [];
  return path === undefined ? null : { name: "TMDB", href: `https://www.themoviedb.org/${path}/${id}` };
}

/** Redirects to the address with words. */
export function byIdLink(language: Language, { kind, id }: FindAnswer): string {
  return prefix(language) + formatPath(kind === "title" ? ADDRESSES.titleById : ADDRESSES.personById, { id });
}

/** The same data as JSON. */
export function personJsonLink(language: Language, id: number): string {
  return `${formatPath(ADDRESSES.personRecord, { id })}?lang=${language}`;
}

/** `of`: the title or person, whose purge includes the image. */
export function imageLink(
  width: ImageWidth,
  path: string,
  of: { title: number } | { person: number },
): string {
  const [[kind, id] = []] = Object.entries(of);
  return `${formatPath(ADDRESSES.image, { width })}${path}?${kind}=${id}`;
}

/** The poster that previews of shared links show; `null`: none. */
export function posterLink(
  { id, poster }: Pick<TitleRecord, "id" | "poster">,
  { hasImages }: { readonly hasImages: boolean },
): string | null {
  return hasImages && poster !== null ? imageLink(720, poster, { title: id }) : null;
}

/** The same for a person. */
export function portraitLink(
  { id, profile_path: profile }: Pick<Person, "id" | "profile_path">,
  { hasImages }: { readonly hasImages: boolean },
): string | null {
  return hasImages && profile !== null ? imageLink(720, profile, { person: id }) : null;
}

export function openSearchLink(language: Language): string {
  return prefix(language) + ADDRESSES.openSearch.path;
}

/** The page of a problem's `type`, in English like the API. */
export function problemLink(type: ProblemType): string {
  return formatPath(ADDRESSES.problem, { type });
}

/** The same as JSON. */
export function problemJsonLink(type: ProblemType): string {
  return formatPath(ADDRESSES.problemJson, { type });
}

/** The same titles as JSON, and what was read of the text. */
export function browseJsonLink(query: BrowseQuery): string {
  return `${ADDRESSES.browseTitles.path}?${formatBrowseQuery(query)}`;
}

/** The same titles as JSON. */
export function searchJsonLink(query: SearchQuery): string {
  return `${ADDRESSES.lookup.path}/?${formatSearchQuery(query)}`;
}

/** A season as JSON. */
export function seasonJsonLink(language: Language, id: number, season: number): string {
  return `${formatPath(ADDRESSES.season, { id, season })}?lang=${language}`;
}

/** The credits of a title as JSON. */
export function creditsJsonLink(query: TitleQuery): string {
  return `${ADDRESSES.lookup.path}/?${formatCreditsQuery(query)}`;
}

/** A part of the sitemap: 0 has the fixed pages; titles and people count from 1. */
export function sitemapPart(part: number, of: "titles" | "people" = "titles"): string {
  return formatPath(ADDRESSES.sitemapPart, { part: of === "people" ? `people-${part}` : part });
}

function prefix(language: Language): string {
  return language === DEFAULT_LANGUAGE ? "" : `/${language}`;
}
