/** The language of a page. */
import { LANGUAGES, type Language } from "../../worker/text/languages.ts";
import { DEFAULT_LANGUAGE } from "../../worker/web/addresses.ts";

export { LANGUAGES, type Language } from "../../worker/text/languages.ts";
export { DEFAULT_LANGUAGE } from "../../worker/web/addresses.ts";

/** Returns the language of a path, which is English if the path has no language prefix. */
export function languageOfPath(path: string): Language {
  const prefix = path.split("/")[1];
  return LANGUAGES.find((language) => language === prefix) ?? DEFAULT_LANGUAGE;
}

export function getDirection(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

/**
 * Returns a function that creates a formatter for a language when it is first needed. Creating one takes thirty times
 * longer than using it.
 */
export function createPerLanguage<Formatter>(create: (language: Language) => Formatter) {
  const formatters = new Map<Language, Formatter>();
  return (language: Language): Formatter => {
    const formatter = formatters.get(language) ?? create(language);
    formatters.set(language, formatter);
    return formatter;
  };
}

/** Returns the country in which most speakers of a language live. */
export const getRegion = createPerLanguage((language) => new Intl.Locale(language).maximize().region ?? "");
