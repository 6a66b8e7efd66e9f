/**
 * The tokens of filters in the index of facts. The loader writes them, the catalog reads them. Tokens of different facets
 * never collide, and no token contains a character that FTS5 splits at.
 */

/** Every title has this token. */
export const ANY = "a";
/** No title has this token. */
export const NONE = "n";
export const kindFact = (kind: string) => `k${kind}`;
/** The token of a year. "" is an unknown year. */
export const yearFact = (year: string) => `y${year}`;
export const decadeFact = (decade: string) => `d${decade}`;
export const seriesEndToken = (year: string) => `s${year}`;
export const seriesEndDecadeToken = (decade: string) => `z${decade}`;
/** Underscores would split a token. */
export const statusToken = (status: string) => `u${status.replaceAll("_", "-")}`;
export const genreToken = (slug: string) => `g${slug}`;
export const countryToken = (slug: string) => `c${slug}`;
export const languageToken = (language: string) => `l${language}`;
/** The token of one of TMDB's genres, by its number (`genreNumbers`). */
export const tmdbGenreToken = (number: string) => `q${number}`;

/** The token of a rating, rounded down. */
export const pointsToken = (points: number) => `r${points}`;
/** The token of a rating with at least another half point. */
export const halfPointToken = (points: number) => `h${points}`;
/** The token of titles that enough people rated to filter by the rating, as far as is known. */
export const SETTLED = "e";
/** The token of a weighted rating. "" is an unknown rating. */
export const weightToken = (weight: string) => `w${weight}`;
export const minuteToken = (minute: number) => `m${minute}`;
export const tenMinutesToken = (minute: number) => `t${Math.floor(minute / 10)}`;

export const MOST_VOTES = 99_999_999;
/** The token of a number of votes: how many digits it has, and the first one. */
export function votesToken(votes: number): string {
  const digits = String(Math.min(votes, MOST_VOTES));
  return `v${digits.length}${digits[0]}`;
}
