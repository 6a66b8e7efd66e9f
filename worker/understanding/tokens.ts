/** Splits a query into folded words, and recognises filler words. */
import { fold } from "../text/fold.ts";
import { isUnspaced, pieces } from "../text/words.ts";

/** A word of the query, or a character if its script has no spaces. */
export interface Token {
  readonly text: string;
  readonly typed: string;
  /** The offset of the token in the query, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly isUnspaced: boolean;
  /** Whether only a dash or slash separates this token from the previous one. */
  readonly isAfterDash: boolean;
}

const DASH = /^\s*[\p{Pd}−～~/]\s*$/u;
/** Matches a rating such as `7.5`, `8+` or `8/10`, or a number of hours such as `1.5`. */
const POINTS = /(?<![\p{Nd}.,/a-z])(?:10|\p{Nd})(?:[.,٫]\p{Nd}(?:\/10)?\+?|\/10\+?|\+)(?![\p{Nd}/a-z])/u;
const IS_POINTS = new RegExp(`^${POINTS.source}$`, "iu");
const TYPED = new RegExp(`${POINTS.source}|(?:(?!${POINTS.source})[\\p{L}\\p{N}\\p{M}'’])+`, "giu");

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: typed, index } of text.matchAll(TYPED)) {
    let start = index;
    for (const piece of pieces(typed)) {
      const end = start + piece.length;
      // The typed piece is kept, because folding may turn one character into several, and turns katakana into
      // hiragana.
      const folded = IS_POINTS.test(piece) ? foldPoints(piece) : fold(piece).join("");
      const isAfterDash = DASH.test(text.slice(tokens.at(-1)?.end ?? 0, start));
      if (folded !== "")
        tokens.push({ text: folded, typed: piece, start, end, isUnspaced: isUnspaced(piece), isAfterDash });
      start = end;
    }
  }
  return tokens;
}

function foldPoints(typed: string): string {
  return typed.replace(/[,٫]/, ".").replaceAll(/\p{Nd}/gu, (digit) => fold(digit).join(""));
}

/** Words that have no meaning for a search if they are next to filters or names. */
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

/** Words that join two items. */
export const AND: ReadonlySet<string> = new Set("and und et y e と や 和 و".split(" ").flatMap(fold));

/**
 * Returns a predicate that returns true for the index of a filler. A Japanese particle only counts in hiragana. In
 * katakana, which folding turns into hiragana, it belongs to a name.
 */
export function isFillerAt(tokens: readonly Token[]): (at: number) => boolean {
  return (at) => FILLERS.has(tokens[at]?.text ?? "") && !/[ァ-ヺ]/.test(tokens[at]?.typed ?? "");
}
