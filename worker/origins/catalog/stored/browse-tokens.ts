/**
 * Tokens for browsing titles by their facts, in full-text indexes of their own. The loader writes them, the catalog reads
 * them; pure. Tokens of different facts never collide, and no token contains a character that FTS5 splits at.
 */
import type { BrowseQuery } from "../../../contract/browse.ts";
import { facetSlug } from "../../../contract/browse.ts";
import type { TitleRecord } from "../../../contract/record.ts";
import { fold } from "../text/fold.ts";

/** Every title has this token. */
const ANY = "a";
const kindToken = (kind: string) => `k${kind}`;
/** "" is an unknown year. */
export const yearToken = (year: string) => `y${year}`;
const decadeToken = (decade: string) => `d${decade}`;
const genreToken = (slug: string) => `g${slug}`;
const countryToken = (slug: string) => `c${slug}`;
const languageToken = (language: string) => `l${language}`;

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

/** Matches every title of a genre. */
export function genreExpression(slug: string): string {
  return quoted(genreToken(slug));
}

/** All conditions except the years, as an FTS5 expression. */
export function factsExpression({ filter, genre, country, language }: BrowseQuery): string {
  const tokens = [
    ...(filter.kind === null ? [] : [kindToken(filter.kind)]),
    ...(genre === null ? [] : [genreToken(genre)]),
    ...(country === null ? [] : [countryToken(country)]),
    ...(language === null ? [] : [languageToken(language)]),
  ];
  return (tokens.length === 0 ? [ANY] : tokens).map(quoted).join(" AND ");
}

/** All conditions, as an FTS5 expression. */
export function browseExpression(query: BrowseQuery): string {
  const { years } = query.filter;
  const facts = factsExpression(query);
  if (years === null) return facts;
  return `(${yearTerms(years.first, years.last).join(" OR ")}) AND ${facts}`;
}

/** Whole decades, and single years. Prefix queries only for sparse ranges: FTS5 merges their lists for each query. */
function yearTerms(first: number, last: number): string[] {
  const found: string[] = [];
  for (let year = first; year <= last; ) {
    const length = [1_000, 100, 10].find((years) => isBlock(year, years) && year + years - 1 <= last) ?? 1;
    found.push(yearTerm(year, length));
    year += length;
  }
  return found;
}

/** Years that have many titles. */
const FIRST_POPULATED = 1_800;
const LAST_POPULATED = 2_099;

function isBlock(year: number, length: number): boolean {
  const isPopulated = year <= LAST_POPULATED && year + length > FIRST_POPULATED;
  return year % length === 0 && (length === 10 || !isPopulated);
}

function yearTerm(year: number, length: number): string {
  const digits = String(year).padStart(4, "0");
  if (length === 1) return quoted(yearToken(digits));
  if (length === 10) return quoted(decadeToken(digits.slice(0, 3)));
  return `${quoted(yearToken(digits.slice(0, length === 100 ? 2 : 1)))}*`;
}

const quoted = (token: string) => `"${token}"`;

const ARTICLES = new Set(["the", "a", "an"]);

/** The key of the alphabetical order: the title without accents, case and a leading English article. */
export function sortKey(title: string): string {
  const words = fold(title);
  const [first, ...rest] = words;
  return (rest.length > 0 && ARTICLES.has(first ?? "") ? rest : words).join(" ").slice(0, 40);
}
