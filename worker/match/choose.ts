/**
 * Chooses, among the results of searches, the title that a name means, if any. Pure.
 *
 * A confidence is the probability that the title is the right one: how well its name and year fit, times its share among
 * the titles that fit as well. From `MIN_CONFIDENCE` on, at most one in a hundred is wrong (docs/match.md).
 */

import { keysOf } from "../catalog/store/names.ts";
import type { FileMatch, ParsedName } from "../contract/matching.ts";
import type { TitleRecord } from "../contract/record.ts";
import { fold } from "../text/fold.ts";
import { edits, MAX_EDITS } from "../text/similarity.ts";
import { canonical, pieces } from "../text/words.ts";

/** The least confidence of a match by a correctly spelled name. */
export const MIN_CONFIDENCE = 0.9;
const MAX_OTHERS = 5;

/** One result of the search for a reading. */
export interface MatchCandidate {
  readonly record: TitleRecord;
  /** Whether the text is one of its names, as far as the origin knows. */
  readonly isNamed: boolean;
  /** How well known it is, on any scale; `null`: unknown. */
  readonly known: number | null;
}

export interface Searched {
  readonly reading: ParsedName;
  readonly candidates: readonly MatchCandidate[];
}

export interface Choice {
  /** The reading that matches. */
  readonly read: ParsedName;
  readonly match: FileMatch | null;
  /** Best first. */
  readonly others: readonly FileMatch[];
}

interface Fit {
  readonly record: TitleRecord;
  readonly year: YearFit;
  /** The probability that such a name is this title's. */
  readonly fit: number;
  /** Relative to the other titles that fit. */
  readonly weight: number;
  /** Whether its name and year are exactly as typed. */
  readonly isExact: boolean;
}

interface Ranked {
  readonly reading: ParsedName;
  /** Best first. */
  readonly titles: readonly FileMatch[];
  /** Whether another title of the same kind shares the best title's name and year. */
  readonly isTied: boolean;
  /** Whether any title has this name, and whether one of them has this year. */
  readonly isNamed: boolean;
  readonly isOfYear: boolean;
}

/** `read`: the likeliest reading, used if none matches. If several match, the longest title is the most specific. */
export function choose(read: ParsedName, searched: readonly Searched[]): Choice {
  const ranked = searched.map(rank);
  const isOfYear = ranked.some((one) => one.isOfYear);
  const isPart = ({ title }: ParsedName) => title !== read.title && read.title.includes(title);
  const isCertain = ({ reading, titles: [best] }: Ranked) =>
    best !== undefined &&
    best.confidence >= MIN_CONFIDENCE &&
    (reading.year === null || best.title.year === reading.year || !(isOfYear || isPart(reading)));
  const [longest] = ranked.filter(isCertain).sort((a, b) => b.reading.title.length - a.reading.title.length);
  const [best] = longest?.titles ?? [];
  const confidence = Math.min(best?.confidence ?? 0, longest?.isTied ? UNCERTAIN : 1);
  const named = best && { ...best, confidence };
  const match = named ?? (ranked.some((one) => one.isNamed) ? null : misspelt(searched[0]));
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

/** The results for one reading, with their confidence. */
function rank({ reading, candidates }: Searched): Ranked {
  const fits = candidates.map((candidate) => fitOf(reading, candidate));
  const total = fits.reduce((sum, { weight }) => sum + weight, 0);
  const isOfThatYear = fits.some(({ year, weight }) => year === "same" && weight > 0);
  const titles = fits
    .map(({ record, year, fit, weight }) => {
      const max = year === "near" && isOfThatYear ? NEARLY : 1;
      const share = weight === 0 ? 1 : weight / total;
      return { title: record, confidence: rounded(Math.min(fit, max) * share) };
    })
    .sort(byConfidence);
  const exact = fits.filter(({ isExact }) => isExact).map(({ record }) => record);
  const namesakes = exact.filter(({ type }) => type === titles[0]?.title.type);
  const isTied = namesakes.length > 1 && namesakes.some(({ id }) => id === titles[0]?.title.id);
  return { reading, titles, isTied, isNamed: total > 0, isOfYear: isOfThatYear };
}

/** The one title nearest to a mistyped name: with at most one mistake in eight letters, and of the name's year. A name
 * without a year must be a series'. */
function misspelt(searched: Searched | undefined): FileMatch | null {
  const { title = "", year = null, type = null } = searched?.reading ?? {};
  if (year === null && type === null) return null;
  const [best, next] = (searched?.candidates ?? [])
    .filter(({ record }) => year === null || record.year === year)
    .map(({ record }) => {
      const mistakes = [record.title, record.original_title].map((name) => mistakesIn(title, name));
      return { title: record, mistakes: Math.min(...mistakes) };
    })
    .filter(({ mistakes }) => mistakes <= MAX_EDITS)
    .sort((a, b) => a.mistakes - b.mistakes);
  if (best === undefined || best.mistakes === next?.mistakes) return null;
  return { title: best.title, confidence: UNCERTAIN };
}

const lettersOf = (title: string) => wordsOf(title.replaceAll("&", " and ")).join("");

/** `2` of `Rocky II`. */
const numbersOf = (title: string) =>
  wordsOf(title)
    .filter((word) => /\d|^[ivx]{2,}$|^[vx]$/.test(word))
    .map((word) => canonical(word).replaceAll(/\D/g, ""))
    .join(" ");

/** A result above `MAX_EDITS` means too many mistakes, or a different number. */
function mistakesIn(typed: string, title: string): number {
  const [letters, meant] = [lettersOf(typed), lettersOf(title)];
  const max = Math.min(MAX_EDITS, Math.floor(Math.max(letters.length, meant.length) / LETTERS_OF_MISTAKE));
  const count = edits(letters, meant, max);
  return count > max || numbersOf(typed) !== numbersOf(title) ? MAX_EDITS + 1 : count;
}

const rounded = (confidence: number) => Math.max(0.01, Math.round(confidence * 100) / 100);

/** Confidence of a whole title by its year: the same, one apart, none in the name, unknown for the title. */
const WHOLE = { same: 0.99, near: 0.95, none: 0.96, unknown: 0.6 };
type YearFit = keyof typeof WHOLE | "other";
/** Weights among titles of one name: with another year or none, and with the name as an alternative only. */
const NEAR_WEIGHT = 0.001;
const OTHER_NAME_WEIGHT = 0.05;
/** `Nine` for `9`, `Dig` for `The Dig`. */
const ALIKE_WEIGHT = 0.05;
/** A series, if the name has no episode. */
const SERIES_WEIGHT = 0.5;
/** The year is one off, and the name is written differently or another title has this year. */
const NEARLY = 0.85;
const PARTLY = 0.6;
/** A mistyped name, or several titles of one name, year and kind. */
const UNCERTAIN = 0.85;
/** Letters of a title for each mistake that is allowed. */
const LETTERS_OF_MISTAKE = 8;

function fitOf(reading: ParsedName, { record, isNamed, known }: MatchCandidate): Fit {
  const typed = wordsOf(reading.title);
  const own = [record.title, record.original_title].map(wordsOf);
  const isOwnName = own.some((words) => sharesKey(typed, words));
  const isAsWritten = own.some((words) => words.join("") === typed.join(""));
  const year = yearFit(reading.year, record.year);
  const isWhole = isOwnName || isNamed;
  if (!isWhole || year === "other") {
    const fit = PARTLY * overlap(typed, wordsOf(record.title)) * (year === "other" ? 0.2 : WHOLE[year]);
    return { record, year, fit, weight: 0, isExact: false };
  }
  const fame = (known ?? 1) ** 2;
  const weight =
    fame *
    (isAsWritten ? 1 : isOwnName ? ALIKE_WEIGHT : OTHER_NAME_WEIGHT) *
    (year === "same" || year === "none" ? 1 : NEAR_WEIGHT) *
    (reading.type === null && record.type === "series" ? SERIES_WEIGHT : 1);
  const fit = year === "near" && !isAsWritten ? NEARLY : WHOLE[year];
  return { record, year, fit, weight, isExact: isAsWritten && year === "same" };
}

function yearFit(read: string | null, year: string): YearFit {
  if (read === null) return "none";
  if (year === "") return "unknown";
  const apart = Math.abs(Number(read) - Number(year));
  return apart === 0 ? "same" : apart === 1 ? "near" : "other";
}

const wordsOf = (title: string) => fold(title).flatMap(pieces);

/** Whether a title is the same but for spaces, articles, numerals and punctuation. */
function sharesKey(typed: readonly string[], title: readonly string[]): boolean {
  const keys = keysOf(typed);
  return keysOf(title).some((key) => keys.includes(key));
}

/** The share of words that two titles have in common. */
function overlap(one: readonly string[], other: readonly string[]): number {
  const words = new Set(one);
  const common = other.filter((word) => words.has(word)).length;
  return common / Math.max(words.size, other.length, 1);
}
