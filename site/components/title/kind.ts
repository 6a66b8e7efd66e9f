/** The kind of a title in words. An origin may know further kinds: those are said as they are. */
import type { Language } from "../../language/language.ts";
import { wordsOf } from "../../language/words.ts";

export function kindName(language: Language, type: string): string {
  const { kinds } = wordsOf(language);
  return type === "movie" || type === "series" ? kinds[type] : type;
}
