/** The languages of pages, of imported translations, and of search queries. */
export const LANGUAGES = ["en", "es", "fr", "de", "pt", "ja", "zh", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];
