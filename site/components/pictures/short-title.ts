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
const SEPARATOR = /(?:\s+\p{Ll}{1,3})?(?:\s*[:：/／(（]|\s[-–—]\s)\s*/gu;
/** The punctuation before a subtitle that names one film of a series, as in "The Hunger Games: Mockingjay". */
const OF_SERIES = /^\s*[:：–—-]/u;

const NUMBER = "\\d{1,4}|[IVX]{1,4}|one|two|three|four|five|six|eins|zwei|drei|deux|trois|dos|tres|dois|três";
/** The number of a part at the end of a title, as in "Part 2", "Teil II" or "Vol. 1". */
const PART = new RegExp(`\\S+\\s+(?:${NUMBER})$`, "iu");

/**
 * Returns forms of a title for large letters, the most complete one first: without its leading article, then its
 * subtitle, then what comes before it. A form that ends before the number of a part gets that number, and no form ends
 * in the middle of a phrase. The last form is always the main title. Also removes English articles, because titles without
 * a translation are in English.
 */
export function shortenTitle(title: string, language: Language): string[] {
  const beginning = title.trim().slice(0, MAX_READ);
  const articles = [ARTICLES[language], ARTICLES.en].filter((article) => article !== undefined);
  const named = beginning.replace(articles.find((article) => article.test(beginning)) ?? "", "");
  const separators = [...named.matchAll(SEPARATOR)].filter(({ index }) => index > 0);
  const part = separators.length > 0 ? (PART.exec(named)?.[0] ?? "") : "";
  const withPart = (form: string) => (part === "" || form.endsWith(part) ? form : `${form} ${part}`);
  const subtitles = separators
    .filter(([separator]) => OF_SERIES.test(separator))
    .map(({ 0: separator, index }) => named.slice(index + separator.length))
    .filter((form) => form !== part);
  const mains = separators.map(({ index }) => withPart(named.slice(0, index))).toReversed();
  return [named, ...subtitles, ...mains].map((form) => form.replaceAll(/\s[-–—](?=\s)/gu, ""));
}
