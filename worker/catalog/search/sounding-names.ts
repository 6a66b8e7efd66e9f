/**
 * Finds people whose names are typed in another script, if the catalog has them only in Latin letters. The sound
 * codes of a word, or of two neighbouring words, find the best-known candidates. Then their names are compared by
 * sound. The less known a person is, the more similar the name has to be.
 */

import { allOf, quote } from "../../filters/fts5.ts";
import { foldName } from "../../text/fold.ts";
import { toLatin } from "../../text/latin.ts";
import { edits } from "../../text/similarity.ts";
import { BETWEEN_WORDS, soundCode, soundLikeness, toSounds, weightOfSounds } from "../../text/sounds.ts";
import { pieces } from "../../text/words.ts";
import type { PersonRow } from "../store/filmography.ts";
import { nameWords, soundToken } from "../store/names.ts";
import type { CatalogReads } from "../store/statements.ts";
import { findPopularityPlace } from "./match.ts";

/** The maximum number of words to look up, and the maximum number of words in a name. */
const MAX_WORDS = 8;
const MAX_IN_NAME = 4;

interface PhoneticWord {
  readonly text: string;
  /** The word, transliterated to Latin letters. */
  readonly latin: string;
  readonly sounds: string;
  /** The sound code of the word, or "" if it would match too many names. */
  readonly code: string;
  /** The pieces of the word, and the index of the first one in the text. */
  readonly pieces: readonly string[];
  readonly start: number;
}

export interface SoundingName<Row> {
  readonly person: Row;
  /** The folded pieces of the text that form the name, and the index of the first one. */
  readonly words: readonly string[];
  readonly start: number;
  /** Whether the words are more than a surname. */
  readonly isWhole: boolean;
  readonly score: number;
}

/** A part of the text that may be a name, and the expression that finds people with it. */
interface NameQuery {
  readonly first: number;
  readonly last: number;
  readonly expression: string;
}

/**
 * Matches the ends of words in katakana, which Japanese uses for foreign names. Such words may have no spaces around
 * them.
 */
const KATAKANA_ENDS =
  /(?<=[\u30a1-\u30fa\u30fc])(?=[^\u30a1-\u30fa\u30fc])|(?<=[^\u30a1-\u30fa\u30fc])(?=[\u30a1-\u30fa\u30fc])/gu;

/** Returns the words of a text in another script, including Latin words such as `Jr.` among them. */
function parsePhoneticWords(text: string): PhoneticWord[] {
  let start = 0;
  const words = foldName(text.replace(KATAKANA_ENDS, " ")).map(
    (word): PhoneticWord & { readonly isOther: boolean } => {
      const latin = toLatin(word);
      const sounds = toSounds(word);
      const phonetic = {
        text: word,
        latin: latin ?? word,
        isOther: latin !== null,
        sounds,
        code: soundCode(sounds),
        pieces: pieces(word),
        start,
      };
      start += phonetic.pieces.length;
      return phonetic;
    },
  );
  return words.some(({ isOther }) => isOther) ? words.slice(0, MAX_WORDS) : [];
}

/** Matches a first name and a surname without a space or a dot between them, as in `トムハンクス`. */
const JOINED_NAME = /^\s*(?:[\u30a1-\u30fa\u30fc]{5,14}|\p{Script=Hangul}{4,7})\s*$/u;

/** Returns the ways to divide a single word into two names. All pieces of the word belong to the first one. */
function splitName(text: string, [only]: readonly PhoneticWord[]): PhoneticWord[][] {
  if (only === undefined || !JOINED_NAME.test(text)) return [];
  return Array.from({ length: only.text.length - 1 }, (_, before) => {
    const [first, surname] = [only.text.slice(0, before + 1), only.text.slice(before + 1)].map((text) => {
      const sounds = toSounds(text);
      return { text, latin: toLatin(text) ?? text, sounds, code: soundCode(sounds), start: only.start };
    }) as [Omit<PhoneticWord, "pieces">, Omit<PhoneticWord, "pieces">];
    return [
      { ...first, pieces: only.pieces },
      { ...surname, pieces: [] },
    ];
  });
}

/** Words that may contain names, and the queries for these. */
interface PhoneticText {
  readonly words: readonly PhoneticWord[];
  readonly nameQueries: readonly NameQuery[];
}

const parseWords = (text: string): PhoneticText[] => {
  const words = parsePhoneticWords(text);
  return [{ words, nameQueries: buildNameQueries(words) }];
};

function parseJoinedName(text: string): PhoneticText[] {
  return splitName(text, parsePhoneticWords(text)).map((words) => ({
    words,
    nameQueries: buildNameQueries(words)
      .filter(({ first, last }) => first < last)
      .slice(0, 1),
  }));
}

function buildNameQueries(words: readonly PhoneticWord[]): NameQuery[] {
  const coded = words.flatMap(({ code }, at) => (code === "" ? [] : { code, at }));
  const alone = coded.map(({ code, at }) => ({ first: at, last: at, expression: quote(soundToken(code)) }));
  const pairs = coded.slice(1).flatMap(({ code, at: last }, before) => {
    const { code: other = "", at: first = 0 } = coded[before] ?? {};
    const both = [other, code].map(soundToken);
    const roughly = [other, code].map((one) => `${quote(soundToken(one.slice(0, 2)))}*`);
    return [allOf(both.map(quote)), allOf(roughly)].map((expression) => ({ first, last, expression }));
  });
  return [...pairs, ...alone];
}

/** Returns expressions that find people by sound. Empty if the text is in Latin letters. */
export function buildSoundExpressions(text: string): string[] {
  return listExpressions(parseWords(text));
}

const listExpressions = (texts: readonly PhoneticText[]) =>
  texts.flatMap(({ nameQueries }) => nameQueries.map(({ expression }) => expression));

/**
 * Returns the name that a single word in another script stands for, without a space or a dot in it. Takes a round trip
 * if there may be one.
 */
export async function findJoinedName(text: string, reads: CatalogReads): Promise<SoundingName<PersonRow>[]> {
  const texts = parseJoinedName(text);
  if (texts.length === 0) return [];
  const expressions = listExpressions(texts);
  const { found, catalog } = await reads.read({
    found: expressions.map((expression) => reads.people.matching(expression, MAX_JOINED)),
  });
  return compareNames(texts, { peopleByExpression: found, gap: catalog.gap }).slice(0, 1);
}

interface Heard<Row> {
  /** The people found by each expression. */
  readonly peopleByExpression: readonly (readonly Row[])[];
  readonly gap: number;
}

/** Returns the names in a text, best first. If names overlap in the text, only the best of them is returned. */
export function findSoundingNames<Row extends PersonRow>(
  text: string,
  heard: Heard<Row>,
): SoundingName<Row>[] {
  return compareNames(parseWords(text), heard);
}

function compareNames<Row extends PersonRow>(
  texts: readonly PhoneticText[],
  { peopleByExpression, gap }: Heard<Row>,
): SoundingName<Row>[] {
  const asked = texts.flatMap(({ words, nameQueries }) =>
    nameQueries.map((nameQuery) => ({ words, nameQuery })),
  );
  const names = asked.flatMap(({ words, nameQuery }, at) => {
    const spans = listSpans(nameQuery, words.length).map(([first, end]) => words.slice(first, end));
    return (peopleByExpression[at] ?? []).flatMap((person) => {
      const nameFeatures = {
        sounds: nameWords(person.name).map(toSounds),
        surname: nameWords(person.name).at(-1) ?? "",
        standing: findPopularityPlace({ gap }, person),
      };
      return spans.flatMap((span) => {
        const score = scoreName(span, nameFeatures);
        return score === null ? [] : toName(span, person, score);
      });
    });
  });
  const takenPlaces = new Set<number>();
  return names
    .sort((one, other) => Number(other.isWhole) - Number(one.isWhole) || other.score - one.score)
    .filter(({ words, start }) => {
      const places = words.map((_, at) => start + at);
      if (places.some((place) => takenPlaces.has(place))) return false;
      for (const place of places) takenPlaces.add(place);
      return true;
    });
}

function toName<Row>(span: readonly PhoneticWord[], person: Row, score: number): SoundingName<Row> {
  return {
    person,
    score,
    words: span.flatMap(({ pieces }) => pieces),
    start: span[0]?.start ?? 0,
    isWhole: span.length > 1,
  };
}

/** Returns the ranges of neighbouring words that contain the words of a name query. The end is exclusive. */
function listSpans({ first, last }: NameQuery, length: number): [number, number][] {
  const spans: [number, number][] = [];
  for (let start = Math.max(0, last + 1 - MAX_IN_NAME); start <= first; start += 1) {
    for (let end = last + 1; end <= Math.min(length, start + MAX_IN_NAME); end += 1) spans.push([start, end]);
  }
  return spans;
}

const FAME = 0.1;
const RANK_OFFSET = 20;
const MIN_SCORE = 0.53;
const MIN_LIKENESS = 0.72;
/** The increase of the minimum similarity per sound that a name is short of `ENOUGH`. */
const SHORT = 0.03;
const ENOUGH = 5;
/** The minimum weight of the sounds of a name. Shorter names match by chance. */
const MIN_WEIGHT = 2.9;

/** The deduction per index of a form in `listForms()`, where the complete name comes first. */
const OTHER_FORM = 0.1;
/** The bonus for each word, because the longest matching part of a text is most likely the name. */
const PER_WORD = 0.1;

interface ComparedName {
  /** The sounds of each word in the name. */
  readonly sounds: readonly string[];
  readonly surname: string;
  readonly standing: number;
}

/** Returns the score of a name, or `null` if it does not match. */
function scoreName(
  span: readonly PhoneticWord[],
  { sounds, surname, standing }: ComparedName,
): number | null {
  const typed = joined(span.map(({ sounds }) => sounds));
  const [only] = span;
  const weight = weightOfSounds(typed);
  if (weight < MIN_WEIGHT || only === undefined) return null;
  const isAlone = span.length === 1;
  const isJoined = span.some(({ pieces }) => pieces.length === 0);
  if (isJoined && (standing > MAX_STANDING_JOINED || weight < MIN_WEIGHT_ALONE)) return null;
  if (isAlone && (standing > WELL_KNOWN || !isSurname(only, surname))) return null;
  const forms = isAlone ? [sounds.slice(-1)] : listForms(sounds);
  const likeness = Math.max(...forms.map((form, at) => soundLikeness(typed, joined(form)) - at * OTHER_FORM));
  const score = likeness - FAME * Math.log10(standing + RANK_OFFSET);
  const min = Math.max(MIN_LIKENESS, MIN_SCORE + likeness - score) + SHORT * Math.max(0, ENOUGH - weight);
  return likeness >= min ? score + span.length * PER_WORD : null;
}

const joined = (sounds: readonly string[]) => sounds.filter(Boolean).join(BETWEEN_WORDS);

/**
 * Returns three forms of a name: all words, the first and the last word, and all words except the last one, which may
 * be `Jr.`.
 */
function listForms(words: readonly string[]): (readonly string[])[] {
  return words.length < 3 ? [words] : [words, [words[0] ?? "", words.at(-1) ?? ""], words.slice(0, -1)];
}

/** The number of best-known people that a surname alone may refer to. */
export const WELL_KNOWN = 3_000;
/** The number of best-known people whose name may be a single word, and of people to read for each way to divide it. */
const MAX_STANDING_JOINED = 1_000;
const MAX_JOINED = 20;
const MIN_WEIGHT_ALONE = 4.9;
const MIN_LIKENESS_ALONE = 0.96;
/** The minimum number of letters in a word that may differ in two letters. */
const LONG = 8;

/** Returns true if the word is spelled like the surname or sounds almost the same. */
function isSurname({ latin, sounds }: PhoneticWord, surname: string): boolean {
  const isTelling = weightOfSounds(sounds) >= MIN_WEIGHT_ALONE;
  return (
    edits(latin, surname) < (latin.length < LONG ? 2 : 3) ||
    (isTelling && soundLikeness(sounds, toSounds(surname)) >= MIN_LIKENESS_ALONE)
  );
}
