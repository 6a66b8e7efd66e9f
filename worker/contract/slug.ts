/**
 * The words of a title page's address: `/title/603/the-matrix-1999`. The id alone identifies the title; the words are
 * for people, and for finding the record again by a search.
 */
import type { TitleRecord } from "./record.ts";

/** Code points. Even with letters that take twelve bytes each, encoded, the address stays short. */
const LONGEST_SLUG = 100;

/**
 * UTF-16 code units of a title that are read. Normalising sorts accents in quadratic time: a megabyte of them would
 * take minutes.
 */
const MAX_READ = 500;

/** Lower-case words without accents or punctuation, up to the maximum length, then the year. */
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

interface SlugWords {
  readonly text: string;
  /** The last word, if it looks like a year and is not the only word. */
  readonly year: number | null;
}

/** The search for the title of a slug. */
export function slugWords(slug: string): SlugWords {
  const words = slug.split("-").filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  if (words.length < 2 || !/^(18|19|20)\d\d$/.test(last)) return { text: words.join(" "), year: null };
  return { text: words.slice(0, -1).join(" "), year: Number(last) };
}
