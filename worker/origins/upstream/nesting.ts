/**
 * A look at the bytes of JSON before they become objects: a few megabytes of brackets would
 * become a few hundred megabytes of arrays, and more than the isolate has.
 */
export interface Nesting {
  /** Throws a RangeError when what has passed so far is too deep, or holds too many arrays and objects. */
  watch(chunk: Uint8Array): void;
}

/** An answer of the contract is three deep; fields that we do not know may be deeper. */
const DEEPEST = 32;
/** An entry of the contract takes about eighty bytes: of an answer of the largest size they are no more. */
const MOST = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export function createNesting(): Nesting {
  let depth = 0;
  let count = 0;
  let quoted = false;
  let escaped = false;

  function open(): void {
    if (++depth > DEEPEST || ++count > MOST) throw new RangeError("too much nesting");
  }

  return {
    watch(chunk) {
      for (const byte of chunk) {
        if (escaped) escaped = false;
        else if (byte === QUOTE) quoted = !quoted;
        else if (quoted) escaped = byte === BACKSLASH;
        else if (byte === 0x5b || byte === 0x7b) open();
        else if (byte === 0x5d || byte === 0x7d) depth--;
      }
    },
  };
}
