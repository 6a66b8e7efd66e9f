/** The languages of the interface. English has no prefix in its addresses, the others their own tag. */

export const LANGUAGES = ["en", "es", "fr", "de", "pt", "ja", "zh", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = "en";

/** The part of the address that names the language, as a page gets it; `null`: not one of ours. */
export function languageOf(prefix: string | undefined): Language | null {
  if (prefix === undefined) return DEFAULT_LANGUAGE;
  return LANGUAGES.find((language) => language === prefix && language !== DEFAULT_LANGUAGE) ?? null;
}

/** The language of any address of the site: English where it names none. */
export function languageOfPath(path: string): Language {
  return languageOf(path.split("/")[1]) ?? DEFAULT_LANGUAGE;
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}
