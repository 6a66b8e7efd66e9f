/**
 * Candidate generation: a search text becomes FTS5 expressions. FTS5 returns rows in the order of popularity (the rowid), so every read can stop at a limit
 * without sorting the matches.
 */
import type { Filter } from "../../contract/filter.ts";
import { allOf, anyOf, quote, rangeExpression } from "../../filters/fts5.ts";
import { isUnspaced, pairs, pieces } from "../../text/words.ts";
import {
  ADULT_TOKEN,
  beginningToken,
  decadeToken,
  initialsToken,
  keysOf,
  kindToken,
  yearToken,
} from "../store/names.ts";
import { mayBeInitials } from "./alignment.ts";
import type { Piece, SearchText } from "./search-text.ts";
import {
  type Alternatives,
  type AlternativesOf,
  type Join,
  NO_ALTERNATIVES,
  type Spelling,
} from "./spelling.ts";

/** More words than this add no selectivity. */
const MAX_TERMS = 8;

/** One condition on a title, and the piece of the text it comes from. */
export interface Term {
  readonly piece: Piece;
  readonly expression: string;
}

const NONE: AlternativesOf = () => NO_ALTERNATIVES;

/** Terms for the required pieces, at least one. The last word is a prefix, since people search while they type. */
export function terms(searchText: SearchText, alternatives: AlternativesOf = NONE): Term[] {
  const last = searchText.pieces.at(-1);
  const spaced = searchText.pieces
    .filter((piece) => !piece.unspaced && !piece.optional)
    .map((piece) => {
      const typed = piece === last ? beginning(piece.text, searchText) : quote(piece.text);
      return { piece, expression: spacedTerm(piece, typed, alternatives(piece)) };
    });
  return [...spaced, ...unspacedTerms(searchText)].slice(-MAX_TERMS);
}

/** Too many names begin with the same few letters: these find only well-known people. */
function beginning(text: string, { isName }: SearchText): string {
  const token = isName ? beginningToken(text) : null;
  return token === null ? `${quote(text)}*` : anyOf([text, token].map(quote));
}

function spacedTerm(piece: Piece, typed: string, { near, splits, initials }: Alternatives): string {
  const found = [typed];
  if (piece.canonical !== piece.text) found.push(quote(piece.canonical));
  if (piece.year !== null) found.push(quote(yearToken(piece.year)));
  found.push(...near.map(quote));
  found.push(...splits.map((split) => allOf(split.map(quote))));
  if (initials) found.push(`${quote(initialsToken(piece.text))}*`);
  return anyOf(found);
}

/** Neighbouring characters within each word; a word of one character is a prefix. */
function unspacedTerms(searchText: SearchText): Term[] {
  const byText = new Map(searchText.pieces.map((piece) => [piece.text, piece]));
  return searchText.words.flatMap((word) => {
    const characters = pieces(word).filter(isUnspaced);
    const piece = byText.get(characters[0] ?? "");
    if (piece === undefined) return [];
    const found = pairs(pieces(word));
    const wanted = found.length > 0 ? found.map(quote) : [`${quote(piece.text)}*`];
    return wanted.map((expression) => ({ piece, expression }));
  });
}

/** Every word must match, or a title must begin with the text, whatever the spaces. `readings`: at least one. */
export function strict(...readings: readonly SearchText[]): string {
  const ways = readings.flatMap((searchText) => {
    const every = terms(searchText).map((term) => term.expression);
    return [allOf(every), ...wholeBeginnings(searchText)];
  });
  return anyOf(ways);
}

function wholeBeginnings(searchText: SearchText): string[] {
  if (searchText.pieces.length === 1) return [];
  return keysOf(searchText.pieces.map((piece) => piece.text)).map((key) => `${quote(key)}*`);
}

/** Every word must match or begin a word, or one of its alternatives. */
export function beginnings(searchText: SearchText, alternatives: AlternativesOf = NONE): string {
  const found = searchText.pieces
    .filter((piece) => !piece.unspaced && !piece.optional)
    .map((piece) => anyOf([beginning(piece.text, searchText), ...alternatives(piece).near.map(quote)]));
  return allOf(
    [...found, ...unspacedTerms(searchText).map(({ expression }) => expression)].slice(-MAX_TERMS),
  );
}

/** Every word must match as typed, as one of its alternatives, or joined with its neighbour. */
export function corrected(found: readonly Term[], joins: readonly Join[]): string {
  const whole = allOf(found.map((term) => term.expression));
  const joined = joins.map(({ left, right, word }) => {
    const others = found.filter((term) => term.piece !== left && term.piece !== right);
    return allOf([anyOf([quote(word)]), ...others.map((term) => term.expression)]);
  });
  return anyOf([whole, ...joined]);
}

/** All but one of the words must match. `null` if that would leave no word. */
export function allButOne(found: readonly Term[]): string | null {
  const [expression] = withoutOne(found.map((term) => term.expression));
  return expression ?? null;
}

/** One half lacks a word and the other is complete: FTS5 reads each list a few times instead of once for every word. */
function withoutOne(every: readonly string[]): [] | [string] {
  if (every.length < 2) return [];
  const middle = Math.floor(every.length / 2);
  const left = every.slice(0, middle);
  const right = every.slice(middle);
  return [anyOf([allOf([...left, ...withoutOne(right)]), allOf([...withoutOne(left), ...right])])];
}

/** Titles whose initials begin with these letters. `null`: the text cannot be initials. */
function wholeInitials(searchText: SearchText): string | null {
  const [piece, ...more] = searchText.pieces;
  if (piece === undefined || more.length > 0 || !mayBeInitials(piece.text)) return null;
  return `${quote(initialsToken(piece.text))}*`;
}

/** Titles read for each wider expression. */
const MAX_CORRECTED = 80;
const MAX_WITH_LESS = 60;
const MAX_ABBREVIATED = 10;
/** Titles read for all wider expressions together. */
export const MAX_WIDER = MAX_CORRECTED + MAX_WITH_LESS + MAX_ABBREVIATED;
/** With this many titles that match as typed, expressions that omit a word are not tried. */
const ENOUGH_MATCHING = 5;

/**
 * Expressions that require less than the typed text, for a text that is not a whole title; each with the number of titles
 * to read. `matching`: the number of titles that match as typed.
 */
export function widerExpressions(
  searchText: SearchText,
  spelling: Spelling,
  matching: number,
): [string, number][] {
  const all = terms(searchText, spelling.alternativesOf);
  const wider: [string, number][] = [[corrected(all, spelling.joins), MAX_CORRECTED]];
  const abbreviated = wholeInitials(searchText);
  if (abbreviated !== null) wider.push([abbreviated, MAX_ABBREVIATED]);
  if (matching >= ENOUGH_MATCHING) return wider;
  const known = all.filter(({ piece }) => !piece.added && (piece.unspaced || spelling.isKnown(piece)));
  if (known.length < all.length) {
    if (known.length > 0) wider.push([corrected(known, []), MAX_WITH_LESS]);
  } else {
    // Alternatives multiply the cost of this expression, so only unknown words get them.
    const less = allButOne(terms(searchText, spelling.alternativesOfUnknown));
    if (less !== null) wider.push([less, MAX_WITH_LESS]);
  }
  return wider;
}

/** Applies the filter inside the index, so that no title is read only to be discarded. */
export function filteredExpression(
  expression: string,
  { kind, years }: Filter,
  includeAdult: boolean,
): string {
  const conditions = [expression];
  if (kind !== null) conditions.push(quote(kindToken(kind)));
  if (years !== null) conditions.push(rangeExpression(years, { token: yearToken, tenToken: decadeToken }));
  return includeAdult ? allOf(conditions) : `(${allOf(conditions)} NOT ${quote(ADULT_TOKEN)})`;
}
