/**
 * Generates transliterations of other scripts from CLDR's transform rules (the package `cldr-transforms`). Only uses
 * rules that do not depend on neighbouring letters, which is enough for names. `node tools/letters.ts` writes a
 * module of the Worker, and a test checks that the module is up to date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { foldName } from "../worker/text/fold.ts";
import { ROOT } from "./wrangler.ts";

export const FILE = join(ROOT, "worker/text/letters.ts");

function readRules(name: string): string {
  const file = createRequire(import.meta.url).resolve(`cldr-transforms/transforms/${name}.txt`);
  return readFileSync(file, "utf8").replaceAll(" \u3099", "\u3099").normalize("NFC");
}

const folded = (text: string) => foldName(text).join("");

/** Matches a letter and its transliteration without accents, as in `я ↔ a $hat ;`. */
const LETTER = /^[\u200e\s]*(\p{L}{1,2})[\u200e\s]*[↔→]([^;{}[\]()|]*);/gmu;
/**
 * Matches the rules for two-letter sounds such as `kyo`. They consist of `k | '~' ← キ} $small_y ;` and `yo ← '~'ョ;`.
 */
const BEFORE_SMALL = /^([a-z]+) \| '~' ← ([ァ-ヺ]) ?\} \$small_y/gmu;
const SMALL = /^(y[aiueo]) ← '~'([ァ-ョ])/gmu;
const KANA = /^([a-z]+) [↔←] ([ァ-ヺ]{1,2}) ?;/gmu;
/** Matches the rules for Korean letters, such as `$Gi = ᄀ;` and `$Gf = ᆨ;`. */
const JAMO = /^\$([A-Z]+)[if]? = ([ᄀ-ᇂ]);/gmu;
const NO_SOUND = "IEUNG";
/**
 * Greek sounds, most of which are spelled with two letters. CLDR's rules for them depend on neighbouring letters, so
 * they are listed here.
 */
const GREEK = { μπ: "b", ντ: "d", γκ: "g", τζ: "j", γου: "w", χ: "h" };

function letters(): Map<string, string> {
  const found = new Map<string, string>();
  function add(letter: string, latin: string): void {
    const key = folded(letter);
    if (key !== "" && !found.has(key)) found.set(key, latin.replaceAll(/[^a-z]/g, ""));
  }
  for (const [letters, latin] of Object.entries(GREEK)) add(letters, latin);
  for (const script of ["Cyrillic-Latin", "Greek_Latin_UNGEGN", "Arabic-Latin"]) {
    const rules = [...readRules(script).matchAll(LETTER)];
    const plain = rules.filter(([, letter = ""]) => folded(letter) === letter);
    for (const [, letter = "", latin = ""] of plain)
      add(letter, folded(latin.replaceAll(/\$\w+|[\s']/g, "")));
  }
  const kana = readRules("Latin-Katakana");
  for (const [, latin = "", letter = ""] of kana.matchAll(KANA)) add(letter, latin);
  for (const [, consonant = "", letter = ""] of kana.matchAll(BEFORE_SMALL)) {
    for (const [, latin = "", small = ""] of kana.matchAll(SMALL)) add(letter + small, consonant + latin);
  }
  for (const [small, latin] of Object.entries({ ァ: "a", ィ: "i", ゥ: "u", ェ: "e", ォ: "o" }))
    add(small, latin);
  // These marks have no sound of their own. They lengthen a vowel or double a consonant.
  for (const letter of "ーッ") add(letter, "");
  for (const [, name = "", jamo = ""] of readRules("Latin-ConjoiningJamo").matchAll(JAMO))
    add(jamo, name === NO_SOUND ? "" : name.toLowerCase());
  return found;
}

export function lettersModule(): string {
  const listed = [...letters()].map(([letter, latin]) => letter + latin);
  return `/** Written by \`node tools/letters.ts\` from the rules of CLDR (© Unicode, Inc., Unicode License v3): folded letters of other scripts, each with its Latin letters. */
export const LETTERS =
  "${listed.join(" ")}";
`;
}

if (import.meta.main) writeFileSync(FILE, lettersModule());
