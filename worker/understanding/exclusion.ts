/** Parses words that exclude something, in all languages: `not horror`, `ohne Komödien`, `ホラー以外`. */
import { fold } from "../text/fold.ts";
import { pieces } from "../text/words.ts";
import { AND, FILLERS, type Token } from "./tokens.ts";

const joinWords = (words: readonly string[]) => words.join(" ");
const parseList = (table: string) =>
  new Set(table.split(/[\n,]/).map((phrase) => joinWords(fold(phrase).flatMap(pieces))));

const BEFORE =
  parseList(`not, no, non, without, except, excluding, minus, neither, nor, other than, apart from, anything but
  nicht, kein, keine, keinen, keiner, keines, ohne, außer, ausser, ausgenommen, weder, noch
  pas, sans, sauf, hormis, excepté, ni
  sin, excepto, salvo, que no sea, que no sean
  não, sem, exceto, nem, que não seja, que não sejam
  不是, 不要, 不含, 没有, 沒有, 除了, 除, 非, 无, 無
  بدون, دون, من دون, ليس, ليست, ليسوا, غير, بلا, إلا, عدا, ما عدا, ماعدا, سوى, باستثناء`);
const AFTER = parseList(`以外, ではない, じゃない, でない, なし, 抜き, を除く, を除いた, 之外`);
const MAX_PHRASE = 4;

/** Words that may come before an excluding word, as in `but not horror`. */
const BUT = parseList("but, aber, mais, pero, mas, sondern, لكن, ولكن");

/** Returns true if the phrase is `no` and the language is Portuguese, in which it means "in the". */
const isNoWord = (lang: string, phrase: string) => lang === "pt" && phrase === "no";

/** The maximum number of fillers between an excluding word and what it excludes, as in `not in the 1980s`. */
const MAX_FILLERS = 3;

/**
 * Returns the token indexes of the words that exclude the tokens at `places`, including fillers, or `null` if the
 * tokens are not excluded. `isFree` must return true for tokens that belong to no other part of the query.
 */
export function findExclusion(
  tokens: readonly Token[],
  places: readonly number[],
  { lang, isFree }: { readonly lang: string; readonly isFree: (place: number) => boolean },
): number[] | null {
  const [first = 0] = places;
  const last = places.at(-1) ?? first;
  const before = exclusionBefore(tokens, first, { lang, isFree });
  const after = exclusionAfter(tokens, last, isFree);
  return before === null && after === null ? null : [...(before ?? []), ...(after ?? [])];
}

const textAt = (tokens: readonly Token[], from: number, to: number) =>
  joinWords(tokens.slice(from, to).map(({ text }) => text));

function exclusionBefore(
  tokens: readonly Token[],
  first: number,
  { lang, isFree }: { readonly lang: string; readonly isFree: (place: number) => boolean },
): number[] | null {
  for (let end = first; end > 0 && first - end <= MAX_FILLERS; end -= 1) {
    const length = exclusionLength(tokens, end, lang);
    const start = end - length - (BUT.has(tokens[end - length - 1]?.text ?? "") ? 1 : 0);
    const span = range(start, first);
    if (length > 0) return span.every(isFree) ? span : null;
    if (!FILLERS.has(tokens[end - 1]?.text ?? "")) return null;
  }
  return null;
}

/** Returns the number of tokens in the excluding phrase that ends before index `end`, or 0 if there is none. */
function exclusionLength(tokens: readonly Token[], end: number, lang: string): number {
  for (let length = Math.min(MAX_PHRASE, end); length > 0; length -= 1) {
    const phrase = textAt(tokens, end - length, end);
    if (BEFORE.has(phrase) && !isNoWord(lang, phrase)) return length;
  }
  return 0;
}

/** Returns true if these tokens start with an excluding word, as in `without zombies`. */
export function startsWithExclusion(
  tokens: readonly Token[],
  [first = 0, ...others]: readonly number[],
): boolean {
  return others.length > 0 && BEFORE.has(textAt(tokens, first, first + 1));
}

function exclusionAfter(
  tokens: readonly Token[],
  last: number,
  isFree: (place: number) => boolean,
): number[] | null {
  for (let length = MAX_PHRASE; length > 0; length -= 1) {
    const end = last + 1 + length;
    const span = range(last + 1, end);
    if (AFTER.has(textAt(tokens, last + 1, end)) && span.every(isFree)) return span;
  }
  return null;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

const OR = new Set("or nor oder noch ou ni o u nem か 或 او".split(" ").flatMap(fold));

/** Returns true if only "and" or "or" stands between two tokens, as in `not horror or comedy`. */
export function isListedAfter(tokens: readonly Token[], last: number, first: number): boolean {
  const between = tokens[last + 1]?.text ?? "";
  return first === last + 2 && (AND.has(between) || OR.has(between));
}
