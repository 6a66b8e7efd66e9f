/**
 * A look at the bytes of JSON before they become objects: a few megabytes of brackets would
 * become a few hundred megabytes of arrays, and more than the isolate has.
 */

/** An answer of the contract is three deep; fields that we do not know may be deeper. */
const DEEPEST = 32;
/** An entry of the contract takes about eighty bytes: an answer of the largest size holds no more. */
const MOST = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Throws a RangeError when there are too many arrays and objects, or too many in each other. */
export function checkNesting(json: Uint8Array): void {
  let depth = 0;
  let count = 0;
  let quoted = false;
  let escaped = false;
  for (const byte of json) {
    if (escaped) escaped = false;
    else if (byte === QUOTE) quoted = !quoted;
    else if (quoted) escaped = byte === BACKSLASH;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > DEEPEST || ++count > MOST) throw new RangeError("too much nesting");
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
}
