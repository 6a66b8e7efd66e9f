/**
 * Numbers that are written in several words: `two thousand twelve`, `nineteen eighty four`, `one hundred and one`. Single
 * words, `twelve`, are canonical spellings (`words.ts`). Pure.
 */

const ONES = new Map(
  "one two three four five six seven eight nine".split(" ").map((word, at) => [word, at + 1] as const),
);
const TEENS = new Map(
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, at) => [word, at + 10] as const),
);
const TENS = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, at) => [word, 10 * (at + 2)] as const),
);

/** A number, and how many words it is written in: 0 for none. */
interface Written {
  readonly value: number;
  readonly words: number;
}
const NONE: Written = { value: 0, words: 0 };

/** The words with each number of several words as one in digits; `null`: there is none. */
export function inDigits(words: readonly string[]): string[] | null {
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    const number = numberAt(words, at);
    const isNumber = number.words > 1;
    found.push(isNumber ? String(number.value) : (words[at] ?? ""));
    at += isNumber ? number.words : 1;
  }
  return found.length < words.length ? found : null;
}

function numberAt(words: readonly string[], at: number): Written {
  const first = hundredsAt(words, at);
  if (first.words === 0) return NONE;
  const next = at + first.words;
  if (words[next] === "thousand") return larger(words, at, { first, unit: 1_000, rest: hundredsAt });
  const second = tensAt(words, next);
  // `nineteen seventeen`, `twenty forty nine`.
  const isYear = first.value >= 10 && first.value < 100 && second.value >= 10;
  return isYear ? { value: first.value * 100 + second.value, words: first.words + second.words } : first;
}

function hundredsAt(words: readonly string[], at: number): Written {
  const first = tensAt(words, at);
  if (first.words === 0 || words[at + first.words] !== "hundred") return first;
  return larger(words, at, { first, unit: 100, rest: tensAt });
}

interface Larger {
  readonly first: Written;
  readonly unit: number;
  readonly rest: (words: readonly string[], at: number) => Written;
}

/** `two hundred`, `two hundred five`, `two hundred and five`. */
function larger(words: readonly string[], at: number, { first, unit, rest }: Larger): Written {
  const after = at + first.words + 1;
  const joined = words[after] === "and" ? 1 : 0;
  const remainder = rest(words, after + joined);
  return {
    value: first.value * unit + remainder.value,
    words: first.words + 1 + (remainder.words === 0 ? 0 : joined + remainder.words),
  };
}

/** Below a hundred. */
function tensAt(words: readonly string[], at: number): Written {
  const word = words[at] ?? "";
  const single = ONES.get(word) ?? TEENS.get(word);
  if (single !== undefined) return { value: single, words: 1 };
  const tens = TENS.get(word);
  if (tens === undefined) return NONE;
  const ones = ONES.get(words[at + 1] ?? "");
  return ones === undefined ? { value: tens, words: 1 } : { value: tens + ones, words: 2 };
}
