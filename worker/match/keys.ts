/** Lists the keys under which the catalog may have the title of a reading. */

import type { NamedKey } from "../contract/matching.ts";
import { fold } from "../text/fold.ts";
import { buildKeys } from "../text/title-keys.ts";
import { canonical, pieces } from "../text/words.ts";
import type { Reading } from "./name.ts";

/** The maximum number of keys to look up for a name. */
const MAX_KEYS = 120;
/** The maximum number of words to leave out at the beginning of a title, as in `Star Wars The Phantom Menace`. */
const MAX_LEFT_OUT = 4;
const SEQUEL_WORDS = ["part", "vol", "chapter"];

export function listKeys(readings: readonly Reading[]): NamedKey[] {
  const titles = readings.map(({ read: { title, year } }) => {
    const words = fold(title).flatMap(pieces);
    const years: [number | null, number | null] =
      year === null ? [null, null] : [Number(year) - 1, Number(year) + 1];
    return { words, years };
  });
  const whole = titles.flatMap(({ words, years }) =>
    [...buildKeys(words), ...listSequelKeys(words)].map((key): NamedKey => [key, ...years]),
  );
  const parts = titles.flatMap(({ words, years }) =>
    words
      .slice(1, MAX_LEFT_OUT + 1)
      .map((_, at) => words.slice(at + 1))
      .filter((rest) => rest.length > 1)
      .flatMap((rest) => (buildKeys(rest)[0] ?? []) as string)
      .map((key): NamedKey => [key, ...years]),
  );
  const different = new Map([...whole, ...parts].map((key) => [JSON.stringify(key), key]));
  return [...different.values()].slice(0, MAX_KEYS);
}

/** Returns keys with a word before the number of a sequel, as in `The Godfather Part II` for `The Godfather 2`. */
export function listSequelKeys(words: readonly string[]): string[] {
  const last = canonical(words.at(-1) ?? "");
  if (words.length < 2 || !/^\d{1,2}$/.test(last)) return [];
  const before = words.at(-2) ?? "";
  const bare = SEQUEL_WORDS.includes(canonical(before)) ? words.slice(0, -2) : words.slice(0, -1);
  return ["", ...SEQUEL_WORDS].flatMap(
    (word) => buildKeys([...bare, ...(word === "" ? [] : [word]), last])[0] ?? [],
  );
}
