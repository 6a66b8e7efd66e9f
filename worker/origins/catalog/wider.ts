/** What may be meant where the text is not a whole title: expressions of FTS5 that ask for less than what was typed. */
import * as expressions from "./expressions.ts";
import type { Reading } from "./reading.ts";
import type { Spelling } from "./spelling.ts";

/** Titles read for each. */
const CORRECTED = 80;
const WITH_LESS = 60;
const INITIALS = 10;
/** Titles read for all of them together. */
export const MOST_WIDER = CORRECTED + WITH_LESS + INITIALS;
/** With so many titles that match as typed, nobody meant to leave a word out. */
const ENOUGH = 5;

/** Each with how many titles it may bring. `matching`: how many match as typed. */
export function widerExpressions(reading: Reading, spelling: Spelling, matching: number): [string, number][] {
  const terms = expressions.terms(reading, spelling.alternativesOf);
  const wider: [string, number][] = [];
  if (terms.length > 0) wider.push([expressions.corrected(terms, spelling.joins), CORRECTED]);
  if (matching >= ENOUGH) return wider;
  const meant = terms.filter(({ piece }) => !piece.added && (piece.unspaced || spelling.isKnown(piece)));
  if (meant.length < terms.length) {
    if (meant.length > 0) wider.push([expressions.corrected(meant, []), WITH_LESS]);
  } else {
    // Each costs as much again as all of them, so that only what is no word may be another.
    const less = expressions.allButOne(expressions.terms(reading, spelling.alternativesOfUnknown));
    if (less !== null) wider.push([less, WITH_LESS]);
  }
  const initials = expressions.initials(reading);
  if (initials !== null) wider.push([initials, INITIALS]);
  return wider;
}
