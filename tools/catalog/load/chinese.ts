/**
 * Converts Chinese titles between simplified and traditional characters, so that a search for 花样年华 finds 花樣年華. This
 * happens during a load, because OpenCC's tables are larger than the Worker's search code.
 */
import { Converter } from "opencc-js";

const traditional = once(() => Converter({ from: "cn", to: "t" }));
/**
 * Converts to the characters used in Taiwan, some of which differ from standard traditional ones, such as 活著 for 活着.
 */
const taiwanese = once(() => Converter({ from: "t", to: "tw" }));
/**
 * Converts from the characters used in Taiwan, because this conversion distinguishes the two uses of 著: 活著 becomes
 * 活着, and 顯著 becomes 显著.
 */
const simplified = once(() => Converter({ from: "tw", to: "cn" }));

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns Chinese titles in simplified, traditional and Taiwanese characters. Omits titles with kana. */
export function otherScripts(titles: readonly string[]): string[] {
  const chinese = titles.filter((title) => HAN.test(title) && !KANA.test(title));
  return chinese.flatMap((title) => {
    const written = traditional()(title);
    const inTaiwan = taiwanese()(written);
    return [simplified()(inTaiwan), written, inTaiwan];
  });
}

/**
 * Returns a function that calls `make` on its first call only. Loading OpenCC's tables takes 0.2 s, which a catalog
 * without Chinese titles does not need.
 */
function once<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
