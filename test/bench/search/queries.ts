/** What people type, made from titles, always the same; the hardest for an index are all in it. */
import { oneOf, random } from "./titles.ts";

/** Short and common: whatever has the longest lists in the index. */
const HARDEST: readonly (readonly [string, string])[] = [
  ...[
    "the",
    "a",
    "of",
    "the of",
    "the a of and",
    "love",
    "man",
    "the man",
    "2",
    "ii",
    "movie",
    "the movie",
  ].map((text) => [text, ""] as const),
  ..."abcdefghijklmnopqrstuvwxyz0123456789".split("").map((letter) => [letter, ""] as const),
  ...["th", "the t", "a b c d e f g h", "s t", "lov", "love s", "inter", "the the the the"].map(
    (text) => [text, ""] as const,
  ),
  ...["1999", "1920-2024", "1999~", "movie", "series,1990-"].map((f) => ["the", f] as const),
  ...["1999", "-1950", "series"].map((f) => ["m", f] as const),
  ["lotr", ""],
  ["xqzztk", ""],
  ["qwlkj zzxcv mnbgt", ""],
];
const OF_EACH = 40;

/** Text and filter. */
export function typedQueries(titles: readonly string[]): (readonly [string, string])[] {
  const next = random(2);
  const title = () => oneOf(titles, next).toLowerCase();
  const made = Array.from({ length: OF_EACH }, () => {
    const whole = title();
    const at = Math.floor(next() * (whole.length - 1));
    return [
      whole,
      whole.slice(0, Math.max(1, at)),
      `${whole.slice(0, at)}${whole.slice(at + 1)}`,
      `${whole.slice(0, at)}${whole[at + 1]}${whole[at]}${whole.slice(at + 2)}`,
      whole.replaceAll(" ", ""),
      whole.split(" ").reverse().join(" "),
      `${whole} movie`,
      `${whole} 1999`,
    ];
  }).flat();
  const texts = made.filter((text) => /[\p{L}\p{N}]/u.test(text));
  return [...HARDEST, ...texts.map((text) => [text, ""] as const)];
}
