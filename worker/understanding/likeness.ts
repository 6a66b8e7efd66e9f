/** Words before or after a title that ask for titles like it, in all languages of the site: `movies like Arrival`. */
import { fold } from "../text/fold.ts";
import { pieces } from "../text/words.ts";
import type { Token } from "./tokens.ts";

const joined = (words: readonly string[]) => words.join(" ");
const listed = (table: string) =>
  new Set(table.split(/[\n,]/).map((phrase) => joined(fold(phrase).flatMap(pieces))));

/** Words that are also the beginning of titles, so that something else must come before them. */
const AFTER_OTHERS = listed(`like, wie, comme, como, مثل, 像`);
const BEFORE =
  listed(`similar to, something like, anything like, more like, in the style of, ähnlich wie, so wie, etwas wie,
  semblable à, semblables à, similaire à, similaires à, dans le genre de, dans le style de, parecida a, parecidas a, parecido a,
  parecidos a, similar a, similares a, algo como, parecido com, parecidos com, parecida com, parecidas com, semelhante a,
  semelhantes a, no estilo de, 类似, 类似于, 類似, تشبه, يشبه, شبيهة بـ, مشابهة ل`);
const AFTER = listed(`のような, のよう, に似た, っぽい, 一样的, 一樣的, 那样的, 一样, 一樣, 那样`);
const LONGEST = 4;

/**
 * Returns the places of the title, or `null` if the words at these places ask for nothing like it. `isBeside` is true if
 * something else was read before them.
 */
export function titleAfterLike(
  tokens: readonly Token[],
  places: readonly number[],
  isBeside: boolean,
): readonly number[] | null {
  const textAt = (some: readonly number[]) => joined(some.map((place) => tokens[place]?.text ?? ""));
  for (let length = Math.min(LONGEST, places.length - 1); length > 0; length -= 1) {
    const first = textAt(places.slice(0, length));
    const end = places.length - length;
    if (BEFORE.has(first) || (isBeside && AFTER_OTHERS.has(first)))
      return titleAfterLike(tokens, places.slice(length), false) ?? places.slice(length);
    // Chinese has a word before the title and one after it.
    if (AFTER.has(textAt(places.slice(end))))
      return titleAfterLike(tokens, places.slice(0, end), true) ?? places.slice(0, end);
  }
  return null;
}
