/**
 * Chooses the title that a file name stands for, from what the catalog says about each reading. Pure functions.
 *
 * A confidence is the probability that a title is the right one. It depends on how well the name, year, country and
 * episodes fit, and on how many other titles fit equally well. Of the matches with a confidence of `MIN_CONFIDENCE` or
 * more, at most one in a hundred is wrong (docs/match.md).
 */

import {
  type FileMatch,
  type KnownSeason,
  MIN_CONFIDENCE,
  type NamedTitle,
  type ParsedName,
} from "../contract/matching.ts";
import type { TitleRecord } from "../contract/record.ts";
import { fold } from "../text/fold.ts";
import { edits, MAX_EDITS } from "../text/similarity.ts";
import { buildKeys } from "../text/title-keys.ts";
import { canonical, pieces } from "../text/words.ts";
import { listSequelKeys } from "./keys.ts";
import type { Reading } from "./name.ts";
import { findAbsolute } from "./seasons.ts";
import { DOUBTFUL } from "./segment.ts";

const MAX_OTHERS = 5;

export interface MatchCandidate extends Partial<Omit<NamedTitle, "record" | "popularity">> {
  readonly record: TitleRecord;
  /** Whether the source reports that the searched text is one of the title's names. */
  readonly isNamed: boolean;
  /** The popularity of the title, on any scale that is the same for all candidates, or `null` if unknown. */
  readonly popularity: number | null;
}

export interface SearchedReading {
  readonly reading: Reading;
  readonly candidates: readonly MatchCandidate[];
}

export interface Choice {
  readonly read: ParsedName;
  readonly match: FileMatch | null;
  /** Other candidates, best first. */
  readonly others: readonly FileMatch[];
  /** The known seasons of the match. Empty if it is a film, or if the source does not say. */
  readonly seasons: readonly KnownSeason[];
}

interface Fit {
  readonly candidate: MatchCandidate;
  readonly year: YearFit;
  /** The probability that the name and year stand for this title, regardless of other titles. */
  readonly fit: number;
  /** The weight of this title in a comparison with other titles that fit. */
  readonly weight: number;
  /** The share of the weight that depends on the country and the episodes. */
  readonly evidence: number;
  /** Whether the title has exactly the name and year that were read from the file name. */
  readonly isExact: boolean;
}

interface Ranked {
  readonly reading: Reading;
  /** The titles, best first. */
  readonly titles: readonly FileMatch[];
  readonly best: Fit | undefined;
  /** The maximum confidence of a match by this reading. */
  readonly limit: number;
  /** Whether any title has the name that was read from the file name. */
  readonly isNamed: boolean;
  /** Whether any title has both the name and the year that were read from the file name. */
  readonly hasExactYear: boolean;
}

/**
 * Chooses a match from the candidates of all readings. If several readings match, a likely one is preferred, and then
 * the one with the longest title. If none does, the result contains the first reading.
 */
export function choose(searched: readonly [SearchedReading, ...SearchedReading[]]): Choice {
  const [{ reading: main }] = searched;
  const ranked = searched.map(rank);
  const hasExactYear = ranked.some((one) => one.hasExactYear);
  const isPart = ({ read: { title } }: Reading) =>
    title !== main.read.title && main.read.title.includes(title);
  const isCertain = ({ reading, best, titles: [first] }: Ranked) =>
    best !== undefined &&
    first !== undefined &&
    first.confidence >= MIN_CONFIDENCE &&
    (reading.read.year === null ||
      first.title.year === reading.read.year ||
      !(hasExactYear || isPart(reading)));
  const [chosen] = ranked.filter(isCertain).sort(byPreference);
  const [best] = chosen?.titles ?? [];
  const seasons = chosen?.best?.candidate.seasons ?? [];
  const read = trimEpisodes((chosen?.reading ?? main).read, seasons);
  const isCounted = read.season === null && findAbsolute(read.episodes[0] ?? 0, seasons)?.isCounted;
  const limit = isCounted ? MIN_CONFIDENCE : 1;
  const named = best && { ...best, confidence: Math.min(best.confidence, chosen?.limit ?? 1, limit) };
  const match = named ?? (ranked.some((one) => one.isNamed) ? null : findMisspelled(searched[0]));
  const others = new Map<number, FileMatch>();
  for (const other of ranked.flatMap(({ titles }) => titles).sort(byConfidence)) {
    const { id } = other.title;
    if (id !== match?.title.id && !others.has(id)) others.set(id, other);
  }
  return {
    read,
    match,
    others: [...others.values()].slice(0, MAX_OTHERS),
    seasons,
  };
}

const byConfidence = (a: FileMatch, b: FileMatch) => b.confidence - a.confidence;

/** Orders readings that match. A guess from a folder has the catalog's word for it that the episode exists. */
function byPreference(one: Ranked, other: Ranked): number {
  return (
    Number(other.reading.isGuess) - Number(one.reading.isGuess) ||
    one.reading.doubt - other.reading.doubt ||
    other.reading.read.title.length - one.reading.read.title.length ||
    Number(other.best?.year === "same") - Number(one.best?.year === "same") ||
    other.reading.read.episodes.length - one.reading.read.episodes.length
  );
}

/** Reduces a range of episodes to its first number if the season ends before the range. */
function trimEpisodes(read: ParsedName, seasons: readonly KnownSeason[]): ParsedName {
  const [first = 0, ...more] = read.episodes;
  const last = seasons.find(([season]) => season === read.season)?.[2] ?? 0;
  return more.length > 0 && last >= first && (more.at(-1) ?? 0) > last
    ? { ...read, episodes: [first] }
    : read;
}

/** Ranks the candidates of a reading by confidence. */
function rank({ reading, candidates }: SearchedReading): Ranked {
  const fits = candidates.map((candidate) => assessFit(reading, candidate, candidates));
  const total = fits.reduce((sum, { weight }) => sum + weight, 0);
  const hasExactYear = fits.some(({ year, weight }) => year === "same" && weight > 0);
  const assessed = fits
    .map((one) => {
      const max = one.year === "near" && hasExactYear ? NEAR_YEAR_CONFIDENCE : 1;
      const share = one.weight === 0 ? 1 : one.weight / total;
      const confidence = roundConfidence(Math.min(one.fit, max) * share);
      return { ...one, title: { title: one.candidate.record, confidence } };
    })
    .sort((a, b) => byConfidence(a.title, b.title));
  const [best] = assessed;
  const namesakes = fits.filter(
    ({ isExact, candidate, evidence }) =>
      isExact && candidate.record.type === best?.candidate.record.type && evidence === best.evidence,
  );
  const isTied = best?.isExact === true && namesakes.length > 1;
  return {
    reading,
    titles: assessed.map(({ title }) => title),
    best: best !== undefined && best.weight > 0 ? best : undefined,
    limit: isTied || reading.isGuess ? UNCERTAIN_CONFIDENCE : 1,
    isNamed: total > 0,
    hasExactYear,
  };
}

/**
 * Returns the title that is closest to a misspelled name, or `null`. One mistake is allowed per eight letters, and
 * the title must have the same year. If the name has no year, the title must be a series.
 */
function findMisspelled({ reading: { read }, candidates }: SearchedReading): FileMatch | null {
  const { title, year, type } = read;
  if (year === null && type === null) return null;
  const [best, next] = candidates
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

type YearFit = "same" | "near" | "none" | "unknown" | "other";

/**
 * The ways in which a title has the name of a reading: as its own title, as another of its names, with a word such as
 * `Part` before the number, by several of its parts, by one of its parts, or not at all.
 */
type NameFit = "own" | "variant" | "other" | "sequel" | "parts" | "part" | "none";

/** The confidence of a title by its name and by how its year compares with the year in the file name. */
const CONFIDENCE: Record<Exclude<NameFit, "none">, Record<YearFit, number>> = {
  own: { same: 0.99, near: 0.95, none: 0.96, unknown: 0.6, other: 0 },
  variant: { same: 0.99, near: 0.85, none: 0.96, unknown: 0.6, other: 0 },
  other: { same: 0.99, near: 0.85, none: 0.96, unknown: 0.6, other: 0 },
  sequel: { same: 0.97, near: 0.85, none: 0.9, unknown: 0.5, other: 0 },
  parts: { same: 0.97, near: 0.85, none: 0.92, unknown: 0.5, other: 0 },
  part: { same: 0.9, near: 0.6, none: 0.6, unknown: 0.4, other: 0 },
};
/** The weight of a title that has a name in this way, relative to a title that is spelled like the name. */
const NAME_WEIGHTS: Record<NameFit, number> = {
  own: 1,
  variant: 0.05,
  other: 0.05,
  sequel: 0.02,
  parts: 0.01,
  part: 0.001,
  none: 0,
};
/** The confidence of a title that only has another name in the file name, if its year is one off and no namesake is close. */
const LOCAL_TITLE_CONFIDENCE = 0.9;
/** The relative weight of a title with the same name whose year is one off or unknown. */
const NEAR_WEIGHT = 0.001;
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
 * The confidence of a match for a misspelled name, of a guess from a folder, and of a match that has the same name,
 * year and kind as another title.
 */
const UNCERTAIN_CONFIDENCE = 0.85;
/** The relative weight of a series by whether it has the episode, only the season, neither, or unknown seasons. */
const EPISODE_WEIGHTS = { has: 1, lacksEpisode: 0.01, lacksSeason: 0.0005, unknown: 0.02 };
/** The relative weight of a title from another or an unknown country, if the name has a country. */
const COUNTRY_WEIGHTS = { same: 1, unknown: 0.01, other: 0.0001 };
/** The number of letters that a title needs for each allowed mistake. */
const LETTERS_PER_MISTAKE = 8;

function assessFit(reading: Reading, candidate: MatchCandidate, all: readonly MatchCandidate[]): Fit {
  const { read } = reading;
  const { record, popularity } = candidate;
  const typed = splitWords(read.title);
  const name = fitName(typed, candidate);
  const year = fitYear(read.year, record.year);
  const episode = fitEpisode(reading, candidate);
  const country = fitCountry(reading, candidate);
  const isPossible = episode === "has" || !reading.needsEpisode;
  if (name === "none" || year === "other" || !isPossible) {
    const fit =
      PARTIAL_TITLE_CONFIDENCE *
      overlap(typed, splitWords(record.title)) *
      (year === "other" ? 0.2 : CONFIDENCE.own[year]);
    return { candidate, year, fit, weight: 0, evidence: 0, isExact: false };
  }
  const isAlone = () =>
    all.every(
      (other) =>
        other === candidate ||
        fitName(typed, other) === "none" ||
        Math.abs(Number(other.record.year) - Number(read.year)) > 2,
    );
  const isLocal = year === "near" && name === "other" && isAsWritten(typed, candidate) && isAlone();
  const isDoubted = reading.doubt === DOUBTFUL && year !== "same";
  const limit = country === "same" && !isDoubted ? 1 : NEAR_YEAR_CONFIDENCE;
  const evidence = EPISODE_WEIGHTS[episode] * COUNTRY_WEIGHTS[country];
  const weight =
    (popularity ?? 1) ** 2 *
    NAME_WEIGHTS[name] *
    (year === "same" || year === "none" ? 1 : NEAR_WEIGHT) *
    (read.type === null && record.type === "series" ? SERIES_WEIGHT : 1) *
    evidence;
  const fit = Math.min(isLocal ? LOCAL_TITLE_CONFIDENCE : CONFIDENCE[name][year], limit);
  return { candidate, year, fit, weight, evidence, isExact: name === "own" && year === "same" };
}

function fitName(typed: readonly string[], candidate: MatchCandidate): NameFit {
  const { record, keys = {}, isNamed, forms = [] } = candidate;
  const own = [record.title, record.original_title].map(splitWords);
  if (own.some((words) => words.join("") === typed.join(""))) return "own";
  if (own.some((words) => sharesKey(typed, words))) return "variant";
  const strength = Math.min(...buildKeys(typed).map((key) => keys[key] ?? Number.POSITIVE_INFINITY));
  if (isNamed || strength <= 1) return "other";
  if (listSequelKeys(typed).some((key) => (keys[key] ?? 2) <= 1)) return "sequel";
  if (forms.some((parts) => isOfParts(typed, parts))) return "parts";
  const isHalf =
    record.type === "movie" &&
    forms.some((parts) => parts.length === 2 && parts.some((part) => sharesKey(typed, part)));
  return isHalf ? "part" : "none";
}

const isAsWritten = (typed: readonly string[], { forms = [] }: MatchCandidate) =>
  forms.some((parts) => parts.flat().join("") === typed.join(""));

/** Returns true if the typed words are at least two of the parts of a name, and nothing else. */
function isOfParts(typed: readonly string[], parts: readonly (readonly string[])[]): boolean {
  if (parts.length < 2) return false;
  let rest = buildKeys(typed)[0] ?? "";
  let used = 0;
  for (const part of parts) {
    const key = buildKeys(part)[0] ?? "";
    if (key === "" || !rest.startsWith(key)) continue;
    rest = rest.slice(key.length);
    used += 1;
  }
  return rest === "" && used > 1;
}

function fitYear(read: string | null, year: string): YearFit {
  if (read === null) return "none";
  if (year === "") return "unknown";
  const apart = Math.abs(Number(read) - Number(year));
  return apart === 0 ? "same" : apart === 1 ? "near" : "other";
}

/** Returns whether the series has the episodes of a reading. An absolute number counts through the regular seasons. */
function fitEpisode(
  { read, needsEpisode }: Reading,
  { record, seasons = [] }: MatchCandidate,
): keyof typeof EPISODE_WEIGHTS {
  const [episode] = read.episodes;
  if (read.type === null) return "has";
  if (record.type !== "series") return "lacksSeason";
  if (seasons.length === 0) return "unknown";
  if (read.season === null) {
    if (episode === undefined) return needsEpisode ? "unknown" : "has";
    return findAbsolute(episode, seasons) === null ? "lacksEpisode" : "has";
  }
  const season = seasons.find(([number]) => number === read.season);
  if (season === undefined) return "lacksSeason";
  return episode === undefined || episode <= season[2] ? "has" : "lacksEpisode";
}

function fitCountry(
  { country }: Reading,
  { record, countries = record.countries }: MatchCandidate,
): keyof typeof COUNTRY_WEIGHTS {
  if (country === null || countries.includes(country)) return "same";
  return countries === "" ? "unknown" : "other";
}

export const splitWords = (title: string) => fold(title).flatMap(pieces);

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
