/**
 * Reads a path segment, which is a folder name or a file name without its extension: claims years, numberings, discs,
 * editions and release words, and lists what is left as possible titles.
 */
import { COUNTRIES } from "../text/countries.ts";
import { canonical, pieces } from "../text/words.ts";
import { claimNumbering, type NumberingClaim, SPELLED_SEASON } from "./numbering.ts";
import { editionLength, isExtra, isNoise, isReleaseDetail, isTitleTerminator } from "./release-words.ts";
import { NUMBERING_MARK, type Token, tokenize } from "./tokens.ts";

export interface Segment {
  /** The possible titles, most likely first. */
  readonly titles: readonly TitleReading[];
  readonly numbering: NumberingClaim | null;
  /** The disc or kind of extra, such as `cd1`, `disc 2` or `extra`, or `null` if there is none. */
  readonly part: string | null;
  readonly edition: string | null;
  /** Whether the name contains release words such as `1080p`. */
  readonly isRelease: boolean;
  /** Whether the name contains a range of years such as `(2001-2011)`. */
  readonly hasYearRange: boolean;
}

/** The reading of a title that leaves out words, from the least to the most doubtful. */
export const LIKELY = 0;
export const UNLIKELY = 1;
export const DOUBTFUL = 2;
type Doubt = typeof LIKELY | typeof UNLIKELY | typeof DOUBTFUL;

export interface TitleReading {
  readonly title: string;
  readonly year: string | null;
  readonly doubt: Doubt;
  /** The country in the name, such as `us`. */
  readonly country?: string;
  /** The season and episode of the reading, if the series has them. */
  readonly numbers?: { readonly season: number | null; readonly episode: number | null };
}

/** The last year that is taken as a release year. A later year is part of the title, as in `Blade Runner 2049`. */
const LAST_YEAR = 2039;
/** The number of readings that count as likely. */
const MAX_LIKELY = 3;
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
/**
 * Matches the number of a file in a numbered folder, such as `07. `, `07 - `, `#7 `, `7) `, `[07] ` or `07_`. A dot
 * must have a space after it, because it may otherwise be part of the title.
 */
const LISTED =
  /^(?:#\d{1,3}[\s._-]|[[(]?\d{1,2}[\])]|\d{1,3}[a-d]?\.\s|\d{1,3}\s-\s|0\d{1,2}[\s._])[\s._-]*(?=.{2})/;
const DOTTED_EPISODE = /(?<=(?:^| - |-|\[)0?)(\d{1,2})\.(\d\d)(?= | - |$)/;

/** Reads a path segment. If `isNumbered` is false, text such as `10x10` is read as a title instead of an episode. */
export function readSegment(text: string, isNumbered = true): Segment {
  const listed = LISTED.exec(text)?.[0] ?? "";
  const whole = spread(text);
  const numbering = isNumbered ? claimNumbering(whole) : null;
  const spaced = numbering === null ? spread(text.slice(listed.length)) : mark(whole, numbering, listed);
  const tokens = withoutPrefix(tokenize(spaced));
  const numbered = tokens.findIndex(({ text: word }) => word === NUMBERING_MARK);
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
  const brackets = listBrackets(tokenize(spaced), tokens, end);
  // One word in brackets may also be a release group.
  const isGroup =
    tokens[0]?.bracket === "[" &&
    named.flatMap(({ text }) => pieces(text)).length === 1 &&
    brackets.length > 1;
  const main = isNamed ? listTitles(title, { stripped, kept, named, year, trailing }) : [];
  const titles = [
    ...main.map((one) => (isGroup ? { ...one, doubt: DOUBTFUL as Doubt } : one)),
    ...listFurtherTitles(tokens, brackets, { named: isNamed ? named : [], year, numbering }),
  ];
  const isCode = numbering !== null && numbering.episodes.length > 0;
  return {
    titles: distinct(titles),
    numbering,
    part:
      !isCode && rest.some((_, at) => isExtraAt(rest, at))
        ? "extra"
        : disc < 0
          ? null
          : parseDisc(tokens, disc),
    edition: findEdition(rest) ?? edition,
    isRelease: tokens.some(({ word }) => isTitleTerminator(word)),
    hasYearRange: year?.isRange === true,
  };
}

/** Replaces dots and underscores with spaces, except in a number such as `1.02`, which becomes `1x02`. */
function spread(text: string): string {
  return text
    .replace(DOTTED_EPISODE, "$1x$2")
    .replaceAll(SPACED_RANGE, "-")
    .replaceAll(HYPHEN_BEFORE_NUMBER, " ")
    .replaceAll(HYPHEN_AFTER_YEAR, " - ")
    .replace(HYPHEN_BEHIND_NUMBER, " ")
    .replaceAll(/[\s._+\p{Cc}]+/gu, " ")
    .trim();
}

/** Puts a mark in place of the numbering, and leaves out the number of the file in its folder. */
function mark(text: string, { season, start, end }: NumberingClaim, listed: string): string {
  const before = text.slice(0, start);
  const title = before.slice(spread(listed).length);
  const named = /[\p{L}\p{N}]/u.test(title) ? title : before;
  const bare = season === null ? named : named.replace(SPELLED_SEASON, " - ");
  return `${bare} - ${NUMBERING_MARK} - ${text.slice(end)}`;
}

/**
 * Returns true for names such as `VTS_01_1`, `00001` and `title t00`, but not for `2012` and `300`, which are titles
 * of films.
 */
function isNoiseAlone(title: readonly Token[]): boolean {
  if (title.length === 1 && /^\d{3,4}$/.test(title[0]?.word ?? "")) return false;
  return title.every(({ word }) => isNoise(word) || /^t?\d+s?$/.test(word));
}

/** Returns true if words such as `Trailer`, `Making Of` or `Behind the Scenes` start at index `at`. */
function isExtraAt(tokens: readonly Token[], at: number): boolean {
  const words = tokens.slice(at, at + 3).map(({ text }) => text.toLowerCase().split("-", 1)[0] ?? "");
  return words.some((_, last) => isExtra(words.slice(0, last + 1).join("")));
}

const isYear = (token: Token | undefined) => YEAR.test(token?.text ?? "");
const isMark = (token: Token | undefined) => token?.text === NUMBERING_MARK;

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
    !isMark(tokens[begins]) &&
    (!isTitleTerminator(tokens[begins]?.word ?? "") || isTitleTerminator(tokens[from]?.word ?? ""))
  )
    from = begins;
  for (let next = tokens[from + 1]; next !== undefined; next = tokens[from + 1]) {
    const { word = "" } = tokens[from] ?? {};
    const isGroup = next.isAfterDash && from + 2 === tokens.length;
    if (isTitleTerminator(word) && isGroup) break;
    if (!isTitleTerminator(word) && !(isNoise(word) && next.isAfterDash && !isMark(next))) break;
    from += 1;
  }
  return tokens.slice(from);
}

/** Returns true if the token at index `at` is a release word, or a word in square brackets after the title. */
function isReleaseWord(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  return (
    isTitleTerminator(token.word) || (at > 0 && token.bracket === "[" && token.group !== tokens[0]?.group)
  );
}

function parseDisc(tokens: readonly Token[], at: number): string | null {
  const { word = "", isAfterDash = false } = tokens[at] ?? {};
  const number = tokens[at + 1]?.word ?? "";
  if (/^(?:cd|disc|disk|dvd)\d{1,2}$/.test(word)) return word;
  if (/^(?:part|pt)\d{1,2}$/.test(word)) {
    const before = tokens.slice(0, at);
    const isAfter = isAfterDash || before.some((token) => isYear(token) || isTitleTerminator(token.word));
    return at > 0 && isAfter ? word : null;
  }
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
): TitleReading[] {
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
  return distinct(readings.map((reading) => ({ ...reading, doubt: LIKELY }))).map((reading, at) => ({
    ...reading,
    doubt: at < MAX_LIKELY ? LIKELY : UNLIKELY,
  }));
}

interface Claims extends Pick<Segment, "numbering"> {
  readonly named: readonly Token[];
  readonly year: Year | null;
}

/** Lists further titles, which only the catalog can confirm. */
function listFurtherTitles(
  tokens: readonly Token[],
  brackets: readonly Bracketed[],
  { named, year, numbering }: Claims,
): TitleReading[] {
  const yearNumber =
    year?.year ?? tokens.map(({ text }) => YEAR.exec(text)?.[1]).find((found) => found !== undefined) ?? null;
  const further: TitleReading[] = [];
  const add = (some: readonly Token[], more: Partial<TitleReading> = {}) => {
    const title = formatTitle(some);
    if (title !== "") further.push({ title, year: yearNumber, doubt: UNLIKELY, ...more });
  };
  const { title: plain } = splitEdition(named.slice(0, findDetailStart(named)));
  const last = plain.at(-1);
  const before = plain.slice(0, -1);
  const country = COUNTRIES[last?.word ?? ""];
  if (country !== undefined && before.length > 0 && /^[A-Z]{2,3}$|^[a-z]{2,3}$/.test(last?.text ?? "")) {
    add(before, { country, doubt: LIKELY });
  }
  // The number at the end of the title may be a season, or a season and an episode.
  const number = /^\d{1,4}$/.test(canonical(last?.word ?? "")) ? canonical(last?.word ?? "") : "";
  if (number !== "" && before.length > 0) {
    const given = numbering?.episodes[0] ?? null;
    if (numbering !== null && numbering.season !== null && last?.isAfterDash) add(before, { doubt: LIKELY });
    if (numbering === null || (numbering.season === null && given === null)) {
      if (number.length > 2 && /\d/.test(last?.word ?? "")) {
        const [season, episode] = [Number(number.slice(0, -2)), Number(number.slice(-2))];
        add(before, { year: null, numbers: { season, episode } });
      }
      if (/\d/.test(last?.word ?? ""))
        add(before, { year: null, numbers: { season: null, episode: Number(number) } });
    } else if (numbering.season === null && given !== null && number.length < 3) {
      add(before, { numbers: { season: Number(number), episode: given } });
    } else if (given !== null) add(before, { numbers: { season: numbering.season, episode: given } });
  }
  if (numbering !== null && year === null && yearNumber !== null) add(plain, { doubt: LIKELY });
  if (numbering === null && year !== null && year.at > 0) {
    const rest = tokens.slice(year.at + 1);
    const stop = rest.findIndex(
      ({ word, bracket }, at) => isTitleTerminator(word) || bracket !== "" || parseDisc(rest, at) !== null,
    );
    const behind = stop < 0 ? rest : rest.slice(0, stop);
    if (behind.length > 0) add([...named, ...behind.slice(0, findDetailStart(behind))]);
  }
  const ending = named[0]?.text ?? "";
  const hyphen = ending.indexOf("-");
  if (hyphen > 0 && named[0] !== undefined && ending === ending.toLowerCase()) {
    const given = numbering?.episodes[0];
    add(
      [{ ...named[0], text: ending.slice(hyphen + 1) }, ...plain.slice(1)],
      given === undefined
        ? { doubt: DOUBTFUL }
        : { numbers: { season: numbering?.season ?? null, episode: given } },
    );
  }
  for (const { words, doubt } of brackets) add(words, { doubt });
  return further;
}

interface Bracketed extends Pick<TitleReading, "doubt"> {
  readonly words: readonly Token[];
}

/** Lists the titles in square brackets. One is doubtful if other words may be the title as well. */
function listBrackets(all: readonly Token[], tokens: readonly Token[], end: number): Bracketed[] {
  const groups = Map.groupBy(
    all.filter(({ bracket }) => bracket === "["),
    ({ group }) => group,
  );
  const beside = tokens.slice(0, end).filter((token) => token.bracket === "" && !isYear(token));
  const isBeside = beside.some(({ word }) => !isNoise(word) && /\p{L}/u.test(word));
  // Beside other words, a single word in brackets is a release group.
  const measure = (words: readonly Token[]) => words.flatMap(({ text }) => pieces(text)).length;
  const titles = [...groups.values()]
    .map(stripRelease)
    .filter((words) => measure(words) > (isBeside ? 1 : 0));
  const lengths = titles.map(measure);
  const areWords = lengths.every((length) => length === 1);
  const bracketed = titles.map((words, at): Bracketed => {
    const isGroup = titles.length > 1 && lengths[at] === 1 && !(areWords && at > 0);
    const isShort = isBeside ? (lengths[at] ?? 0) < 3 : isGroup;
    return { words, doubt: isShort ? DOUBTFUL : at > 1 || isBeside ? UNLIKELY : LIKELY };
  });
  // The whole name, as in `[REC] 3 Genesis`.
  const [first = []] = all[0]?.bracket === "[" && beside.length > 0 ? groups.values() : [];
  return first.length > 0 ? [...bracketed, { words: [...first, ...beside], doubt: UNLIKELY }] : bracketed;
}

/** Returns the words in a bracket before the release words. Empty if none of them can be a title. */
function stripRelease(words: readonly Token[]): readonly Token[] {
  const stop = words.findIndex((token) => isTitleTerminator(token.word) || isMark(token));
  const kept = stop < 0 ? words : words.slice(0, stop);
  const isTitle = (token: Token) =>
    !isYear(token) && !isReleaseDetail(token.word) && !/^\d+$/.test(token.word);
  return kept.some(isTitle) ? kept : [];
}

function distinct(readings: readonly TitleReading[]): TitleReading[] {
  const different = new Map<string, TitleReading>();
  for (const reading of readings) {
    const key = JSON.stringify([reading.title, reading.year, reading.country, reading.numbers]);
    if (reading.title !== "" && !different.has(key)) different.set(key, reading);
  }
  return [...different.values()];
}

/** Splits a name that contains two titles: `One aka Other`, `One (Other)` or `千与千寻 Spirited Away`. */
function splitTitles(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const aka = tokens.findIndex(({ word }, at) => at > 0 && word === "aka");
  if (aka > 0 && aka < tokens.length - 1) return [tokens.slice(0, aka), tokens.slice(aka + 1)];
  const enclosed = tokens.filter(({ bracket }) => bracket !== "");
  const outside = tokens.filter(({ bracket }) => bracket === "");
  if (outside.length > 0 && enclosed.length > 0) {
    const country = joinText(enclosed);
    if (COUNTRY.test(country))
      return COUNTRIES[country.toLowerCase()] === undefined ? [tokens, outside] : [tokens];
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
