/**
 * Scripts that are written without spaces, or with spaces people leave out:
 * Han, kana, hangul, Thai, Lao, Khmer, Burmese. They are compared character by
 * character and found by pairs of neighbours, so that two characters are
 * enough to find a title and no dictionary is needed.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const RUN = new RegExp(`(?:${UNSPACED.source}\\p{M}*)|(?:(?!${UNSPACED.source})[^])+`, "gu");

/** Is this piece a character of an unspaced script? */
export function isUnspaced(piece: string): boolean {
  return UNSPACED.test(piece);
}

/** A folded word in the pieces that are compared: itself, or the characters of an unspaced script. */
export function pieces(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  return word.match(RUN) ?? [word];
}

/** Neighbouring characters joined two by two; other pieces are left out. `["花","樣","年"]` gives `["花樣","樣年"]`. */
export function pairs(characters: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 1; at < characters.length; at += 1) {
    const left = characters[at - 1] ?? "";
    const right = characters[at] ?? "";
    if (isUnspaced(left) && isUnspaced(right)) found.push(left + right);
  }
  return found;
}
