/**
 * Reads a search text into parts: people, filters, and words of titles. Pure; the names of people in it have been looked
 * up before. Every text is read in all languages of the site. A text longer than filters need is not searched for
 * filters, so it costs no more.
 */
import { FIRST_YEAR, formatFilter, LAST_YEAR, parseFilter, type YearRange } from "../contract/filter.ts";
import type { FacetName, Part } from "../contract/understood.ts";
import { beginsWithExclusion, exclusionBeside, isListedAfter } from "./exclusion.ts";
import { facetNamed, type NamedFacet, simplified } from "./filter-words.ts";
import { titleAfterLike } from "./likeness.ts";
import { measureIn, type Read, ratingIn, worthIn } from "./measures.ts";
import { rolesAfter, rolesBefore, splitAtRoles } from "./roles.ts";
import { FILLERS, isFillerAt, type Token, tokensOf } from "./tokens.ts";
import { readYears } from "./years.ts";

/** A text with more words, or with more characters of scripts without spaces, says more than filters can. */
const MAX_WORDS = 16;
const MAX_TOKENS = 40;
/** Tokens of the longest name of a facet: characters, in scripts without spaces. */
const MAX_NAME = 12;
const MAX_NAME_SPACED = 4;
/** Tokens of years in words, such as `between 1990 and 1999`. */
const MAX_YEARS = 6;

/** A name that has been found in the text. */
export interface NamedPerson {
  readonly id: number;
  readonly name: string;
  /** Folded words of the text that are the name. */
  readonly words: readonly string[];
}

/** Words before a plot. */
const ABOUT = ["about", "uber", "sobre", "sur", "عن"];

interface Span {
  /** What the words name. */
  readonly facets: readonly NamedFacet[];
  /** Tokens, in their order. */
  readonly places: readonly number[];
  /** True if titles must not have what the words name. */
  readonly isExcluded?: true;
}

/** `lang`: the language of the page, for words that two languages understand differently. */
export function understand(text: string, lang: string, people: readonly NamedPerson[] = []): Part[] {
  const tokens = tokensOf(text);
  const taken = new Set<number>();
  const parts: { readonly at: readonly number[]; readonly part: Omit<Part, "typed" | "without"> }[] = [];
  for (const { id, name, places, ...said } of peopleIn(tokens, people, { lang, taken }))
    parts.push({ at: places, part: { part: "person", values: [String(id)], name, ...said } });
  const isLong = tokens.length > MAX_TOKENS || tokens.filter((token) => !token.isUnspaced).length > MAX_WORDS;
  const facets = isLong ? [] : facetsIn(tokens, lang, taken);
  for (const { facets: named, places, isExcluded } of facets) {
    for (const place of places) taken.add(place);
    parts.push(
      ...named.map((part) => ({ at: places, part: { ...part, ...(isExcluded && { isExcluded }) } })),
    );
  }
  const words = wordsLeft(tokens, taken);
  if (words.length > 0) {
    const isExcluded = parts.length > 0 && beginsWithExclusion(tokens, words);
    const name = textOf(text, tokens, new Set(words));
    const before = tokens.slice(0, words[0]).map((token) => token.text);
    const isAbout = ABOUT.includes(
      before.findLast((word) => ABOUT.includes(word) || !FILLERS.has(word)) ?? "",
    );
    const isBeside = parts.some(({ at: [first = 0] }) => first < (words[0] ?? 0));
    const title = isExcluded ? null : titleAfterLike(tokens, words, isBeside);
    const part = title !== null ? "like" : isAbout ? "about" : "words";
    const named = title === null ? name : trimmed(text, tokens, title);
    parts.push({ at: words, part: { part, values: [], name: named, ...(isExcluded && { isExcluded }) } });
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

interface Mentioned extends Pick<Part, "roles" | "isExcluded"> {
  readonly id: number;
  readonly name: string;
  /** The places of the name, and of the words that say more of the person. */
  readonly places: readonly number[];
}

/** Finds the people in the text, with their roles. Adds their places to `taken`. */
function peopleIn(
  tokens: readonly Token[],
  people: readonly NamedPerson[],
  { lang, taken }: { readonly lang: string; readonly taken: Set<number> },
): Mentioned[] {
  const isFree = (place: number) => !taken.has(place);
  const take = (places: readonly number[]) => {
    for (const place of places) taken.add(place);
    return places;
  };
  const named = people.map(({ words, ...person }) => ({
    ...person,
    at: take(placesOf(tokens, words, taken)),
  }));
  const search = { tokens, isFree };
  const begun = named.map(({ at: [first = 0] }) => {
    const role = rolesBefore(first, search);
    take(role?.places ?? []);
    return role;
  });
  const mentioned: Mentioned[] = [];
  for (const [index, { at, ...person }] of named.entries()) {
    const previous = mentioned.at(-1);
    const last = previous?.places.at(-1) ?? 0;
    const isListed = at[0] === last + 1 || isListedAfter(tokens, last, at[0] ?? 0);
    const role = begun[index] ?? rolesAfter(at.at(-1) ?? 0, search);
    const own = [...take(role?.places ?? []), ...at].sort((one, other) => one - other);
    const exclusion = exclusionBeside(tokens, own, { lang, isFree });
    const roles = role?.roles ?? (isListed ? previous?.roles : undefined);
    const isExcluded = exclusion !== null || (isListed && previous?.isExcluded);
    mentioned.push({
      ...person,
      places: [...take(exclusion ?? []), ...own].sort((one, other) => one - other),
      ...(roles && { roles }),
      ...(isExcluded && { isExcluded: true as const }),
    });
  }
  return mentioned;
}

/** The first free places of these words, adjacent if possible. */
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

/** Between two decades, as in `80s and 90s`. */
const IS_AND = /^(?:and|und|et|y|e|و|or|oder|ou|o)$/;

const SEVERAL: readonly FacetName[] = ["genre", "country"];

/** From left to right, the longest first. */
function facetsIn(typed: readonly Token[], lang: string, taken: ReadonlySet<number>): Span[] {
  const tokens = typed.map(asFacets);
  const found: Span[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    let free = first;
    while (free < tokens.length && !taken.has(free)) free += 1;
    const span = tokens.slice(first, free);
    const before = tokens[first - 1]?.text ?? "";
    const isListed = found.at(-1)?.places.at(-1) === first - 2 && IS_AND.test(before);
    const read =
      ratingIn(span) ??
      measureIn(span) ??
      yearsIn(span, lang) ??
      (isListed ? shortDecadeIn(span, found.at(-1)) : null) ??
      worthIn(span) ??
      nameIn(span, isListed && found.at(-1)?.facets[0]?.part === "language" ? "in" : before);
    if (read === null) continue;
    found.push({ facets: read.facets, places: Array.from({ length: read.length }, (_, at) => first + at) });
    first += read.length - 1;
  }
  return withoutRepeats(withJoinedRanges(withExclusions(tokens, found, { lang, taken })));
}

/** Marks what the text excludes. The order of a list cannot be excluded, so its words stay words. */
function withExclusions(
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
    const whole = withUnspacedKind(tokens, span, spans[at + 1]);
    const words = exclusionBeside(tokens, whole.places, { lang, isFree });
    const goesOn = previous?.isExcluded && isAlike(previous, span) && isListedAfter(tokens, last, first);
    if (words === null && !goesOn) marked.push(span);
    else if (span.facets.every(({ part }) => part !== "sort"))
      marked.push(excludedSpan(whole, words ?? [last + 1]));
  }
  return marked;
}

/** Joins a name and the character after it for the kind of title, as in `恐怖片`: the text excludes both together. */
function withUnspacedKind(tokens: readonly Token[], span: Span, next: Span | undefined): Span {
  const [first = 0] = span.places;
  const isJoined =
    tokens[first]?.isUnspaced &&
    next?.places.length === 1 &&
    next.places[0] === (span.places.at(-1) ?? 0) + 1 &&
    next.facets.every(({ part }) => part === "kind");
  return isJoined ? { ...span, places: [...span.places, ...next.places] } : span;
}

const isAlike = (one: Span, other: Span) => one.facets[0]?.part === other.facets[0]?.part;

/** Of a word for two things, such as `anime`, the genre is excluded: titles may have the other. */
function excludedSpan({ facets, places }: Span, words: readonly number[]): Span {
  const genre = facets.find(({ part }) => part === "genre");
  const excluded = facets.length === 1 ? facets : [genre ?? facets[0] ?? []].flat();
  return {
    ...(excluded[0]?.part === "kind"
      ? { facets: excluded.map(otherKind) }
      : { facets: excluded, isExcluded: true as const }),
    places: [...words, ...places].sort((one, other) => one - other),
  };
}

function otherKind(facet: NamedFacet): NamedFacet {
  const kind = facet.values.includes("movie") ? "series" : "movie";
  return { ...facet, values: [kind], name: kind };
}

/** The second decade of `années 80 et 90`, which has no word of its own. */
function shortDecadeIn([token]: readonly Token[], previous: Span | undefined): Read {
  const [range] = previous?.facets.map(rangeOfYears) ?? [];
  if (range == null || range.last - range.first !== 9 || !/^[2-9]0$/.test(token?.text ?? "")) return null;
  const first = Math.floor(range.first / 100) * 100 + Number(token?.text);
  const value = formatFilter({ kind: null, years: { first, last: first + 9, around: null } });
  return { facets: [{ part: "years", values: [value], name: value }], length: 1 };
}

/** Several years, or `null` if the facet is another one or a single year. */
function rangeOfYears({ part, values: [value = ""] }: NamedFacet): YearRange | null {
  const years = part === "years" ? (parseFilter(value)?.years ?? null) : null;
  return years === null || years.first === years.last ? null : years;
}

/** Several ranges of years become one, because a list has one: both of `80s and 90s`, what `after 1980 before 1990` share. */
function withJoinedRanges(spans: readonly Span[]): Span[] {
  const ranged = spans.flatMap((span) => {
    const [facet] = span.facets;
    const range = facet === undefined || span.isExcluded ? null : rangeOfYears(facet);
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
 * A title has several genres and countries, and lacks any number of values. A word for one thing comes before those for
 * several: `Japanese anime`.
 */
function withoutRepeats(found: readonly Span[]): Span[] {
  const known: NamedFacet[] = [];
  const isNew = ({ part, name }: NamedFacet) =>
    !known.some((one) => one.part === part && (one.name === name || !SEVERAL.includes(part)));
  return found
    .toSorted((one, other) => one.facets.length - other.facets.length)
    .map((span) => {
      if (span.isExcluded) return span;
      const facets = span.facets.filter(isNew);
      known.push(...facets);
      return { ...span, facets };
    })
    .filter(({ facets }) => facets.length > 0)
    .sort((one, other) => (one.places[0] ?? 0) - (other.places[0] ?? 0));
}

/** As names of facets are compared: in one script of Chinese, and without a French article. */
function asFacets(token: Token): Token {
  const text = simplified(token.text);
  return { ...token, text: /^[dl]['’]/i.test(token.typed) ? text.slice(1) : text };
}

function nameIn(tokens: readonly Token[], before: string): Read {
  const [first] = tokens;
  if (first === undefined) return null;
  const longest = Math.min(tokens.length, first.isUnspaced ? MAX_NAME : MAX_NAME_SPACED);
  for (let length = longest; length > 0; length -= 1) {
    const texts = tokens.slice(0, length).map(({ text }) => text);
    const facets = facetNamed(texts, [before, tokens[length]?.text ?? ""]);
    if (facets !== null) return { facets, length };
  }
  return null;
}

/** Years of two or four digits, with the words around them. */
function yearsIn(tokens: readonly Token[], lang: string): Read {
  const reach = tokens.slice(0, MAX_YEARS);
  if (!reach.some(({ text }) => /^\d/.test(text))) return null;
  for (let length = reach.length; length > 0; length -= 1) {
    const span = reach.slice(0, length);
    const [last] = span.slice(-1);
    // A range needs two numbers, and anything else one.
    if (span.filter(({ text }) => /\d/.test(text)).length > 2 || last === undefined) continue;
    const typed = span.map(withSpace).join("");
    const short = typed
      .replace(/^ los ([2-9]0)$/, "19$1s")
      .replace(/(?<!\d)([2-9]0)(?=s|ern?|年代|\b)(?!\d)/, "19$1");
    const read = readYears(short, lang);
    const years = read === null ? null : parseFilter(read);
    if (years?.years == null || (short !== typed && years.years.last - years.years.first !== 9)) continue;
    const value = formatFilter(years);
    return { facets: [{ part: "years", values: [value], name: value }], length };
  }
  return null;
}

/** The token as typed, after a space or a dash if one is before it. */
function withSpace({ typed, isUnspaced, isAfterDash }: Token, at: number): string {
  if (isAfterDash && at > 0) return `-${typed}`;
  return isUnspaced ? typed : ` ${typed}`;
}

/** Returns what may be names of people in a text, between the words for their roles. Empty if no words give a role. */
export function namesBesideRoles(text: string): string[] {
  const names = splitAtRoles(tokensOf(text)).map((tokens) => {
    const places = trimmedPlaces(tokens, [...tokens.keys()]);
    return textOf(text, tokens, new Set(places));
  });
  return names.length === 1 ? [] : names.filter((name) => name !== "");
}

/** The free places, without fillers at the ends of each run. */
function wordsLeft(tokens: readonly Token[], taken: ReadonlySet<number>): number[] {
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

/** Whether the text between two words has no letters or digits. */
const isBetween = (between: string) => !/[\p{L}\p{N}]/u.test(between);

/** The same, without fillers at the ends. */
function trimmed(text: string, tokens: readonly Token[], places: readonly number[]): string {
  return textOf(text, tokens, new Set(trimmedPlaces(tokens, places)));
}

/** The places without those of fillers at the ends. */
function trimmedPlaces(tokens: readonly Token[], places: readonly number[]): readonly number[] {
  const isFiller = isFillerAt(tokens);
  const start = places.findIndex((at) => !isFiller(at));
  return start < 0 ? [] : places.slice(start, places.findLastIndex((at) => !isFiller(at)) + 1);
}
