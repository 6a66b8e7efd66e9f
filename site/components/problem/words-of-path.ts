import { slugWords } from "../../../worker/contract/slug.ts";
import { decoded } from "../../../worker/web/addresses.ts";

const MAX_LENGTH = 100;

/**
 * Returns the words in the longest segment of a path, or "". For `/movies/the-matrix-1999`, these are "the matrix".
 */
export function wordsOfPath(path: string): string {
  const segments = path.split("/").map((segment) => decoded(segment) ?? "");
  const longest = segments
    .filter((segment) => /\p{L}{3}/u.test(segment) && segment.length <= MAX_LENGTH)
    .reduce((long, segment) => (segment.length > long.length ? segment : long), "");
  const { text } = slugWords(longest.replace(/\.\w+$/, "").replaceAll(/[_+\s]+/g, "-"));
  return text;
}
