/**
 * Folds text to what two people who mean one title both type: compatibility
 * forms, case, accents, punctuation and digits of other scripts are gone, what
 * is left are words. The loader and the search use this one fold; a change
 * here needs a new load of the catalog.
 *
 * Promises: never throws, whatever the text (lone surrogates are dropped with
 * the punctuation), and `fold(fold(x))` is `fold(x)`. It does not translate,
 * transliterate or stem.
 */

/** Longest text that is read, in UTF-16 units: longer titles do not exist, longer queries are refused. */
const LONGEST = 400;

/** Letters that no normalisation form takes apart, and letters that people use for one another. */
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
  // Arabic: the forms of alif, and the Persian letters that have a code point of their own.
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ئ: "ي",
  ؤ: "و",
  ة: "ه",
  ۀ: "ه",
  ک: "ك",
  "\u0640": "",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/** Vowel points and accents of the scripts that are read without them; marks of Indic scripts are letters and stay. */
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu;
const APOSTROPHES = /(?<=[\p{L}\p{N}])['’‘ʼʹ`´′](?=[\p{L}\p{N}])/gu;
const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const KATAKANA = /[\u30a1-\u30f6]/g;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

/** The words of a text, folded, in their order; empty when nothing in it can be searched for. */
export function fold(text: string): string[] {
  const plain = text
    .slice(0, LONGEST)
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
    .replace(/[&+]/g, " and ");
  return rejoined(plain.match(WORD) ?? []);
}

/** What stands behind an apostrophe in English, and is never a title's word of its own. */
const ENDINGS = new Set(["s", "t", "re", "ll", "ve"]);

/** `ocean s eleven`, from an address or a keyboard without the apostrophe, is `oceans eleven`. */
function rejoined(words: string[]): string[] {
  const found: string[] = [];
  for (const [at, word] of words.entries()) {
    // At the end it is more likely the beginning of a word.
    if (ENDINGS.has(word) && at > 0 && at < words.length - 1) found.push(`${found.pop() ?? ""}${word}`);
    else found.push(word);
  }
  return found;
}

/** Decimal digits come in runs of ten code points that begin at their zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
