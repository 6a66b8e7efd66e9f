/**
 * Rates the similarity of a typed word and a word of a title, from 0 to 1. A likely typing mistake costs less than an
 * unrelated letter, and any mistake costs more in a short word. Pure functions.
 */
import { maxEdits, skeleton } from "./edits.ts";

/** The minimum similarity. Lower values are returned as 0. */
const MIN_SIMILARITY = 0.55;
const PREFIX = 0.8;
/** The minimum length of a partly typed word that may contain a mistake. A shorter one would match too many words. */
const MIN_MISTYPED_PREFIX = 6;
/** The minimum similarity of a word that was typed without its vowels. */
const SKELETON = 0.6;
/** The similarity of `fo` and `of`, or of `th` and `the`. Other typed words of two letters must be correct. */
const SMALL_WORD = 0.8;

export interface Compared {
  readonly typed: string;
  readonly known: string;
  /** Whether the typed word may be the beginning of a longer word. */
  readonly isPrefix: boolean;
}

/**
 * Returns the similarity if the typed word is the known word itself, its beginning, or the known word with digits for
 * letters. Otherwise returns 0.
 */
export function similarityAsTyped({ typed, known, isPrefix }: Compared): number {
  if (typed === known) return 1;
  if (isPrefix && known.startsWith(typed)) return PREFIX + (1 - PREFIX) * (typed.length / known.length);
  return withDigits(typed, known);
}

export function similarity(compared: Compared): number {
  const { typed, known, isPrefix } = compared;
  const asTyped = similarityAsTyped(compared);
  if (asTyped > 0 || /\d/.test(typed + known)) return asTyped;
  if (isSmallWord(typed, known)) return SMALL_WORD;
  const whole = Math.max(mistyped(typed, known), withoutVowels(typed, known));
  return isPrefix ? Math.max(whole, mistypedPrefix(typed, known)) : whole;
}

function mistyped(typed: string, known: string): number {
  const max = Math.min(maxEdits(typed), maxEdits(known));
  if (max === 0) return 0;
  const count = edits(typed, known, max);
  if (count > max) return 0;
  const score = 1 - (count * slip(typed, known)) / Math.max(typed.length, known.length);
  return score < MIN_SIMILARITY ? 0 : score;
}

/**
 * Returns the similarity if the typed word is the beginning of the known word with one mistake, as in `ajdustm` for
 * `adjustment`.
 */
function mistypedPrefix(typed: string, known: string): number {
  if (typed.length < MIN_MISTYPED_PREFIX || known.length <= typed.length) return 0;
  let best = 0;
  for (const length of [typed.length - 1, typed.length, typed.length + 1]) {
    const begun = known.slice(0, length);
    if (edits(typed, begun, 1) > 1) continue;
    best = Math.max(
      best,
      (1 - slip(typed, begun) / length) * (PREFIX + ((1 - PREFIX) * length) / known.length),
    );
  }
  return best;
}

/** The deduction from the similarity for each digit that stands for a letter. */
const DIGIT = 0.08;
const MIN_LETTERS = 2;
const MIN_WITH_DIGITS = 4;

/**
 * Returns true if a word has a digit before a letter, as in `s1mone` or `se7en`. A digit at the end does not count,
 * because it is more likely the number of a sequel.
 */
export function hasDigitsInside(word: string): boolean {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  return word.length >= MIN_WITH_DIGITS && letters >= MIN_LETTERS && /\d\p{L}/u.test(word);
}

/** Returns the similarity if the words differ only in digits that stand for letters, as `s1mone` and `simone` do. */
function withDigits(typed: string, known: string): number {
  if (typed.length !== known.length || !(hasDigitsInside(typed) || hasDigitsInside(known))) return 0;
  let digits = 0;
  for (const [at, letter] of [...typed].entries()) {
    const other = known[at] ?? "";
    if (letter === other) continue;
    if (/\d/.test(letter) === /\d/.test(other)) return 0;
    digits += 1;
  }
  return digits > maxEdits(typed) ? 0 : 1 - DIGIT * digits;
}

/**
 * Returns the similarity if the typed word is the known word without some or all of its vowels, as in `gldtr` for
 * `gladiator`.
 */
function withoutVowels(typed: string, known: string): number {
  if (typed.length >= known.length || skeleton(typed) === "" || skeleton(typed) !== skeleton(known)) return 0;
  let at = 0;
  for (const letter of known) if (typed[at] === letter) at += 1;
  return at < typed.length ? 0 : SKELETON + (1 - SKELETON) * (typed.length / known.length);
}

function isSmallWord(typed: string, known: string): boolean {
  if (typed.length !== 2) return false;
  return known === `${typed[1]}${typed[0]}` || (known === "the" && (typed === "th" || typed === "te"));
}

/**
 * Returns the cost of a single edit. Swapped, doubled and neighbouring letters cost less, and edits at the beginning
 * of the word cost more.
 */
function slip(typed: string, known: string): number {
  let at = 0;
  while (at < typed.length && typed[at] === known[at]) at += 1;
  const cost = at === 0 ? 1.3 : 1.1;
  const [letter = "", knownLetter = ""] = [typed[at], known[at]];
  if (typed[at + 1] === knownLetter && known[at + 1] === letter) return cost * 0.7;
  if (typed.length > known.length && letter === typed[at - 1]) return cost * 0.6;
  if (typed.length < known.length && knownLetter === known[at - 1]) return cost * 0.6;
  return typed.length === known.length && areNeighbours(letter, knownLetter) ? cost * 0.8 : cost;
}

/**
 * Rules that merge letters which sound alike in languages with Latin letters, and remove silent letters. They are
 * coarse, because an equal key only means that one word may have been typed for the other.
 */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ps|pn|pt)(?=[a-z])/, "s"],
  [/^kn|^gn/, "n"],
  [/^wr/, "r"],
  [/[st]ion/g, "shun"],
  [/ph/g, "f"],
  [/gh(?=t|$)/g, ""],
  [/sch/g, "sh"],
  [/tch/g, "ch"],
  [/c(?=[eiy])/g, "s"],
  [/ck|qu?|c(?!h)/g, "k"],
  [/x/g, "ks"],
  [/z/g, "s"],
  [/y/g, "i"],
  [/w/g, "v"],
  [/(.)\1+/g, "$1"],
  [/(?<=..)e$/, ""],
];

/** Returns a key that is equal for words that sound alike. Words in other scripts are returned unchanged. */
export function soundKey(word: string): string {
  return SOUNDS.reduce((key, [letters, replacement]) => key.replace(letters, replacement), word);
}

/** The maximum number of edits between two spellings of the same word. */
export const MAX_EDITS = 2;

const KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/**
 * Returns the edit distance, in which swapping two neighbouring letters is one edit (optimal string alignment). If
 * the distance is above `max`, returns some number above `max`.
 */
export function edits(left: string, right: string, max = MAX_EDITS): number {
  if (Math.abs(left.length - right.length) > max) return max + 1;
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let min = row;
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      // In the first row or column, an index is -1 and the letter is `undefined`, which never equals a letter.
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      }
      current.push(cost);
      if (cost < min) min = cost;
    }
    if (min > max) return max + 1;
    before = above;
    above = current;
  }
  return above[right.length] ?? max + 1;
}

/** Returns true if two letters are neighbours on a QWERTY keyboard. */
function areNeighbours(left: string, right: string): boolean {
  for (const [row, keys] of KEYS.entries()) {
    const at = keys.indexOf(left);
    if (at < 0) continue;
    if (Math.abs(keys.indexOf(right) - at) === 1 && keys.includes(right)) return true;
    for (const other of [KEYS[row - 1], KEYS[row + 1]]) {
      const beside = other?.indexOf(right) ?? -1;
      if (beside >= 0 && Math.abs(beside - at) <= 1) return true;
    }
  }
  return false;
}
