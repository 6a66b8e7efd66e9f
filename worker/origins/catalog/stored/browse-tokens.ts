/**
 * Tokens for browsing titles by their facts, in full-text indexes of their own. The loader writes them, the catalog reads
 * them; pure. Tokens of different facts never collide, and no token contains a character that FTS5 splits at.
 */
import { facetSlug } from "../../../contract/browse.ts";
import type { TitleRecord } from "../../../contract/record.ts";
import { fold } from "../text/fold.ts";

/** Every title has this token. */
export const ANY = "a";
export const kindToken = (kind: string) => `k${kind}`;
/** "" is an unknown year. */
export const yearToken = (year: string) => `y${year}`;
export const decadeToken = (decade: string) => `d${decade}`;
export const genreToken = (slug: string) => `g${slug}`;
export const countryToken = (slug: string) => `c${slug}`;
export const languageToken = (language: string) => `l${language}`;

/** The facts that a title can be browsed by. */
interface BrowseFacts {
  readonly genres: readonly FacetName[];
  readonly countries: readonly FacetName[];
  readonly tokens: string;
}

export interface FacetName {
  readonly value: string;
  readonly name: string;
}

export function browseFacts(record: TitleRecord, language: string | null): BrowseFacts {
  const genres = facetNames(record.genres);
  const countries = facetNames(record.countries);
  const kind = facetSlug(record.type);
  const tokens = [
    ANY,
    ...(kind === null ? [] : [kindToken(kind)]),
    yearToken(record.year),
    ...(record.year === "" ? [] : [decadeToken(record.year.slice(0, 3))]),
    ...genres.map(({ value }) => genreToken(value)),
    ...countries.map(({ value }) => countryToken(value)),
    ...(language === null ? [] : [languageToken(language)]),
  ];
  return { genres, countries, tokens: tokens.join(" ") };
}

/** `joined`: names as in a record, separated by commas. */
function facetNames(joined: string): FacetName[] {
  const found = new Map<string, string>();
  for (const name of joined.split(", ")) {
    const value = facetSlug(name);
    if (value !== null && !found.has(value)) found.set(value, name);
  }
  return [...found].map(([value, name]) => ({ value, name }));
}

const ARTICLES = new Set(["the", "a", "an"]);

/** The key of the alphabetical order: the title without accents, case and a leading English article. */
export function sortKey(title: string): string {
  const words = fold(title);
  const [first, ...rest] = words;
  return (rest.length > 0 && ARTICLES.has(first ?? "") ? rest : words).join(" ").slice(0, 40);
}
