/**
 * How similar a typed word and a word of a title are, from 0 to 1. Pure. A typing mistake
 * costs less than a different letter, and more in a short word than in a long one.
 */
import { areNeighbours, edits } from "./edits.ts";
import { maxEdits } from "./near.ts";

/** Less than this counts as no similarity. */
const MIN_SIMILARITY = 0.55;
const PREFIX = 0.8;
/** Mistakes in a shorter prefix are not forgiven: too many words would match. */
const MIN_MISTYPED_PREFIX = 6;
/** `fo` for `of`: the only mistake that is recognised in a word of two letters. */
const SWAPPED = 0.8;

export interface Compared {
  readonly typed: string;
  readonly known: string;
  /** The typed word may be the beginning of a longer one. */
  readonly isPrefix: boolean;
}

export function similarity({ typed, known, isPrefix }: Compared): number {
  if (typed === known) return 1;
  if (isPrefix && isPrefixOf(typed, known)) return PREFIX + (1 - PREFIX) * (typed.length / known.length);
  if (/\d/.test(typed + known)) return 0;
  if (isSwappedPair(typed, known)) return SWAPPED;
  const whole = mistyped(typed, known);
  return isPrefix ? Math.max(whole, mistypedPrefix(typed, known)) : whole;
}

function mistyped(typed: string, known: string): number {
  const max = Math.min(maxEdits(typed), maxEdits(known));
  if (max === 0) return 0;
  const count = edits(typed, known, max);
  if (count > max) return 0;
  const found = 1 - (count * slip(typed, known)) / Math.max(typed.length, known.length);
  return found < MIN_SIMILARITY ? 0 : found;
}

/** `ajdustm` for `adjustment`: a prefix with one mistake. */
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

function isSwappedPair(typed: string, known: string): boolean {
  return typed.length === 2 && known === `${typed[1]}${typed[0]}`;
}

export function isPrefixOf(typed: string, known: string): boolean {
  return known.startsWith(typed);
}

/** What one edit costs: less for swapped, doubled or neighbouring letters, more at the beginning of the word. */
function slip(typed: string, known: string): number {
  let at = 0;
  while (at < typed.length && typed[at] === known[at]) at += 1;
  const cost = at === 0 ? 1.3 : 1.1;
  const [letter = "", meant = ""] = [typed[at], known[at]];
  if (typed[at + 1] === meant && known[at + 1] === letter) return cost * 0.7;
  if (typed.length > known.length && letter === typed[at - 1]) return cost * 0.6;
  if (typed.length < known.length && meant === known[at - 1]) return cost * 0.6;
  return typed.length === known.length && areNeighbours(letter, meant) ? cost * 0.8 : cost;
}

/**
 * Letters that sound alike in languages of Latin script become one; silent letters are removed. Coarse on purpose:
 * equal keys only mean that one word may have been meant for the other.
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

/** Other scripts are returned as they are. */
export function soundKey(word: string): string {
  return SOUNDS.reduce((key, [letters, replacement]) => key.replace(letters, replacement), word);
}
