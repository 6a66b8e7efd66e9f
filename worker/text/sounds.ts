/**
 * Sound codes. They find a name that is typed in another script, although the catalog only has it in Latin letters.
 * The sounds of a word are its consonants, with one letter for each. A capital letter stands for a spelling that
 * languages pronounce differently. Vowels are left out, because Arabic writes few of them and kana adds one after
 * almost every consonant. Pure functions.
 */
import { toLatin } from "./latin.ts";

/** The sound of a vowel at the beginning of a word. All scripts write such a vowel. */
const VOWEL = "A";
export const BETWEEN_WORDS = " ";

type Spellings = readonly (readonly [RegExp, string])[];

const OF_LATIN: Spellings = [
  [/^[kgp]n/, "n"],
  [/^wr/, "r"],
  [/^ps/, "s"],
  [/t?th/g, "T"],
  [/sch|sh|sc(?=[ei])/g, "S"],
  [/t?ch|cz/g, "C"],
  [/ph/g, "f"],
  [/[kg]h/g, "h"],
  [/d[gjz]|zh/g, "j"],
  [/c(?=[eiy])/g, "Z"],
  [/ck|[cq]/g, "k"],
  [/g(?=[eiy])/g, "G"],
  [/x+/g, "ks"],
];
const OF_OTHERS: Spellings = [
  [/tsh|t?ch|tc|t[sz]|c/g, "C"],
  [/sh/g, "S"],
  [/th/g, "T"],
  [/dh/g, "d"],
  [/kh/g, "h"],
  [/gh/g, "g"],
  [/d[zj]|zh/g, "j"],
  [/ph/g, "f"],
  [/q/g, "k"],
  [/x/g, "ks"],
  // This rule is for names such as `Kventin` and `Edvard`.
  [/(?<=[kgdstz])v/g, "w"],
];
const OF_ALL: Spellings = [
  [/[^a-z]/gi, ""],
  [/(.)\1+/g, "$1"],
  [/^[aeiou]+/, VOWEL],
  [/[aeiou]+/g, ""],
  [/ng(?=[^hwy])/g, "n"],
  // This rule is for names such as `Thomson`.
  [/mp(?=[st])/g, "m"],
];

/** Returns the sounds of a folded word. */
export function toSounds(word: string): string {
  const latin = toLatin(word);
  const spellings = [...(latin === null ? OF_LATIN : OF_OTHERS), ...OF_ALL];
  return spellings.reduce((sounds, [letters, sound]) => sounds.replace(letters, sound), latin ?? word);
}

/** The classes of sounds. Two sounds of different classes are written differently in every script. */
const CLASSES = { p: "pbfv", t: "tdT", s: "szSZCjGkg", m: "m", n: "n" };
const CLASS = new Map(
  Object.entries(CLASSES).flatMap(([name, sounds]) => [...sounds].map((one) => [one, name])),
);
const CODE_LENGTH = 3;

/** Returns the classes of the first few sounds. Sounds that some scripts do not write are left out. */
export function soundCode(sounds: string): string {
  const classes = [...sounds].map((sound) => CLASS.get(sound) ?? "").join("");
  return classes.replace(/[mn](?=[pts])|t(?=s)/g, "").slice(0, CODE_LENGTH);
}

/** Returns the codes under which the index lists a word in Latin letters. */
export function soundCodes(word: string): string[] {
  const sounds = toSounds(word);
  const spellings = [
    sounds,
    sounds.replaceAll("T", "s"),
    sounds.replaceAll("w", "v"),
    sounds.replace(/^j/, ""),
  ];
  return [...new Set(spellings.map(soundCode))].filter((code) => code !== "");
}

/** Groups of sounds that are written alike in some script. */
const ALIKE = "pbf fvbw tdT Tsz szSZC SCjGzZ jGgyh kgGhCZ lr tC djz Awhy".split(" ");
/** Capital letters, each followed by the sounds that it may stand for. */
const MAY_BE = "Gjg CjSsk ZskSC Ttsd jG gG tT".split(" ");
const COST_ALIKE = 0.25;
const COST_MAY_BE = 0.1;
const COST_SPACE = 0.3;
const NEVER = 2;

const WEAK = "hwyA";
const COST_WEAK = 0.15;
const isWeak = (sound: string) => WEAK.includes(sound);

/** The costs of replacing one sound with another, keyed by the typed sound followed by the known sound. */
const COSTS = new Map([
  ...ALIKE.flatMap((sounds) => pairSounds(sounds, sounds)).map((pair) => [pair, COST_ALIKE] as const),
  ...MAY_BE.flatMap(([known = "", ...typed]) => pairSounds(typed, known)).map(
    (pair) => [pair, COST_MAY_BE] as const,
  ),
]);

function pairSounds(typed: Iterable<string>, known: string): string[] {
  return [...typed].flatMap((one) => [...known].map((other) => one + other));
}

function costOfChange(typed: string, known: string): number {
  if (typed === known) return 0;
  if (typed === BETWEEN_WORDS || known === BETWEEN_WORDS) return NEVER;
  return COSTS.get(typed + known) ?? 1;
}

/** Matches pairs of consonants. Some scripts only write the second one of such a pair. */
const OMITTABLE_PAIR = /^(?:[mn][bpdtTfvszC]|[td][sSCzj])/;
const COST_LEFT_OUT = 0.35;

function omissionCost(sounds: string, at: number): number {
  const sound = sounds.charAt(at);
  if (sound === BETWEEN_WORDS) return COST_SPACE;
  if (isWeak(sound)) return COST_WEAK;
  return OMITTABLE_PAIR.test(sounds.slice(at, at + 2)) ? COST_LEFT_OUT : 1;
}

/**
 * Returns the cost of a sound that is missing in the typed name. An `r` costs less, because katakana does not write
 * an `r` after a vowel.
 */
function katakanaOmissionCost(sounds: string, at: number): number {
  return sounds.charAt(at) === "r" ? COST_LEFT_OUT : omissionCost(sounds, at);
}

/** Returns the number of sounds, in which a weak sound counts as less than one. */
export function weightOfSounds(sounds: string): number {
  return [...sounds].reduce((sum, one) => sum + (one === BETWEEN_WORDS ? 0 : isWeak(one) ? COST_WEAK : 1), 0);
}

/**
 * Returns how similar two names sound, where 1 means that all sounds are the same. `typed` is in another script, and
 * `known` is in Latin letters.
 */
export function soundLikeness(typed: string, known: string): number {
  const silent = Array.from(known, (_, at) => katakanaOmissionCost(known, at));
  let above = [0];
  for (const cost of silent) above.push((above.at(-1) ?? 0) + cost);
  for (let row = 0; row < typed.length; row += 1) {
    const lack = omissionCost(typed, row);
    const current = [(above[0] ?? 0) + lack];
    for (let column = 0; column < known.length; column += 1) {
      const changed = (above[column] ?? 0) + costOfChange(typed.charAt(row), known.charAt(column));
      const lacking = (above[column + 1] ?? 0) + lack;
      current.push(Math.min(changed, lacking, (current[column] ?? 0) + (silent[column] ?? 0)));
    }
    above = current;
  }
  return 1 - (above.at(-1) ?? 0) / Math.max(1, weightOfSounds(typed));
}
