/** Finds the letter or number that stands for a title on a small drawn poster. */
import type { Language } from "../../language/language.ts";

/** Articles that do not stand for a title, by language. */
const ARTICLES: Partial<Record<Language, RegExp>> = {
  ar: /^ال(?=\p{L}{2})/u,
  de: /^(?:der|die|das|ein|eine)\s+/iu,
  en: /^(?:the|an?)\s+/iu,
  es: /^(?:el|la|los|las|una?)\s+/iu,
  fr: /^(?:(?:le|la|les|une?)\s+|l['’])/iu,
  pt: /^(?:[ao]s?|uma?)\s+/iu,
};

/** The number of UTF-16 code units that are read, because a title from outside may have megabytes. */
const MAX_READ = 100;

/**
 * Returns the number of up to four digits at the beginning of a title, or else its first letter as a capital. Skips an
 * article in this language or in English, because titles without a translation are in English. Returns "" if there is
 * neither.
 */
export function findInitial(title: string, language: Language): string {
  const beginning = title.trimStart().slice(0, MAX_READ);
  const articles = [ARTICLES[language], ARTICLES.en].filter((article) => article !== undefined);
  const named = beginning.replace(articles.find((article) => article.test(beginning)) ?? "", "");
  const found = /^\P{L}*?((?<!\p{Nd})\p{Nd}{1,4}(?!\p{Nd})|\p{L}\p{M}{0,4})/u.exec(named);
  return (found?.[1] ?? "").toUpperCase();
}
