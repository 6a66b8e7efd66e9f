/** The languages of the site's pages, of imported translations, and of the search queries that are interpreted. */
export const LANGUAGES = ["en", "es", "fr", "de", "pt", "ja", "zh", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];
