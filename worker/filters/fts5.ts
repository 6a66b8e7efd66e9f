/** FTS5 expressions. Each token becomes a quoted string, so no operator of FTS5 can be reached from outside. */
import type { NumberRange } from "../contract/browse.ts";

export const quoted = (token: string) => `"${token}"`;
export const anyOf = (terms: readonly string[]) =>
  terms.length === 1 ? (terms[0] ?? "") : `(${terms.join(" OR ")})`;
export const allOf = (terms: readonly string[]) =>
  terms.length === 1 ? (terms[0] ?? "") : `(${terms.join(" AND ")})`;

interface RangeTokens {
  /** The tokens of a block's numbers share a prefix, and differ only in their last digits. */
  readonly token: (number: number) => string;
  /** The token of a decade, or of ten minutes. */
  readonly tenToken: (number: number) => string;
  /** Returns true if one term may stand for the numbers from `first`. By default it always may. */
  readonly isBlock?: (first: number, length: number) => boolean;
}

/** Returns one term for each whole ten, hundred, thousand and remaining number of a range. */
export function rangeExpression(
  { first, last }: NumberRange,
  { token, tenToken, isBlock = () => true }: RangeTokens,
): string {
  const terms: string[] = [];
  for (let number = first; number <= last; ) {
    const fits = (block: number) =>
      number % block === 0 && number + block - 1 <= last && isBlock(number, block);
    const length = [10_000, 1_000, 100, 10].find(fits) ?? 1;
    // FTS5 reads a common prefix from its prefix index.
    const prefix = () => `${quoted(token(number).slice(0, 1 - String(length).length))}*`;
    terms.push(length > 10 ? prefix() : quoted((length === 10 ? tenToken : token)(number)));
    number += length;
  }
  return anyOf(terms);
}
