/**
 * Chinese titles in both scripts, so that 花样年华 finds a title that the source has as 花樣年華. They are made at load, with
 * the tables of OpenCC: in the Worker these would take more room than its whole search.
 */
import { Converter } from "opencc-js";

const traditional = once(() => Converter({ from: "cn", to: "t" }));
/** Some characters have another form there: 活著 in place of 活着. */
const taiwanese = once(() => Converter({ from: "t", to: "tw" }));
/** From Taiwan's form, which tells the 著 of 活著 (着) from that of 顯著 (著). */
const simplified = once(() => Converter({ from: "tw", to: "cn" }));

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The titles in the scripts that they are not in. Titles with kana are Japanese, which has characters of its own. */
export function otherScripts(titles: readonly string[]): string[] {
  const chinese = titles.filter((title) => HAN.test(title) && !KANA.test(title));
  return chinese.flatMap((title) => {
    const written = traditional()(title);
    const inTaiwan = taiwanese()(written);
    return [simplified()(inTaiwan), written, inTaiwan];
  });
}

/** The tables are read when the first Chinese title is loaded, which takes some 0.2 s. */
function once<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
