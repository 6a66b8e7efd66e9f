/**
 * The slug in the URL of a title page, as in `/title/603/the-matrix-1999`. The id alone identifies the title. The
 * slug is for readers, and has the words to search for if a source cannot load a title by id.
 */
import type { TitleRecord } from "./record.ts";

/** The maximum number of code points, each of which may take twelve bytes in a URL. */
const MAX_SLUG_LENGTH = 100;

/**
 * The maximum number of UTF-16 code units of a title to normalise. Normalising a sequence of accents takes quadratic
 * time, so a megabyte of them would take minutes.
 */
const MAX_READ = 500;

/**
 * Returns the title in lower case without accents and punctuation, cut to `MAX_SLUG_LENGTH` and followed by the year.
 */
export function toSlug({ title, year }: Pick<TitleRecord, "title" | "year">): string {
  const words = withoutAccents(title.slice(0, MAX_READ)).toLowerCase().replaceAll(/['’]/g, "").match(WORD);
  const slug = [cut((words ?? []).join("-")), year].filter((part) => part !== "").join("-");
  return slug === "" ? "untitled" : slug;
}

function cut(slug: string): string {
  if (slug.length <= MAX_SLUG_LENGTH) return slug;
  return Array.from(slug).slice(0, MAX_SLUG_LENGTH).join("").replace(/-$/, "");
}

const WORD = /(?:\p{L}\p{M}*|\p{N})+/gu;
const NOT_ASCII = /[^\0-\x7f]/;
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

/**
 * Removes accents from Latin, Greek and Cyrillic letters. Marks of other scripts are kept, because they make a
 * different letter: ガ is not カ.
 */
export function withoutAccents(text: string): string {
  // Most names on a credits page are ASCII and need no changes.
  if (!NOT_ASCII.test(text)) return text;
  return text.normalize("NFD").replaceAll(ACCENTS, "$1").normalize("NFC");
}

interface SlugWords {
  readonly text: string;
  /** The year at the end of the slug, or `null` if there is no year or no text before it. */
  readonly year: number | null;
}

/** Splits a slug into the text and the year to search for. */
export function slugWords(slug: string): SlugWords {
  const words = slug.split("-").filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  if (words.length < 2 || !/^(18|19|20)\d\d$/.test(last)) return { text: words.join(" "), year: null };
  return { text: words.slice(0, -1).join(" "), year: Number(last) };
}
