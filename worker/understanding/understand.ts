/**
 * Interprets a query as people, filters and title words, in all languages at once. Pure functions: the caller looks
 * up the names of people. Very long queries are not searched for filters, which limits the time that a query takes.
 */
import { FIRST_YEAR, formatFilter, LAST_YEAR, parseFilter, type YearRange } from "../contract/filter.ts";
import type { FacetName, Part } from "../contract/understood.ts";
import { findExclusion, isListedAfter, startsWithExclusion } from "./exclusion.ts";
import { lookUpFacets, type NamedFacet, simplifyChinese } from "./filter-words.ts";
import { findTitleAfterLike } from "./likeness.ts";
import { type ParsedFacets, parseMeasure, parseQuality, parseRating } from "./measures.ts";
import { findRolesAfter, findRolesBefore, splitAtRoles } from "./roles.ts";
import { FILLERS, isFillerAt, type Token, tokenize } from "./tokens.ts";
import { parseYearPhrase } from "./years.ts";

/** The maximum number of words in a query that is searched for filters. */
const MAX_WORDS = 16;
/**
 * The maximum number of tokens in a query that is searched for filters. In a script without spaces, a token is a
 * character.
 */
const MAX_TOKENS = 40;
/** The maximum number of tokens in the name of a facet if its script has no spaces. */
const MAX_NAME = 12;
const MAX_NAME_SPACED = 4;
/** The maximum number of tokens in a range of years, such as `between 1990 and 1999`. */
const MAX_YEARS = 6;

interface NamedPerson {
  readonly id: number;
  readonly name: string;
  /** The folded words in the query that are this person's name. */
  readonly words: readonly string[];
}

/** Words that introduce the description of a plot. */
const ABOUT = ["about", "uber", "sobre", "sur", "عن"];

interface Span {
  /** The facets that the tokens stand for. */
  readonly facets: readonly NamedFacet[];
  /** The token indexes, in ascending order. */
  readonly places: readonly number[];
  /** Whether titles with these facets are excluded. */
  readonly isExcluded?: true;
}

/**
 * Interprets a query. `lang` is the language of the page. It decides the meaning of words that mean different things
 * in two languages.
 */
export function understand(text: string, lang: string, people: readonly NamedPerson[] = []): Part[] {
  const tokens = tokenize(text);
  const taken = new Set<number>();
  const parts: { readonly at: readonly number[]; readonly part: Omit<Part, "typed" | "without"> }[] = [];
  for (const { id, name, places, ...details } of findPeople(tokens, people, { lang, taken }))
    parts.push({ at: places, part: { part: "person", values: [String(id)], name, ...details } });
  const isLong = tokens.length > MAX_TOKENS || tokens.filter((token) => !token.isUnspaced).length > MAX_WORDS;
  const facets = isLong ? [] : findFacets(tokens, lang, taken);
  for (const { facets: named, places, isExcluded } of facets) {
    for (const place of places) taken.add(place);
    parts.push(
      ...named.map((part) => ({ at: places, part: { ...part, ...(isExcluded && { isExcluded }) } })),
    );
  }
  const words = findRemainingWords(tokens, taken);
  if (words.length > 0) {
    const isExcluded = parts.length > 0 && startsWithExclusion(tokens, words);
    const name = joinTyped(text, tokens, new Set(words));
    const before = tokens.slice(0, words[0]).map((token) => token.text);
    const isAbout = ABOUT.includes(
      before.findLast((word) => ABOUT.includes(word) || !FILLERS.has(word)) ?? "",
    );
    const isBeside = parts.some(({ at: [first = 0] }) => first < (words[0] ?? 0));
    const title = isExcluded ? null : findTitleAfterLike(tokens, words, isBeside);
    const part = title !== null ? "like" : isAbout ? "about" : "words";
    const named = title === null ? name : joinTrimmed(text, tokens, title);
    parts.push({ at: words, part: { part, values: [], name: named, ...(isExcluded && { isExcluded }) } });
  }
  const places = tokens.map((_, at) => at);
  return parts.map(({ at, part }) => ({
    ...part,
    typed: joinTyped(text, tokens, new Set(at)),
    without: joinTrimmed(
      text,
      tokens,
      places.filter((place) => !at.includes(place)),
    ),
  }));
}

interface Mention extends Pick<Part, "roles" | "isExcluded"> {
  readonly id: number;
  readonly name: string;
  /** The token indexes of the name and its role. */
  readonly places: readonly number[];
}

/** Finds the people in the query together with their roles. Adds the indexes of the tokens it uses to `taken`. */
function findPeople(
  tokens: readonly Token[],
  people: readonly NamedPerson[],
  { lang, taken }: { readonly lang: string; readonly taken: Set<number> },
): Mention[] {
  const isFree = (place: number) => !taken.has(place);
  const take = (places: readonly number[]) => {
    for (const place of places) taken.add(place);
    return places;
  };
  const named = people.map(({ words, ...person }) => ({
    ...person,
    at: take(findPlaces(tokens, words, taken)),
  }));
  const search = { tokens, isFree };
  const begun = named.map(({ at: [first = 0] }) => {
    const role = findRolesBefore(first, search);
    take(role?.places ?? []);
    return role;
  });
  const mentions: Mention[] = [];
  for (const [index, { at, ...person }] of named.entries()) {
    const previous = mentions.at(-1);
    const last = previous?.places.at(-1) ?? 0;
    const isListed = at[0] === last + 1 || isListedAfter(tokens, last, at[0] ?? 0);
    const role = begun[index] ?? findRolesAfter(at.at(-1) ?? 0, search);
    const mentionPlaces = [...take(role?.places ?? []), ...at].sort((one, other) => one - other);
    const exclusion = findExclusion(tokens, mentionPlaces, { lang, isFree });
    const roles = role?.roles ?? (isListed ? previous?.roles : undefined);
    const isExcluded = exclusion !== null || (isListed && previous?.isExcluded);
    mentions.push({
      ...person,
      places: [...take(exclusion ?? []), ...mentionPlaces].sort((one, other) => one - other),
      ...(roles && { roles }),
      ...(isExcluded && { isExcluded: true as const }),
    });
  }
  return mentions;
}

/**
 * Returns the indexes of the tokens that match these words and are not in `taken`. Prefers tokens that are next to each other.
 */
function findPlaces(
  tokens: readonly Token[],
  words: readonly string[],
  taken: ReadonlySet<number>,
): number[] {
  const isAt = (first: number) =>
    words.every((word, at) => tokens[first + at]?.text === word && !taken.has(first + at));
  const first = tokens.findIndex((_, at) => isAt(at));
  if (first >= 0) return words.map((_, at) => first + at);
  const places: number[] = [];
  for (const word of words) {
    const at = tokens.findIndex((token, at) => token.text === word && !taken.has(at) && !places.includes(at));
    if (at >= 0) places.push(at);
  }
  return places;
}

/** Matches a word between two decades, as in `80s and 90s`. */
const IS_AND = /^(?:and|und|et|y|e|و|or|oder|ou|o)$/;

const SEVERAL: readonly FacetName[] = ["genre", "country"];

/** Finds facets from left to right, and prefers longer names. */
function findFacets(typed: readonly Token[], lang: string, taken: ReadonlySet<number>): Span[] {
  const tokens = typed.map(normalizeToken);
  const spans: Span[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    let free = first;
    while (free < tokens.length && !taken.has(free)) free += 1;
    const span = tokens.slice(first, free);
    const before = tokens[first - 1]?.text ?? "";
    const isListed = spans.at(-1)?.places.at(-1) === first - 2 && IS_AND.test(before);
    const read =
      parseRating(span) ??
      parseMeasure(span) ??
      parseYears(span, lang) ??
      (isListed ? parseShortDecade(span, spans.at(-1)) : null) ??
      parseQuality(span) ??
      parseName(span, isListed && spans.at(-1)?.facets[0]?.part === "language" ? "in" : before);
    if (read === null) continue;
    spans.push({ facets: read.facets, places: Array.from({ length: read.length }, (_, at) => first + at) });
    first += read.length - 1;
  }
  return removeRepeats(joinRanges(markExclusions(tokens, spans, { lang, taken })));
}

/**
 * Marks the facets that the query excludes. An order cannot be excluded, so the words for it are treated as words of
 * a title.
 */
function markExclusions(
  tokens: readonly Token[],
  spans: readonly Span[],
  { lang, taken }: { readonly lang: string; readonly taken: ReadonlySet<number> },
): Span[] {
  const named = new Set([...taken, ...spans.flatMap(({ places }) => places)]);
  const isFree = (place: number) => !named.has(place);
  const marked: Span[] = [];
  for (const [at, span] of spans.entries()) {
    const previous = marked.at(-1);
    const last = previous?.places.at(-1) ?? 0;
    const [first = 0] = span.places;
    if (previous?.places.includes(first)) continue;
    const whole = joinUnspacedKind(tokens, span, spans[at + 1]);
    const words = findExclusion(tokens, whole.places, { lang, isFree });
    const goesOn = previous?.isExcluded && isAlike(previous, span) && isListedAfter(tokens, last, first);
    if (words === null && !goesOn) marked.push(span);
    else if (span.facets.every(({ part }) => part !== "sort"))
      marked.push(excludeSpan(whole, words ?? [last + 1]));
  }
  return marked;
}

/**
 * Joins a facet with a kind of title that follows it without a space, as in `恐怖片`, so that a query can exclude both
 * together.
 */
function joinUnspacedKind(tokens: readonly Token[], span: Span, next: Span | undefined): Span {
  const [first = 0] = span.places;
  const isJoined =
    tokens[first]?.isUnspaced &&
    next?.places.length === 1 &&
    next.places[0] === (span.places.at(-1) ?? 0) + 1 &&
    next.facets.every(({ part }) => part === "kind");
  return isJoined ? { ...span, places: [...span.places, ...next.places] } : span;
}

const isAlike = (one: Span, other: Span) => one.facets[0]?.part === other.facets[0]?.part;

/**
 * Marks the facets of a word as excluded. For a word with two facets, such as `anime`, only the genre is excluded.
 */
function excludeSpan({ facets, places }: Span, words: readonly number[]): Span {
  const genre = facets.find(({ part }) => part === "genre");
  const excluded = facets.length === 1 ? facets : [genre ?? facets[0] ?? []].flat();
  return {
    ...(excluded[0]?.part === "kind"
      ? { facets: excluded.map(invertKind) }
      : { facets: excluded, isExcluded: true as const }),
    places: [...words, ...places].sort((one, other) => one - other),
  };
}

function invertKind(facet: NamedFacet): NamedFacet {
  const kind = facet.values.includes("movie") ? "series" : "movie";
  return { ...facet, values: [kind], name: kind };
}

/** Parses the second decade in a query such as `années 80 et 90`, in which it is a plain number. */
function parseShortDecade([token]: readonly Token[], previous: Span | undefined): ParsedFacets {
  const [range] = previous?.facets.map(parseYearRange) ?? [];
  if (range == null || range.last - range.first !== 9 || !/^[2-9]0$/.test(token?.text ?? "")) return null;
  const first = Math.floor(range.first / 100) * 100 + Number(token?.text);
  const value = formatFilter({ kind: null, years: { first, last: first + 9, around: null } });
  return { facets: [{ part: "years", values: [value], name: value }], length: 1 };
}

/**
 * Returns the range of years that a facet stands for, or `null` if it stands for a single year or for something else.
 */
function parseYearRange({ part, values: [value = ""] }: NamedFacet): YearRange | null {
  const years = part === "years" ? (parseFilter(value)?.years ?? null) : null;
  return years === null || years.first === years.last ? null : years;
}

/**
 * Joins ranges of years, because a list can only have one range. `80s and 90s` becomes the range that contains both,
 * and `after 1980 before 1990` the years that are in both.
 */
function joinRanges(spans: readonly Span[]): Span[] {
  const ranged = spans.flatMap((span) => {
    const [facet] = span.facets;
    const range = facet === undefined || span.isExcluded ? null : parseYearRange(facet);
    return range === null ? [] : [{ span, range }];
  });
  const [earliest] = ranged;
  if (earliest === undefined || ranged.length === 1) return [...spans];
  const ranges = ranged.map(({ range }) => range);
  const isOpen = ranges.some((range) => range.first === FIRST_YEAR || range.last === LAST_YEAR);
  const [lower, upper] = isOpen ? [Math.max, Math.min] : [Math.min, Math.max];
  const first = lower(...ranges.map((range) => range.first));
  const last = upper(...ranges.map((range) => range.last));
  if (first > last) return [...spans];
  const value = formatFilter({ kind: null, years: { first, last, around: null } });
  const joined: Span = {
    facets: [{ part: "years", values: [value], name: value }],
    places: ranged.flatMap(({ span }) => span.places),
  };
  const replaced = ranged.map(({ span }) => span);
  return spans.flatMap((span) => (span === earliest.span ? joined : replaced.includes(span) ? [] : span));
}

/**
 * Removes repeated facets, except exclusions. A title may have several genres and countries, so different genres and
 * countries are all kept. A word for a single facet takes precedence over a word for several, as in `Japanese anime`.
 */
function removeRepeats(spans: readonly Span[]): Span[] {
  const kept: NamedFacet[] = [];
  const isNew = ({ part, name }: NamedFacet) =>
    !kept.some((one) => one.part === part && (one.name === name || !SEVERAL.includes(part)));
  return spans
    .toSorted((one, other) => one.facets.length - other.facets.length)
    .map((span) => {
      if (span.isExcluded) return span;
      const facets = span.facets.filter(isNew);
      kept.push(...facets);
      return { ...span, facets };
    })
    .filter(({ facets }) => facets.length > 0)
    .sort((one, other) => (one.places[0] ?? 0) - (other.places[0] ?? 0));
}

/**
 * Normalises a token for comparison with the names of facets. Simplifies Chinese characters and removes French
 * articles such as `d'`.
 */
function normalizeToken(token: Token): Token {
  const text = simplifyChinese(token.text);
  return { ...token, text: /^[dl]['’]/i.test(token.typed) ? text.slice(1) : text };
}

function parseName(tokens: readonly Token[], before: string): ParsedFacets {
  const [first] = tokens;
  if (first === undefined) return null;
  const longest = Math.min(tokens.length, first.isUnspaced ? MAX_NAME : MAX_NAME_SPACED);
  for (let length = longest; length > 0; length -= 1) {
    const texts = tokens.slice(0, length).map(({ text }) => text);
    const facets = lookUpFacets(texts, [before, tokens[length]?.text ?? ""]);
    if (facets !== null) return { facets, length };
  }
  return null;
}

/** Parses years of two or four digits, together with the words around them. */
function parseYears(tokens: readonly Token[], lang: string): ParsedFacets {
  const reach = tokens.slice(0, MAX_YEARS);
  if (!reach.some(({ text }) => /^\d/.test(text))) return null;
  for (let length = reach.length; length > 0; length -= 1) {
    const span = reach.slice(0, length);
    const [last] = span.slice(-1);
    // A range of years has two numbers, and every other phrase has one.
    if (span.filter(({ text }) => /\d/.test(text)).length > 2 || last === undefined) continue;
    const typed = span.map(formatWithSpace).join("");
    const short = typed
      .replace(/^ los ([2-9]0)$/, "19$1s")
      .replace(/(?<!\d)([2-9]0)(?=s|ern?|年代|\b)(?!\d)/, "19$1");
    const read = parseYearPhrase(short, lang);
    const years = read === null ? null : parseFilter(read);
    if (years?.years == null || (short !== typed && years.years.last - years.years.first !== 9)) continue;
    const value = formatFilter(years);
    return { facets: [{ part: "years", values: [value], name: value }], length };
  }
  return null;
}

/** Returns the token as typed, including the space or dash before it. */
function formatWithSpace({ typed, isUnspaced, isAfterDash }: Token, at: number): string {
  if (isAfterDash && at > 0) return `-${typed}`;
  return isUnspaced ? typed : ` ${typed}`;
}

/**
 * Returns the parts of a query before and after words for roles, which may be names. Returns an empty list if the
 * query has no such words.
 */
export function findNamesNextToRoles(text: string): string[] {
  const names = splitAtRoles(tokenize(text)).map((tokens) => {
    const places = trimFillers(tokens, [...tokens.keys()]);
    return joinTyped(text, tokens, new Set(places));
  });
  return names.length === 1 ? [] : names.filter((name) => name !== "");
}

/** Returns the indexes of the tokens that no part of the query uses, without fillers at the ends of each sequence. */
function findRemainingWords(tokens: readonly Token[], taken: ReadonlySet<number>): number[] {
  const left: number[] = [];
  let run: number[] = [];
  const close = () => {
    const isFiller = isFillerAt(tokens);
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

/** Returns the text of these tokens as typed. */
function joinTyped(text: string, tokens: readonly Token[], places: ReadonlySet<number>): string {
  let joined = "";
  let end: number | null = null;
  for (const [at, token] of tokens.entries()) {
    if (!places.has(at)) continue;
    const between = end === null ? "" : end === token.start ? "" : text.slice(end, token.start);
    joined += (isBetween(between) ? between : " ") + text.slice(token.start, token.end);
    end = token.end;
  }
  return joined;
}

/** Returns true if the text contains no letters or digits. */
const isBetween = (between: string) => !/[\p{L}\p{N}]/u.test(between);

/** Returns the text of these tokens as typed, without fillers at both ends. */
function joinTrimmed(text: string, tokens: readonly Token[], places: readonly number[]): string {
  return joinTyped(text, tokens, new Set(trimFillers(tokens, places)));
}

function trimFillers(tokens: readonly Token[], places: readonly number[]): readonly number[] {
  const isFiller = isFillerAt(tokens);
  const start = places.findIndex((at) => !isFiller(at));
  return start < 0 ? [] : places.slice(start, places.findLastIndex((at) => !isFiller(at)) + 1);
}
