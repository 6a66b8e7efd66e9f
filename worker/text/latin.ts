/**
 * Transliterates words of other scripts into Latin letters by the CLDR rules, because some sources only have names in
 * Latin letters.
 */
import { LETTERS } from "./letters.ts";

const LATIN = new Map(
  LETTERS.split(" ").flatMap((entry) => {
    const [, letter = "", latin = ""] = /^([^a-z]+)([a-z]*)$/.exec(entry) ?? [];
    return [[letter, latin] as const];
  }),
);
/**
 * Matches the characters to replace. Longer sequences come first, because a regular expression takes the first
 * alternative that matches.
 */
const LETTER = new RegExp([...LATIN.keys()].sort((one, other) => other.length - one.length).join("|"), "gu");

const HANGUL = /[가-힣]+/g;

/**
 * Returns a folded word in Latin letters, or `null` if it is in Latin letters already or contains a character without
 * a rule.
 */
export function toLatin(word: string): string | null {
  const jamo = word.replace(HANGUL, (syllables) => syllables.normalize("NFD"));
  const latin = jamo.replace(LETTER, (letter) => LATIN.get(letter) ?? "");
  return latin !== word && /^[a-z]*$/.test(latin) ? latin : null;
}
