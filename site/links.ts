/** Links within the site, built from the table of URLs. All of them are paths without a host. */

import type { ExternalSource, Facts } from "../worker/contract/facts.ts";
import type { FindResponse, Person } from "../worker/contract/people.ts";
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
import { ADDRESSES, formatPath, PLAYER_HOST } from "../worker/web/addresses.ts";
import type { SiteServices } from "../worker/web/site-services.ts";
import { DEFAULT_LANGUAGE, type Language, languageOfPath } from "./language/language.ts";

/** The fields of a title from which its links are built. */
type Linked = Pick<TitleRecord, "id" | "title" | "year">;

/** A list of titles. The page is a separate argument, so that a link to a changed list starts at the first page. */
type Browsed = Partial<Omit<BrowseQuery, "lang" | "page" | "limit">>;

export const DEVELOPERS = ADDRESSES.developers.path;
export const OPENAPI_DOCUMENT = ADDRESSES.openapi.path;
/** The path of the API client as an npm package, which `tools/client/package.ts` builds. */
export const CLIENT_PACKAGE = "/client/marquee.tgz";

export function homeLink(language: Language): string {
  return prefix(language) || "/";
}

/** Returns this path in another language, even if the path is not in the table of URLs. */
export function addressIn(language: Language, { pathname, search }: URL): string {
  const rest = pathname.slice(prefix(languageOfPath(pathname)).length);
  // A path with two slashes at the start would be a link to another host, so there is only one.
  return `${prefix(language)}/${rest.replace(/^\/+/, "")}${search}`;
}

/** Returns the `action` of search forms. */
export function searchPage(language: Language): string {
  return prefix(language) + ADDRESSES.search.path;
}

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

/** Returns the `action` of the browse form. */
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

export function titlePath(language: Language, id: number, slug: string): string {
  return prefix(language) + formatPath(ADDRESSES.title, { id, slug });
}

/** Returns the path of the Markdown form of a title's page. */
export function titleTextPath(language: Language, id: number, slug: string): string {
  return prefix(language) + formatPath(ADDRESSES.titleText, { id, slug });
}

export function creditsPath(language: Language, id: number, slug: string): string {
  return prefix(language) + formatPath(ADDRESSES.credits, { id, slug });
}

/** Returns the path of a season. Episodes are fragments of that page. */
export function seasonPath(
  language: Language,
  { id, slug, season, episode }: { id: number; slug: string; season: number; episode?: number },
): string {
  const fragment = episode === undefined ? "" : `#e${episode}`;
  return prefix(language) + formatPath(ADDRESSES.seasonPage, { id, slug, season }) + fragment;
}

/** The fields of a person from which its links are built. */
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

/** Returns the path of the Markdown form of a person's page. */
export function personTextPath(language: Language, { id, name }: LinkedPerson): string {
  return prefix(language) + formatPath(ADDRESSES.personText, { id, slug: toSlug({ title: name, year: "" }) });
}

/** Returns the name of another site and the URL of the title there, or `null` if ids of this kind have no page. */
export function externalLink(source: ExternalSource, id: string): { name: string; href: string } | null {
  if (source === "imdb") return { name: "IMDb", href: `https://www.imdb.com/title/${id}/` };
  if (source === "wikidata") return { name: "Wikidata", href: `https://www.wikidata.org/wiki/${id}` };
  const [, path] = /^tmdb-(movie|tv)$/.exec(source) ?? [];
  return path === undefined ? null : { name: "TMDB", href: `https://www.themoviedb.org/${path}/${id}` };
}

/**
 * Returns the URL of a page that tells where to watch a title: TMDB's, on which the visitor chooses a country, or else
 * a web search for the text.
 */
export function watchLink({ external = {} }: Pick<Facts, "external">, text: string): string {
  const { "tmdb-movie": film, "tmdb-tv": series } = external;
  if ((film ?? series) === undefined) return `https://duckduckgo.com/?${new URLSearchParams({ q: text })}`;
  return `https://www.themoviedb.org/${film === undefined ? `tv/${series}` : `movie/${film}`}/watch`;
}

/** Returns the URL of the player for a trailer on YouTube, or `null` for a trailer elsewhere. */
export function playerLink(trailer: string): string | null {
  const [, key] = /^https:\/\/(?:www\.youtube\.com\/watch\?v=|youtu\.be\/)([\w-]+)$/.exec(trailer) ?? [];
  return key === undefined ? null : `${PLAYER_HOST}/embed/${key}?autoplay=1`;
}

/** Returns the path of a title or person without a slug, which redirects to the canonical path. */
export function byIdLink(language: Language, { kind, id }: FindResponse): string {
  return prefix(language) + formatPath(kind === "title" ? ADDRESSES.titleById : ADDRESSES.personById, { id });
}

export function personJsonLink(language: Language, id: number): string {
  return `${formatPath(ADDRESSES.personRecord, { id })}?lang=${language}`;
}

/** Returns the path of the drawn card of a title, a person or a season. */
export function cardLink(language: Language, of: "title" | "person" | "season", id: string | number): string {
  return prefix(language) + formatPath(ADDRESSES.card, { of, id });
}

/** Returns the path of an image. The path names a title or person (`of`), with which the image is purged. */
export function imageLink(
  width: ImageWidth,
  path: string,
  of: { title: number } | { person: number },
): string {
  const [[kind, id] = []] = Object.entries(of);
  return `${formatPath(ADDRESSES.image, { width })}${path}?${kind}=${id}`;
}

/** Returns the path of a poster for link previews, or `null` if there is none. */
export function posterLink(
  { id, poster }: Pick<TitleRecord, "id" | "poster">,
  { hasImage }: Pick<SiteServices, "hasImage">,
): string | null {
  return hasImage(poster) ? imageLink(720, poster, { title: id }) : null;
}

/** Returns the path of a portrait for link previews, or `null` if there is none. */
export function portraitLink(
  { id, profile_path: profile }: Pick<Person, "id" | "profile_path">,
  { hasImage }: Pick<SiteServices, "hasImage">,
): string | null {
  return hasImage(profile) ? imageLink(720, profile, { person: id }) : null;
}

export function openSearchLink(language: Language): string {
  return prefix(language) + ADDRESSES.openSearch.path;
}

/** Returns the path of the page for a problem's `type`, which is in English like the API. */
export function problemLink(type: ProblemType): string {
  return formatPath(ADDRESSES.problem, { type });
}

export function problemJsonLink(type: ProblemType): string {
  return formatPath(ADDRESSES.problemJson, { type });
}

/** Returns the path of a list as JSON. The API interprets the query in the same way as the page. */
export function browseJsonLink(query: BrowseQuery): string {
  return `${ADDRESSES.browseTitles.path}?${formatBrowseQuery(query)}`;
}

export function searchJsonLink(query: SearchQuery): string {
  return `${ADDRESSES.lookup.path}/?${formatSearchQuery(query)}`;
}

export function seasonJsonLink(language: Language, id: number, season: number): string {
  return `${formatPath(ADDRESSES.season, { id, season })}?lang=${language}`;
}

export function creditsJsonLink(query: TitleQuery): string {
  return `${ADDRESSES.lookup.path}/?${formatCreditsQuery(query)}`;
}

/**
 * Returns the path of a part of the sitemap. Part 0 has the fixed pages. The parts for titles and for people are each
 * numbered from 1.
 */
export function sitemapPart(part: number, of: "titles" | "people" = "titles"): string {
  return formatPath(ADDRESSES.sitemapPart, { part: of === "people" ? `people-${part}` : part });
}

function prefix(language: Language): string {
  return language === DEFAULT_LANGUAGE ? "" : `/${language}`;
}
