/** Parses a path segment, which is a folder name or a file name without its extension. */
import { type Numbering, parseNumbering } from "./numbering.ts";
import { editionLength, isExtra, isNoise, isReleaseDetail, isTitleTerminator } from "./release-words.ts";
import { type Token, tokenize } from "./tokens.ts";

export interface PartOfPath {
  /** The possible titles, most likely first. */
  readonly titles: readonly ParsedTitle[];
  readonly numbering: Numbering | null;
  /** The disc or kind of extra, such as `cd1`, `disc 2` or `extra`, or `null` if there is none. */
  readonly part: string | null;
  readonly edition: string | null;
  /** Whether the name contains release words such as `1080p`. */
  readonly isRelease: boolean;
  /** Whether the name contains a range of years such as `(2001-2011)`. */
  readonly hasYearRange: boolean;
}

export interface ParsedTitle {
  readonly title: string;
  readonly year: string | null;
}

/** The last year that is taken as a release year. A later year is part of the title, as in `Blade Runner 2049`. */
const LAST_YEAR = 2039;
const MAX_TITLES = 3;
const YEAR = /^((?:18[89]|19\d|20\d)\d)(-(?:\d{4}|\d\d)?)?$/;
/** Matches the hyphen in `2008 - 2013`. */
const SPACED_RANGE = /(?<=\b(?:18[89]|19\d|20\d)\d)\s?[-–]\s?(?=(?:18[89]|19\d|20\d)\d\b)/g;
/** Matches the hyphen in `Alien-1979` or `Alien-s01e02`, but not in `2001-2011`. */
const HYPHEN_BEFORE_NUMBER =
  /(?<=\p{L})-(?=(?:18[89]|19\d|20\d)\d(?![\p{L}\d-])|s\d{1,2}-?[ex]\d|\d{1,2}x\d\d)/giu;
/** Matches the hyphen in `1979-Alien` or `1979-GRP`. */
const HYPHEN_AFTER_YEAR = /(?<=(?<![\p{L}\d-])(?:18[89]|19\d|20\d)\d)-(?=\p{L})/gu;
/** Matches the hyphen in `7-Alien`. */
const HYPHEN_BEHIND_NUMBER = /(?<=^\d{1,3})-(?=\p{L})/u;
/** Matches the position before the number in `Season1`. */
const JOINED_NUMBER = /(?<=\b(?:season|saison|staffel|temporada|episode))(?=\d{1,3}\b)/gi;
/**
 * Matches the number of a file in a numbered folder, such as `07. `, `07 - `, `#7 `, `7) `, `[07] ` or `07_`. A dot
 * must have a space after it, because it may otherwise be part of the title.
 */
const LISTED =
  /^(?:#\d{1,3}[\s._-]|[[(]?\d{1,2}[\])]|\d{1,3}[a-d]?\.\s|\d{1,3}\s-\s|0\d{1,2}[\s._])[\s._-]*(?=.{2})/;

/** Parses a path segment. If `isNumbered` is false, text such as `10x10` is read as a title instead of an episode. */
export function readPart(text: string, isNumbered = true): PartOfPath {
  const spaced = text
    .replaceAll(SPACED_RANGE, "-")
    .replaceAll(HYPHEN_BEFORE_NUMBER, " ")
    .replaceAll(HYPHEN_AFTER_YEAR, " - ")
    .replace(HYPHEN_BEHIND_NUMBER, " ")
    .replaceAll(JOINED_NUMBER, " ");
  const tokens = withoutPrefix(tokenize(spaced.replace(LISTED, "")));
  const numbered = isNumbered ? tokens.findIndex((_, at) => parseNumbering(tokens, at) !== null) : -1;
  const numbering = numbered < 0 ? null : parseNumbering(tokens, numbered);
  const disc = tokens.findIndex((_, at) => parseDisc(tokens, at) !== null);
  const hard = tokens.findIndex((_, at) => isReleaseWord(tokens, at));
  const end = Math.min(...[numbered, disc, hard].filter((at) => at >= 0), tokens.length);
  const year = findYear(tokens, { end, last: numbered < 0 ? tokens.length : end });
  const start = year?.at === 0 ? 1 : 0;
  const named = tokens.slice(start, year === null || start > 0 ? end : Math.min(year.at, end));
  const stripped = named.slice(0, findDetailStart(named));
  // If the name has no year, a word such as `German` before the resolution is not part of the title.
  const kept = year === null && end < tokens.length ? stripped : named;
  const { title, edition } = splitEdition(kept);
  const rest = tokens.slice(start + kept.length);
  const trailing = numbering === null && disc < 0 ? rest : [];
  const isNamed = title.length > 0 && (year !== null || numbering !== null || !isNoiseAlone(title));
  return {
    titles: isNamed ? listTitles(title, { stripped, kept, named, year, trailing }) : [],
    numbering,
    part: rest.some((_, at) => isExtraAt(rest, at)) ? "extra" : disc < 0 ? null : parseDisc(tokens, disc),
    edition: findEdition(rest) ?? edition,
    isRelease: tokens.some(({ word }) => isTitleTerminator(word)),
    hasYearRange: year?.isRange === true,
  };
}

/**
 * Returns true for names such as `VTS_01_1`, `00001` and `title t00`, but not for `2012` and `300`, which are titles
 * of films.
 */
function isNoiseAlone(title: readonly Token[]): boolean {
  if (title.length === 1 && /^\d{3,4}$/.test(title[0]?.word ?? "")) return false;
  return title.every(({ word }) => isNoise(word) || /^t?\d+s?$/.test(word));
}

/** Removes the release group, so that `x264-GRP` becomes `x264`. */
const withoutReleaseGroup = ({ text }: Token) => text.toLowerCase().split("-", 1)[0] ?? "";

/** Returns true if words such as `Trailer`, `Making Of` or `Behind the Scenes` start at index `at`. */
function isExtraAt(tokens: readonly Token[], at: number): boolean {
  const words = tokens.slice(at, at + 3).map(withoutReleaseGroup);
  return words.some((_, last) => isExtra(words.slice(0, last + 1).join("")));
}

const isYear = (token: Token | undefined) => YEAR.test(token?.text ?? "");

/** Removes release groups, websites and release words before the title, but not a year. */
function withoutPrefix(tokens: readonly Token[]): readonly Token[] {
  let from = 0;
  if (tokens[0]?.word === "www") {
    const dash = tokens.findIndex(({ isAfterDash }, at) => at > 0 && isAfterDash);
    from = dash > 0 ? dash : 3;
  }
  const begins = tokens.findIndex((token, at) => at >= from && (token.bracket !== "[" || isYear(token)));
  if (
    begins > from &&
    (!isTitleTerminator(tokens[begins]?.word ?? "") || isTitleTerminator(tokens[from]?.word ?? ""))
  )
    from = begins;
  for (let next = tokens[from + 1]; next !== undefined; next = tokens[from + 1]) {
    const { word = "" } = tokens[from] ?? {};
    if (!isTitleTerminator(word) && !(isNoise(word) && next.isAfterDash)) break;
    from += 1;
  }
  return tokens.slice(from);
}

/** Returns true if the token at index `at` is a release word, or a word in square brackets after the title. */
function isReleaseWord(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  return (
    isTitleTerminator(token.word) ||
    isTitleTerminator(withoutReleaseGroup(token)) ||
    (at > 0 && token.bracket === "[")
  );
}

function parseDisc(tokens: readonly Token[], at: number): string | null {
  const word = tokens[at]?.word ?? "";
  const number = tokens[at + 1]?.word ?? "";
  if (/^(?:cd|disc|disk)\d{1,2}$/.test(word)) return word;
  return /^(?:cd|disc|disk)$/.test(word) && /^\d{1,2}$/.test(number) ? `${word} ${number}` : null;
}

interface Year {
  /** The index of the year's token. It is 0 if the year comes before the title, as in `1999 - The Matrix`. */
  readonly at: number;
  readonly year: string;
  readonly isRange: boolean;
  /** Whether the year cannot be part of the title. */
  readonly isCertain: boolean;
}

interface Within {
  /** The index of the first token after the title. */
  readonly end: number;
  /** The index after the last token that may be a year. */
  readonly last: number;
}

/**
 * Finds the release year. Prefers the last year before the release words, especially one in brackets. Next come a
 * year at the start that is in brackets or followed by a dash, a year after the release words, and any other year at
 * the start. A year that is the only token is the title.
 */
function findYear(tokens: readonly Token[], { end, last }: Within): Year | null {
  const years = tokens.slice(0, last + 1).flatMap(({ text, bracket }, at): Year[] => {
    const [, year = "", range] = YEAR.exec(text) ?? [];
    const isReleaseYear = year !== "" && Number(year) <= LAST_YEAR && (at < last || bracket !== "");
    return isReleaseYear ? [{ at, year, isRange: range !== undefined, isCertain: bracket !== "" }] : [];
  });
  const isBefore = ({ at, isCertain }: Year) => at > 0 && (at < end || (at === end && isCertain));
  const before = years.filter(isBefore);
  const after = years.filter(({ at }) => at > end || (at === end && end > 0));
  const first = years.find(({ at }) => at === 0 && end > 1);
  const isDashed = first !== undefined && tokens[1]?.isAfterDash === true;
  const enclosed = (some: readonly Year[]) => some.findLast(({ isCertain }) => isCertain);
  const lastYear = enclosed(before) ?? before.at(-1);
  if (lastYear !== undefined) return { ...lastYear, isCertain: lastYear.isCertain || years.length > 1 };
  if (isDashed || first?.isCertain) return { ...(first as Year), isCertain: true };
  return enclosed(after) ?? after.at(-1) ?? first ?? null;
}

/**
 * Returns the index at which the release details at the end of the name start, for example a language. They are
 * rarely part of a title. Never returns 0.
 */
function findDetailStart(tokens: readonly Token[]): number {
  let at = tokens.length;
  while (at > 1 && isReleaseDetail(tokens[at - 1]?.word ?? "")) at -= 1;
  const last = tokens[at - 1];
  return at > 1 && last?.word === "the" && !last.isAfterComma ? at - 1 : at;
}

interface Split {
  readonly title: readonly Token[];
  readonly edition: string | null;
}

/** Splits a name such as `Blade Runner The Final Cut` into the title and the edition at the end. */
function splitEdition(tokens: readonly Token[]): Split {
  const words = tokens.map(({ word }) => word);
  for (let at = 1; at < tokens.length; at += 1) {
    const length = editionLength(words, at);
    const isAfterArticle = words[at - 1] === "the";
    if (length === 0 || at + length < tokens.length || (isAfterArticle && at === 1)) continue;
    return { title: tokens.slice(0, isAfterArticle ? at - 1 : at), edition: joinText(tokens.slice(at)) };
  }
  return { title: tokens, edition: null };
}

/** Returns the first edition in the tokens, as written, or `null`. */
function findEdition(tokens: readonly Token[]): string | null {
  const words = tokens.map(({ word }) => word);
  for (let at = 0; at < tokens.length; at += 1) {
    let end = at;
    for (let length = editionLength(words, at); length > 0; length = editionLength(words, end)) end += length;
    if (end > at) return joinText(tokens.slice(at, end));
  }
  return null;
}

interface TitleTokens {
  /** The title without release details at its end, such as `German`. */
  readonly stripped: readonly Token[];
  /** The title together with its edition. */
  readonly kept: readonly Token[];
  readonly named: readonly Token[];
  readonly year: Year | null;
  /** The tokens after the title of a film. Empty for an episode or a disc. */
  readonly trailing: readonly Token[];
}

function listTitles(
  title: readonly Token[],
  { stripped, kept, named, year, trailing }: TitleTokens,
): ParsedTitle[] {
  const yearNumber = year?.year ?? null;
  const [first = title, ...alternatives] = splitTitles(title);
  const years = year === null || year.isCertain ? [] : [`${joinText(named)} ${year.year}`];
  if (year?.at === 0) years.push(`${year.year} ${joinText(named)}`);
  const others = [
    ...alternatives,
    splitEdition(stripped).title,
    ...(yearNumber === null ? [] : listUnlikelyTitles(title, trailing)),
    kept,
    named,
  ];
  const readings = [
    { title: formatTitle(first), year: yearNumber },
    ...years.map((numbered) => ({ title: numbered, year: null })),
    ...others.map((tokens) => ({ title: formatTitle(tokens), year: yearNumber })),
  ];
  const different = new Map(readings.map((reading) => [`${reading.title} ${reading.year ?? ""}`, reading]));
  return [...different.values()].filter((reading) => reading.title !== "").slice(0, MAX_TITLES);
}

/** Splits a name that contains two titles: `One aka Other`, `One (Other)` or `千与千寻 Spirited Away`. */
function splitTitles(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const aka = tokens.findIndex(({ word }, at) => at > 0 && word === "aka");
  if (aka > 0 && aka < tokens.length - 1) return [tokens.slice(0, aka), tokens.slice(aka + 1)];
  const enclosed = tokens.filter(({ bracket }) => bracket !== "");
  const outside = tokens.filter(({ bracket }) => bracket === "");
  if (outside.length > 0 && enclosed.length > 0) {
    if (COUNTRY.test(joinText(enclosed))) return [tokens, outside];
    return enclosed.some(({ text }) => /\p{L}/u.test(text)) ? [outside, enclosed, tokens] : [outside, tokens];
  }
  const isLatin = ({ text }: Token) => !/(?!\p{Script=Latin})\p{L}/u.test(text);
  const latin = tokens.filter((token) => isLatin(token) && /\p{L}/u.test(token.text));
  if (latin.length === 0 || tokens.every(isLatin)) return [tokens];
  // A number that follows a word in another script is part of the title in that script.
  const latinTokens = tokens.filter(isLatin);
  const begins = tokens.slice(0, 1).every(isLatin)
    ? 0
    : latinTokens.findIndex(({ text }) => /\p{L}/u.test(text));
  return [latinTokens.slice(begins), tokens.filter((token) => !isLatin(token)), tokens];
}

const SEQUEL = /^(?:[1-9]|ii|iii|iv|v|vi|vii|viii)$/;

/**
 * Returns less likely titles: the title without numbers or noise at its start, the title without a sequel number, the
 * words after a sequel number, either side of a dash, and the words after the title.
 */
function listUnlikelyTitles(
  title: readonly Token[],
  trailing: readonly Token[],
): readonly (readonly Token[])[] {
  const begins = title.findIndex(({ word }) => !isNoise(word) && !/^\d{1,3}:?$/.test(word));
  const number = title.findIndex(({ word }, at) => at > 0 && at < title.length - 1 && SEQUEL.test(word));
  const isPart = title[number - 1]?.word === "part";
  const dash = title.findIndex(({ isAfterDash }, at) => at > 0 && isAfterDash);
  const release = trailing.findIndex(({ word }) => isTitleTerminator(word) || isReleaseDetail(word));
  const words = trailing.slice(0, release < 0 ? trailing.length : release).filter((token) => !isYear(token));
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

/** Matches a country code, as in `The Office (US)`. */
const COUNTRY = /^[A-Z]{2}$/;

/** Matches an article that may be at the end of a title, as in `Matrix, The`. */
const ARTICLE = /^(?:the|a|an|le|la|les|der|die|das|el|los|las|il|lo|gli|o|os|as)$/;

function formatTitle(tokens: readonly Token[]): string {
  const last = tokens.at(-1);
  const isMoved = tokens.length > 1 && last?.isAfterComma === true && ARTICLE.test(last.word);
  return joinText(isMoved ? [last, ...tokens.slice(0, -1)] : tokens);
}

const joinText = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(" ");
