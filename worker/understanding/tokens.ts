/** The words of a text, as the readers of its parts compare them, and the words that say nothing themselves. */
import { fold } from "../text/fold.ts";
import { isUnspaced, pieces } from "../text/words.ts";

/** A word of the text, or a character of a script without spaces. */
export interface Token {
  /** Folded. */
  readonly text: string;
  readonly typed: string;
  /** Where it is in the text as typed. */
  readonly start: number;
  readonly end: number;
  readonly isUnspaced: boolean;
  /** Whether nothing but a dash or a slash is between it and the token before it. */
  readonly isAfterDash: boolean;
}

const DASH = /^\s*[\p{Pd}−～~/]\s*$/u;
/** A number of points or of hours, as in `7.5`, `8+` and `8/10`: its signs belong to it. */
const POINTS = /(?<![\p{Nd}.,/a-z])(?:10|\p{Nd})(?:[.,٫]\p{Nd}(?:\/10)?\+?|\/10\+?|\+)(?![\p{Nd}/a-z])/u;
const IS_POINTS = new RegExp(`^${POINTS.source}$`, "iu");
const TYPED = new RegExp(`${POINTS.source}|(?:(?!${POINTS.source})[\\p{L}\\p{N}\\p{M}'’])+`, "giu");

export function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  for (const { 0: typed, index } of text.matchAll(TYPED)) {
    let start = index;
    for (const piece of pieces(typed)) {
      const end = start + piece.length;
      // Katakana becomes hiragana, and one character may become several.
      const folded = IS_POINTS.test(piece) ? foldPoints(piece) : fold(piece).join("");
      const isAfterDash = DASH.test(text.slice(found.at(-1)?.end ?? 0, start));
      if (folded !== "")
        found.push({ text: folded, typed: piece, start, end, isUnspaced: isUnspaced(piece), isAfterDash });
      start = end;
    }
  }
  return found;
}

function foldPoints(typed: string): string {
  return typed.replace(/[,٫]/, ".").replaceAll(/\p{Nd}/gu, (digit) => fold(digit).join(""));
}

/** Words around filters and names that say nothing themselves. */
export const FILLERS = new Set(
  `the a an and about of from in by with to on some any all movie film that are is starring starred featuring directed director
    actor actors actress actresses brothers made shot set full tv online watch trailer hd rated
    language spoken speaking mit uber von aus der die das den dem des im und ein einem einen einer eine auf fur jahre jahren jahr
    con sobre de del la el los las y en por para anos ano os as do da dos das e com em un una unos unas um uma uns umas
    avec du le les et au aux dans par des annees annee une sur pour
    من عن في مع عن و اخراج بطوله تمثيل عام سنه باللغه
    の な で が を と に は も 出演 主演 監督 作品 的 年 部 和 中 导演 最も`
    .split(/\s+/)
    .flatMap(fold)
    .flatMap(pieces),
);

/** Words between two things of a list. */
export const AND: ReadonlySet<string> = new Set("and und et y e と や 和 و".split(" ").flatMap(fold));

/** The particles of Japanese are in hiragana: katakana, which folds to it, is part of a name. */
export function isFillerAt(tokens: readonly Token[]): (at: number) => boolean {
  return (at) => FILLERS.has(tokens[at]?.text ?? "") && !/[ァ-ヺ]/.test(tokens[at]?.typed ?? "");
}
