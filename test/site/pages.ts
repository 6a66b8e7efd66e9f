/** Lists the page types that general tests check, and reads parts of pages. */
import { expect, inject } from "vitest";
import { DICTIONARIES } from "../../site/language/words.ts";

/**
 * Three languages are enough for behaviour that does not depend on the language, because `tsc` reports missing texts.
 */
export const SOME_LANGUAGES = (["en", "ar", "ja"] as const).map(
  (language) => [language, DICTIONARIES[language]] as const,
);

/** Returns the page's HTML with entities in URLs decoded. */
export async function readPage(path: string, base = inject("target")): Promise<string> {
  const response = await fetch(base + path);
  expect(response.status, path).toBe(200);
  return (await response.text()).replaceAll("&amp;", "&");
}

/** Returns the part of a search page that contains the results. */
export function extractResults(page: string): string {
  return page.slice(page.indexOf('id="results"'), page.indexOf("<footer"));
}

export async function results(path: string, base?: string): Promise<string> {
  return extractResults(await readPage(path, base));
}

/** Returns the searches that a part of a page links to, in the order of the links. */
export function extractOfferedSearches(part: string): string[] {
  const links = [...part.matchAll(/<a href="([^"]+)"/g)].map(([, href = ""]) => href);
  return links.filter((href) => href.includes("/search?"));
}

interface TestedPage {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  /** Whether the page must have noindex although its status is 200. */
  readonly unlisted?: boolean;
}

export const TESTED_PAGES: readonly TestedPage[] = [
  { name: "home", path: "/", status: 200 },
  { name: "home in Arabic", path: "/ar", status: 200 },
  { name: "all titles", path: "/browse", status: 200 },
  { name: "titles of a kind", path: "/ja/browse?f=movie%2C1990-1999&genre=drama&sort=year", status: 200 },
  { name: "an empty search", path: "/search", status: 200 },
  { name: "a search", path: "/search?q=the", status: 200 },
  { name: "a search in Japanese", path: "/ja/search?q=godzilla", status: 200 },
  {
    name: "a search that finds nothing",
    path: "/search?q=zzzzqqqq+xxxxx&f=movie%2C1999",
    status: 200,
    unlisted: true,
  },
  {
    name: "a search for words that sound like a title",
    path: "/search?q=apokalips+now",
    status: 200,
  },
  { name: "a corrected search", path: "/ar/search?q=godfahter", status: 200 },
  { name: "an exact search", path: "/search?q=the&f=movie&exact=1", status: 200, unlisted: true },
  { name: "a refused search", path: "/search?q=matrix&page=0", status: 400 },
  { name: "a title", path: "/title/34/12-angry-men-1957", status: 200 },
  { name: "a title in French", path: "/fr/title/34/12-hommes-en-colere-1957", status: 200 },
  { name: "a series", path: "/title/143/breaking-bad-2008", status: 200 },
  { name: "a season", path: "/title/143/breaking-bad-2008/season/2", status: 200 },
  {
    name: "a season in Japanese",
    path: "/ja/title/143/%E3%83%96%E3%83%AC%E3%82%A4%E3%82%AD%E3%83%B3%E3%82%B0-%E3%83%90%E3%83%83%E3%83%89-2008/season/1",
    status: 200,
  },
  { name: "an unknown season", path: "/title/143/breaking-bad-2008/season/9", status: 404 },
  { name: "a season without a number", path: "/title/143/breaking-bad-2008/season/two", status: 404 },
  { name: "credits", path: "/title/34/12-angry-men-1957/credits", status: 200 },
  {
    name: "credits in Arabic",
    path: "/ar/title/34/%D8%A7%D8%AB%D9%86%D8%A7-%D8%B9%D8%B4%D8%B1-%D8%B1%D8%AC%D9%84%D8%A7-%D8%BA%D8%A7%D8%B6%D8%A8%D8%A7-1957/credits",
    status: 200,
  },
  { name: "a person", path: "/person/2386/akira-kurosawa", status: 200 },
  { name: "a person in Arabic", path: "/ar/person/1/henry-fonda", status: 200 },
  { name: "an unknown person", path: "/person/999999999/nobody", status: 404 },
  { name: "an unknown title", path: "/title/999999/no-such-film-1999", status: 404 },
  { name: "a title whose id is none", path: "/title/abc/no-such-film", status: 400 },
  { name: "an unknown address", path: "/nowhere", status: 404 },
  { name: "a problem", path: "/problems/invalid-parameter", status: 200 },
  { name: "developers", path: "/developers", status: 200 },
];
