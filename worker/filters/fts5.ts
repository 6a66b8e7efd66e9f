/** Builds FTS5 expressions. Every token is quoted, so that user input cannot contain FTS5 operators. */
import type { NumberRange } from "../contract/browse.ts";

export const quote = (token: string) => `"${token}"`;
export const anyOf = (terms: readonly string[]) =>
  terms.length === 1 ? (terms[0] ?? "") : `(${terms.join(" OR ")})`;
export const allOf = (terms: readonly string[]) =>
  terms.length === 1 ? (terms[0] ?? "") : `(${terms.join(" AND ")})`;

interface RangeTokens {
  /**
   * Returns the token for a number. The tokens in a block of numbers differ only in their last digits, so that a
   * prefix matches all of them.
   */
  readonly token: (number: number) => string;
  /** Returns the token for a block of ten numbers, such as a decade. */
  readonly tenToken: (number: number) => string;
  /** Returns true if one term can stand for a block of numbers. Defaults to true for all blocks. */
  readonly isBlock?: (first: number, length: number) => boolean;
}

/**
 * Returns an expression for a range of numbers. Each whole ten, hundred and thousand takes one term, and so does each
 * remaining number.
 */
export function rangeExpression(
  { first, last }: NumberRange,
  { token, tenToken, isBlock = () => true }: RangeTokens,
): string {
  const terms: string[] = [];
  for (let number = first; number <= last; ) {
    const fits = (block: number) =>
      number % block === 0 && number + block - 1 <= last && isBlock(number, block);
    const length = [10_000, 1_000, 100, 10].find(fits) ?? 1;
    // A prefix is fast, because the FTS5 table has a prefix index.
    const prefix = () => `${quote(token(number).slice(0, 1 - String(length).length))}*`;
    terms.push(length > 10 ? prefix() : quote((length === 10 ? tenToken : token)(number)));
    number += length;
  }
  return anyOf(terms);
}

/** The first and last year of the period in which a year may have many titles. */
const FIRST_POPULATED = 1_800;
const LAST_POPULATED = 2_099;

/** Returns true if a prefix of a year's digits may stand for all years that begin with it. */
export function isYearBlock(first: number, length: number): boolean {
  return length === 10 || first > LAST_POPULATED || first + length <= FIRST_POPULATED;
}
