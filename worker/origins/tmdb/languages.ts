/** TMDB knows languages of two letters (developer.themoviedb.org/docs/languages); others fall back to English. */
export function languageOf(lang: string): string {
  return lang.length === 2 ? lang : "en";
}
