/**
 * Alignment: where each typed piece stands in one form of a title. A word of the
 * form is taken once; a word typed in two, or two typed as one, finds its place too.
 */
import { isArticle } from "./numerals.ts";
import type { Piece } from "./reading.ts";

export interface Place {
  /** Index of the form's word; -1 for none. */
  readonly at: number;
  /** Words of the form it takes up: more than one where they were typed joined. */
  readonly span: number;
  /** 0 to 1. */
  readonly similarity: number;
}

const NOWHERE: Place = { at: -1, span: 0, similarity: 0 };
/** What a word is worth whose spaces were typed otherwise. */
const RESPACED = 0.96;
/** Words in their expected place win over equal words elsewhere. */
const EXPECTED = 0.02;
const LATER = 0.01;

/** Compares the typed piece at an index with a word of a title: 0 to 1. */
export type Compare = (index: number, known: string) => number;

/** One place for each typed piece. */
export function align(typed: readonly Piece[], words: readonly string[], compare: Compare): Place[] {
  const places: Place[] = typed.map(() => NOWHERE);
  const taken = new Set<number>();
  let expected = 0;
  for (const [index, piece] of typed.entries()) {
    if (places[index] !== NOWHERE) continue;
    let place = singlePlace(index, { words, taken, expected, compare });
    if (place.similarity < RESPACED) {
      place = better(place, joinedPlace(piece, words, taken));
      const split = splitPlace(piece, typed[index + 1], words, taken);
      if (split.similarity > place.similarity) {
        place = split;
        places[index + 1] = split;
      }
    }
    if (place.at < 0) continue;
    for (let at = place.at; at < place.at + place.span; at += 1) taken.add(at);
    places[index] = place;
    expected = place.at + place.span;
  }
  return places;
}

const better = (left: Place, right: Place) => (right.similarity > left.similarity ? right : left);

interface Search {
  readonly words: readonly string[];
  readonly taken: ReadonlySet<number>;
  readonly expected: number;
  readonly compare: Compare;
}

function singlePlace(index: number, { words, taken, expected, compare }: Search): Place {
  let best = NOWHERE;
  let most = 0;
  for (const [at, word] of words.entries()) {
    if (taken.has(at)) continue;
    const similarity = compare(index, word);
    if (similarity === 0) continue;
    const value = similarity + (at === expected ? EXPECTED : at > expected ? LATER : 0);
    if (value <= most) continue;
    most = value;
    best = { at, span: 1, similarity };
  }
  return best;
}

/** `starwars` typed for `star wars`. */
function joinedPlace(piece: Piece, words: readonly string[], taken: ReadonlySet<number>): Place {
  if (piece.unspaced) return NOWHERE;
  for (const [at, word] of words.entries()) {
    if (taken.has(at) || !piece.text.startsWith(word)) continue;
    let joined = word;
    for (let span = 2; at + span <= words.length && joined.length < piece.text.length; span += 1) {
      joined += words[at + span - 1] ?? "";
      if (joined === piece.text) return { at, span, similarity: RESPACED };
    }
  }
  return NOWHERE;
}

/** `spider man` typed for `spiderman`. */
function splitPlace(
  piece: Piece,
  next: Piece | undefined,
  words: readonly string[],
  taken: ReadonlySet<number>,
): Place {
  if (next === undefined) return NOWHERE;
  const at = words.indexOf(piece.text + next.text);
  return at < 0 || taken.has(at) ? NOWHERE : { at, span: 1, similarity: RESPACED };
}

/** Share of the words from one index up to another that have been typed, 0 to 1; small words count for less. */
export function filledShare(
  places: readonly Place[],
  words: readonly string[],
  from: number,
  to: number,
): number {
  const typed = new Map<number, number>();
  for (const { at, span, similarity } of places) {
    for (let word = at; word >= 0 && word < at + span; word += 1) typed.set(word, similarity);
  }
  let total = 0;
  let filled = 0;
  for (let at = from; at < to; at += 1) {
    const weight = formWeight(words[at] ?? "");
    total += weight;
    filled += weight * (typed.get(at) ?? 0);
  }
  return total === 0 ? 0 : filled / total;
}

function formWeight(word: string): number {
  if (isArticle(word)) return 0.15;
  return word.length < 3 && !/\d/.test(word) ? 0.5 : 1;
}

/** Share of neighbouring pieces that are neighbours in the form too, or at least in order there. */
export function keptOrder(places: readonly Place[]): number {
  let kept = 0;
  let neighbours = 0;
  let before: Place | null = null;
  for (const place of places) {
    if (place.at < 0 || place === before) continue;
    if (before !== null) {
      neighbours += 1;
      kept += place.at === before.at + before.span ? 1 : place.at > before.at ? 0.6 : 0;
    }
    before = place;
  }
  return neighbours === 0 ? 1 : kept / neighbours;
}
