/** Guesses the language of a text from its letters, for the `lang` attribute. */
import { DEFAULT_LANGUAGE, type Language } from "./language.ts";

const SCRIPTS = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["ko", /\p{Script=Hangul}/u],
  ["und-Hani", /\p{Script=Han}/u],
  ["ar", /\p{Script=Arabic}/u],
  ["und-Cyrl", /\p{Script=Cyrillic}/u],
] as const;

const OWN: Partial<Record<Language, RegExp>> = {
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  zh: /\p{Script=Han}/gu,
  ar: /\p{Script=Arabic}/gu,
};
const LATIN = /\p{Script=Latin}/gu;

/** Returns the language of a text: `undefined` if it can be the page's language, or "" if it is unknown. */
export function textLanguage(text: string, language: Language): string | undefined {
  if (isWrittenIn(language, text)) return undefined;
  return SCRIPTS.find(([, letters]) => letters.test(text))?.[0] ?? "";
}

/**
 * Returns true if the text is certainly in this language. Texts without a translation are in English, which only
 * languages in another script can tell from their own.
 */
export function isTranslated(text: string, language: Language): boolean {
  return text !== "" && (language === DEFAULT_LANGUAGE || language in OWN) && isWrittenIn(language, text);
}

/** Returns true if at least half of the letters are in the script of this language. */
function isWrittenIn(language: Language, text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const own = text.match(OWN[language] ?? LATIN)?.length ?? 0;
  return own * 2 >= letters;
}
