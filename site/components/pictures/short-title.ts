/** Shortens titles for the lettering of small drawn posters. */
import type { Language } from "../../language/language.ts";

/**
 * Matches leading articles, by language. An article before more than two words stays, because a phrase such as "The
 * Good, the Bad and the Ugly" needs it. The article before a German adjective stays as well.
 */
const ARTICLES: Partial<Record<Language, RegExp>> = {
  de: /^(?:der|die|das|ein|eine)\s+(?=\S+$)/iu,
  en: /^(?:the|an?)\s+(?=\S+(?:\s\S+)?$)/iu,
  es: /^(?:el|la|los|las|una?)\s+(?=\S+(?:\s\S+)?$)/iu,
  fr: /^(?:(?:le|la|les|une?)\s+|l['’])(?=\S+(?:\s\S+)?$)/iu,
  ja: /^ザ・(?=\S)/u,
  pt: /^(?:[ao]s?|uma?)\s+(?=\S+(?:\s\S+)?$)/iu,
};

/** The number of UTF-16 code units that are read, because a title from outside may have megabytes. */
const MAX_READ = 100;

/** The punctuation before a subtitle, with a word such as "or" before the punctuation. */
const SEPARATOR = /(?:\s+\p{Ll}{1,3})?(?:\s*[:：/／(（]|\s[-–—]\s)/gu;

/** A short word in lower case at the end, such as "the". */
const PARTICLE = /\s\p{Ll}{1,3}$/u;

/**
 * Returns ever shorter forms of a title. Removes its leading article first, then its subtitles, then its last words.
 * Also removes English articles, because titles without a translation are in English.
 */
export function shortenTitle(title: string, language: Language): string[] {
  const beginning = title.trimStart().slice(0, MAX_READ);
  const articles = [ARTICLES[language], ARTICLES.en].filter((article) => article !== undefined);
  const named = beginning.replace(articles.find((article) => article.test(beginning)) ?? "", "");
  const mains = [...named.matchAll(SEPARATOR)].map(({ index }) => named.slice(0, index)).filter(Boolean);
  const words = (mains[0] ?? named).split(/\s+/u);
  const beginnings = words.slice(1).map((_, at) => words.slice(0, -1 - at).join(" "));
  return [
    named.replaceAll(/\s[-–—](?=\s)/gu, ""),
    ...mains.toReversed(),
    ...beginnings.filter((form) => !PARTICLE.test(form)),
  ];
}
