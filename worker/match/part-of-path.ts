/** Reads one part of a path: the name of a file without its ending, or of a folder. */
import { type Numbering, numberingAt } from "./numbering.ts";
import { editionLength, isExtra, isHard, isNoise, isSoft } from "./release-words.ts";
import { type Token, tokensOf } from "./tokens.ts";

export interface PartOfPath {
  /** What the title may be, likeliest first; empty: the part names none. */
  readonly titles: readonly Title[];
  readonly numbering: Numbering | null;
  /** `cd1`, `disc 2`, `extra`. */
  readonly part: string | null;
  readonly edition: string | null;
}

export interface Title {
  readonly title: string;
  readonly year: string | null;
}

/** Later years are numbers of a title: `Blade Runner 2049`. */
const LAST_YEAR = 2039;
const MAX_TITLES = 3;
const YEAR = /^((?:18[89]|19\d|20\d)\d)(?:-\d{0,4})?$/;
/** `Alien-1979`; not `2001-2011`. */
const HYPHEN_BEFORE_YEAR = /(?<=\p{L})-(?=(?:18[89]|19\d|20\d)\d(?![\p{L}\d-]))/gu;

/** `isNumbered`: whether numbers such as `10x10` are a season and its episode, not a title. */
export function readPart(text: string, isNumbered = true): PartOfPath {
  const tokens = withoutPrefix(tokensOf(text.replaceAll(HYPHEN_BEFORE_YEAR, " ")));
  const numbered = isNumbered ? tokens.findIndex((_, at) => numberingAt(tokens, at) !== null) : -1;
  const numbering = numbered < 0 ? null : numberingAt(tokens, numbered);
  const disc = tokens.findIndex((_, at) => discAt(tokens, at) !== null);
  const hard = tokens.findIndex((_, at) => isReleaseWord(tokens, at));
  const end = Math.min(...[numbered, disc, hard].filter((at) => at >= 0), tokens.length);
  const year = yearIn(tokens, end);
  const named = tokens.slice(year?.isFirst ? 1 : 0, year?.isFirst === false ? year.at : end);
  // Without a year, words such as `German` before the resolution are not part of the title.
  const kept = year === null && hard === end ? named.slice(0, softStart(named)) : named;
  const { title, edition } = splitEdition(kept);
  const rest = tokens.slice((year?.isFirst ? 1 : 0) + kept.length);
  const isNamed = title.length > 0 && (year !== null || numbering !== null || !isNoiseAlone(title));
  return {
    titles: isNamed ? titlesOf(title, { kept, named, year }) : [],
    numbering,
    part: rest.some((_, at) => isExtraAt(rest, at)) ? "extra" : disc < 0 ? null : discAt(tokens, disc),
    edition: editionIn(rest) ?? edition,
  };
}

/** `VTS_01_1`, `00001`, `title t00`; but `2012` and `300` are titles. */
function isNoiseAlone(title: readonly Token[]): boolean {
  if (title.length === 1 && /^\d{3,4}$/.test(title[0]?.word ?? "")) return false;
  return title.every(({ word }) => isNoise(word) || /^t?\d+$/.test(word));
}

/** `x264` of `x264-GRP`. */
const beforeGroup = ({ text }: Token) => text.toLowerCase().split("-", 1)[0] ?? "";

/** `Trailer`, `Making Of`, `Behind the Scenes`. */
function isExtraAt(tokens: readonly Token[], at: number): boolean {
  const words = tokens.slice(at, at + 3).map(beforeGroup);
  return words.some((_, last) => isExtra(words.slice(0, last + 1).join("")));
}

/** Leaves out groups, sites and numbers of a list before the title, but no year. */
function withoutPrefix(tokens: readonly Token[]): readonly Token[] {
  let from = 0;
  if (tokens[0]?.word === "www") {
    const dash = tokens.findIndex(({ isAfterDash }, at) => at > 0 && isAfterDash);
    from = dash > 0 ? dash : 3;
  }
  const begins = tokens.findIndex(({ bracket }, at) => at >= from && bracket !== "[");
  const isYear = begins === from + 1 && YEAR.test(tokens[from]?.text ?? "");
  if (begins > from && !isYear && !isHard(tokens[begins]?.word ?? "")) from = begins;
  const isListed = /^\d{1,2}$/.test(tokens[from]?.text ?? "") && tokens[from + 1]?.isAfterDash === true;
  return tokens.slice(isListed ? from + 1 : from);
}

/** Square brackets after the title hold release words, too. */
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
  readonly at: number;
  readonly year: string;
  /** Before the title: `1999 - The Matrix`, `(1999) The Matrix`. */
  readonly isFirst: boolean;
  /** Whether it can hardly be a number of the title. */
  readonly isCertain: boolean;
}

/** The last year before the release words, one in brackets before others. One that begins the name is a title. */
function yearIn(tokens: readonly Token[], end: number): Year | null {
  const years = tokens.slice(0, end + 1).flatMap(({ text, bracket }, at) => {
    const year = YEAR.exec(text)?.[1];
    const isYear = year !== undefined && Number(year) <= LAST_YEAR && (at < end || bracket !== "");
    return isYear ? [{ at, year, bracket }] : [];
  });
  const enclosed = years.filter(({ bracket }) => bracket !== "").at(-1);
  const found = enclosed ?? years.at(-1);
  if (found === undefined) return null;
  const { at, year } = found;
  const isCertain = enclosed !== undefined || years.length > 1;
  if (at > 0) return { at, year, isFirst: false, isCertain };
  const isPrefix = end > 1 && (found.bracket !== "" || tokens[1]?.isAfterDash === true);
  return isPrefix ? { at, year, isFirst: true, isCertain } : null;
}

/** Where a run of words that are seldom part of a title begins, at the end and never at the beginning. */
function softStart(tokens: readonly Token[]): number {
  let at = tokens.length;
  while (at > 1 && isSoft(tokens[at - 1]?.word ?? "")) at -= 1;
  return at;
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
  /** With the edition, and with the words before the resolution as well. */
  readonly kept: readonly Token[];
  readonly named: readonly Token[];
  readonly year: Year | null;
}

function titlesOf(title: readonly Token[], { kept, named, year }: Beside): Title[] {
  const known = year?.year ?? null;
  const isUncertain = year !== null && !year.isCertain && !year.isFirst;
  const numbered = isUncertain ? [{ title: `${textOf(named)} ${year.year}`, year: null }] : [];
  const readings = [...waysToRead(title), kept, named].map((tokens) => ({
    title: titleText(tokens),
    year: known,
  }));
  const different = new Map<string, Title>();
  for (const reading of [...readings.slice(0, -2), ...numbered, ...readings.slice(-2)]) {
    const key = `${reading.title} ${reading.year ?? ""}`;
    if (reading.title !== "" && !different.has(key)) different.set(key, reading);
  }
  return [...different.values()].slice(0, MAX_TITLES);
}

/** Two titles in one name: `One aka Other`, `One (Other)`, `千与千寻 Spirited Away`. */
function waysToRead(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const aka = tokens.findIndex(({ word }, at) => at > 0 && word === "aka");
  if (aka > 0 && aka < tokens.length - 1) return [tokens.slice(0, aka), tokens.slice(aka + 1)];
  const enclosed = tokens.filter(({ bracket }) => bracket !== "");
  const outside = tokens.filter(({ bracket }) => bracket === "");
  if (outside.length > 0 && enclosed.length > 0) {
    return COUNTRY.test(textOf(enclosed)) ? [tokens, outside] : [outside, enclosed, tokens];
  }
  const isLatin = ({ text }: Token) => !/(?!\p{Script=Latin})\p{L}/u.test(text);
  const latin = tokens.filter((token) => isLatin(token) && /\p{L}/u.test(token.text));
  if (latin.length === 0 || tokens.every(isLatin)) return [tokens];
  return [tokens.filter(isLatin), tokens.filter((token) => !isLatin(token)), tokens];
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
