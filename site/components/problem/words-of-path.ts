import { slugWords } from "../../../worker/contract/slug.ts";
import { decoded } from "../../../worker/web/addresses.ts";

const MAX_LENGTH = 100;

/** Returns the words of the longest segment of a path, such as "the matrix" for `/movies/the-matrix-1999`, or "". */
export function wordsOfPath(path: string): string {
  const segments = path.split("/").map((segment) => decoded(segment) ?? "");
  const longest = segments
    .filter((segment) => /\p{L}{3}/u.test(segment) && segment.length <= MAX_LENGTH)
    .reduce((long, segment) => (segment.length > long.length ? segment : long), "");
  const { text } = slugWords(longest.replace(/\.\w+$/, "").replaceAll(/[_+\s]+/g, "-"));
  return text;
}
