/**
 * Tokens of filter values in the facts index. The loader writes them, and the catalog searches for them. Tokens of
 * different facets never collide, and FTS5 never splits one.
 */

/** A token that every title has. */
export const ANY = "a";
/** A token that no title has. */
export const NONE = "n";
export const kindFact = (kind: string) => `k${kind}`;
/** Returns the token of a year, which is "" if unknown. */
export const yearFact = (year: string) => `y${year}`;
export const decadeFact = (decade: string) => `d${decade}`;
export const seriesEndToken = (year: string) => `s${year}`;
export const seriesEndDecadeToken = (decade: string) => `z${decade}`;
/** Returns the token of a status. Underscores are replaced, because FTS5 would split the token at them. */
export const statusToken = (status: string) => `u${status.replaceAll("_", "-")}`;
export const genreToken = (slug: string) => `g${slug}`;
export const countryToken = (slug: string) => `c${slug}`;
export const languageToken = (language: string) => `l${language}`;
/** Returns the token of a TMDB genre number (`genreNumbers`). */
export const tmdbGenreToken = (number: string) => `q${number}`;

/** Returns the token of a certificate in a country. The certificate may contain any character, so it is encoded. */
export const certificateToken = (value: string) =>
  `b${value.replaceAll(/[^a-z0-9]/gu, (character) => `-${character.codePointAt(0)?.toString(16)}-`)}`;
/** Returns the token of a company by its number (`numberOfName`). */
export const companyToken = (number: string) => `o${number}`;
export const networkToken = (number: string) => `f${number}`;
/** Returns the token of a day, month or year in which an episode airs. */
export const airedToken = (period: string) => `x${period}`;

/** Returns the token of a rating, rounded down to whole points. */
export const pointsToken = (points: number) => `r${points}`;
/** Returns the token of a rating with at least half a point more than a whole one. */
export const halfPointToken = (points: number) => `h${points}`;
/** The token of titles with enough votes for filters by rating. */
export const SETTLED = "e";
/** Returns the token of a weighted rating, which is "" if unknown. */
export const weightToken = (weight: string) => `w${weight}`;
export const minuteToken = (minute: number) => `m${minute}`;
export const tenMinutesToken = (minute: number) => `t${Math.floor(minute / 10)}`;

export const MOST_VOTES = 99_999_999;
/** Returns the token of a number of votes. It contains the number of digits and the first digit. */
export function votesToken(votes: number): string {
  const digits = String(Math.min(votes, MOST_VOTES));
  return `v${digits.length}${digits[0]}`;
}
