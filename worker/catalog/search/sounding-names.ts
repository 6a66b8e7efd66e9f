/**
 * Finds people whom a text names in the letters of another script, if the source has their names only in Latin
 * letters. The codes of two neighbouring words, or of one, find the best-known candidates. Their names are then
 * compared by sound, and a less known person needs a more similar name.
 */

import { allOf, quote } from "../../filters/fts5.ts";
import { foldName } from "../../text/fold.ts";
import { latinOf } from "../../text/latin.ts";
import { edits } from "../../text/similarity.ts";
import { BETWEEN_WORDS, soundCode, soundLikeness, soundsOf, weightOfSounds } from "../../text/sounds.ts";
import { pieces } from "../../text/words.ts";
import type { PersonRow } from "../store/filmography.ts";
import { nameWords, soundToken } from "../store/names.ts";
import { findPopularityPlace } from "./match.ts";

/** The most words that are looked up, and the most words of a name. */
const MAX_WORDS = 8;
const MAX_IN_NAME = 4;

interface PhoneticWord {
  /** The word in Latin letters. */
  readonly latin: string;
  readonly sounds: string;
  /** The sound code, or "" if it tells too little. */
  readonly code: string;
  /** The pieces of the word, and the index of the first among all pieces of the text. */
  readonly pieces: readonly string[];
  readonly start: number;
}

export interface SoundingName<Row> {
  readonly person: Row;
  /** The folded pieces of the text, and the index of the first. */
  readonly words: readonly string[];
  readonly start: number;
  /** Whether it is more than a surname. */
  readonly isWhole: boolean;
  readonly score: number;
}

/** A part of a text, and the expression that finds the people whom it may name. */
interface NameQuery {
  readonly first: number;
  readonly last: number;
  readonly expression: string;
}

/** The ends of words in katakana, in which Japanese writes foreign names, without spaces around them. */
const KATAKANA_ENDS =
  /(?<=[\u30a1-\u30fa\u30fc])(?=[^\u30a1-\u30fa\u30fc])|(?<=[^\u30a1-\u30fa\u30fc])(?=[\u30a1-\u30fa\u30fc])/gu;

/** Returns the words of a text that has letters of another script. Includes Latin words among them, such as `Jr.`. */
function parsePhoneticWords(text: string): PhoneticWord[] {
  let start = 0;
  const words = foldName(text.replace(KATAKANA_ENDS, " ")).map(
    (word): PhoneticWord & { readonly isOther: boolean } => {
      const latin = latinOf(word);
      const sounds = soundsOf(word);
      const phonetic = {
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

/** Returns expressions for people, or none for a text in Latin letters. */
export function buildSoundExpressions(text: string): string[] {
  return buildNameQueries(parsePhoneticWords(text)).map(({ expression }) => expression);
}

interface Heard<Row> {
  /** The people of each expression. */
  readonly found: readonly (readonly Row[])[];
  readonly gap: number;
}

/** Returns the names, the best first. Among names that share a word, only the best is kept. */
export function findSoundingNames<Row extends PersonRow>(
  text: string,
  { found, gap }: Heard<Row>,
): SoundingName<Row>[] {
  const words = parsePhoneticWords(text);
  const names = buildNameQueries(words).flatMap((asked, at) => {
    const spans = listSpans(asked, words.length).map(([first, end]) => words.slice(first, end));
    return (found[at] ?? []).flatMap((person) => {
      const known = {
        sounds: nameWords(person.name).map(soundsOf),
        surname: nameWords(person.name).at(-1) ?? "",
        standing: findPopularityPlace({ gap }, person),
      };
      return spans.flatMap((span) => {
        const score = scoreName(span, known);
        return score === null ? [] : toName(span, person, score);
      });
    });
  });
  const taken = new Set<number>();
  return names
    .sort((one, other) => Number(other.isWhole) - Number(one.isWhole) || other.score - one.score)
    .filter(({ words, start }) => {
      const places = words.map((_, at) => start + at);
      if (places.some((place) => taken.has(place))) return false;
      for (const place of places) taken.add(place);
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

/** Returns the runs of neighbouring words that include these, with the end excluded. */
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
/** The increase of the minimum for each sound that is missing to a long enough name. */
const SHORT = 0.03;
const ENOUGH = 5;
/** The least weight of sounds to compare. Lighter names match by chance. */
const MIN_WEIGHT = 2.9;

/** The penalty if a word of the name is missing in the text. */
const OTHER_FORM = 0.1;
/** The bonus for each word, because a text more likely means the whole name than a part of it. */
const PER_WORD = 0.1;

interface ComparedName {
  /** The sound codes of each word in the name. */
  readonly sounds: readonly string[];
  readonly surname: string;
  readonly standing: number;
}

/** Returns the score of a name, or `null` if it is another name. */
function scoreName(
  span: readonly PhoneticWord[],
  { sounds, surname, standing }: ComparedName,
): number | null {
  const typed = joined(span.map(({ sounds }) => sounds));
  const [only] = span;
  const weight = weightOfSounds(typed);
  if (weight < MIN_WEIGHT || only === undefined) return null;
  const isAlone = span.length === 1;
  if (isAlone && (standing > WELL_KNOWN || !isSurname(only, surname))) return null;
  const forms = isAlone ? [sounds.slice(-1)] : listForms(sounds);
  const likeness = Math.max(...forms.map((form, at) => soundLikeness(typed, joined(form)) - at * OTHER_FORM));
  const score = likeness - FAME * Math.log10(standing + RANK_OFFSET);
  const min = Math.max(MIN_LIKENESS, MIN_SCORE + likeness - score) + SHORT * Math.max(0, ENOUGH - weight);
  return likeness >= min ? score + span.length * PER_WORD : null;
}

const joined = (sounds: readonly string[]) => sounds.filter(Boolean).join(BETWEEN_WORDS);

/** Returns the whole name, its first and last words, and the name without its last word, such as `Jr.`. */
function listForms(words: readonly string[]): (readonly string[])[] {
  return words.length < 3 ? [words] : [words, [words[0] ?? "", words.at(-1) ?? ""], words.slice(0, -1)];
}

/** The last place of a person whom a surname alone can name. */
const WELL_KNOWN = 3_000;
const MIN_WEIGHT_ALONE = 4.9;
const MIN_LIKENESS_ALONE = 0.96;
/** The number of letters from which two letters of a word may differ. */
const LONG = 8;

/** Returns true if a single word is spelled like the surname, or sounds nearly the same. */
function isSurname({ latin, sounds }: PhoneticWord, surname: string): boolean {
  const isTelling = weightOfSounds(sounds) >= MIN_WEIGHT_ALONE;
  return (
    edits(latin, surname) < (latin.length < LONG ? 2 : 3) ||
    (isTelling && soundLikeness(sounds, soundsOf(surname)) >= MIN_LIKENESS_ALONE)
  );
}
