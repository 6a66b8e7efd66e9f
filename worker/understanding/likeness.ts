/** Parses queries for titles that are similar to another one, in all languages: `movies like Arrival`. */
import { fold } from "../text/fold.ts";
import { pieces } from "../text/words.ts";
import type { Token } from "./tokens.ts";

const joinWords = (words: readonly string[]) => words.join(" ");
const parseList = (table: string) =>
  new Set(table.split(/[\n,]/).map((phrase) => joinWords(fold(phrase).flatMap(pieces))));

/** Words that may also start a title, so they only count if another part of the query precedes them. */
const AFTER_OTHERS = parseList(`like, wie, comme, como, مثل, 像`);
const BEFORE =
  parseList(`similar to, something like, anything like, more like, in the style of, ähnlich wie, so wie, etwas wie,
  semblable à, semblables à, similaire à, similaires à, dans le genre de, dans le style de, parecida a, parecidas a, parecido a,
  parecidos a, similar a, similares a, algo como, parecido com, parecidos com, parecida com, parecidas com, semelhante a,
  semelhantes a, no estilo de, 类似, 类似于, 類似, تشبه, يشبه, شبيهة بـ, مشابهة ل`);
const AFTER = parseList(`のような, のよう, に似た, っぽい, 一样的, 一樣的, 那样的, 一样, 一樣, 那样`);
const MAX_PHRASE = 4;

/**
 * Returns the token indexes of the title for which similar titles are wanted, or `null` if there is none. `isBeside`
 * must be true if another part of the query precedes it.
 */
export function findTitleAfterLike(
  tokens: readonly Token[],
  places: readonly number[],
  isBeside: boolean,
): readonly number[] | null {
  const textAt = (some: readonly number[]) => joinWords(some.map((place) => tokens[place]?.text ?? ""));
  for (let length = Math.min(MAX_PHRASE, places.length - 1); length > 0; length -= 1) {
    const first = textAt(places.slice(0, length));
    const end = places.length - length;
    if (BEFORE.has(first) || (isBeside && AFTER_OTHERS.has(first)))
      return findTitleAfterLike(tokens, places.slice(length), false) ?? places.slice(length);
    // Chinese has a word on either side of the title, so the words before it are looked for as well.
    if (AFTER.has(textAt(places.slice(end))))
      return findTitleAfterLike(tokens, places.slice(0, end), true) ?? places.slice(0, end);
  }
  return null;
}
