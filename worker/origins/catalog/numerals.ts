/**
 * Words that are written in more than one way: numerals (`2`, `ii`, `two`) and
 * a few abbreviations of titles. Both sides of a comparison go through
 * `canonical`, so `Rocky II` and `rocky two` meet at `rocky 2`.
 */
const WRITTEN: Record<string, string> = {
  i: "1",
  ii: "2",
  iii: "3",
  iv: "4",
  v: "5",
  vi: "6",
  vii: "7",
  viii: "8",
  ix: "9",
  x: "10",
  xi: "11",
  xii: "12",
  xiii: "13",
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10",
  eleven: "11",
  twelve: "12",
  thirteen: "13",
  versus: "vs",
  mister: "mr",
  doctor: "dr",
  volume: "vol",
  pt: "part",
  saint: "st",
};
const SPELLINGS = new Map(Object.entries(WRITTEN));

/** The one way of writing a folded word. */
export function canonical(word: string): string {
  return SPELLINGS.get(word) ?? word;
}

/** English words a title keeps or loses without becoming another title. */
const ARTICLES = new Set(["the", "a", "an", "and"]);

export function isArticle(word: string): boolean {
  return ARTICLES.has(word);
}

/** Words people add to a title when they mean the film itself. */
const ADDED = new Set(["movie", "film", "full", "series", "tv", "show", "online", "watch", "trailer", "hd"]);

export function isAdded(word: string): boolean {
  return ADDED.has(word);
}
