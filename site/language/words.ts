/** The dictionaries, by language. They stay in the Worker: a browser gets finished words. */
import type { Dictionary } from "./dictionary.ts";
import { en } from "./en.ts";
import type { Language } from "./language.ts";

const DICTIONARIES: Readonly<Record<Language, Dictionary>> = {
  en,
  es: en,
  fr: en,
  de: en,
  pt: en,
  ja: en,
  zh: en,
  ar: en,
};

export function wordsOf(language: Language): Dictionary {
  return DICTIONARIES[language];
}
