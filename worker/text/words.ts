/**
 * Properties of words in folded text: spelling variants, articles, filler words, written numbers, and scripts without
 * spaces.
 */

/**
 * Matches characters of Han, kana, hangul, Thai, Lao, Khmer and Burmese. Words in these scripts are compared by
 * character and indexed by pairs of neighbouring characters, so that two characters are enough to find a title
 * without a dictionary.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const RUN = new RegExp(`(?:${UNSPACED.source}\\p{M}*)|(?:(?!${UNSPACED.source})[^])+`, "gu");

/** Returns true if the piece is a character of a script without spaces. */
export function isUnspaced(piece: string): boolean {
  return UNSPACED.test(piece);
}

/**
 * Splits a folded word into the pieces that are compared: its characters in a script without spaces, otherwise the
 * whole word.
 */
export function pieces(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  return word.match(RUN) ?? [word];
}

/**
 * Returns the pairs of neighbouring characters, as in `["花樣","樣年"]` for `["花","樣","年"]`. Leaves out pieces that are
 * whole words.
 */
export function pairs(characters: readonly string[]): string[] {
  const joinedPairs: string[] = [];
  for (let at = 1; at < characters.length; at += 1) {
    const left = characters[at - 1] ?? "";
    const right = characters[at] ?? "";
    if (isUnspaced(left) && isUnspaced(right)) joinedPairs.push(left + right);
  }
  return joinedPairs;
}

/** Returns the words of a list, each with a number. The numbers start at `first` and increase by `step`. */
function numbered(words: string, first: number, step = 1): [string, number][] {
  return words.split(" ").map((word, at) => [word, first + at * step]);
}

const ROMAN = numbered("i ii iii iv v vi vii viii ix x xi xii xiii", 1);
const ONES = new Map(numbered("one two three four five six seven eight nine", 1));
const TEENS = new Map(
  numbered("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", 10),
);
const TENS = new Map(numbered("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10));

/**
 * The canonical spelling of numerals (`2`, `ii`, `two`) and abbreviations, which makes `Rocky II` and `rocky two`
 * equal to `rocky 2`.
 */
const SPELLINGS = new Map([
  ...[...ROMAN, ...ONES, ...TEENS, ...TENS].map(([word, number]) => [word, String(number)] as const),
  ["versus", "vs"],
  ["mister", "mr"],
  ["doctor", "dr"],
  ["volume", "vol"],
  ["pt", "part"],
  ["saint", "st"],
]);

export function canonical(word: string): string {
  return SPELLINGS.get(word) ?? word;
}

/** English words that appear in too many titles to distinguish them. */
const ARTICLES = new Set(["the", "a", "an", "and"]);

export function isArticle(word: string): boolean {
  return ARTICLES.has(word);
}

/** Words that precede the number of a sequel or part. */
const NUMBERING = new Set(["vol", "part", "chapter", "episode"]);

/** Returns true if people leave this word out of initials, as in `gotg2` for Guardians of the Galaxy Vol. 2. */
export function isLeftOutOfInitials(word: string): boolean {
  return word === "and" || NUMBERING.has(canonical(word));
}

/** Words that people add to a title when they search for it. */
const ADDED = new Set(["movie", "film", "full", "series", "tv", "show", "online", "watch", "trailer", "hd"]);

export function isAdded(word: string): boolean {
  return ADDED.has(word);
}

/** Words for subjects and opinions that are also surnames, but hardly ever stand for a person in a query. */
const EVERYDAY = new Set(
  `science superhero martial arts heist spy mafia police prison
  alien aliens zombie zombies vampire vampires ghost ghosts monster monsters robot robots pirate pirates shark sharks dog dogs
  love death murder money bank dance space time travel future school wedding summer winter christmas halloween holiday
  african asian hollywood bollywood welsh scottish
  cast character children directors kids man men people star stars story
  stories teen title titles woman women young writer writers baby girl girls boy boys king queen
  amazing awesome bad better big black blue classic cool cult dark ever famous fun green happy
  hot latest little long modern most new nice old popular recent red sad sexy silent small strong sweet
  watched white wild worst year years week month weeks night day today like`.split(/\s+/),
);

export function isEveryday(word: string): boolean {
  return EVERYDAY.has(word);
}

/** A written number and its number of words, which is 0 if there is no number. */
interface Written {
  readonly value: number;
  readonly words: number;
}
const NONE: Written = { value: 0, words: 0 };

/**
 * Replaces numbers of several words with digits, such as `nineteen eighty four` or `one hundred and one`. Returns
 * `null` if there are none. Leaves numbers of a single word to `canonical`.
 */
export function inDigits(words: readonly string[]): string[] | null {
  const converted: string[] = [];
  for (let at = 0; at < words.length; ) {
    const number = numberAt(words, at);
    const isNumber = number.words > 1;
    converted.push(isNumber ? String(number.value) : (words[at] ?? ""));
    at += isNumber ? number.words : 1;
  }
  return converted.length < words.length ? converted : null;
}

function numberAt(words: readonly string[], at: number): Written {
  const first = hundredsAt(words, at);
  if (first.words === 0) return NONE;
  const next = at + first.words;
  if (words[next] === "thousand") return larger(words, at, { first, unit: 1_000, rest: hundredsAt });
  const second = tensAt(words, next);
  // Two numbers in sequence are a year, as in `nineteen seventeen` or `twenty forty nine`.
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

/** Parses a number such as `two hundred`, `two hundred five` or `two hundred and five`. */
function larger(words: readonly string[], at: number, { first, unit, rest }: Larger): Written {
  const after = at + first.words + 1;
  const joined = words[after] === "and" ? 1 : 0;
  const remainder = rest(words, after + joined);
  return {
    value: first.value * unit + remainder.value,
    words: first.words + 1 + (remainder.words === 0 ? 0 : joined + remainder.words),
  };
}

/** Parses a number below a hundred. */
function tensAt(words: readonly string[], at: number): Written {
  const word = words[at] ?? "";
  const single = ONES.get(word) ?? TEENS.get(word);
  if (single !== undefined) return { value: single, words: 1 };
  const tens = TENS.get(word);
  if (tens === undefined) return NONE;
  const ones = ONES.get(words[at + 1] ?? "");
  return ones === undefined ? { value: tens, words: 1 } : { value: tens + ones, words: 2 };
}
