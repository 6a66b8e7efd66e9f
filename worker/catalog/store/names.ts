/**
 * Prepares the names of titles and people for storage: forms to compare, keys of complete titles, tokens for the
 * full-text index, and words for the vocabulary. Pure functions that the loader and the search share.
 *
 * The index stores no text, so an update builds the tokens of a title again to delete them. Therefore TOKENS_VERSION
 * has to be increased whenever the results of this module or the stored names change. A catalog with another version
 * cannot be updated.
 */

import { isKind, type TitleKind } from "../../contract/filter.ts";
import { fold, foldName } from "../../text/fold.ts";
import { soundCodes } from "../../text/sounds.ts";
import { buildKeys, toBareKey } from "../../text/title-keys.ts";
import { canonical, isArticle, isLeftOutOfInitials, isUnspaced, pairs, pieces } from "../../text/words.ts";

export const TOKENS_VERSION = 17;

/** The prefix of tokens that are not words. It is a private-use character, which does not occur in folded text. */
const MARK = "\ue000";
export const ADULT_TOKEN = `${MARK}x`;
export const kindToken = (kind: TitleKind) => `${MARK}k${kind}`;
/** Returns the token of a year. It always has four digits, so that all years of a century have the same prefix. */
export const yearToken = (year: number) => `${MARK}y${String(year).padStart(4, "0")}`;
export const decadeToken = (year: number) => `${MARK}d${Math.floor(year / 10)}`;
export const initialsToken = (initials: string) => `${MARK}i${initials}`;

/** The separators between the parts of a form (`thor | ragnarok`) and between forms. */
export const PART_SEPARATOR = "|";
export const FORM_SEPARATOR = "\n";
const BETWEEN_PARTS = /\s+[-–—|/]\s+|[:：;]\s*|\s*[(（【]\s*|[)）】]|\s[~〜～]\s?/u;

/** Returns the words of a form, without the separators between its parts. */
export const splitForm = (form: string) => form.split(" ").filter((word) => word !== PART_SEPARATOR);

/** The prefix of a form that is only a working title. */
export const WORKING_TITLE_MARK = "~ ";

/**
 * The maximum number of forms, which limits the size of a row. The best-known titles have about ninety names in all
 * languages.
 */
const MAX_FORMS = 120;
/**
 * The maximum length of all tokens in UTF-16 units. An index row then takes up to half of D1's maximum statement
 * size.
 */
const MAX_TOKENS = 15_000;

interface Findable {
  /** The display title first, then the original title and all others. */
  readonly titles: readonly string[];
  /** Titles during production. A search finds them, but they do not count as the name of the title. */
  readonly workingTitles?: readonly string[];
  readonly year: number | null;
  readonly kind: string;
  readonly adult: boolean;
}

/**
 * The strength of a key. It depends on whether the key is a display title, another title, or only a part of a title
 * or a working title.
 */
export const WHOLE = 0;
export const OTHER = 1;
const PARTIAL = 2;

export interface Names {
  /** The folded forms as one text. */
  readonly forms: string;
  /** The keys, each with its greatest strength. */
  readonly keys: ReadonlyMap<string, number>;
  /** The tokens as one text, for the full-text index. */
  readonly tokens: string;
  /** The words for the vocabulary, which is used to correct typing mistakes. */
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

/** Returns the folded pieces of each part of a title. Leaves out empty parts. */
function splitParts(title: string): string[][] {
  const parts = title.split(BETWEEN_PARTS).map((part) => fold(part).flatMap(pieces));
  return parts.filter((part) => part.length > 0);
}

function buildMarks({ year, kind, adult }: Omit<Findable, "titles">): string[] {
  const years = year === null ? [] : [yearToken(year), decadeToken(year)];
  // An unknown kind gets no token, because that token could equal one with another meaning.
  return [...years, ...(isKind(kind) ? [kindToken(kind)] : []), ...(adult ? [ADULT_TOKEN] : [])];
}

function addKey(keys: Map<string, number>, key: string, claim: number): void {
  keys.set(key, Math.min(claim, keys.get(key) ?? claim));
}

/**
 * Returns the initials of a title, such as `tdk` and `dk` for The Dark Knight. There are variants with and without
 * words that people tend to leave out, such as a leading article, and with digits for numerals. Empty for a single
 * word.
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

/** Returns compounds that people may write as one word, such as `spiderman` for Spider-Man. */
function findCompounds(title: string): string[] {
  const compounds = (title.match(COMPOUND) ?? []).map((compound) => fold(compound).join(""));
  return compounds.filter((word) => word !== "" && !pieces(word).some(isUnspaced));
}

/**
 * Returns the folded pieces of a name. Neighbouring initials become one word, so that `J. K. Rowling`, `j.k. rowling`
 * and `jk rowling` are equal.
 */
export function nameWords(name: string): string[] {
  const words: string[] = [];
  let initials = 0;
  for (const folded of foldName(name)) {
    for (const word of pieces(folded)) {
      // Most words are longer than the two UTF-16 units of an initial, so they need no regular expression.
      const isInitial = word.length < 3 && /^\p{L}$/u.test(word) && !isUnspaced(word);
      if (isInitial && initials > 0) words.push(`${words.pop() ?? ""}${word}`);
      else words.push(word);
      initials = isInitial ? initials + 1 : 0;
    }
  }
  return words;
}

/** Returns the folded forms of a person's names as one text. */
export function nameForms(names: readonly string[]): string {
  const forms = names.map((name) => nameWords(name).join(" ")).filter((form) => form !== "");
  return [...new Set(forms)].join(FORM_SEPARATOR);
}

/** The prefix of tokens for the beginnings of names. Its private-use character does not occur in folded text. */
const BEGINNING_MARK = "\ue000b";
const MAX_BEGINNING = 4;

/** Returns the token for the beginning of a well-known person's name, or `null` if the text is too long. */
export function beginningToken(text: string): string | null {
  return text.length <= MAX_BEGINNING ? BEGINNING_MARK + text : null;
}

/** Returns the token of a sound code. Its private-use character does not occur in folded text. */
export const soundToken = (code: string) => `\ue000s${code}`;

/** The number of best-known people whose names have tokens for sounds and for short beginnings. */
const WELL_KNOWN = 20_000;

interface PersonNames {
  /** The tokens for the full-text index as one text: words, whole names without spaces, and pairs of characters. */
  readonly tokens: string;
  /** The words for the vocabulary, which is used to correct typing mistakes. */
  readonly words: ReadonlySet<string>;
}

/**
 * Returns the tokens and words for the names of a person. The token of a whole name without spaces is only added for
 * well-known people, because it would take too much space for all of them.
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
