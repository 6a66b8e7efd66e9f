/**
 * Adds the other Chinese script to titles, so that 花样年华 finds 花樣年華. It happens at load time, because OpenCC's tables
 * are larger than the Worker's whole search.
 */
import { Converter } from "opencc-js";

const traditional = once(() => Converter({ from: "cn", to: "t" }));
/** Taiwan's form of some characters differs, such as 活著 for 活着. */
const taiwanese = once(() => Converter({ from: "t", to: "tw" }));
/** Converts from Taiwan's form, which distinguishes the 著 of 活著 (着) from that of 顯著 (著). */
const simplified = once(() => Converter({ from: "tw", to: "cn" }));

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns titles in their other script. Titles with kana are Japanese, which has its own characters. */
export function otherScripts(titles: readonly string[]): string[] {
  const chinese = titles.filter((title) => HAN.test(title) && !KANA.test(title));
  return chinese.flatMap((title) => {
    const written = traditional()(title);
    const inTaiwan = taiwanese()(written);
    return [simplified()(inTaiwan), written, inTaiwan];
  });
}

/** The tables are loaded with the first Chinese title, which takes 0.2 s. */
function once<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
