/** Names in Latin letters, by the rules of CLDR, for people whose names a source has in Latin letters only. */
import { foldName } from "./fold.ts";
import { LETTERS } from "./letters.ts";

const LATIN = new Map(
  LETTERS.split(" ").flatMap((entry) => {
    const [, letter = "", latin = ""] = /^([^a-z]+)([a-z]*)$/.exec(entry) ?? [];
    return [[letter, latin] as const];
  }),
);
/** Kana of two characters before single ones. */
const LETTER = new RegExp([...LATIN.keys()].sort((one, other) => other.length - one.length).join("|"), "gu");

/** Arabic writes long vowels as consonants. */
const ARABIC = /\p{Script=Arabic}/u;
const LONG_U = /(?<=[^aeiou])w(?![aeiou])/g;
const LONG_I = /(?<=[^aeiou])y(?![aeiou])/g;

/** `null`: it has letters already, or characters that no rule has. */
export function latinOf(name: string): string | null {
  const words = foldName(name).map((word) => {
    const latin = word.replace(LETTER, (letter) => LATIN.get(letter) ?? "");
    return ARABIC.test(word) ? latin.replace(LONG_U, "u").replace(LONG_I, "i") : latin;
  });
  const text = words.join(" ").trim();
  return /^[a-z ]+$/.test(text) && text !== foldName(name).join(" ") ? text : null;
}
