/**
 * Tokens of filter values in the facts index, written by the loader and read by the catalog. Tokens of different
 * facets do not collide, and FTS5 does not split them.
 */

/** A token that every title has. */
export const ANY = "a";
/** A token that no title has. */
export const NONE = "n";
export const kindFact = (kind: string) => `k${kind}`;
/** Returns the token of a year, or of an unknown year (""). */
export const yearFact = (year: string) => `y${year}`;
export const decadeFact = (decade: string) => `d${decade}`;
export const seriesEndToken = (year: string) => `s${year}`;
export const seriesEndDecadeToken = (decade: string) => `z${decade}`;
/** Returns the token of a status, without underscores because they would split it. */
export const statusToken = (status: string) => `u${status.replaceAll("_", "-")}`;
export const genreToken = (slug: string) => `g${slug}`;
export const countryToken = (slug: string) => `c${slug}`;
export const languageToken = (language: string) => `l${language}`;
/** Returns the token of a TMDB genre number (`genreNumbers`). */
export const tmdbGenreToken = (number: string) => `q${number}`;

/** Returns the token of a certificate in a country. Certificates may contain any characters. */
export const certificateToken = (value: string) =>
  `b${value.replaceAll(/[^a-z0-9]/gu, (character) => `-${character.codePointAt(0)?.toString(16)}-`)}`;
/** Returns the token of a company by the number of its name (`numberOfName`). */
export const companyToken = (number: string) => `o${number}`;
export const networkToken = (number: string) => `f${number}`;
/** Returns the token of a day, month or year in which an episode airs. */
export const airedToken = (period: string) => `x${period}`;

/** Returns the token for a rating, rounded down. */
export const pointsToken = (points: number) => `r${points}`;
/** Returns the token of a rating with at least another half point. */
export const halfPointToken = (points: number) => `h${points}`;
/** The token of titles with enough votes for rating filters. */
export const SETTLED = "e";
/** Returns the token of a weighted rating, or of an unknown one (""). */
export const weightToken = (weight: string) => `w${weight}`;
export const minuteToken = (minute: number) => `m${minute}`;
export const tenMinutesToken = (minute: number) => `t${Math.floor(minute / 10)}`;

export const MOST_VOTES = 99_999_999;
/** Returns the token of a number of votes: its number of digits and the first digit. */
export function votesToken(votes: number): string {
  const digits = String(Math.min(votes, MOST_VOTES));
  return `v${digits.length}${digits[0]}`;
}
