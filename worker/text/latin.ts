/** Words of other scripts in Latin letters, by the rules of CLDR: names as they sound, for sources with names in Latin letters only. */
import { LETTERS } from "./letters.ts";

const LATIN = new Map(
  LETTERS.split(" ").flatMap((entry) => {
    const [, letter = "", latin = ""] = /^([^a-z]+)([a-z]*)$/.exec(entry) ?? [];
    return [[letter, latin] as const];
  }),
);
/** Several characters before single ones. */
const LETTER = new RegExp([...LATIN.keys()].sort((one, other) => other.length - one.length).join("|"), "gu");

const HANGUL = /[가-힣]+/g;

/** `word`: folded. `null`: it has Latin letters already, or characters that no rule has. */
export function latinOf(word: string): string | null {
  const jamo = word.replace(HANGUL, (syllables) => syllables.normalize("NFD"));
  const latin = jamo.replace(LETTER, (letter) => LATIN.get(letter) ?? "");
  return latin !== word && /^[a-z]*$/.test(latin) ? latin : null;
}
