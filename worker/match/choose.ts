/**
 * Chooses the title that a file name stands for from search results. Pure functions.
 *
 * A confidence is the probability that a title is the right one. It depends on how well the name and year fit, and on
 * how many other titles fit equally well. Of the matches with a confidence of `MIN_CONFIDENCE` or more, at most one
 * in a hundred is wrong (docs/match.md).
 */

import type { FileMatch, ParsedName } from "../contract/matching.ts";
import type { TitleRecord } from "../contract/record.ts";
import { fold } from "../text/fold.ts";
import { edits, MAX_EDITS } from "../text/similarity.ts";
import { buildKeys } from "../text/title-keys.ts";
import { canonical, pieces } from "../text/words.ts";

/**
 * The minimum confidence of a match. Misspelled names are matched below it, under stricter conditions
 * (`findMisspelled`).
 */
export const MIN_CONFIDENCE = 0.9;
const MAX_OTHERS = 5;

export interface MatchCandidate {
  readonly record: TitleRecord;
  /** Whether the source reports that the searched text is one of the title's names. */
  readonly isNamed: boolean;
  /** The popularity of the title, on any scale that is the same for all candidates, or `null` if unknown. */
  readonly popularity: number | null;
}

export interface SearchedReading {
  readonly reading: ParsedName;
  readonly candidates: readonly MatchCandidate[];
}

export interface Choice {
  readonly read: ParsedName;
  readonly match: FileMatch | null;
  /** Other candidates, best first. */
  readonly others: readonly FileMatch[];
}

interface Fit {
  readonly record: TitleRecord;
  readonly year: YearFit;
  /** The probability that the name and year stand for this title, regardless of other titles. */
  readonly fit: number;
  /** The weight of this title in a comparison with other titles that fit. */
  readonly weight: number;
  /** Whether the title has exactly the name and year that were read from the file name. */
  readonly isExact: boolean;
}

interface Ranked {
  readonly reading: ParsedName;
  /** The titles, best first. */
  readonly titles: readonly FileMatch[];
  /** Whether another title of the same kind has the same name and year as the best title. */
  readonly isTied: boolean;
  /** Whether any title has the name that was read from the file name. */
  readonly isNamed: boolean;
  /** Whether any title has both the name and the year that were read from the file name. */
  readonly hasExactYear: boolean;
}

/**
 * Chooses a match from the search results of all readings of the name. If several readings match, the one with the
 * longest title is used. If none does, the result contains `read`, the most likely reading.
 */
export function choose(read: ParsedName, searched: readonly SearchedReading[]): Choice {
  const ranked = searched.map(rank);
  const hasExactYear = ranked.some((one) => one.hasExactYear);
  const isPart = ({ title }: ParsedName) => title !== read.title && read.title.includes(title);
  const isCertain = ({ reading, titles: [best] }: Ranked) =>
    best !== undefined &&
    best.confidence >= MIN_CONFIDENCE &&
    (reading.year === null || best.title.year === reading.year || !(hasExactYear || isPart(reading)));
  const [longest] = ranked.filter(isCertain).sort((a, b) => b.reading.title.length - a.reading.title.length);
  const [best] = longest?.titles ?? [];
  const confidence = Math.min(best?.confidence ?? 0, longest?.isTied ? UNCERTAIN_CONFIDENCE : 1);
  const named = best && { ...best, confidence };
  const match = named ?? (ranked.some((one) => one.isNamed) ? null : findMisspelled(searched[0]));
  const others = new Map<number, FileMatch>();
  for (const other of ranked.flatMap(({ titles }) => titles).sort(byConfidence)) {
    const { id } = other.title;
    if (id !== match?.title.id && !others.has(id)) others.set(id, other);
  }
  return {
    read: longest?.reading ?? (match === null ? read : (searched[0]?.reading ?? read)),
    match,
    others: [...others.values()].slice(0, MAX_OTHERS),
  };
}

const byConfidence = (a: FileMatch, b: FileMatch) => b.confidence - a.confidence;

/** Ranks the search results for a reading by confidence. */
function rank({ reading, candidates }: SearchedReading): Ranked {
  const fits = candidates.map((candidate) => assessFit(reading, candidate));
  const total = fits.reduce((sum, { weight }) => sum + weight, 0);
  const hasExactYear = fits.some(({ year, weight }) => year === "same" && weight > 0);
  const titles = fits
    .map(({ record, year, fit, weight }) => {
      const max = year === "near" && hasExactYear ? NEAR_YEAR_CONFIDENCE : 1;
      const share = weight === 0 ? 1 : weight / total;
      return { title: record, confidence: roundConfidence(Math.min(fit, max) * share) };
    })
    .sort(byConfidence);
  const exact = fits.filter(({ isExact }) => isExact).map(({ record }) => record);
  const namesakes = exact.filter(({ type }) => type === titles[0]?.title.type);
  const isTied = namesakes.length > 1 && namesakes.some(({ id }) => id === titles[0]?.title.id);
  return { reading, titles, isTied, isNamed: total > 0, hasExactYear };
}

/**
 * Returns the title that is closest to a misspelled name, or `null`. One mistake is allowed per eight letters, and
 * the title must have the same year. If the name has no year, the title must be a series.
 */
function findMisspelled(searched: SearchedReading | undefined): FileMatch | null {
  const { title = "", year = null, type = null } = searched?.reading ?? {};
  if (year === null && type === null) return null;
  const [best, next] = (searched?.candidates ?? [])
    .filter(({ record }) => year === null || record.year === year)
    .map(({ record }) => {
      const mistakes = [record.title, record.original_title].map((name) => countMistakes(title, name));
      return { title: record, mistakes: Math.min(...mistakes) };
    })
    .filter(({ mistakes }) => mistakes <= MAX_EDITS)
    .sort((a, b) => a.mistakes - b.mistakes);
  if (best === undefined || best.mistakes === next?.mistakes) return null;
  return { title: best.title, confidence: UNCERTAIN_CONFIDENCE };
}

const extractLetters = (title: string) => splitWords(title.replaceAll("&", " and ")).join("");

/** Returns the numbers in a title. `Rocky II` contains `2`. */
const extractNumbers = (title: string) =>
  splitWords(title)
    .filter((word) => /\d|^[ivx]{2,}$|^[vx]$/.test(word))
    .map((word) => canonical(word).replaceAll(/\D/g, ""))
    .join(" ");

/**
 * Returns the number of mistakes in the typed title. Returns more than `MAX_EDITS` if there are too many mistakes, or
 * if the two titles contain different numbers.
 */
function countMistakes(typed: string, title: string): number {
  const [letters, expected] = [extractLetters(typed), extractLetters(title)];
  const max = Math.min(
    MAX_EDITS,
    Math.floor(Math.max(letters.length, expected.length) / LETTERS_PER_MISTAKE),
  );
  const count = edits(letters, expected, max);
  return count > max || extractNumbers(typed) !== extractNumbers(title) ? MAX_EDITS + 1 : count;
}

const roundConfidence = (confidence: number) => Math.max(0.01, Math.round(confidence * 100) / 100);

/**
 * The confidence of a title with exactly this name, by how its year compares with the year in the file name: the
 * same, one off, none in the file name, or unknown for the title.
 */
const EXACT_TITLE_CONFIDENCE = { same: 0.99, near: 0.95, none: 0.96, unknown: 0.6 };
type YearFit = keyof typeof EXACT_TITLE_CONFIDENCE | "other";
/** The relative weight of a title with the same name whose year is one off or unknown. */
const NEAR_WEIGHT = 0.001;
/** The relative weight of a title that only has this name as an alternative. */
const OTHER_NAME_WEIGHT = 0.05;
/** The relative weight of a title that is spelled differently, such as `Nine` for `9` or `Dig` for `The Dig`. */
const VARIANT_WEIGHT = 0.05;
/** The relative weight of a series if the file name has no episode number. */
const SERIES_WEIGHT = 0.5;
/**
 * The maximum confidence if the year is one off and the title is spelled differently, or if another title has the
 * exact year.
 */
const NEAR_YEAR_CONFIDENCE = 0.85;
/** The confidence of a title that has only some of the words in the name. */
const PARTIAL_TITLE_CONFIDENCE = 0.6;
/**
 * The confidence of a match for a misspelled name, and of a match that has the same name, year and kind as another
 * title.
 */
const UNCERTAIN_CONFIDENCE = 0.85;
/** The number of letters that a title needs for each allowed mistake. */
const LETTERS_PER_MISTAKE = 8;

function assessFit(reading: ParsedName, { record, isNamed, popularity }: MatchCandidate): Fit {
  const typed = splitWords(reading.title);
  const recordTitles = [record.title, record.original_title].map(splitWords);
  const isOwnName = recordTitles.some((words) => sharesKey(typed, words));
  const isAsWritten = recordTitles.some((words) => words.join("") === typed.join(""));
  const year = yearFit(reading.year, record.year);
  const isWhole = isOwnName || isNamed;
  if (!isWhole || year === "other") {
    const fit =
      PARTIAL_TITLE_CONFIDENCE *
      overlap(typed, splitWords(record.title)) *
      (year === "other" ? 0.2 : EXACT_TITLE_CONFIDENCE[year]);
    return { record, year, fit, weight: 0, isExact: false };
  }
  const fame = (popularity ?? 1) ** 2;
  const weight =
    fame *
    (isAsWritten ? 1 : isOwnName ? VARIANT_WEIGHT : OTHER_NAME_WEIGHT) *
    (year === "same" || year === "none" ? 1 : NEAR_WEIGHT) *
    (reading.type === null && record.type === "series" ? SERIES_WEIGHT : 1);
  const fit = year === "near" && !isAsWritten ? NEAR_YEAR_CONFIDENCE : EXACT_TITLE_CONFIDENCE[year];
  return { record, year, fit, weight, isExact: isAsWritten && year === "same" };
}

function yearFit(read: string | null, year: string): YearFit {
  if (read === null) return "none";
  if (year === "") return "unknown";
  const apart = Math.abs(Number(read) - Number(year));
  return apart === 0 ? "same" : apart === 1 ? "near" : "other";
}

const splitWords = (title: string) => fold(title).flatMap(pieces);

/** Returns true if the titles differ only in spaces, articles, numerals and punctuation. */
function sharesKey(typed: readonly string[], title: readonly string[]): boolean {
  const keys = buildKeys(typed);
  return buildKeys(title).some((key) => keys.includes(key));
}

/** Returns the share of words that two titles have in common. */
function overlap(one: readonly string[], other: readonly string[]): number {
  const words = new Set(one);
  const common = other.filter((word) => words.has(word)).length;
  return common / Math.max(words.size, other.length, 1);
}
