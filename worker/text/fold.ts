/**
 * Folds text into words, so that different spellings of a title become equal. Removes case, accents, punctuation,
 * compatibility forms and the digits of other scripts. Both the loader and the search use it, so the catalog must be
 * loaded again after every change here. Folding a folded text changes nothing, and folding never throws. It does not
 * translate, transliterate or stem.
 */

/**
 * The maximum number of UTF-16 code units, both before and after normalisation. Longer queries are rejected, and
 * longer titles are cut.
 */
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
  // Arabic and Persian letters. Normalisation has already removed hamza and madda from them, which turns U+06C0 into
  // the Kurdish letter U+06D5. People also type U+06D5 directly.
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ة: "ه",
  "\u06d5": "ه",
  ک: "ك",
  "\u0640": "",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "gu");

/**
 * Matches vowel points and accents that are optional in their script. Marks of Indic scripts are not optional, so
 * they are kept.
 */
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu;
const APOSTROPHES = /(?<=[\p{L}\p{N}])['’‘ʼʹ`´′](?=[\p{L}\p{N}])/gu;
const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const KATAKANA = /[\u30a1-\u30f6]/g;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

/** Matches text that only needs to be lower-cased and split, such as most names and titles. */
const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** Returns the folded words of a text, or an empty list if it has no letters or digits. */
export function fold(text: string): string[] {
  return joinEndings(foldName(text));
}

/** Folds a name. Unlike `fold`, does not join English endings, because the S in `Harry S. Truman` is an initial. */
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

/** The English endings that may follow an apostrophe. */
const ENDINGS = new Set(["s", "t", "re", "ll", "ve"]);

/**
 * Joins an English ending to the word before it, so that `ocean s eleven` becomes `oceans eleven`. Such words come
 * from URLs and keyboards without an apostrophe.
 */
function joinEndings(words: string[]): string[] {
  const joined: string[] = [];
  for (const [at, word] of words.entries()) {
    // The last word is not joined, because it may be the beginning of a longer word.
    if (ENDINGS.has(word) && at > 0 && at < words.length - 1) joined.push(`${joined.pop() ?? ""}${word}`);
    else joined.push(word);
  }
  return joined;
}

/**
 * Returns the ASCII digit for a digit of any script. The digits of a script are ten consecutive code points, starting
 * with zero.
 */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Returns a name without its case, spaces and punctuation. Names with the same key are written alike. */
export function nameKey(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s\p{P}]/gu, "");
}
