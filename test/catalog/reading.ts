/** A search text as the catalog reads it, and what titles are compared with it in. */
import { parseSearchText, type SearchText } from "../../worker/catalog/search/search-text.ts";

export function read(text: string): SearchText {
  const searchText = parseSearchText(text);
  if (searchText === null) throw new Error("nothing to search for");
  return searchText;
}

/** Of 10,000 titles. `titlesWith`: how many of them have a word: 3 unless it is here. */
export function contextOf(searchText: SearchText, titlesWith: Readonly<Record<string, number>> = {}) {
  return {
    searchText,
    size: 10_000,
    gap: 1,
    around: null,
    titlesWith: (word: string) => titlesWith[word] ?? 3,
  };
}
