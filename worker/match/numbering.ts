/** Parses season and episode numbers, and the dates of daily episodes. */
import { canonical } from "../text/words.ts";
import { isTitleTerminator } from "./release-words.ts";
import type { Token } from "./tokens.ts";

export interface Numbering {
  readonly season: number | null;
  readonly episodes: number[];
  /** The date of a daily episode, such as `2024-05-01`, or `null`. */
  readonly date: string | null;
}

const SEASON =
  /^(?:seasons?|saisons?|staffeln?|temporadas?|stagion[ei]|sezon|sezona|сезон|seizoen|säsong|sæson)$/;
const EPISODE = /^(?:episode|épisode|ep|folge|episodio|capitulo|capítulo|серия|aflevering|avsnitt|afsnit)$/;
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
/** Matches words for a complete series. */
const COMPLETE =
  /^(?:(?:complete|full|entire) (?:tv )?(?:mini )?series|(?:all|complete) seasons|(?:complete )?box ?set|int[eé]grale)\b/;
const MAX_NUMBER = 9_999;
const MAX_RANGE = 50;

/** Parses a numbering that starts at the token `at`. Returns `null` if there is none. */
export function parseNumbering(tokens: readonly Token[], at: number): Numbering | null {
  return (
    parseCodes(tokens, at) ??
    parseCjkNumbering(tokens, at) ??
    parseDate(tokens, at) ??
    parseSpelledNumbering(tokens, at) ??
    parseOrdinalSeason(tokens, at) ??
    parseCompleteSeries(tokens, at) ??
    parseAbsoluteNumber(tokens, at)
  );
}

function createNumbering(season: number | null, episodes: number[], date: string | null = null): Numbering {
  return { season, episodes, date };
}

/** Parses `S01E02`, `S01E01E02`, `S01E01-E03`, `S01E01 - S01E03`, `1x02`, `S01 E02`, `S01`, `S2 - 05` and `E05`. */
function parseCodes(tokens: readonly Token[], at: number): Numbering | null {
  const text = tokens[at]?.text.toLowerCase() ?? "";
  const both = EPISODES.exec(text + readRangeEnd(tokens[at + 1])) ?? EPISODES.exec(text);
  if (both !== null)
    return createNumbering(Number(both[1]), expandNumbers((both[2] ?? "").replace(/-s\d+/, "-")));
  const crossed = /^(\d{1,2})x(\d{2,3}(?!\d)[\dx-]*)$/.exec(text);
  if (crossed !== null) {
    return createNumbering(
      Number(crossed[1]),
      expandNumbers((crossed[2] ?? "").replaceAll(`-${crossed[1]}x`, "-")),
    );
  }
  const isPlaced = at > 0 || tokens.length === 1;
  const season = /^s(\d{1,4})(?:[-s][-s\d]{1,20}|d\d{1,2})?$/.exec(text)?.[1];
  if (season !== undefined && (isPlaced || parseEpisodes(tokens[at + 1]) !== null)) {
    return createNumbering(Number(season), parseEpisodesAfter(tokens, at));
  }
  const alone = isPlaced ? parseEpisodes(tokens[at]) : null;
  return alone === null ? null : createNumbering(null, alone);
}

const EPISODES = /^s(\d{1,4})[-x]?((?:e|ep)\d[\de-]*(?:s\1e\d{1,4})?)(?:v\d)?$/;

/**
 * Returns the end of a range, such as `- S01E03` or `- E03`, or "". A plain number is not accepted, because it may
 * belong to the title of the episode.
 */
function readRangeEnd(token: Token | undefined): string {
  return token?.isAfterDash && /^(?:s\d{1,4})?e\d{1,4}$/i.test(token.text)
    ? `-${token.text.toLowerCase()}`
    : "";
}

/** Parses `E05`, `EP05` and `E01-E03`. */
function parseEpisodes(token: Token | undefined): number[] | null {
  const numbers = /^(?:e|ep)(\d[\de-]{0,11})(?:v\d)?$/.exec(token?.text.toLowerCase() ?? "")?.[1];
  return numbers === undefined ? null : expandNumbers(numbers);
}

/** Parses the episode number that follows a season: `E05`, `Episode 5`, `- 05`, or `05` if the title ends there. */
function parseEpisodesAfter(tokens: readonly Token[], at: number): number[] {
  const [next, second] = tokens.slice(at + 1, at + 3);
  if (EPISODE.test(next?.word ?? "") && isNumber(second)) return [Number.parseInt(second.text, 10)];
  const number =
    next?.isAfterDash || endsTitle(second) ? /^(\d{1,3})(?:v\d)?$/.exec(next?.text ?? "")?.[1] : undefined;
  return parseEpisodes(next) ?? (number === undefined ? [] : [Number(number)]);
}

/** Expands a range to its numbers. Returns only the first number if the range is descending or too long. */
function expandNumbers(text: string): number[] {
  const numbers = (text.match(/\d+/g) ?? []).map(Number).filter((number) => number <= MAX_NUMBER);
  const [first = 0, last = 0] = numbers;
  if (numbers.length !== 2 || !text.includes("-")) return numbers;
  const isRange = last > first && last - first < MAX_RANGE;
  return Array.from({ length: isRange ? last - first + 1 : 1 }, (_, index) => first + index);
}

/** Parses `第1季第2集`, `第1季 第2集` and `第12話`. */
function parseCjkNumbering(tokens: readonly Token[], at: number): Numbering | null {
  const [text = "", next = ""] = tokens.slice(at, at + 2).map((token) => token.text);
  const season = /第(\d{1,4})[季期]/.exec(text)?.[1];
  const episode = /第(\d{1,4})[集話话回]/.exec(season === undefined ? text : text + next)?.[1];
  if (season === undefined && episode === undefined) return null;
  return createNumbering(
    season === undefined ? null : Number(season),
    episode === undefined ? [] : [Number(episode)],
  );
}

/** Parses `2024.05.01`, `2024-05-01` and `20240501`. */
function parseDate(tokens: readonly Token[], at: number): Numbering | null {
  const joined = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(tokens[at]?.text ?? "")?.slice(1);
  const [year = "", month = "", day = ""] = joined ?? tokens.slice(at, at + 3).map(({ text }) => text);
  const isDate =
    /^(?:19|20)\d\d$/.test(year) &&
    /^(?:0[1-9]|1[0-2])$/.test(month) &&
    /^(?:0[1-9]|[12]\d|3[01])$/.test(day);
  return isDate ? createNumbering(null, [], `${year}-${month}-${day}`) : null;
}

/**
 * Parses `Season 1 Episode 2`, `Season 1`, `Seasons 1-5`, `Saison VII`, `Series 2 Episode 1`, `Episode 5` and `2 of
 * 6`.
 */
function parseSpelledNumbering(tokens: readonly Token[], at: number): Numbering | null {
  const { word = "", text = "" } = tokens[at] ?? {};
  const count = /^(\d{1,3})(?: of |of)\d{1,3}$/.exec(
    tokens[at + 1]?.word === "of" ? `${text} of ${tokens[at + 2]?.text}` : text,
  );
  if (at > 0 && count !== null) return createNumbering(null, [Number(count[1])]);
  const next = tokens[at + 1];
  const isSeries = word === "series" && EPISODE.test(tokens[at + 2]?.word ?? "");
  const season =
    (SEASON.test(word) || isSeries) && next?.bracket === tokens[at]?.bracket ? parseSeason(next) : null;
  if (season !== null) return createNumbering(season, parseEpisodesAfter(tokens, at + 1));
  if (at === 0 || !EPISODE.test(word) || !isNumber(next) || !endsTitle(tokens[at + 2])) return null;
  return createNumbering(null, [Number.parseInt(next.text, 10)]);
}

/** Parses `2nd Season - 05` and `Second Season`. */
function parseOrdinalSeason(tokens: readonly Token[], at: number): Numbering | null {
  const { word = "" } = tokens[at] ?? {};
  const number =
    ORDINALS.indexOf(word) > 0 ? ORDINALS.indexOf(word) : /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1];
  if (at === 0 || number === undefined || !SEASON.test(tokens[at + 1]?.word ?? "")) return null;
  return createNumbering(Number(number), parseEpisodesAfter(tokens, at + 1));
}

function parseCompleteSeries(tokens: readonly Token[], at: number): Numbering | null {
  const words = tokens.slice(at, at + 4).map(({ word }) => word);
  return at > 0 && COMPLETE.test(words.join(" ")) ? createNumbering(null, []) : null;
}

/** Parses a season in digits, Roman numerals or words. `1-5` is parsed as season 1. */
function parseSeason(token: Token | undefined): number | null {
  const number = /^(\d{1,4})(?:[-&]\d{1,2})?$/.exec(canonical(token?.text.toLowerCase() ?? ""))?.[1];
  return number === undefined ? null : Number(number);
}

const isNumber = (token: Token | undefined): token is Token => /^\d{1,4}(?:v\d)?$/.test(token?.text ?? "");

/**
 * Returns true if no more words of the title follow. In `Star Wars Episode 4 A New Hope`, words follow, so the 4 is
 * not an episode number.
 */
function endsTitle(next: Token | undefined): boolean {
  return next === undefined || next.bracket !== "" || next.isAfterDash || isTitleTerminator(next.word);
}

/** Parses `[Group] A Show - 135 [1080p]` and `A Show - 135-137`, but not `A Film - 1999`. */
function parseAbsoluteNumber(tokens: readonly Token[], at: number): Numbering | null {
  const token = tokens[at];
  const number = /^(\d{2,4}(?:-\d{2,4})?)(?:v\d)?$/.exec(token?.text ?? "")?.[1];
  if (number === undefined || at === 0 || !token?.isAfterDash || token.bracket !== "") return null;
  if (!endsTitle(tokens[at + 1]) || /^(?:19|20)\d\d(?!\d)/.test(number)) return null;
  return createNumbering(null, expandNumbers(number));
}
