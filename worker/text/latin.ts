/**
 * Transliterates words of other scripts by the rules of CLDR, for sources whose names are in Latin letters
 * only.
 */
import { LETTERS } from "./letters.ts";

const LATIN = new Map(
  LETTERS.split(" ").flatMap((entry) => {
    const [, letter = "", latin = ""] = /^([^a-z]+)([a-z]*)$/.exec(entry) ?? [];
    return [[letter, latin] as const];
  }),
);
/** Longer sequences of characters come first. */
const LETTER = new RegExp([...LATIN.keys()].sort((one, other) => other.length - one.length).join("|"), "gu");

const HANGUL = /[가-힣]+/g;

/**
 * Returns a folded word in Latin letters, or `null` if it already has some, or has characters without a rule.
 */
export function latinOf(word: string): string | null {
  const jamo = word.replace(HANGUL, (syllables) => syllables.normalize("NFD"));
  const latin = jamo.replace(LETTER, (letter) => LATIN.get(letter) ?? "");
  return latin !== word && /^[a-z]*$/.test(latin) ? latin : null;
}
