/**
 * Stored names of titles and people: forms to compare, keys of whole titles, tokens for the full-text index, and
 * words for the vocabulary. Pure functions that the loader and the search share. The index stores no text, so an
 * update deletes a title by building its tokens again. Therefore increase TOKENS_VERSION with every change to the
 * results of this module or to stored names. Catalogs of another version refuse updates.
 */
import { isKind, type TitleKind } from "../../contract/filter.ts";
import { fold, foldName } from "../../text/fold.ts";
import { soundCodes } from "../../text/sounds.ts";
import { canonical, isArticle, isLeftOutOfInitials, isUnspaced, pairs, pieces } from "../../text/words.ts";

export const TOKENS_VERSION = 12;

/** The prefix of tokens that are not words. It is a private-use character, which no folded text contains. */
const MARK = "\ue000";
export const ADULT_TOKEN = `${MARK}x`;
export const kindToken = (kind: TitleKind) => `${MARK}k${kind}`;
/** Returns the token of a year. It has four digits, so that the years of a century share a prefix. */
export const yearToken = (year: number) => `${MARK}y${String(year).padStart(4, "0")}`;
export const decadeToken = (year: number) => `${MARK}d${Math.floor(year / 10)}`;
export const initialsToken = (initials: string) => `${MARK}i${initials}`;

/** The separators between the parts of a form (`thor | ragnarok`), and between the forms of a title. */
export const PART_SEPARATOR = "|";
export const FORM_SEPARATOR = "\n";
const BETWEEN_PARTS = /\s+[-–—|/]\s+|[:：;]\s*|\s*[(（【]\s*|[)）】]|\s[~〜～]\s?/u;

/** Returns the words of all parts of a form. */
export const splitForm = (form: string) => form.split(" ").filter((word) => word !== PART_SEPARATOR);

/** The prefix of a form that is a working title. */
export const WORKING_TITLE_MARK = "~ ";

/**
 * The most forms of a title, which keeps rows small. The best-known titles have some ninety names in all languages.
 */
const MAX_FORMS = 120;
/** The most UTF-16 units of all tokens, so that an index row takes at most half of D1's statement size. */
const MAX_TOKENS = 15_000;

export interface Findable {
  /** The display title, followed by the original title and all others. */
  readonly titles: readonly string[];
  /** Titles during production, which are searchable but never match as a whole title. */
  readonly workingTitles?: readonly string[];
  readonly year: number | null;
  readonly kind: string;
  readonly adult: boolean;
}

/** The strength of a key, from a whole display title to a part of a title or a working title. */
export const WHOLE = 0;
export const OTHER = 1;
export const PARTIAL = 2;

export interface Names {
  /** The folded forms, separated as the ranking expects. */
  readonly forms: string;
  /** The keys, each with its strongest claim. */
  readonly keys: ReadonlyMap<string, number>;
  /** The tokens as the text of the full-text index. */
  readonly tokens: string;
  /** The words for the vocabulary, which corrects typing mistakes. */
  readonly words: ReadonlySet<string>;
}

export function findableNames({ titles, workingTitles = [], year, kind, adult }: Findable): Names {
  const keys = new Map<string, number>();
  const tokens = new Set<string>();
  const words = new Set<string>();
  const forms = new Set<string>();
  let length = 0;
  function addToken(token: string): void {
    if (!tokens.has(token)) length += token.length + 1;
    tokens.add(token);
  }
  for (const title of [...titles, ...workingTitles]) {
    if (forms.size === MAX_FORMS || length > MAX_TOKENS) break;
    const parts = splitParts(title);
    if (parts.length === 0) continue;
    const form = joined(parts);
    const isWorking = !titles.includes(title);
    const claim = isWorking ? PARTIAL : forms.size === 0 ? WHOLE : OTHER;
    if (forms.has(form)) continue;
    forms.add(isWorking ? WORKING_TITLE_MARK + form : form);
    for (const key of buildKeys(parts.flat())) {
      addKey(keys, key, claim);
      addToken(key);
    }
    if (parts.length > 1)
      for (const part of parts) for (const key of buildKeys(part)) addKey(keys, key, PARTIAL);
    for (const word of parts.flat()) {
      addToken(word);
      addToken(canonical(word));
      if (!isUnspaced(word)) words.add(word);
    }
    for (const pair of pairs(parts.flat())) addToken(pair);
    for (const initials of initialTokens(parts.flat())) addToken(initialsToken(initials));
    for (const word of findCompounds(title)) {
      addToken(word);
      words.add(word);
    }
  }
  for (const mark of buildMarks({ year, kind, adult })) addToken(mark);
  return { forms: [...forms].join(FORM_SEPARATOR), keys, tokens: [...tokens].join(" "), words };
}

/** Returns the folded form of a title. */
export const toForm = (title: string) => joined(splitParts(title));

const joined = (parts: readonly string[][]) =>
  parts.map((part) => part.join(" ")).join(` ${PART_SEPARATOR} `);

/** Returns the folded pieces of each part of a title, without empty parts. */
function splitParts(title: string): string[][] {
  const parts = title.split(BETWEEN_PARTS).map((part) => fold(part).flatMap(pieces));
  return parts.filter((part) => part.length > 0);
}

function buildMarks({ year, kind, adult }: Omit<Findable, "titles">): string[] {
  const years = year === null ? [] : [yearToken(year), decadeToken(year)];
  // The token of an unknown kind could equal the token of another mark.
  return [...years, ...(isKind(kind) ? [kindToken(kind)] : []), ...(adult ? [ADULT_TOKEN] : [])];
}

function addKey(keys: Map<string, number>, key: string, claim: number): void {
  keys.set(key, Math.min(claim, keys.get(key) ?? claim));
}

/** Returns folded pieces joined as keys, with and without articles. Never returns an empty key. */
export function buildKeys(words: readonly string[]): string[] {
  const whole = words.filter((word) => word !== "and");
  const bare = whole.filter((word) => !isArticle(word));
  const spelled = [whole.map(canonical), bare.map(canonical), whole, bare];
  return [...new Set(spelled.map((kept) => kept.join("")))].filter((key) => key !== "");
}

/** Joins the words without their articles. */
export function toBareKey(words: readonly string[]): string {
  return words.filter((word) => !isArticle(word)).join("");
}

/**
 * Returns the initials of a title, such as `tdk` and `dk` for The Dark Knight: with and without the leading article
 * and words that people omit, and with numerals also as digits. Returns an empty array for a single word.
 */
export function initialTokens(words: readonly string[]): string[] {
  if (words.some(isUnspaced)) return [];
  const counted = isArticle(words[0] ?? "") ? [words, words.slice(1)] : [words];
  const spelled = counted
    .flatMap((some) => [some, some.filter((word) => !isLeftOutOfInitials(word))])
    .filter(({ length }) => length > 1)
    .flatMap((some) => [some, some.map(canonical)]);
  return [...new Set(spelled.map((some) => some.map(([letter = ""]) => letter).join("")))];
}

const COMPOUND = /[\p{L}\p{N}'’.]+(?:[-·‐‑][\p{L}\p{N}'’.]+)+/gu;

/** Returns compounds that people write as one word, such as `spiderman` for Spider-Man. */
function findCompounds(title: string): string[] {
  const compounds = (title.match(COMPOUND) ?? []).map((compound) => fold(compound).join(""));
  return compounds.filter((word) => word !== "" && !pieces(word).some(isUnspaced));
}

/**
 * Returns the folded pieces of a name. Adjacent initials become one word, so `J. K. Rowling`, `j.k. rowling` and `jk
 * rowling` are equal.
 */
export function nameWords(name: string): string[] {
  const words: string[] = [];
  let initials = 0;
  for (const folded of foldName(name)) {
    for (const word of pieces(folded)) {
      // A letter has at most two UTF-16 units, so most words skip the regular expression.
      const isInitial = word.length < 3 && /^\p{L}$/u.test(word) && !isUnspaced(word);
      if (isInitial && initials > 0) words.push(`${words.pop() ?? ""}${word}`);
      else words.push(word);
      initials = isInitial ? initials + 1 : 0;
    }
  }
  return words;
}

/** Returns the folded forms of a person's names, separated as the ranking expects. */
export function nameForms(names: readonly string[]): string {
  const forms = names.map((name) => nameWords(name).join(" ")).filter((form) => form !== "");
  return [...new Set(forms)].join(FORM_SEPARATOR);
}

/**
 * The prefix of the first letters of a well-known person's words. No folded text contains this private-use character.
 */
const BEGINNING_MARK = "\ue000b";
const MAX_BEGINNING = 4;

/**
 * Returns the token for this beginning of a well-known person's name, or `null` if it is too long.
 */
export function beginningToken(text: string): string | null {
  return text.length <= MAX_BEGINNING ? BEGINNING_MARK + text : null;
}

/** Returns the token for a sound code. No folded text contains its private-use character. */
export const soundToken = (code: string) => `\ue000s${code}`;

/** The last place whose person has tokens for the sounds and the short prefixes of each word. */
const WELL_KNOWN = 20_000;

interface PersonNames {
  /** The text of the full-text index: words, whole names without spaces, pairs of unspaced characters. */
  readonly tokens: string;
  /** The words for the vocabulary, which corrects typing mistakes. */
  readonly words: ReadonlySet<string>;
}

/**
 * Returns the tokens and words of a person's names. Only well-known people get a token without spaces, which would
 * take too much room for everybody.
 */
export function personNames(names: readonly string[], place: number): PersonNames {
  const tokens = new Set<string>();
  const words = new Set<string>();
  const isWellKnown = place <= WELL_KNOWN;
  for (const name of names) {
    const nameParts = nameWords(name);
    let unspaced = 0;
    for (const word of nameParts) {
      tokens.add(word);
      if (isUnspaced(word)) {
        unspaced += 1;
        continue;
      }
      words.add(word);
      if (!isWellKnown) continue;
      for (const token of [...listBeginnings(word), ...soundCodes(word).map(soundToken)]) tokens.add(token);
    }
    if (unspaced > 1) for (const pair of pairs(nameParts)) tokens.add(pair);
    const bare = isWellKnown ? toBareKey(nameParts) : "";
    if (bare !== "") tokens.add(bare);
  }
  return { tokens: [...tokens].join(" "), words };
}

function listBeginnings(word: string): string[] {
  return Array.from({ length: MAX_BEGINNING }, (_, at) => BEGINNING_MARK + word.slice(0, at + 1));
}
