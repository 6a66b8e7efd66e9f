/**
 * Claims the part of a name that numbers episodes: seasons, episodes and the dates of daily episodes. The patterns are
 * tried in the order of their strength, so a code such as `S03E01` wins over an absolute number before it.
 */
import { canonical } from "../text/words.ts";
import { EPISODE_WORDS, isTitleTerminator, MONTHS, SEASON_WORDS } from "./release-words.ts";

export interface Numbering {
  readonly season: number | null;
  readonly episodes: readonly number[];
  /** The date of a daily episode, such as `2024-05-01`, or `null`. */
  readonly date: string | null;
}

export interface NumberingClaim extends Numbering {
  /** The position of the claim in the text. */
  readonly start: number;
  readonly end: number;
  /** Whether the words cannot be part of a film's title. */
  readonly isCertain: boolean;
}

interface Form {
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray, text: string) => Read | null;
  readonly isUncertain?: boolean;
}

/** The numbers of a match. `end` is the position after the claim, and defaults to the end of the match. */
interface Read {
  readonly season?: number | null;
  readonly episodes?: readonly number[];
  readonly date?: string;
  readonly end?: number;
  readonly isCertain?: boolean;
}

const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;
const NUMERAL = `\\d{1,4}|[ivx]{1,5}|one|two|three|four|five|six|seven|eight|nine|ten`;
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const MAX_RANGE = 50;
const MAX_NUMBER = 9_999;

const compile = (source: string, flags = "giu") => new RegExp(source, flags);

/** Returns the text after a claim, where only the beginning matters. */
const after = (text: string, end: number) => text.slice(end, end + 40);

/**
 * Returns true if no more words of a title follow. In `Star Wars Episode 4 A New Hope`, words follow, so the 4 is not
 * an episode number.
 */
function endsTitle(rest: string): boolean {
  const [, border = "", word = ""] = /^([^\p{L}\p{N}]*)([\p{L}\p{N}'-]*)/u.exec(rest) ?? [];
  return (
    word === "" ||
    /[-–—[({【（~|]/.test(border) ||
    isTitleTerminator(word.toLowerCase().split("-", 1)[0] ?? "")
  );
}

const NEXT_NUMBER = compile(String.raw` ?([-~&+,]?) ?(?:s(\d{1,4}) ?)?(?:e|ep) ?(\d{1,4})(?!\d)`, "iuy");
const NEXT_CROSSED = compile(String.raw`(?: ?([-~&+,]?) ?(\d{1,2}))?x(\d{2,3})(?![\dx])`, "iuy");
const NEXT_SPELLED = compile(String.raw` ?([-~&+]) ?(\d{1,3})(?![\p{L}\p{N}])`, "iuy");
const RANGE_END = /-(\d{1,4})(?![\p{L}\p{N}])/uy;
const SUFFIX = /(?:v\d|[a-d])(?![\p{L}\p{N}])/iuy;

/**
 * Reads the further episodes after the first one: `E06`, `-E06`, `& S01E06`, `-06`. A plain number continues a range
 * only if no words follow, because it may belong to the title of the episode.
 */
function readFurther(
  text: string,
  from: number,
  next: RegExp,
  { season = null, first = 0 }: { season?: number | null; first?: number },
): Read {
  const episodes = [first];
  let end = skip(text, from, SUFFIX);
  let isSame = true;
  for (;;) {
    next.lastIndex = end;
    const match = next.exec(text);
    if (match === null) break;
    const [, border = "", given, number = ""] =
      next === NEXT_SPELLED ? [match[0], match[1], undefined, match[2]] : match;
    end = skip(text, next.lastIndex, SUFFIX);
    isSame &&= given === undefined || Number(given) === season;
    if (isSame) extend(episodes, Number(number), /[-~]/.test(border));
  }
  RANGE_END.lastIndex = end;
  const range = RANGE_END.exec(text);
  if (range !== null && isSame && endsTitle(after(text, RANGE_END.lastIndex))) {
    extend(episodes, Number(range[1]), true);
    end = RANGE_END.lastIndex;
  }
  return { season, episodes, end };
}

function skip(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** Adds an episode, or all episodes up to it. A range that is descending or too long is ignored. */
function extend(episodes: number[], number: number, isRange: boolean): void {
  const last = episodes.at(-1) ?? 0;
  if (!isRange) episodes.push(number);
  else if (number - last < MAX_RANGE)
    for (let next = last + 1; next <= number; next += 1) episodes.push(next);
}

/** Reads the episode after a season: `E05`, `Episode 5`, `5 серия`, `- 05`, or `05` if the title ends there. */
function readAfterSeason(text: string, from: number, season: number): Read {
  AFTER_SEASON.lastIndex = from;
  const match = AFTER_SEASON.exec(text);
  const [, code, spelled, before, dashed, bare] = match ?? [];
  const number = code ?? spelled ?? before ?? dashed ?? bare;
  if (match === null || number === undefined) return { season, end: from };
  const end = AFTER_SEASON.lastIndex;
  if (bare !== undefined && !endsTitle(after(text, end))) return { season, end: from };
  return readFurther(text, end, spelled === undefined ? NEXT_NUMBER : NEXT_SPELLED, {
    season,
    first: Number(number),
  });
}

const AFTER_SEASON = compile(
  String.raw`[ ,:]{0,2}(?:[- ]{0,3}(?:e|ep)(\d{1,4})|[-– ]{0,3}${EPISODE_WORDS}[ #:]{0,2}(\d{1,4})|[-– ]{0,3}(\d{1,4})[ªº°]? ?${EPISODE_WORDS}| - (\d{1,4})| (\d{1,4}))${END}`,
  "iuy",
);

function toNumber(text: string): number | null {
  const number = Number(canonical(text.toLowerCase()));
  return Number.isInteger(number) ? number : null;
}

const CHINESE = "〇一二三四五六七八九";
function toCjkNumber(text: string): number {
  if (/\d/.test(text)) return Number(text);
  const [tens = "", ones = ""] = text.includes("十") ? text.split("十") : ["〇", text];
  return (tens === "" ? 1 : CHINESE.indexOf(tens)) * 10 + (ones === "" ? 0 : CHINESE.indexOf(ones));
}

function toDate(year: string, month: string | number, day: string): Read | null {
  const [m, d] = [Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1 || d > 31) return null;
  return { date: `${year}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}` };
}

const isYear = (number: string) => /^(?:19|20)\d\d$/.test(number);

/** Reads `12-31-2019` and `31-12-2019`, unless both numbers could be a month. */
function readDayFirst([, one = "", other = "", year = ""]: RegExpExecArray): Read | null {
  if (Number(one) > 12) return toDate(year, other, one);
  return Number(other) > 12 ? toDate(year, one, other) : null;
}

const readMonth = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** The forms of numberings, strongest first. */
const FORMS: readonly Form[] = [
  {
    pattern: compile(String.raw`${START}[st](\d{1,4})[ :-]?(?:x?e|ep|x) ?(\d{1,4})(?!\d)`),
    read: ({ 0: found, 1: season, 2: first, index }, text) => {
      const numbers = { season: Number(season), first: Number(first) };
      const read = readFurther(text, index + found.length, NEXT_NUMBER, numbers);
      return /^[\p{L}]/u.test(text.slice(read.end)) ? null : read;
    },
  },
  {
    pattern: compile(String.raw`${START}(\d{1,2}|20[0-3]\d)x(\d{2,3})(?!\d)`),
    read: ({ 0: found, 1: season, 2: first, index }, text) => {
      const numbers = { season: Number(season), first: Number(first) };
      const read = readFurther(text, index + found.length, NEXT_CROSSED, numbers);
      return /^[\p{L}]/u.test(text.slice(read.end))
        ? null
        : { ...read, isCertain: /\p{L}/u.test(text.slice(0, index)) };
    },
  },
  {
    pattern: compile(String.raw`${START}cap(?:[ií]tulo)? ?(\d{1,2})(\d\d)${END}`),
    read: ([, season, episode]) => ({ season: Number(season), episodes: [Number(episode)] }),
  },
  {
    pattern: compile(`${START}(${ORDINALS.slice(1).join("|")}) ${SEASON_WORDS}${END}`),
    read: ({ 0: found, 1: word = "", index }, text) =>
      index === 0 ? null : readAfterSeason(text, index + found.length, ORDINALS.indexOf(word.toLowerCase())),
  },
  {
    pattern: compile(
      String.raw`${START}(\d{1,2})(?:st|nd|rd|th|[ªº°a]|-?[йяi])? ?-?${SEASON_WORDS}${END}(?! ?#?\d{1,4}(?!\d)(?! ?${EPISODE_WORDS}(?! ?\d)))`,
    ),
    read: ({ 0: found, 1: season, index }, text) =>
      readAfterSeason(text, index + found.length, Number(season)),
  },
  {
    pattern: compile(String.raw`${START}${SEASON_WORDS}[ #:]{0,2}(${NUMERAL})(?:[-&]\d{1,2})?${END}`),
    read: ({ 0: found, 1: number = "", index }, text) => {
      const season = toNumber(number);
      return season === null ? null : readAfterSeason(text, index + found.length, season);
    },
  },
  {
    pattern: compile(String.raw`${START}series (\d{1,2})(?= ?-? ?${EPISODE_WORDS} ?\d)`),
    read: ({ 0: found, 1: season, index }, text) =>
      readAfterSeason(text, index + found.length, Number(season)),
  },
  {
    pattern:
      /(?:第(\d{1,4}|[一二三四五六七八九十]{1,3})[季期部]|(?:시즌|シーズン) ?(\d{1,2})|(\d{1,2})기(?!\p{L}))[ -]{0,3}(?:第?(\d{1,4})[集話话回화])?/gu,
    read: ([, chinese, spelled, korean, episode]) => ({
      season: toCjkNumber(chinese ?? spelled ?? korean ?? ""),
      episodes: episode === undefined ? [] : [Number(episode)],
    }),
  },
  {
    pattern: /第(\d{1,4})[集話话回]|(?<!\d)(\d{1,4})[集話话回화](?!\p{L})/gu,
    read: ([, numbered, bare]) => ({ episodes: [Number(numbered ?? bare)] }),
  },
  {
    pattern: /(?<!\d)((?:19|20)\d\d)([- ]?)(\d\d)\2(\d\d)(?!\d)/g,
    read: ([, year = "", , month = "", day = ""]) => toDate(year, month, day),
  },
  { pattern: /(?<!\d)(\d\d)[- ](\d\d)[- ]((?:19|20)\d\d)(?!\d)/g, read: readDayFirst },
  {
    pattern: compile(
      String.raw`${START}(${MONTHS.join("|")})[a-z]{0,6} (\d{1,2})(?:st|nd|rd|th)?,? (20\d\d)${END}`,
    ),
    read: ([, month = "", day = "", year = ""]) => toDate(year, readMonth(month), day),
  },
  {
    pattern: compile(String.raw`${START}(\d{1,2}) (${MONTHS.join("|")})[a-z]{0,6},? (20\d\d)${END}`),
    read: ([, day = "", month = "", year = ""]) => toDate(year, readMonth(month), day),
  },
  {
    pattern: /(?<=[\p{L}\p{N}] )(\d\d) (\d\d) (\d\d)(?![\p{L}\p{N}])/gu,
    read: ([, year = "", month = "", day = ""]) => toDate(`20${year}`, month, day),
    isUncertain: true,
  },
  {
    pattern: compile(
      String.raw`${START}s(\d{1,4})(?:[- ]?s\d{1,4}|-\d{1,2}| ?d\d{1,2}[a-z]?(?:-d\d{1,2})?)?${END}`,
    ),
    read: ({ 0: found, 1: season, index }, text) => {
      const read = readAfterSeason(text, index + found.length, Number(season));
      return index > 0 || found === text || read.episodes !== undefined ? read : null;
    },
  },
  {
    pattern: compile(
      `${START}(?:(?:complete|full|entire) (?:tv )?(?:mini )?series|(?:all|complete) seasons|(?:complete )?box ?set|int[eé]grale)${END}`,
    ),
    read: ({ index }) => (index === 0 ? null : {}),
  },
  {
    pattern: compile(String.raw`${START}(?:e|ep)(\d{1,4})(?!\d)`),
    read: ({ 0: found, 1: first, index }, text) => {
      const read = readFurther(text, index + found.length, NEXT_NUMBER, { first: Number(first) });
      return /^[\p{L}]/u.test(text.slice(read.end)) ? null : read;
    },
    isUncertain: true,
  },
  {
    pattern: compile(String.raw`${START}${EPISODE_WORDS}[ #:-]{0,3}(\d{1,4})(?:v\d)?${END}`),
    read: ({ 0: found, 1: first, index }, text) => {
      const read = readFurther(text, index + found.length, NEXT_SPELLED, { first: Number(first) });
      return endsTitle(after(text, read.end ?? 0)) ? read : null;
    },
    isUncertain: true,
  },
  {
    pattern: compile(String.raw`${START}(\d{1,4})[ªº°]? ?${EPISODE_WORDS}${END}`),
    read: ({ 1: first, index }) => (index === 0 ? null : { episodes: [Number(first)] }),
    isUncertain: true,
  },
  {
    pattern: compile(String.raw`${START}(?:sp|ova|oad|ona|specials?)[ #-]{0,3}(\d{1,2})${END}`),
    read: ({ 0: found, 1: number, index }, text) =>
      index > 0 && endsTitle(after(text, index + found.length))
        ? { season: 0, episodes: [Number(number)] }
        : null,
    isUncertain: true,
  },
  {
    pattern: compile(String.raw`(?<=[\p{L}\p{N}\])] )(\d{1,3})(?: of |of)\d{1,3}${END}`),
    read: ([, number]) => ({ episodes: [Number(number)] }),
    isUncertain: true,
  },
  {
    pattern: /[[【](\d{1,4})(?:v\d)?(?:-(\d{1,4}))?(?:v\d)?[\]】]/gu,
    read: ({ 1: first = "", 2: last, index }) => {
      if (isYear(first) || index === 0) return null;
      const episodes = [Number(first)];
      if (last !== undefined) extend(episodes, Number(last), true);
      return { episodes };
    },
    isUncertain: true,
  },
  {
    pattern: /(?: -|- | - |–|~) ?#?(\d{2,4})(?:-(\d{2,4}))?(?:v\d)?(?: end)?(?![\p{L}\p{N}])/giu,
    read: ({ 0: found, 1: first = "", 2: last, index }, text) => {
      if (index === 0 || isYear(first) || !endsTitle(after(text, index + found.length))) return null;
      const episodes = [Number(first)];
      if (last !== undefined) extend(episodes, Number(last), true);
      return { episodes };
    },
    isUncertain: true,
  },
  {
    pattern: /(?<=[\p{L}\p{N}!?] )(?:#(\d{1,4})(?![\p{L}\p{N}])|- (\d)(?= - ))/gu,
    read: ([, hash, dashed]) => ({ episodes: [Number(hash ?? dashed)] }),
    isUncertain: true,
  },
];

/** Matches a season in words beside a code, as in `Temporada 1 [Cap.103]`. */
export const SPELLED_SEASON = compile(String.raw`${START}${SEASON_WORDS} ?\d{1,2}${END}`);

/** Returns the most certain season and episode in a text without dots and underscores, or `null` if it has none. */
export function claimNumbering(text: string): NumberingClaim | null {
  for (const { pattern, read, isUncertain = false } of FORMS) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const found = read(match, text);
      if (found === null) continue;
      const { season = null, episodes = [], date = null, end = match.index + match[0].length } = found;
      if (episodes.some((number) => number > MAX_NUMBER)) continue;
      const isCertain =
        found.isCertain ?? (!isUncertain && (date !== null || (season !== null && episodes.length > 0)));
      return { season, episodes, date, start: match.index, end, isCertain };
    }
  }
  return null;
}
