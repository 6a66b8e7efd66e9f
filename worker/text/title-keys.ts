/** The keys of whole titles, which the loader stores and a search looks up. Pure functions. */
import { canonical, isArticle } from "./words.ts";

/** Returns the keys of a title, which are its folded pieces joined with and without articles. No key is empty. */
export function buildKeys(words: readonly string[]): string[] {
  const whole = words.filter((word) => word !== "and");
  const bare = whole.filter((word) => !isArticle(word));
  const spelled = [whole.map(canonical), bare.map(canonical), whole, bare];
  return [...new Set(spelled.map((kept) => kept.join("")))].filter((key) => key !== "");
}

/** Returns the words without articles as one string, without spaces. */
export function toBareKey(words: readonly string[]): string {
  return words.filter((word) => !isArticle(word)).join("");
}
