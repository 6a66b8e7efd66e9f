/**
 * Names of titles and people as the catalog stores them: forms to compare, keys of whole titles, tokens for the full-text
 * index, and words for the vocabulary. The loader writes them, the search reads them; pure.
 *
 * The index stores no text, so an update deletes a title from it by making the same tokens again: increase TOKENS_VERSION
 * with every change of what this module makes (a test holds it) or of a title's stored names, and catalogs of another
 * version refuse updates.
 */
import { isKind, type TitleKind } from "../../contract/filter.ts";
import { fold, foldName } from "../../text/fold.ts";
import { soundCodes } from "../../text/sounds.ts";
import { canonical, isArticle, isLeftOutOfInitials, isUnspaced, pairs, pieces } from "../../text/words.ts";

export const TOKENS_VERSION = 10;

/** Precedes tokens that are not words: a private-use character, which no folded text contains. */
const MARK = "\ue000";
export const ADULT_TOKEN = `${MARK}x`;
export const kindToken = (kind: TitleKind) => `${MARK}k${kind}`;
/** Four digits, so that the years of a century share a prefix. */
export const yearToken = (year: number) => `${MARK}y${String(year).padStart(4, "0")}`;
export const decadeToken = (year: number) => `${MARK}d${Math.floor(year / 10)}`;
export const initialsToken = (initials: string) => `${MARK}i${initials}`;

/** Separate the parts of a form (`thor | ragnarok`) and the forms of a title. */
export const PART_SEPARATOR = "|";
export const FORM_SEPARATOR = "\n";
const BETWEEN_PARTS = /\s+[-–—|/]\s+|[:：;]\s*|\s*[(（【]\s*|[)）】]|\s[~〜～]\s?/u;

/** Of all parts. */
export const wordsOfForm = (form: string) => form.split(" ").filter((word) => word !== PART_SEPARATOR);

/** Precedes a form that is a working title. */
export const WORKING_TITLE_MARK = "~ ";

/** Keeps rows small. The best-known titles have some ninety names in all languages. */
const MAX_FORMS = 120;
/** UTF-16 units of all tokens: an index row then takes at most half of the bytes that a statement may have. */
const MAX_TOKENS = 15_000;

export interface Findable {
  /** Display title first, then the original and all other titles. */
  readonly titles: readonly string[];
  /** Titles during production: searchable, but never a match for the whole title. */
  readonly workingTitles?: readonly string[];
  readonly year: number | null;
  readonly kind: string;
  readonly adult: boolean;
}

/** The claim of a key: a whole display title; another whole title; a part of a title, or a working title. */
export const WHOLE = 0;
export const OTHER = 1;
export const PARTIAL = 2;

export interface Names {
  /** Folded forms, as the ranking reads them. */
  readonly forms: string;
  /** Keys, each with its strongest claim. */
  readonly keys: ReadonlyMap<string, number>;
  /** The text of the full-text index. */
  readonly tokens: string;
  /** Words for the vocabulary, which corrects typing mistakes. */
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
    const parts = partsOf(title);
    if (parts.length === 0) continue;
    const form = joined(parts);
    const isWorking = !titles.includes(title);
    const claim = isWorking ? PARTIAL : forms.size === 0 ? WHOLE : OTHER;
    if (forms.has(form)) continue;
    forms.add(isWorking ? WORKING_TITLE_MARK + form : form);
    for (const key of keysOf(parts.flat())) {
      addKey(keys, key, claim);
      addToken(key);
    }
    if (parts.length > 1)
      for (const part of parts) for (const key of keysOf(part)) addKey(keys, key, PARTIAL);
    for (const word of parts.flat()) {
      addToken(word);
      addToken(canonical(word));
      if (!isUnspaced(word)) words.add(word);
    }
    for (const pair of pairs(parts.flat())) addToken(pair);
    for (const initials of initialTokens(parts.flat())) addToken(initialsToken(initials));
    for (const word of compoundsOf(title)) {
      addToken(word);
      words.add(word);
    }
  }
  for (const mark of marksOf({ year, kind, adult })) addToken(mark);
  return { forms: [...forms].join(FORM_SEPARATOR), keys, tokens: [...tokens].join(" "), words };
}

/** The folded form of a title. */
export const formOf = (title: string) => joined(partsOf(title));

const joined = (parts: readonly string[][]) =>
  parts.map((part) => part.join(" ")).join(` ${PART_SEPARATOR} `);

/** Folded pieces of each part of a title; empty parts are left out. */
function partsOf(title: string): string[][] {
  const parts = title.split(BETWEEN_PARTS).map((part) => fold(part).flatMap(pieces));
  return parts.filter((part) => part.length > 0);
}

function marksOf({ year, kind, adult }: Omit<Findable, "titles">): string[] {
  const years = year === null ? [] : [yearToken(year), decadeToken(year)];
  // Only known kinds: the token of an unknown kind might equal another mark's.
  return [...years, ...(isKind(kind) ? [kindToken(kind)] : []), ...(adult ? [ADULT_TOKEN] : [])];
}

function addKey(keys: Map<string, number>, key: string, claim: number): void {
  keys.set(key, Math.min(claim, keys.get(key) ?? claim));
}

/** The keys of folded pieces: all pieces as one string, with and without articles; never an empty string. */
export function keysOf(words: readonly string[]): string[] {
  const whole = words.filter((word) => word !== "and");
  const bare = whole.filter((word) => !isArticle(word));
  const spelled = [whole.map(canonical), bare.map(canonical), whole, bare];
  return [...new Set(spelled.map((kept) => kept.join("")))].filter((key) => key !== "");
}

/** The words without their articles, as one string. */
export function bareKey(words: readonly string[]): string {
  return words.filter((word) => !isArticle(word)).join("");
}

/**
 * `tdk` and `dk` for The Dark Knight: with and without the leading article and words that people leave out, numerals as they
 * stand and as digits. None for a single word.
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

/** `spiderman` for Spider-Man: compounds that people write as one word. */
function compoundsOf(title: string): string[] {
  const compounds = (title.match(COMPOUND) ?? []).map((compound) => fold(compound).join(""));
  return compounds.filter((word) => word !== "" && !pieces(word).some(isUnspaced));
}

/**
 * The folded pieces of a name. Adjacent initials become one word: `J. K. Rowling`, `j.k. rowling` and `jk rowling` are equal.
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

/** The folded forms of a person's names, as the ranking reads them. */
export function nameForms(names: readonly string[]): string {
  const forms = names.map((name) => nameWords(name).join(" ")).filter((form) => form !== "");
  return [...new Set(forms)].join(FORM_SEPARATOR);
}

/** Precedes the first letters of a well-known person's words: a private-use character, which no folded text contains. */
const BEGINNING_MARK = "\ue000b";
const MAX_BEGINNING = 4;

/** The token of well-known people with a word that begins with this text; `null` for a text that is long enough itself. */
export function beginningToken(text: string): string | null {
  return text.length <= MAX_BEGINNING ? BEGINNING_MARK + text : null;
}

/** Precedes the code of the sounds of a word: a private-use character, which no folded text contains. */
export const soundToken = (code: string) => `\ue000s${code}`;

/** People up to this place have a token for each short prefix of their words, and for the sounds of each. */
const WELL_KNOWN = 20_000;

interface PersonNames {
  /** The text of the full-text index: words, whole names without spaces, pairs of unspaced characters. */
  readonly tokens: string;
  /** Words for the vocabulary, which corrects typing mistakes. */
  readonly words: ReadonlySet<string>;
}

/** Only well-known people are also found without the spaces in their names: for all people, it would take too much room. */
export function personNames(names: readonly string[], place: number): PersonNames {
  const tokens = new Set<string>();
  const words = new Set<string>();
  const isWellKnown = place <= WELL_KNOWN;
  for (const name of names) {
    const found = nameWords(name);
    let unspaced = 0;
    for (const word of found) {
      tokens.add(word);
      if (isUnspaced(word)) {
        unspaced += 1;
        continue;
      }
      words.add(word);
      if (!isWellKnown) continue;
      for (const token of [...beginningsOf(word), ...soundCodes(word).map(soundToken)]) tokens.add(token);
    }
    if (unspaced > 1) for (const pair of pairs(found)) tokens.add(pair);
    const bare = isWellKnown ? bareKey(found) : "";
    if (bare !== "") tokens.add(bare);
  }
  return { tokens: [...tokens].join(" "), words };
}

function beginningsOf(word: string): string[] {
  return Array.from({ length: MAX_BEGINNING }, (_, at) => BEGINNING_MARK + word.slice(0, at + 1));
}
