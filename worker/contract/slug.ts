/**
 * The words of a title page's address: `/title/603/the-matrix-1999`. The id alone identifies the title; the words are
 * for people, and for finding the record again by a search.
 */
import type { TitleRecord } from "./record.ts";

/** Code points. An address of letters that take twelve bytes each, encoded, is still a short one. */
const LONGEST_SLUG = 100;

/**
 * UTF-16 code units of a title that are read. Normalising sorts accents, which takes time that grows with the square
 * of their number: a megabyte of them would take minutes.
 */
const MAX_READ = 500;

/** Words in lower case without accents or punctuation, cut where there are too many, then the year. */
export function slugOf({ title, year }: Pick<TitleRecord, "title" | "year">): string {
  const words = withoutAccents(title.slice(0, MAX_READ)).toLowerCase().replaceAll(/['’]/g, "").match(WORD);
  const cut = Array.from((words ?? []).join("-"))
    .slice(0, LONGEST_SLUG)
    .join("")
    .replace(/-$/, "");
  const slug = [cut, year].filter((part) => part !== "").join("-");
  return slug === "" ? "untitled" : slug;
}

const WORD = /(?:\p{L}\p{M}*|\p{N})+/gu;
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

/** Latin, Greek and Cyrillic letters without their accents. Marks of other scripts change the letter: ガ is not カ. */
export function withoutAccents(text: string): string {
  return text.normalize("NFD").replaceAll(ACCENTS, "$1").normalize("NFC");
}

export interface SlugWords {
  readonly text: string;
  /** The year at the end, when the last word looks like one and is not the only one. */
  readonly year: number | null;
}

/** What to search for to find the title of a slug. */
export function wordsOf(slug: string): SlugWords {
  const words = slug.split("-").filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  if (words.length < 2 || !/^(18|19|20)\d\d$/.test(last)) return { text: words.join(" "), year: null };
  return { text: words.slice(0, -1).join(" "), year: Number(last) };
}
