/** Seasons, episodes and daily dates among the words of a name. */
import { canonical } from "../text/words.ts";
import { isHard } from "./release-words.ts";
import type { Token } from "./tokens.ts";

export interface Numbering {
  readonly season: number | null;
  readonly episodes: number[];
  /** Of a daily episode: `2024-05-01`. */
  readonly date: string | null;
}

const SEASON =
  /^(?:seasons?|saisons?|staffeln?|temporadas?|stagion[ei]|sezon|sezona|сезон|seizoen|säsong|sæson)$/;
const EPISODE = /^(?:episode|épisode|ep|folge|episodio|capitulo|capítulo|серия|aflevering|avsnitt|afsnit)$/;
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
/** All seasons of a series. */
const COMPLETE =
  /^(?:(?:complete|full|entire) (?:tv )?(?:mini )?series|(?:all|complete) seasons|(?:complete )?box ?set|int[eé]grale)\b/;
const MAX_NUMBER = 9_999;
const MAX_RANGE = 50;

/** The numbering that begins at a word; `null`: none. */
export function numberingAt(tokens: readonly Token[], at: number): Numbering | null {
  return (
    coded(tokens, at) ??
    counted(tokens, at) ??
    dated(tokens, at) ??
    spelled(tokens, at) ??
    ordinal(tokens, at) ??
    complete(tokens, at) ??
    absolute(tokens, at)
  );
}

function numbering(season: number | null, episodes: number[], date: string | null = null): Numbering {
  return { season, episodes, date };
}

/** `S01E02`, `S01E01E02`, `S01E01-E03`, `S01E01 - S01E03`, `1x02`, `S01 E02`, `S01`, `S2 - 05`, `E05`. */
function coded(tokens: readonly Token[], at: number): Numbering | null {
  const text = tokens[at]?.text.toLowerCase() ?? "";
  const both = EPISODES.exec(text + lastAfterDash(tokens[at + 1])) ?? EPISODES.exec(text);
  if (both !== null) return numbering(Number(both[1]), numbersIn((both[2] ?? "").replace(/-s\d+/, "-")));
  const crossed = /^(\d{1,2})x(\d{2,3}(?!\d)[\dx-]*)$/.exec(text);
  if (crossed !== null) {
    return numbering(Number(crossed[1]), numbersIn((crossed[2] ?? "").replaceAll(`-${crossed[1]}x`, "-")));
  }
  const isPlaced = at > 0 || tokens.length === 1;
  const season = /^s(\d{1,4})(?:[-s][-s\d]{1,20}|d\d{1,2})?$/.exec(text)?.[1];
  if (season !== undefined && (isPlaced || episodesIn(tokens[at + 1]) !== null)) {
    return numbering(Number(season), episodesAfter(tokens, at));
  }
  const alone = isPlaced ? episodesIn(tokens[at]) : null;
  return alone === null ? null : numbering(null, alone);
}

const EPISODES = /^s(\d{1,4})[-x]?((?:e|ep)\d[\de-]*(?:s\1e\d{1,4})?)(?:v\d)?$/;

/** The end of a range: `- S01E03`, `- E03`. A bare number may belong to the episode's title. */
function lastAfterDash(token: Token | undefined): string {
  return token?.isAfterDash && /^(?:s\d{1,4})?e\d{1,4}$/i.test(token.text)
    ? `-${token.text.toLowerCase()}`
    : "";
}

/** `E05`, `EP05`, `E01-E03`. */
function episodesIn(token: Token | undefined): number[] | null {
  const found = /^(?:e|ep)(\d[\de-]{0,11})(?:v\d)?$/.exec(token?.text.toLowerCase() ?? "")?.[1];
  return found === undefined ? null : numbersIn(found);
}

/** The episodes after a season: `E05`, `Episode 5`, `- 05`, `05` at the end of the words. */
function episodesAfter(tokens: readonly Token[], at: number): number[] {
  const [next, second] = tokens.slice(at + 1, at + 3);
  if (EPISODE.test(next?.word ?? "") && isNumber(second)) return [Number.parseInt(second.text, 10)];
  const number =
    next?.isAfterDash || endsTitle(second) ? /^(\d{1,3})(?:v\d)?$/.exec(next?.text ?? "")?.[1] : undefined;
  return episodesIn(next) ?? (number === undefined ? [] : [Number(number)]);
}

/** A range means every number in it. If it is too long, or does not rise, only its first number is certain. */
function numbersIn(text: string): number[] {
  const numbers = (text.match(/\d+/g) ?? []).map(Number).filter((number) => number <= MAX_NUMBER);
  const [first = 0, last = 0] = numbers;
  if (numbers.length !== 2 || !text.includes("-")) return numbers;
  const isRange = last > first && last - first < MAX_RANGE;
  return Array.from({ length: isRange ? last - first + 1 : 1 }, (_, index) => first + index);
}

/** `第1季第2集`, `第1季 第2集`, `第12話`. */
function counted(tokens: readonly Token[], at: number): Numbering | null {
  const [text = "", next = ""] = tokens.slice(at, at + 2).map((token) => token.text);
  const season = /第(\d{1,4})[季期]/.exec(text)?.[1];
  const episode = /第(\d{1,4})[集話话回]/.exec(season === undefined ? text : text + next)?.[1];
  if (season === undefined && episode === undefined) return null;
  return numbering(
    season === undefined ? null : Number(season),
    episode === undefined ? [] : [Number(episode)],
  );
}

/** `2024.05.01`, `2024-05-01`, `20240501`. */
function dated(tokens: readonly Token[], at: number): Numbering | null {
  const joined = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(tokens[at]?.text ?? "")?.slice(1);
  const [year = "", month = "", day = ""] = joined ?? tokens.slice(at, at + 3).map(({ text }) => text);
  const isDate =
    /^(?:19|20)\d\d$/.test(year) &&
    /^(?:0[1-9]|1[0-2])$/.test(month) &&
    /^(?:0[1-9]|[12]\d|3[01])$/.test(day);
  return isDate ? numbering(null, [], `${year}-${month}-${day}`) : null;
}

/** `Season 1 Episode 2`, `Season 1`, `Seasons 1-5`, `Saison VII`, `Series 2 Episode 1`, `Episode 5`, `2 of 6`. */
function spelled(tokens: readonly Token[], at: number): Numbering | null {
  const { word = "", text = "" } = tokens[at] ?? {};
  const count = /^(\d{1,3})(?: of |of)\d{1,3}$/.exec(
    tokens[at + 1]?.word === "of" ? `${text} of ${tokens[at + 2]?.text}` : text,
  );
  if (at > 0 && count !== null) return numbering(null, [Number(count[1])]);
  const next = tokens[at + 1];
  const isSeries = word === "series" && EPISODE.test(tokens[at + 2]?.word ?? "");
  const season =
    (SEASON.test(word) || isSeries) && next?.bracket === tokens[at]?.bracket ? seasonIn(next) : null;
  if (season !== null) return numbering(season, episodesAfter(tokens, at + 1));
  if (at === 0 || !EPISODE.test(word) || !isNumber(next) || !endsTitle(tokens[at + 2])) return null;
  return numbering(null, [Number.parseInt(next.text, 10)]);
}

/** `2nd Season - 05`, `Second Season`. */
function ordinal(tokens: readonly Token[], at: number): Numbering | null {
  const { word = "" } = tokens[at] ?? {};
  const number =
    ORDINALS.indexOf(word) > 0 ? ORDINALS.indexOf(word) : /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1];
  if (at === 0 || number === undefined || !SEASON.test(tokens[at + 1]?.word ?? "")) return null;
  return numbering(Number(number), episodesAfter(tokens, at + 1));
}

function complete(tokens: readonly Token[], at: number): Numbering | null {
  const words = tokens.slice(at, at + 4).map(({ word }) => word);
  return at > 0 && COMPLETE.test(words.join(" ")) ? numbering(null, []) : null;
}

/** In digits, Roman numerals or words; the first of `1-5`. */
function seasonIn(token: Token | undefined): number | null {
  const number = /^(\d{1,4})(?:[-&]\d{1,2})?$/.exec(canonical(token?.text.toLowerCase() ?? ""))?.[1];
  return number === undefined ? null : Number(number);
}

const isNumber = (token: Token | undefined): token is Token => /^\d{1,4}(?:v\d)?$/.test(token?.text ?? "");

/** A number that more words of a title follow is not an episode's: `Star Wars Episode 4 A New Hope`. */
function endsTitle(next: Token | undefined): boolean {
  return next === undefined || next.bracket !== "" || next.isAfterDash || isHard(next.word);
}

/** `[Group] A Show - 135 [1080p]`, `A Show - 135-137`; not `A Film - 1999`. */
function absolute(tokens: readonly Token[], at: number): Numbering | null {
  const token = tokens[at];
  const number = /^(\d{2,4}(?:-\d{2,4})?)(?:v\d)?$/.exec(token?.text ?? "")?.[1];
  if (number === undefined || at === 0 || !token?.isAfterDash || token.bracket !== "") return null;
  if (!endsTitle(tokens[at + 1]) || /^(?:19|20)\d\d(?!\d)/.test(number)) return null;
  return numbering(null, numbersIn(number));
}
