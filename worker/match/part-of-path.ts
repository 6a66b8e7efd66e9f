/** Reads one part of a path: the name of a file without its ending, or of a folder. */
import { type Numbering, numberingAt } from "./numbering.ts";
import { editionLength, isExtra, isHard, isNoise, isSoft } from "./release-words.ts";
import { type Token, tokensOf } from "./tokens.ts";

export interface PartOfPath {
  /** The possible titles, likeliest first; empty: the part names no title. */
  readonly titles: readonly ParsedTitle[];
  readonly numbering: Numbering | null;
  /** `cd1`, `disc 2`, `extra`. */
  readonly part: string | null;
  readonly edition: string | null;
  /** Whether it has the words of a release, such as `1080p`. */
  readonly isRelease: boolean;
  /** Whether its years are a range: `(2001-2011)`. */
  readonly isOfYears: boolean;
}

export interface ParsedTitle {
  readonly title: string;
  readonly year: string | null;
}

/** Later years are part of a title: `Blade Runner 2049`. */
const LAST_YEAR = 2039;
const MAX_TITLES = 3;
const YEAR = /^((?:18[89]|19\d|20\d)\d)(-(?:\d{4}|\d\d)?)?$/;
/** `2008 - 2013`. */
const SPACED_RANGE = /(?<=\b(?:18[89]|19\d|20\d)\d)\s?[-–]\s?(?=(?:18[89]|19\d|20\d)\d\b)/g;
/** `Alien-1979`, `Alien-s01e02`; not `2001-2011`. */
const HYPHEN_BEFORE_NUMBER =
  /(?<=\p{L})-(?=(?:18[89]|19\d|20\d)\d(?![\p{L}\d-])|s\d{1,2}-?[ex]\d|\d{1,2}x\d\d)/giu;
/** `1979-Alien`, `1979-GRP`. */
const HYPHEN_AFTER_YEAR = /(?<=(?<![\p{L}\d-])(?:18[89]|19\d|20\d)\d)-(?=\p{L})/gu;
/** `7-Alien`. */
const HYPHEN_BEHIND_NUMBER = /(?<=^\d{1,3})-(?=\p{L})/u;
/** `Season1`. */
const JOINED_NUMBER = /(?<=\b(?:season|saison|staffel|temporada|episode))(?=\d{1,3}\b)/gi;
/** `07. `, `07 - `, `#7 `, `7) `, `[07] `, `07_`: numbers of a list. A number before a dot without a space may belong to a title. */
const LISTED =
  /^(?:#\d{1,3}[\s._-]|[[(]?\d{1,2}[\])]|\d{1,3}[a-d]?\.\s|\d{1,3}\s-\s|0\d{1,2}[\s._])[\s._-]*(?=.{2})/;

/** `isNumbered`: whether numbers such as `10x10` are a season and its episode, not a title. */
export function readPart(text: string, isNumbered = true): PartOfPath {
  const spaced = text
    .replaceAll(SPACED_RANGE, "-")
    .replaceAll(HYPHEN_BEFORE_NUMBER, " ")
    .replaceAll(HYPHEN_AFTER_YEAR, " - ")
    .replace(HYPHEN_BEHIND_NUMBER, " ")
    .replaceAll(JOINED_NUMBER, " ");
  const tokens = withoutPrefix(tokensOf(spaced.replace(LISTED, "")));
  const numbered = isNumbered ? tokens.findIndex((_, at) => numberingAt(tokens, at) !== null) : -1;
  const numbering = numbered < 0 ? null : numberingAt(tokens, numbered);
  const disc = tokens.findIndex((_, at) => discAt(tokens, at) !== null);
  const hard = tokens.findIndex((_, at) => isReleaseWord(tokens, at));
  const end = Math.min(...[numbered, disc, hard].filter((at) => at >= 0), tokens.length);
  const year = yearIn(tokens, { end, last: numbered < 0 ? tokens.length : end });
  const start = year?.at === 0 ? 1 : 0;
  const named = tokens.slice(start, year === null || start > 0 ? end : Math.min(year.at, end));
  const stripped = named.slice(0, softStart(named));
  // Without a year, words such as `German` before the resolution are not part of the title.
  const kept = year === null && end < tokens.length ? stripped : named;
  const { title, edition } = splitEdition(kept);
  const rest = tokens.slice(start + kept.length);
  const behind = numbering === null && disc < 0 ? rest : [];
  const isNamed = title.length > 0 && (year !== null || numbering !== null || !isNoiseAlone(title));
  return {
    titles: isNamed ? titlesOf(title, { stripped, kept, named, year, behind }) : [],
    numbering,
    part: rest.some((_, at) => isExtraAt(rest, at)) ? "extra" : disc < 0 ? null : discAt(tokens, disc),
    edition: editionIn(rest) ?? edition,
    isRelease: tokens.some(({ word }) => isHard(word)),
    isOfYears: year?.isRange === true,
  };
}

/** `VTS_01_1`, `00001`, `title t00`; but `2012` and `300` are titles. */
function isNoiseAlone(title: readonly Token[]): boolean {
  if (title.length === 1 && /^\d{3,4}$/.test(title[0]?.word ?? "")) return false;
  return title.every(({ word }) => isNoise(word) || /^t?\d+s?$/.test(word));
}

/** `x264` of `x264-GRP`. */
const beforeGroup = ({ text }: Token) => text.toLowerCase().split("-", 1)[0] ?? "";

/** `Trailer`, `Making Of`, `Behind the Scenes`. */
function isExtraAt(tokens: readonly Token[], at: number): boolean {
  const words = tokens.slice(at, at + 3).map(beforeGroup);
  return words.some((_, last) => isExtra(words.slice(0, last + 1).join("")));
}

const isYear = (token: Token | undefined) => YEAR.test(token?.text ?? "");

/** Removes groups, sites and release words before the title, but never a year. */
function withoutPrefix(tokens: readonly Token[]): readonly Token[] {
  let from = 0;
  if (tokens[0]?.word === "www") {
    const dash = tokens.findIndex(({ isAfterDash }, at) => at > 0 && isAfterDash);
    from = dash > 0 ? dash : 3;
  }
  const begins = tokens.findIndex((token, at) => at >= from && (token.bracket !== "[" || isYear(token)));
  if (begins > from && (!isHard(tokens[begins]?.word ?? "") || isHard(tokens[from]?.word ?? "")))
    from = begins;
  for (let next = tokens[from + 1]; next !== undefined; next = tokens[from + 1]) {
    const { word = "" } = tokens[from] ?? {};
    if (!isHard(word) && !(isNoise(word) && next.isAfterDash)) break;
    from += 1;
  }
  return tokens.slice(from);
}

/** Words in square brackets after the title count as release words. */
function isReleaseWord(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  return isHard(token.word) || isHard(beforeGroup(token)) || (at > 0 && token.bracket === "[");
}

/** `cd1`, `disc 2`. */
function discAt(tokens: readonly Token[], at: number): string | null {
  const word = tokens[at]?.word ?? "";
  const number = tokens[at + 1]?.word ?? "";
  if (/^(?:cd|disc|disk)\d{1,2}$/.test(word)) return word;
  return /^(?:cd|disc|disk)$/.test(word) && /^\d{1,2}$/.test(number) ? `${word} ${number}` : null;
}

interface Year {
  /** Its position among the words; 0: before the title, as in `1999 - The Matrix`. */
  readonly at: number;
  readonly year: string;
  readonly isRange: boolean;
  /** Whether it is hardly part of the title. */
  readonly isCertain: boolean;
}

interface Within {
  /** Where the title ends. */
  readonly end: number;
  /** Where the words end that may be its year. */
  readonly last: number;
}

/**
 * The last year before the release words, preferably in brackets. Otherwise the first word, if it is in brackets or before a
 * dash; a year after the release words; or the first word. A year that is the only word is a title.
 */
function yearIn(tokens: readonly Token[], { end, last }: Within): Year | null {
  const years = tokens.slice(0, last + 1).flatMap(({ text, bracket }, at): Year[] => {
    const [, year = "", range] = YEAR.exec(text) ?? [];
    const isIts = year !== "" && Number(year) <= LAST_YEAR && (at < last || bracket !== "");
    return isIts ? [{ at, year, isRange: range !== undefined, isCertain: bracket !== "" }] : [];
  });
  const isBefore = ({ at, isCertain }: Year) => at > 0 && (at < end || (at === end && isCertain));
  const before = years.filter(isBefore);
  const after = years.filter(({ at }) => at > end || (at === end && end > 0));
  const first = years.find(({ at }) => at === 0 && end > 1);
  const isDashed = first !== undefined && tokens[1]?.isAfterDash === true;
  const enclosed = (some: readonly Year[]) => some.findLast(({ isCertain }) => isCertain);
  const found = enclosed(before) ?? before.at(-1);
  if (found !== undefined) return { ...found, isCertain: found.isCertain || years.length > 1 };
  if (isDashed || first?.isCertain) return { ...(first as Year), isCertain: true };
  return enclosed(after) ?? after.at(-1) ?? first ?? null;
}

/** Where the final run of words that are seldom part of a title begins; never at the first word. */
function softStart(tokens: readonly Token[]): number {
  let at = tokens.length;
  while (at > 1 && isSoft(tokens[at - 1]?.word ?? "")) at -= 1;
  const last = tokens[at - 1];
  return at > 1 && last?.word === "the" && !last.isAfterComma ? at - 1 : at;
}

interface Split {
  readonly title: readonly Token[];
  readonly edition: string | null;
}

/** `Blade Runner The Final Cut`: the title, and the edition that it ends with. */
function splitEdition(tokens: readonly Token[]): Split {
  const words = tokens.map(({ word }) => word);
  for (let at = 1; at < tokens.length; at += 1) {
    const length = editionLength(words, at);
    const isAfterArticle = words[at - 1] === "the";
    if (length === 0 || at + length < tokens.length || (isAfterArticle && at === 1)) continue;
    return { title: tokens.slice(0, isAfterArticle ? at - 1 : at), edition: textOf(tokens.slice(at)) };
  }
  return { title: tokens, edition: null };
}

/** The first edition among these words, as written. */
function editionIn(tokens: readonly Token[]): string | null {
  const words = tokens.map(({ word }) => word);
  for (let at = 0; at < tokens.length; at += 1) {
    let end = at;
    for (let length = editionLength(words, at); length > 0; length = editionLength(words, end)) end += length;
    if (end > at) return textOf(tokens.slice(at, end));
  }
  return null;
}

interface Beside {
  /** Without words such as `German` before the resolution. */
  readonly stripped: readonly Token[];
  /** With the edition. */
  readonly kept: readonly Token[];
  readonly named: readonly Token[];
  readonly year: Year | null;
  /** The words after the title of a film; empty for an episode or a disc. */
  readonly behind: readonly Token[];
}

function titlesOf(title: readonly Token[], { stripped, kept, named, year, behind }: Beside): ParsedTitle[] {
  const known = year?.year ?? null;
  const [first = title, ...ways] = waysToRead(title);
  const years = year === null || year.isCertain ? [] : [`${textOf(named)} ${year.year}`];
  if (year?.at === 0) years.push(`${year.year} ${textOf(named)}`);
  const others = [
    ...ways,
    splitEdition(stripped).title,
    ...(known === null ? [] : besides(title, behind)),
    kept,
    named,
  ];
  const readings = [
    { title: titleText(first), year: known },
    ...years.map((numbered) => ({ title: numbered, year: null })),
    ...others.map((tokens) => ({ title: titleText(tokens), year: known })),
  ];
  const different = new Map(readings.map((reading) => [`${reading.title} ${reading.year ?? ""}`, reading]));
  return [...different.values()].filter((reading) => reading.title !== "").slice(0, MAX_TITLES);
}

/** Two titles in one name: `One aka Other`, `One (Other)`, `千与千寻 Spirited Away`. */
function waysToRead(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const aka = tokens.findIndex(({ word }, at) => at > 0 && word === "aka");
  if (aka > 0 && aka < tokens.length - 1) return [tokens.slice(0, aka), tokens.slice(aka + 1)];
  const enclosed = tokens.filter(({ bracket }) => bracket !== "");
  const outside = tokens.filter(({ bracket }) => bracket === "");
  if (outside.length > 0 && enclosed.length > 0) {
    if (COUNTRY.test(textOf(enclosed))) return [tokens, outside];
    return enclosed.some(({ text }) => /\p{L}/u.test(text)) ? [outside, enclosed, tokens] : [outside, tokens];
  }
  const isLatin = ({ text }: Token) => !/(?!\p{Script=Latin})\p{L}/u.test(text);
  const latin = tokens.filter((token) => isLatin(token) && /\p{L}/u.test(token.text));
  if (latin.length === 0 || tokens.every(isLatin)) return [tokens];
  // A number after a word of another script belongs to that word.
  const own = tokens.filter(isLatin);
  const begins = tokens.slice(0, 1).every(isLatin) ? 0 : own.findIndex(({ text }) => /\p{L}/u.test(text));
  return [own.slice(begins), tokens.filter((token) => !isLatin(token)), tokens];
}

const SEQUEL = /^(?:[1-9]|ii|iii|iv|v|vi|vii|viii)$/;

/**
 * Less likely titles of the same year: without leading numbers or noise; without a sequel's number, or without everything
 * up to it; either side of a dash; the words after the title.
 */
function besides(title: readonly Token[], behind: readonly Token[]): readonly (readonly Token[])[] {
  const begins = title.findIndex(({ word }) => !isNoise(word) && !/^\d{1,3}:?$/.test(word));
  const number = title.findIndex(({ word }, at) => at > 0 && at < title.length - 1 && SEQUEL.test(word));
  const isPart = title[number - 1]?.word === "part";
  const dash = title.findIndex(({ isAfterDash }, at) => at > 0 && isAfterDash);
  const release = behind.findIndex(({ word }) => isHard(word) || isSoft(word));
  const words = behind.slice(0, release < 0 ? behind.length : release).filter((token) => !isYear(token));
  return [
    begins > 0 ? title.slice(begins) : [],
    ...(number < 0
      ? []
      : [
          [...title.slice(0, isPart ? number - 1 : number), ...title.slice(number + 1)],
          title.slice(number + 1),
        ]),
    ...(dash < 0 ? [] : [title.slice(0, dash), title.slice(dash)]),
    words,
  ];
}

/** `The Office (US)`. */
const COUNTRY = /^[A-Z]{2}$/;

/** `Matrix, The` is `The Matrix`. */
const ARTICLE = /^(?:the|a|an|le|la|les|der|die|das|el|los|las|il|lo|gli|o|os|as)$/;

function titleText(tokens: readonly Token[]): string {
  const last = tokens.at(-1);
  const isMoved = tokens.length > 1 && last?.isAfterComma === true && ARTICLE.test(last.word);
  return textOf(isMoved ? [last, ...tokens.slice(0, -1)] : tokens);
}

const textOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(" ");
