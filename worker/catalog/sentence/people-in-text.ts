/**
 * Finds the people that a query may name, as typed or with corrections. Takes up to two round trips. The first reads
 * the vocabulary of names, and people with the typed words. The second reads people with corrected words.
 */

import { allOf, anyOf, quote } from "../../filters/fts5.ts";
import { isAdded, isArticle, isEveryday, pairs } from "../../text/words.ts";
import { lookUpFacets } from "../../understanding/filter-words.ts";
import { align, isAsTyped } from "../search/alignment.ts";
import { buildBeginnings } from "../search/expressions.ts";
import { type Comparison, compareWith } from "../search/match.ts";
import { NAMESAKE_RANK_RATIO, parseName, personCandidates } from "../search/people-search.ts";
import type { Piece, SearchText } from "../search/search-text.ts";
import {
  buildSoundExpressions,
  findSoundingNames,
  type SoundingName,
  WELL_KNOWN,
} from "../search/sounding-names.ts";
import {
  type FindAlternatives,
  interpretSpelling,
  NO_ALTERNATIVES,
  vocabularyLookups,
} from "../search/spelling.ts";
import { AS_TYPED, FOR_BEGINNINGS, FOR_SEARCHES, type Tolerance } from "../search/weights.ts";
import type { PersonRow } from "../store/filmography.ts";
import { FORM_SEPARATOR, nameWords } from "../store/names.ts";
import type { CatalogReads } from "../store/statements.ts";

/**
 * The maximum numbers of words to look up as names, of people to read for all pairs of words, and of people to read
 * for each single word.
 */
const MAX_WORDS = 8;
const MAX_WITH_PAIR = 60;
const MAX_WITH_WORD = 6;

/** Filler words around names and titles, in addition to those that people add to titles (`isAdded`). */
const LINKING =
  "movies films shows by with of from in starring directed director actor actors actress actresses brothers".split(
    " ",
  );

/** A word in more than this share of all titles is not taken as a surname. */
const COMMON = 0.001;
const MIN_COMMON = 3;

/** A name in the query, and the people that have it. */
export interface Name {
  /** The folded words of the name, and the index of the first one in the query. */
  readonly words: readonly string[];
  readonly start: number;
  /** The people, most likely first. */
  readonly people: readonly PersonRow[];
  /** Whether the first person is far better known than the next one. */
  readonly isClear: boolean;
  /** Whether the words most likely stand for a person, and not for a title that contains them. */
  readonly isTelling: boolean;
  /**
   * The kind of match. `typed` includes shorter first names, as in `chris nolan`. `heard` and `surname` are names in
   * another script. `corrected` is a name that is mistyped or unfinished.
   */
  readonly as: "typed" | "heard" | "surname" | "corrected";
}

/** Returns the names in a query, most likely first. */
export async function findNames(
  text: string,
  { read, people, vocabulary }: CatalogReads,
): Promise<readonly Name[]> {
  const name = parseName(text);
  if (name === null) return [];
  const words = name.pieces.map((piece) => piece.text);
  const named = (alternativesOf: FindAlternatives) =>
    buildNameExpressions(name, alternativesOf).map(([expression, limit]) =>
      people.matching(expression, limit),
    );
  const sounds = buildSoundExpressions(text);
  const lookups = vocabularyLookups(name);
  const { lastPerson, nameWords, nearNames, titleWords, sounding, asTyped, catalog } = await read({
    lastPerson: people.last(),
    nameWords: people.vocabulary.words(lookups.words),
    nearNames: people.vocabulary.near(lookups.shortenings),
    titleWords: vocabulary.words(words),
    sounding: sounds.map((expression) => people.matching(expression, MAX_WITH_PAIR)),
    asTyped: named(() => NO_ALTERNATIVES),
  });
  const { titles, gap } = catalog;
  const counts = new Map(titleWords.map((row) => [row.word, row.titles]));
  const size = (lastPerson[0]?.last ?? 0) / gap;
  const vocabularyRows = { size, words: nameWords, near: nearNames };
  const spelling = interpretSpelling(name, vocabularyRows, FOR_SEARCHES.similarity);
  const context = { searchText: name, size, gap, titlesWith: spelling.titlesWith, around: null };
  const most = Math.max(MIN_COMMON, titles * COMMON);
  const isRare = (word: string) => (counts.get(word) ?? 0) <= most;
  const collectNames = (people: readonly PersonRow[], tolerance: Tolerance) =>
    groupNames(people, { name, comparison: compareWith(context, tolerance), isRare, gap });
  const typed = collectNames(asTyped.flat(), AS_TYPED);
  const isMistyped = name.pieces.some((piece) => {
    const { near, splits } = spelling.findAlternatives(piece);
    return near.length + splits.length > 0;
  });
  const heard = findSoundingNames(text, { peopleByExpression: sounding, gap })
    .filter((name) => !typed.some((other) => sharesWords(name, other)))
    .map(toName);
  if (typed.some(({ words }) => words.length > 1) || !isMistyped) return [...typed, ...heard];
  const { begun, corrected } = await read({
    begun: people.matching(buildBeginnings(name), MAX_WITH_WORD),
    corrected: named(spelling.findAlternatives),
  });
  const completed = collectNames(begun, FOR_BEGINNINGS)
    .filter(({ words }) => words.length === name.pieces.length)
    .map((one): Name => {
      const isShortened = isShortName(one, gap);
      return { ...one, isTelling: isShortened, as: isShortened ? "typed" : "corrected" };
    });
  const others = collectNames(corrected.flat(), FOR_SEARCHES);
  return [...typed, ...heard, ...completed, ...others.map((one): Name => ({ ...one, as: "corrected" }))];
}

export function toName({ person, words, start, isWhole }: SoundingName<PersonRow>): Name {
  const as = isWhole ? "heard" : "surname";
  return { words, start, people: [person], isClear: true, isTelling: true, as };
}

/** Returns true if the words are a well-known person's surname after shorter forms of the other names. */
function isShortName({ words, people: [person] }: Name, gap: number): boolean {
  const isSurname = person !== undefined && nameWords(person.name).at(-1) === words.at(-1);
  return words.length > 1 && isSurname && person.rank / gap <= WELL_KNOWN;
}

export function sharesWords(
  one: Pick<Name, "words" | "start">,
  other: Pick<Name, "words" | "start">,
): boolean {
  return one.start < other.start + other.words.length && other.start < one.start + one.words.length;
}

/**
 * Returns expressions for people with two neighbouring words of the query, with a single word, or with neighbouring
 * characters of a script without spaces. Each expression comes with the number of people to read.
 */
export function buildNameExpressions(
  { pieces }: SearchText,
  alternativesOf: FindAlternatives,
): [string, number][] {
  const all = pieces.filter((piece) => !piece.unspaced && !isFiller(piece));
  // In a long query, most other words are filters or everyday words, and a name may be at its end.
  const words = (all.length > MAX_WORDS ? all.filter(isTelling) : all).slice(0, MAX_WORDS);
  const term = (piece: Piece) => {
    const { near, splits } = alternativesOf(piece);
    return anyOf([...[piece.text, ...near].map(quote), ...splits.map((halves) => allOf(halves.map(quote)))]);
  };
  const twoWords = words.slice(1).flatMap((right, at) => {
    const left = words[at] as Piece;
    return [allOf([term(left), term(right)]), quote(left.text + right.text)];
  });
  const alone = words.map((word): [string, number] => [term(word), MAX_WITH_WORD]);
  const together = [twoWords, listNeighbours(pieces)].filter(({ length }) => length > 0);
  return [...together.map((terms): [string, number] => [anyOf(terms), MAX_WITH_PAIR]), ...alone];
}

/** Returns terms for three neighbouring characters of a script without spaces, or for two if there are no more. */
function listNeighbours(pieces: readonly Piece[]): string[] {
  const twos = pairs(pieces.map(({ text }) => text)).map(quote);
  return twos.length === 1 ? twos : twos.slice(1).map((right, at) => allOf([twos[at] ?? "", right]));
}

const isFiller = ({ text }: Piece) => isAdded(text) || isArticle(text) || LINKING.includes(text);
const isTelling = (piece: Piece) =>
  !isFiller(piece) && !isEveryday(piece.text) && lookUpFacets([piece.text]) === null;

interface Naming {
  readonly name: SearchText;
  readonly comparison: Comparison;
  /** Returns true if almost no title contains the word. */
  readonly isRare: (word: string) => boolean;
  readonly gap: number;
}

/**
 * Groups people by the words that name them. Longer names come first. Names of the same length are sorted by how well
 * known the person is.
 */
function groupNames(rows: readonly PersonRow[], { name, comparison, isRare, gap }: Naming): Name[] {
  const { pieces } = name;
  const named = personCandidates(rows).flatMap((person) => {
    const match = person.forms
      .split(FORM_SEPARATOR)
      .map((form, at) => findNamePieces(form.split(" "), at === 0, { pieces, comparison }))
      .reduce((one, other) => (other.length > one.length ? other : one));
    return match.length === 0 ? [] : [{ person, pieces: match }];
  });
  const byWords = Map.groupBy(named, ({ pieces }) => pieces.map(({ text }) => text).join(" "));
  return [...byWords.values()].map(mergeName).sort(byLikelihood);

  function mergeName(same: readonly (typeof named)[number][]): Name {
    const words = same[0]?.pieces.map(({ text }) => text) ?? [];
    const start = pieces.indexOf(same[0]?.pieces[0] as Piece);
    const isWhole = ({ name }: PersonRow) => nameWords(name).join(" ") === words.join(" ");
    // A surname alone refers to the best-known person with that surname, even if it is somebody else's whole name.
    const wholeFirst = (one: PersonRow, other: PersonRow) =>
      words.length > 1 ? Number(isWhole(other)) - Number(isWhole(one)) : 0;
    const people = same
      .map(({ person }) => person)
      .sort((one, other) => wholeFirst(one, other) || one.rank - other.rank);
    const [first, next] = people;
    const isWellKnown = first !== undefined && first.rank / gap <= WELL_KNOWN;
    return {
      words,
      start,
      people,
      isClear:
        next === undefined ||
        (first?.rank ?? 0) * NAMESAKE_RANK_RATIO <= next.rank ||
        isWhole(next) < isWhole(first as PersonRow),
      as: "typed",
      isTelling: words.length > 1 || (isWellKnown && words.every(isRare)),
    };
  }
}

function byLikelihood(one: Name, other: Name): number {
  return other.words.length - one.words.length || (one.people[0]?.rank ?? 0) - (other.people[0]?.rank ?? 0);
}

/** Returns the pieces of the query that form this name. Empty if there are none. */
function findNamePieces(
  words: readonly string[],
  isDisplayName: boolean,
  { pieces, comparison: { compare } }: { pieces: readonly Piece[]; comparison: Comparison },
): readonly Piece[] {
  const places = align(pieces, words, { compare, allowInitials: false });
  const placed = pieces.flatMap((piece, index) => {
    const place = places[index];
    if (place === undefined || place.at < 0) return [];
    const isExact = isAsTyped(place);
    return isExact || isTelling(piece) ? [{ piece, isExact, end: place.at + place.span }] : [];
  });
  const named = placed.map(({ piece }) => piece);
  const first = pieces.indexOf(named[0] as Piece);
  const isTogether = named.every((piece, at) => pieces[first + at] === piece);
  const isOnly = pieces.length === 1;
  // Part of a name in a script without spaces is part of many words.
  if (named.some(({ unspaced }) => unspaced) && named.length < words.length) return [];
  const isSurname = placed.every(({ isExact, end }) => (isExact || isOnly) && end === words.length);
  const isName =
    placed.filter(({ piece }) => !isFiller(piece)).length > 1
      ? placed.some(({ piece, isExact }) => isExact && !isFiller(piece)) || named.length === words.length
      : isDisplayName && isSurname;
  return isTogether && isName && named.some(isTelling) ? named : [];
}

/** Removes fillers at both ends. */
export function dropFillers(pieces: readonly Piece[]): readonly Piece[] {
  const start = pieces.findIndex((piece) => !isFiller(piece));
  return start < 0 ? [] : pieces.slice(start, pieces.findLastIndex((piece) => !isFiller(piece)) + 1);
}
