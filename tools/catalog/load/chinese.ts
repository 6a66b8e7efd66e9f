/**
 * Adds titles in the other Chinese script, so that 花样年华 finds 花樣年華. This happens during the load, because OpenCC's
 * tables are larger than the Worker's search code.
 */
import { Converter } from "opencc-js";

const traditional = once(() => Converter({ from: "cn", to: "t" }));
/** Converts to the characters of Taiwan, some of which differ, as in 活著 for 活着. */
const taiwanese = once(() => Converter({ from: "t", to: "tw" }));
/** Converts from the characters of Taiwan, which distinguish 著 in 活著 (着) from 著 in 顯著 (著). */
const simplified = once(() => Converter({ from: "tw", to: "cn" }));

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns the titles in the other script. Titles with kana are Japanese and are skipped. */
export function otherScripts(titles: readonly string[]): string[] {
  const chinese = titles.filter((title) => HAN.test(title) && !KANA.test(title));
  return chinese.flatMap((title) => {
    const written = traditional()(title);
    const inTaiwan = taiwanese()(written);
    return [simplified()(inTaiwan), written, inTaiwan];
  });
}

/** The tables are loaded for the first Chinese title only, because this takes 0.2 s. */
function once<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
