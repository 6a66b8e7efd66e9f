/**
 * Builds FTS5 expressions that select candidates for a query. FTS5 returns rows in the order of their rowids, which
 * follow popularity. So a limit is enough, and nothing has to be sorted.
 */

import type { Filter } from "../../contract/filter.ts";
import { allOf, anyOf, quote, rangeExpression } from "../../filters/fts5.ts";
import { buildKeys } from "../../text/title-keys.ts";
import { isUnspaced, pairs, pieces } from "../../text/words.ts";
import {
  ADULT_TOKEN,
  beginningToken,
  decadeToken,
  initialsToken,
  kindToken,
  yearToken,
} from "../store/names.ts";
import { mayBeInitials } from "./alignment.ts";
import type { Piece, SearchText } from "./search-text.ts";
import {
  type Alternatives,
  type FindAlternatives,
  type Join,
  NO_ALTERNATIVES,
  type Spelling,
} from "./spelling.ts";

/** The maximum number of terms in an expression. Further words would not make it more selective. */
const MAX_TERMS = 8;

/** A term of an expression, and the piece of the query that it comes from. */
interface Term {
  readonly piece: Piece;
  readonly expression: string;
}

const NONE: FindAlternatives = () => NO_ALTERNATIVES;

/** Returns a term for each required piece. The last word becomes a prefix, because people search while they type. */
export function buildTerms(searchText: SearchText, alternatives: FindAlternatives = NONE): Term[] {
  const last = searchText.pieces.at(-1);
  const spaced = searchText.pieces
    .filter((piece) => !piece.unspaced && !piece.optional)
    .map((piece) => {
      const typed = piece === last ? buildBeginning(piece.text, searchText) : quote(piece.text);
      return { piece, expression: spacedTerm(piece, typed, alternatives(piece)) };
    });
  return [...spaced, ...buildUnspacedTerms(searchText)].slice(-MAX_TERMS);
}

/**
 * Returns a term that matches words with this prefix. A short prefix of a person's name only matches well-known people,
 * because too many names begin with it.
 */
function buildBeginning(text: string, { isName }: SearchText): string {
  const token = isName ? beginningToken(text) : null;
  return token === null ? `${quote(text)}*` : anyOf([text, token].map(quote));
}

function spacedTerm(piece: Piece, typed: string, { near, splits, initials }: Alternatives): string {
  const words = [typed];
  if (piece.canonical !== piece.text) words.push(quote(piece.canonical));
  if (piece.year !== null) words.push(quote(yearToken(piece.year)));
  words.push(...near.map(quote));
  words.push(...splits.map((split) => allOf(split.map(quote))));
  if (initials) words.push(`${quote(initialsToken(piece.text))}*`);
  return anyOf(words);
}

/** Returns terms for neighbouring characters within each word. A word of a single character becomes a prefix. */
function buildUnspacedTerms(searchText: SearchText): Term[] {
  const byText = new Map(searchText.pieces.map((piece) => [piece.text, piece]));
  return searchText.words.flatMap((word) => {
    const characters = pieces(word).filter(isUnspaced);
    const piece = byText.get(characters[0] ?? "");
    if (piece === undefined) return [];
    const neighbours = pairs(pieces(word));
    const expressions = neighbours.length > 0 ? neighbours.map(quote) : [`${quote(piece.text)}*`];
    return expressions.map((expression) => ({ piece, expression }));
  });
}

/**
 * Returns an expression for titles that have all words of one of the readings, or that begin with a reading if spaces
 * are ignored. There must be at least one reading.
 */
export function buildStrict(...readings: readonly SearchText[]): string {
  const ways = readings.flatMap((searchText) => {
    const every = buildTerms(searchText).map((term) => term.expression);
    return [allOf(every), ...wholeBeginnings(searchText)];
  });
  return anyOf(ways);
}

function wholeBeginnings(searchText: SearchText): string[] {
  if (searchText.pieces.length === 1) return [];
  return buildKeys(searchText.pieces.map((piece) => piece.text)).map((key) => `${quote(key)}*`);
}

/**
 * Returns an expression for titles that match each word of the text, either with a word that begins with it or with
 * one of its alternatives.
 */
export function buildBeginnings(searchText: SearchText, alternatives: FindAlternatives = NONE): string {
  const beginnings = searchText.pieces
    .filter((piece) => !piece.unspaced && !piece.optional)
    .map((piece) => anyOf([buildBeginning(piece.text, searchText), ...alternatives(piece).near.map(quote)]));
  return allOf(
    [...beginnings, ...buildUnspacedTerms(searchText).map(({ expression }) => expression)].slice(-MAX_TERMS),
  );
}

/**
 * Returns an expression for titles that have every word. A word may be replaced by an alternative, or be joined with
 * its neighbour.
 */
function buildCorrected(terms: readonly Term[], joins: readonly Join[]): string {
  const allWords = allOf(terms.map((term) => term.expression));
  const withJoins = joins.map(({ left, right, word }) => {
    const others = terms.filter((term) => term.piece !== left && term.piece !== right);
    return allOf([anyOf([quote(word)]), ...others.map((term) => term.expression)]);
  });
  return anyOf([allWords, ...withJoins]);
}

/** Returns an expression for titles that lack at most one of the words, or `null` if no word would be left. */
function buildAllButOne(terms: readonly Term[]): string | null {
  const [expression] = buildWithoutOne(terms.map((term) => term.expression));
  return expression ?? null;
}

/**
 * Returns an expression for all words but one. One half of the words may lack a word, if the other half is complete.
 * So FTS5 reads the list of each word only a few times.
 */
function buildWithoutOne(every: readonly string[]): [] | [string] {
  if (every.length < 2) return [];
  const middle = Math.floor(every.length / 2);
  const left = every.slice(0, middle);
  const right = every.slice(middle);
  return [anyOf([allOf([...left, ...buildWithoutOne(right)]), allOf([...buildWithoutOne(left), ...right])])];
}

/**
 * Returns an expression for titles whose initials begin with these letters, or `null` if the text does not look like
 * initials.
 */
function buildWholeInitials(searchText: SearchText): string | null {
  const [piece, ...more] = searchText.pieces;
  if (piece === undefined || more.length > 0 || !mayBeInitials(piece.text)) return null;
  return `${quote(initialsToken(piece.text))}*`;
}

/** The maximum number of titles to read for each of the wider expressions. */
const MAX_CORRECTED = 80;
const MAX_WITH_LESS = 60;
const MAX_ABBREVIATED = 10;
/** The maximum number of titles to read for all wider expressions together. */
export const MAX_WIDER = MAX_CORRECTED + MAX_WITH_LESS + MAX_ABBREVIATED;
/** The number of matches that is enough to skip expressions that leave out a word. */
const ENOUGH_MATCHING = 5;

/**
 * Returns expressions that require less than the typed text, each with the number of titles to read. `matching` is
 * the number of titles that match as typed.
 */
export function buildWiderExpressions(
  searchText: SearchText,
  spelling: Spelling,
  matching: number,
): [string, number][] {
  const all = buildTerms(searchText, spelling.findAlternatives);
  const wider: [string, number][] = [[buildCorrected(all, spelling.joins), MAX_CORRECTED]];
  const abbreviated = buildWholeInitials(searchText);
  if (abbreviated !== null) wider.push([abbreviated, MAX_ABBREVIATED]);
  if (matching >= ENOUGH_MATCHING) return wider;
  const knownTerms = all.filter(({ piece }) => !piece.added && (piece.unspaced || spelling.isKnown(piece)));
  if (knownTerms.length < all.length) {
    if (knownTerms.length > 0) wider.push([buildCorrected(knownTerms, []), MAX_WITH_LESS]);
  } else {
    // Only words that are not in the catalog get alternatives here, because each alternative makes the expression
    // more expensive.
    const less = buildAllButOne(buildTerms(searchText, spelling.findUnknownAlternatives));
    if (less !== null) wider.push([less, MAX_WITH_LESS]);
  }
  return wider;
}

/** Adds a filter to an expression, so that titles that do not meet it are not read. */
export function addFilter(expression: string, { kind, years }: Filter, includeAdult: boolean): string {
  const conditions = [expression];
  if (kind !== null) conditions.push(quote(kindToken(kind)));
  if (years !== null) conditions.push(rangeExpression(years, { token: yearToken, tenToken: decadeToken }));
  return includeAdult ? allOf(conditions) : `(${allOf(conditions)} NOT ${quote(ADULT_TOKEN)})`;
}
