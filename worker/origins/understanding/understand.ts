/**
 * Reads a search text into parts: people, filters, and words of titles. Pure; the names of people in it have been looked
 * up before. Every text is read in all languages of the site, and costs no more than an ordinary one: a longer text than
 * filters need has no parts but words.
 */
import { formatFilter, parseFilter } from "../../contract/filter.ts";
import type { FacetName, Part } from "../../contract/understood.ts";
import { fold } from "../catalog/text/fold.ts";
import { isUnspaced, pieces } from "../catalog/text/words.ts";
import { facetNamed, type NamedFacet } from "./facet-names.ts";
import { readYears } from "./years.ts";

/** A text with more words, or with more characters of scripts without spaces, says more than filters can. */
const MAX_WORDS = 16;
const MAX_TOKENS = 40;
/** Tokens of the longest name of a facet: characters, in scripts without spaces. */
const MAX_NAME = 12;
const MAX_NAME_SPACED = 3;
/** Tokens of years in words, such as `between 1990 and 1999`. */
const MAX_YEARS = 6;

/** A word of the text, or a character of a script without spaces. */
interface Token {
  /** Folded. */
  readonly text: string;
  readonly typed: string;
  /** Where it is in the text as typed. */
  readonly start: number;
  readonly end: number;
  readonly isUnspaced: boolean;
}

/** A name that has been found in the text. */
export interface NamedPerson {
  readonly id: number;
  readonly name: string;
  /** Folded words of the text that are the name. */
  readonly words: readonly string[];
}

const TYPED = /[\p{L}\p{N}\p{M}'’]+/gu;

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  for (const { 0: typed, index } of text.matchAll(TYPED)) {
    let start = index;
    for (const piece of pieces(typed)) {
      const end = start + piece.length;
      // Katakana becomes hiragana, and one character may become several.
      const folded = fold(piece).join("");
      if (folded !== "")
        found.push({ text: folded, typed: piece, start, end, isUnspaced: isUnspaced(piece) });
      start = end;
    }
  }
  return found;
}

/** Words around filters and names that say nothing themselves. */
const FILLERS = new Set(
  `the a an and about of from in by with to on some any all movie film that are is starring starred featuring directed director
    actor actors actress actresses brothers made shot set full tv online watch trailer hd rated
    mit uber von aus der die das den dem des im und einem einer eine jahre jahren jahr
    con sobre de del la el los las y en por para anos ano os as do da dos das e com
    avec du le les et au aux dans par des annees annee
    من عن في مع عن و اخراج بطوله تمثيل عام سنه
    の な で が を と に は も 出演 主演 監督 作品 的 年 部 和 中 导演 最も`
    .split(/\s+/)
    .flatMap(fold)
    .flatMap(pieces),
);

/** Before what happens in a title. */
const ABOUT = ["about", "uber", "sobre", "عن"];

interface Span extends NamedFacet {
  readonly first: number;
  readonly length: number;
}

/** `lang`: that of the page, for words that two languages read otherwise. */
export function understand(text: string, lang: string, people: readonly NamedPerson[] = []): Part[] {
  const tokens = tokensOf(text);
  const taken = new Set<number>();
  const parts: { readonly at: readonly number[]; readonly part: Omit<Part, "typed" | "without"> }[] = [];
  for (const { id, name, words } of people) {
    const at = placesOf(tokens, words, taken);
    for (const place of at) taken.add(place);
    parts.push({ at, part: { part: "person", values: [String(id)], name } });
  }
  const isLong = tokens.length > MAX_TOKENS || tokens.filter((token) => !token.isUnspaced).length > MAX_WORDS;
  const facets = isLong ? [] : facetsIn(tokens, lang, taken);
  for (const { part, values, name, first, length } of facets) {
    const at = Array.from({ length }, (_, place) => first + place);
    for (const place of at) taken.add(place);
    parts.push({ at, part: { part, values, name } });
  }
  const words = wordsLeft(tokens, taken);
  if (words.length > 0) {
    const name = textOf(text, tokens, new Set(words));
    const before = tokens.slice(0, words[0]).map((token) => token.text);
    const isAbout = ABOUT.includes(
      before.findLast((word) => ABOUT.includes(word) || !FILLERS.has(word)) ?? "",
    );
    parts.push({ at: words, part: { part: isAbout ? "about" : "words", values: [], name } });
  }
  const places = tokens.map((_, at) => at);
  return parts.map(({ at, part }) => ({
    ...part,
    typed: textOf(text, tokens, new Set(at)),
    without: trimmed(
      text,
      tokens,
      places.filter((place) => !at.includes(place)),
    ),
  }));
}

/** The first places of these words that nothing has taken, together if there are any. */
function placesOf(tokens: readonly Token[], words: readonly string[], taken: ReadonlySet<number>): number[] {
  const isAt = (first: number) =>
    words.every((word, at) => tokens[first + at]?.text === word && !taken.has(first + at));
  const first = tokens.findIndex((_, at) => isAt(at));
  if (first >= 0) return words.map((_, at) => first + at);
  const found: number[] = [];
  for (const word of words) {
    const at = tokens.findIndex((token, at) => token.text === word && !taken.has(at) && !found.includes(at));
    if (at >= 0) found.push(at);
  }
  return found;
}

const SEVERAL: readonly FacetName[] = ["genre", "country"];

/** From left to right, the longest first. */
function facetsIn(tokens: readonly Token[], lang: string, taken: ReadonlySet<number>): Span[] {
  const found: Span[] = [];
  /** A title has several genres and countries. */
  const isNew = ({ part, name }: NamedFacet) =>
    !found.some((known) => known.part === part && (known.name === name || !SEVERAL.includes(part)));
  for (let first = 0; first < tokens.length; first += 1) {
    let free = first;
    while (free < tokens.length && !taken.has(free)) free += 1;
    const span = tokens.slice(first, free);
    const before = tokens[first - 1]?.text ?? "";
    const facet = measureIn(span) ?? yearsIn(span, lang) ?? nameIn(span, before);
    if (facet === null || !isNew(facet)) continue;
    found.push({ ...facet, first });
    first += facet.length - 1;
  }
  return found;
}

type Found = Omit<Span, "first"> | null;

function nameIn(tokens: readonly Token[], before: string): Found {
  const [first] = tokens;
  if (first === undefined) return null;
  const longest = Math.min(tokens.length, first.isUnspaced ? MAX_NAME : MAX_NAME_SPACED);
  for (let length = longest; length > 0; length -= 1) {
    const facet = facetNamed(
      tokens.slice(0, length).map(({ text }) => text),
      before,
    );
    if (facet !== null) return { ...facet, length };
  }
  return first.isUnspaced ? null : compoundIn(first.text);
}

/** German words of a genre and a kind: `Kriegsfilme`. */
function compoundIn(word: string): Found {
  const [, genre] = /^(.{4,}?)(?:film(?:en?)?|serien?)$/.exec(word) ?? [];
  const facet = genre === undefined ? null : facetNamed([genre], "");
  return facet?.part === "genre" ? { ...facet, length: 1 } : null;
}

/** Years have two or four digits, and stand in words at most. */
function yearsIn(tokens: readonly Token[], lang: string): Found {
  const reach = tokens.slice(0, MAX_YEARS);
  if (!reach.some(({ text }) => /^\d/.test(text))) return null;
  for (let length = reach.length; length > 0; length -= 1) {
    const span = reach.slice(0, length);
    const [last] = span.slice(-1);
    // A range needs two numbers, and anything else one.
    if (span.filter(({ text }) => /\d/.test(text)).length > 2 || last === undefined) continue;
    const typed = span.map(({ typed, isUnspaced }) => (isUnspaced ? typed : ` ${typed}`)).join("");
    const short = typed
      .replace(/^ los ([2-9]0)$/, "19$1s")
      .replace(/(?<!\d)([2-9]0)(?=s|ern?|年代|\b)(?!\d)/, "19$1");
    const read = readYears(short, lang);
    const years = read === null ? null : parseFilter(read);
    if (years?.years == null || (short !== typed && years.years.last - years.years.first !== 9)) continue;
    const value = formatFilter(years);
    return { part: "years", values: [value], name: value, length };
  }
  return null;
}

const LESS = "under below less shorter max unter weniger kurzer hochstens menos moins hasta اقل".split(" ");
const MORE = "over more longer above uber mehr langer mas plus mais اكثر".split(" ");
const LESS_AFTER = /^(?:以内|以下|未満|より短|以內)/;
const MORE_AFTER = /^(?:以上|より長)/;
const THAN = ["than", "als", "de", "que", "do", "من"];
const MINUTES = /^(?:min(?:s|ut(?:e[ns]?|os?))?|分|دقيقه|دقائق)$/;
const HOURS = /^(?:h(?:ours?|rs?)?|stunden?|horas?|heures?|時|小|ساعه|ساعات)$/;

/** `under 100 minutes`, `90分以内`. */
function measureIn(tokens: readonly Token[]): Found {
  const texts = tokens.slice(0, 8).map(({ text }) => text);
  const [first = "", second = ""] = texts;
  const isLess = LESS.includes(first);
  const isAhead = isLess || MORE.includes(first);
  const at = isAhead ? (THAN.includes(second) ? 2 : 1) : 0;
  const [, digits, joined] = /^(\d{1,3})(\p{L}*)$/u.exec(texts[at] ?? "") ?? [];
  if (digits === undefined) return null;
  const unitAt = joined === "" ? at + 1 : at;
  const unit = joined || (texts[unitAt] ?? "");
  const factor = MINUTES.test(unit) ? 1 : HOURS.test(unit) ? 60 : 0;
  if (factor === 0) return null;
  // `時間`, `小时`, `分钟`.
  const end = unitAt + 1 + (/^[間时時钟鐘]/.test(texts[unitAt + 1] ?? "") ? 1 : 0);
  const after = texts.slice(end).join("");
  const [behind] = LESS_AFTER.exec(after) ?? MORE_AFTER.exec(after) ?? [];
  if (!isAhead && behind === undefined) return null;
  const minutes = Number(digits) * factor;
  const value = isLess || LESS_AFTER.test(after) ? `-${minutes}` : `${minutes}-`;
  return { part: "runtime", values: [value], name: value, length: end + (behind?.length ?? 0) };
}

/** The places of words that nothing has taken, without fillers beside what is taken and at the ends. */
function wordsLeft(tokens: readonly Token[], taken: ReadonlySet<number>): number[] {
  const left: number[] = [];
  let run: number[] = [];
  const close = () => {
    const isFiller = (at: number) => FILLERS.has(tokens[at]?.text ?? "");
    const start = run.findIndex((at) => !isFiller(at));
    if (start >= 0) left.push(...run.slice(start, run.findLastIndex((at) => !isFiller(at)) + 1));
    run = [];
  };
  for (const [at] of tokens.entries()) {
    if (taken.has(at)) close();
    else run.push(at);
  }
  close();
  return left;
}

/** The text at these places, as typed. */
function textOf(text: string, tokens: readonly Token[], places: ReadonlySet<number>): string {
  let found = "";
  let end: number | null = null;
  for (const [at, token] of tokens.entries()) {
    if (!places.has(at)) continue;
    const between = end === null ? "" : end === token.start ? "" : text.slice(end, token.start);
    found += (isBetween(between) ? between : " ") + text.slice(token.start, token.end);
    end = token.end;
  }
  return found;
}

/** Whether two places are neighbours, with nothing but signs between them. */
const isBetween = (between: string) => !/[\p{L}\p{N}]/u.test(between);

/** The same, without fillers at the ends. */
function trimmed(text: string, tokens: readonly Token[], places: readonly number[]): string {
  const isFiller = (at: number) => FILLERS.has(tokens[at]?.text ?? "");
  const start = places.findIndex((at) => !isFiller(at));
  const kept = start < 0 ? [] : places.slice(start, places.findLastIndex((at) => !isFiller(at)) + 1);
  return textOf(text, tokens, new Set(kept));
}
