/**
 * The tokens for filter values in the facts index, which the loader writes and the catalog searches for. Tokens of
 * different facets never collide, because each begins with the letter of its facet.
 */

/**
 * Returns the token for any text. Encodes the characters at which FTS5 would split it, because the index cannot find
 * split tokens, and capital letters, which FTS5 folds.
 */
function encode(facet: string, text: string): string {
  return (
    facet + text.replaceAll(/[\0-,./:-`{-\x7f]/g, (character) => `-${character.charCodeAt(0).toString(16)}-`)
  );
}

/** A token that every title has. */
export const ANY = "a";
/** A token that no title has. */
export const NONE = "n";
export const kindFact = (kind: string) => encode("k", kind);
/** Returns the token for a year. `year` is "" for titles without one. */
export const yearFact = (year: string) => encode("y", year);
export const decadeFact = (decade: string) => `d${decade}`;
export const seriesEndToken = (year: string) => `s${year}`;
export const seriesEndDecadeToken = (decade: string) => `z${decade}`;
export const statusToken = (status: string) => encode("u", status);
export const genreToken = (slug: string) => encode("g", slug);
export const countryToken = (slug: string) => encode("c", slug);
export const languageToken = (language: string) => encode("l", language);
/** Returns the token for a TMDB genre number (`genreNumbers`). */
export const tmdbGenreToken = (number: string) => `q${number}`;

/** Returns the token for a certificate in a country. */
export const certificateToken = (value: string) => encode("b", value);
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

const MOST_VOTES = 99_999_999;
/** Returns the token for a number of votes, which consists of the number of digits and the first digit. */
export function votesToken(votes: number): string {
  const digits = String(Math.min(votes, MOST_VOTES));
  return `v${digits.length}${digits[0]}`;
}
