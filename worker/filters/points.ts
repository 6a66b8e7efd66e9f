/** Tokens for ratings in steps of half a point, and the FTS5 expression for a range of ratings. */
import { MAX_RATING, type NumberRange } from "../contract/browse.ts";
import { anyOf, quote } from "./fts5.ts";
import { halfPointToken, NONE, pointsToken } from "./tokens.ts";

export function toPointsExpression({ first, last }: NumberRange): string {
  const isWithin = (points: number) => points >= first && points <= last;
  const terms = Array.from({ length: MAX_RATING + 1 }, (_, points) => {
    const [whole, half] = [quote(pointsToken(points)), quote(halfPointToken(points))];
    const isWhole = isWithin(points);
    if (isWithin(points + 0.5) || points === MAX_RATING) return isWhole ? whole : half;
    return isWhole ? `(${whole} NOT ${half})` : null;
  }).filter((term) => term !== null);
  return terms.length === 0 ? quote(NONE) : anyOf(terms);
}

export function listPointsTokens(points: number): string[] {
  const whole = Math.floor(points);
  return [pointsToken(whole), ...(points > whole ? [halfPointToken(whole)] : [])];
}
