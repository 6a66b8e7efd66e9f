/**
 * The tokens for filter values in the facts index, which the loader writes and the catalog searches for. Tokens of
 * different facets never collide, and FTS5 never splits a token.
 */

/** A token that every title has. */
export const ANY = "a";
/** A token that no title has. */
export const NONE = "n";
export const kindFact = (kind: string) => `k${kind}`;
/** Returns the token for a year. `year` is "" for titles without one. */
export const yearFact = (year: string) => `y${year}`;
export const decadeFact = (decade: string) => `d${decade}`;
export const seriesEndToken = (year: string) => `s${year}`;
export const seriesEndDecadeToken = (decade: string) => `z${decade}`;
/** Returns the token for a status. Underscores are replaced, because FTS5 would split the token there. */
export const statusToken = (status: string) => `u${status.replaceAll("_", "-")}`;
export const genreToken = (slug: string) => `g${slug}`;
export const countryToken = (slug: string) => `c${slug}`;
export const languageToken = (language: string) => `l${language}`;
/** Returns the token for a TMDB genre number (`genreNumbers`). */
export const tmdbGenreToken = (number: string) => `q${number}`;

/** Returns the token for a certificate in a country. The certificate may contain any character, so it is encoded. */
export const certificateToken = (value: string) =>
  `b${value.replaceAll(/[^a-z0-9]/gu, (character) => `-${character.codePointAt(0)?.toString(16)}-`)}`;
/** Returns the token for the number of a company (`numberOfName`). */
export const companyToken = (number: string) => `o${number}`;
export const networkToken = (number: string) => `f${number}`;
/** Returns the token for a day, month or year in which an episode airs. */
export const airedToken = (period: string) => `x${period}`;

/** Returns the token for a rating that is rounded down to whole points. */
export const pointsToken = (points: number) => `r${points}`;
/** Returns the token for a rating at least half a point above `points`. */
export const halfPointToken = (points: number) => `h${points}`;
/** The token of titles with enough votes to be filtered by rating. */
export const SETTLED = "e";
/** Returns the token for a weighted rating. `weight` is "" for titles without one. */
export const weightToken = (weight: string) => `w${weight}`;
export const minuteToken = (minute: number) => `m${minute}`;
export const tenMinutesToken = (minute: number) => `t${Math.floor(minute / 10)}`;

export const MOST_VOTES = 99_999_999;
/** Returns the token for a number of votes, which consists of the number of digits and the first digit. */
export function votesToken(votes: number): string {
  const digits = String(Math.min(votes, MOST_VOTES));
  return `v${digits.length}${digits[0]}`;
}
