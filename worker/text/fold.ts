/**
 * Folds text into words without compatibility forms, case, accents, punctuation and digits of other scripts, so that
 * different spellings of one title become equal. The loader and the search both use it: after a change here, load the
 * catalog again.
 *
 * Promises: never throws (lone surrogates are removed like punctuation), and is idempotent. Does not translate,
 * transliterate or stem.
 */

/** In UTF-16 units, before and after normalisation. Longer queries are refused; longer titles are cut. */
const MAX_LENGTH = 400;

/** Letters that no normalisation form decomposes, and letters that people use interchangeably. */
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ħ: "h",
  ŋ: "n",
  ə: "e",
  ς: "σ",
  "×": "x",
  // Arabic and Persian. Letters with a hamza or a madda have been decomposed and the mark removed; this turns U+06C0
  // into a letter of Kurdish, which people also write in its place.
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ة: "ه",
  "\u06d5": "ه",
  ک: "ك",
  "\u0640": "",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/** Vowel points and accents that are optional in their scripts; marks of Indic scripts are letters and stay. */
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu;
const APOSTROPHES = /(?<=[\p{L}\p{N}])['’‘ʼʹ`´′](?=[\p{L}\p{N}])/gu;
const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const KATAKANA = /[\u30a1-\u30f6]/g;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

/** Matches most names and titles, which need no replacements. */
const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** The folded words of a text, in order; empty if it contains no letter or digit. */
export function fold(text: string): string[] {
  return joinEndings(foldName(text));
}

/** Like `fold`, but without joining English endings: in `Harry S. Truman` the S is an initial. */
export function foldName(text: string): string[] {
  if (text.length <= MAX_LENGTH && PLAIN.test(text)) return text.toLowerCase().split(" ");
  const plain = text
    .slice(0, MAX_LENGTH)
    .replace(APOSTROPHES, "")
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(MARKS, "")
    .normalize("NFC")
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(FOREIGN_DIGIT, asciiDigit)
    .replace(ACRONYM, (letters) => letters.replaceAll(".", ""))
    .replace(/[&+]/g, " and ")
    .slice(0, MAX_LENGTH)
    .toWellFormed();
  return plain.match(WORD) ?? [];
}

/** English endings after an apostrophe: parts of the word before it. */
const ENDINGS = new Set(["s", "t", "re", "ll", "ve"]);

/** `ocean s eleven`, from an address or a keyboard without the apostrophe, is `oceans eleven`. */
function joinEndings(words: string[]): string[] {
  const found: string[] = [];
  for (const [at, word] of words.entries()) {
    // At the end of the text it is more likely the beginning of a word.
    if (ENDINGS.has(word) && at > 0 && at < words.length - 1) found.push(`${found.pop() ?? ""}${word}`);
    else found.push(word);
  }
  return found;
}

/** The decimal digits of every script are ten consecutive code points that begin with its zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
