/**
 * Candidate generation: a reading becomes expressions of FTS5. Each word goes in
 * as a quoted string, so no operator of FTS5 can be reached from outside. The
 * answers come in the order of popularity (the rowid), so every expression may
 * be cut off at a limit without sorting what matches.
 */
import type { Filter } from "../../contract/filter.ts";
import { ADULT, decadeToken, initialsToken, keysOf, kindToken, yearToken } from "./names.ts";
import type { Piece, Reading } from "./reading.ts";
import { isUnspaced, pairs, pieces } from "./scripts.ts";

/** More words than this add no selectivity. */
const MOST_TERMS = 8;

const quoted = (token: string) => `"${token}"`;
const anyOf = (terms: readonly string[]) =>
  terms.length === 1 ? (terms[0] ?? "") : `(${terms.join(" OR ")})`;
const allOf = (terms: readonly string[]) =>
  terms.length === 1 ? (terms[0] ?? "") : `(${terms.join(" AND ")})`;

/** One condition on a title, and which piece of the text it comes from. */
export interface Term {
  readonly piece: Piece;
  readonly expression: string;
}

/** What may stand for a piece, besides itself. */
export interface Alternatives {
  /** Words of the catalog that the piece may be a mistyped form of. */
  readonly near: readonly string[];
  /** Pairs of words the piece may have been joined from. */
  readonly splits: readonly (readonly [string, string])[];
}
export type AlternativesOf = (piece: Piece) => Alternatives;
const NONE: AlternativesOf = () => ({ near: [], splits: [] });

/** A term for each piece a title must have; the last is a prefix, since people search while they type. */
export function terms(reading: Reading, alternatives: AlternativesOf = NONE): Term[] {
  const last = reading.pieces.at(-1);
  const spaced = reading.pieces
    .filter((piece) => !piece.unspaced && !piece.optional)
    .map((piece) => ({ piece, expression: spacedTerm(piece, piece === last, alternatives(piece)) }));
  return [...spaced, ...unspacedTerms(reading)].slice(-MOST_TERMS);
}

function spacedTerm(piece: Piece, isLast: boolean, { near, splits }: Alternatives): string {
  const found = [quoted(piece.text) + (isLast ? "*" : "")];
  if (piece.canonical !== piece.text) found.push(quoted(piece.canonical));
  if (piece.year !== null) found.push(quoted(yearToken(piece.year)));
  found.push(...near.map(quoted));
  found.push(...splits.map((split) => allOf(split.map(quoted))));
  return anyOf(found);
}

/** Neighbouring characters within each word; a word of one character is a prefix. */
function unspacedTerms(reading: Reading): Term[] {
  const byText = new Map(reading.pieces.map((piece) => [piece.text, piece]));
  return reading.words.flatMap((word) => {
    const characters = pieces(word).filter(isUnspaced);
    const piece = byText.get(characters[0] ?? "");
    if (piece === undefined) return [];
    const found = pairs(pieces(word));
    const wanted = found.length > 0 ? found.map(quoted) : [`${quoted(piece.text)}*`];
    return wanted.map((expression) => ({ piece, expression }));
  });
}

/** Every word must match, or the text is the beginning of a title whatever its spaces. */
export function strict(reading: Reading): string {
  const every = terms(reading).map((term) => term.expression);
  return anyOf([...(every.length > 0 ? [allOf(every)] : []), ...beginnings(reading)]);
}

function beginnings(reading: Reading): string[] {
  if (reading.pieces.length === 1) return [];
  return keysOf(reading.pieces.map((piece) => piece.text)).map((key) => `${quoted(key)}*`);
}

/** Every word must match as typed, as one of its alternatives, or joined with its neighbour. */
export function corrected(found: readonly Term[], joins: readonly Join[]): string {
  const whole = allOf(found.map((term) => term.expression));
  const joined = joins.map(({ left, right, word }) => {
    const others = found.filter((term) => term.piece !== left && term.piece !== right);
    return allOf([anyOf([quoted(word)]), ...others.map((term) => term.expression)]);
  });
  return anyOf([whole, ...joined]);
}

/** Two neighbouring pieces that are one word of the catalog. */
export interface Join {
  readonly left: Piece;
  readonly right: Piece;
  readonly word: string;
}

/** All but one of the words must match. `null` when that would leave nothing. */
export function allButOne(found: readonly Term[]): string | null {
  const [expression] = lackingOne(found.map((term) => term.expression));
  return expression ?? null;
}

/** One half lacks one and the other none: each list of the index is read a few times, not once for every word. */
function lackingOne(every: readonly string[]): [] | [string] {
  if (every.length < 2) return [];
  const middle = Math.floor(every.length / 2);
  const left = every.slice(0, middle);
  const right = every.slice(middle);
  return [anyOf([allOf([...left, ...lackingOne(right)]), allOf([...lackingOne(left), ...right])])];
}

/** Titles whose words begin with these letters. `null`: the text is no abbreviation. */
export function initials(reading: Reading): string | null {
  const [piece] = reading.pieces;
  if (
    reading.pieces.length !== 1 ||
    piece === undefined ||
    piece.unspaced ||
    !/^\p{L}[\p{L}\p{N}]{1,7}$/u.test(piece.text)
  )
    return null;
  return `${quoted(initialsToken(piece.text))}*`;
}

/** Narrows an expression to what the filter admits, inside the index: no title is read to be thrown away. */
export function narrowed(expression: string, filter: Filter, includeAdult: boolean): string {
  const conditions = [expression];
  if (filter.kind !== null) conditions.push(quoted(kindToken(filter.kind)));
  if (filter.years !== null) {
    conditions.push(anyOf(yearTerms(filter.years.first, filter.years.last)));
  }
  return includeAdult ? allOf(conditions) : `(${allOf(conditions)} NOT ${quoted(ADULT)})`;
}

/** As few terms as there are whole decades, centuries, millennia and years in the range. */
function yearTerms(first: number, last: number): string[] {
  const found: string[] = [];
  for (let year = first; year <= last; ) {
    const length =
      [10_000, 1_000, 100, 10].find((years) => year % years === 0 && year + years - 1 <= last) ?? 1;
    found.push(yearTerm(year, length));
    year += length;
  }
  return found;
}

function yearTerm(first: number, length: number): string {
  if (length === 1) return quoted(yearToken(first));
  if (length === 10) return quoted(decadeToken(first));
  // What the tokens of all these years begin with; a filter reads it from the index of prefixes.
  const varying = String(length).length - 1;
  return `${quoted(yearToken(first).slice(0, -varying))}*`;
}
