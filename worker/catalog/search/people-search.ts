/**
 * Searches for people, in the same way as `search.ts` searches for titles. Takes up to two round trips to D1. Exact
 * matches come first. Among equal names, and for a surname alone, the best-known person comes first.
 */

import { MAX_COUNTED } from "../../contract/browse.ts";
import { allOf, anyOf, quote } from "../../filters/fts5.ts";
import { edits, similarityAsTyped } from "../../text/similarity.ts";
import type { PersonRow } from "../store/filmography.ts";
import { nameForms, nameWords } from "../store/names.ts";
import type { TitleCandidate } from "../store/rows.ts";
import type { CatalogReads } from "../store/statements.ts";
import { buildStrict, buildWiderExpressions } from "./expressions.ts";
import { compareWith } from "./match.ts";
import { mergeRanked, type Ranked, rank } from "./ranking.ts";
import { buildSearchText, type SearchText } from "./search-text.ts";
import { buildSoundExpressions, findJoinedName, findSoundingNames } from "./sounding-names.ts";
import { interpretSpelling, vocabularyLookups } from "./spelling.ts";
import { FOR_SEARCHES, type Tolerance } from "./weights.ts";

/**
 * The maximum numbers of people to read for two expressions: one in which the last word may be unfinished, and one
 * with exactly the typed words.
 */
const MAX_MATCHING = 150;
const MAX_EXACT = 60;

/**
 * The minimum length of a word that may differ in two letters. A shorter word with two different letters is another
 * word: `matrix` does not stand for Martin.
 */
const MIN_LENGTH_FOR_TWO = 8;
const FOR_NAMES: Tolerance = {
  ...FOR_SEARCHES,
  similarity(compared) {
    const { typed, known } = compared;
    const isFar = typed.length < MIN_LENGTH_FOR_TWO && edits(typed, known, 2) === 2;
    return isFar ? similarityAsTyped(compared) : FOR_SEARCHES.similarity(compared);
  },
};

export interface FoundPerson {
  readonly candidate: PersonRow;
  readonly score: number;
}

type PersonCandidate<Row extends PersonRow = PersonRow> = TitleCandidate & Row;

type RankedPeople = readonly Ranked<PersonCandidate>[];

interface PeopleFound {
  /** The people, best match first. */
  readonly ranked: readonly FoundPerson[];
  /** The ranks of all other people with every word as typed, best known first. Empty if people are not counted. */
  readonly further: readonly number[];
}

/**
 * Returns people, best match first, or `null` if the text contains nothing to search for. If a text in another script
 * matches no name, it is compared by sound. Throws a Problem if the catalog is empty.
 */
export async function searchPeople(
  text: string,
  reads: CatalogReads,
): Promise<readonly FoundPerson[] | null> {
  const { ranked } = (await rankPeople(text, reads)) ?? { ranked: null };
  return ranked;
}

/**
 * Returns the same people as `searchPeople`, and the ranks of all other people that match. Counts no further than
 * `MAX_COUNTED` + 1.
 */
export async function countPeople(text: string, reads: CatalogReads): Promise<PeopleFound | null> {
  const result = await rankPeople(text, reads);
  if (result === null) return null;
  const { ranked, matching } = result;
  const last = matching[MAX_MATCHING - 1]?.rank;
  if (last === undefined) return { ranked, further: [] };
  const searchText = parseName(text) as SearchText;
  const rows = await reads.read({
    further: reads.people.ranksMatching(buildStrict(searchText), last, MAX_COUNTED + 1),
  });
  const rankedBefore = new Set(ranked.map(({ candidate }) => candidate.rank));
  return {
    ranked,
    further: rows.further.map(({ rank }) => rank).filter((rank) => !rankedBefore.has(rank)),
  };
}

interface RankedNames {
  readonly ranked: readonly FoundPerson[];
  /** The best-known people who have every word as typed. */
  readonly matching: readonly PersonRow[];
}

async function rankPeople(text: string, reads: CatalogReads): Promise<RankedNames | null> {
  const { read, vocabulary, people: statements } = reads;
  const searchText = parseName(text);
  if (searchText === null) return null;
  const lookups = vocabularyLookups(searchText);
  const typed = searchText.pieces.map((piece) => piece.text);
  const { last, exact, matching, words, near, titleWords, sounding, catalog } = await read({
    last: statements.last(),
    titleWords: vocabulary.words(typed),
    exact: statements.matching(buildExactExpression(searchText), MAX_EXACT),
    matching: statements.matching(buildStrict(searchText), MAX_MATCHING),
    words: statements.vocabulary.words(lookups.words),
    near: statements.vocabulary.near(lookups.shortenings),
    sounding: buildSoundExpressions(text).map((expression) => statements.matching(expression, MAX_EXACT)),
  });
  const { gap } = catalog;
  const size = (last[0]?.last ?? 0) / gap;
  const spelling = interpretSpelling(searchText, { size, words, near }, FOR_NAMES.similarity);
  const { titlesWith } = spelling;
  const comparison = compareWith({ searchText, size, gap, titlesWith, around: null }, FOR_NAMES);
  const candidates = personCandidates([...exact, ...matching]);
  const ranked = rank(candidates, comparison);
  if ((ranked[0]?.match.whole ?? 0) >= 1) return { ranked: putBearerFirst(searchText, ranked), matching };
  // If all words are words of titles and none is a word of a name, the text is not a mistyped name.
  const ofTitles = new Set(titleWords.map(({ word }) => word));
  const isTitle = typed.every((word) => titlesWith(word) === 0 && ofTitles.has(word));
  const wider = isTitle ? [] : buildWiderExpressions(searchText, spelling, matching.length);
  const rows = await read({
    wider: wider.map(([expression, limit]) => statements.matching(expression, limit)),
  });
  const compared = new Set(candidates.map(({ rank }) => rank));
  const added = rows.wider.flat().filter((row) => !compared.has(row.rank));
  const all = mergeRanked(ranked, rank(personCandidates(added), comparison));
  if (all.length > 0) return { ranked: putBearerFirst(searchText, all), matching };
  const heard = findSoundingNames(text, { peopleByExpression: sounding, gap });
  const names = heard.length > 0 ? heard : await findJoinedName(text, reads);
  return { ranked: names.map(({ person, score }) => ({ candidate: person, score })), matching };
}

/** Parses a name. Returns `null` if there is nothing to search for. */
export function parseName(text: string): SearchText | null {
  const searchText = buildSearchText(nameWords(text));
  // Unlike titles, names have no optional articles.
  const pieces = searchText?.pieces.map((piece) => ({ ...piece, optional: false })) ?? [];
  return searchText && { ...searchText, pieces, isName: true };
}

/** The factor between the ranks of two people that makes one of them far better known than the other. */
export const NAMESAKE_RANK_RATIO = 2;

/**
 * Moves the best-known person with a surname to the first place. Otherwise a far less known person whose whole name
 * is that word would come first.
 */
function putBearerFirst({ pieces: [piece, ...others] }: SearchText, ranked: RankedPeople): RankedPeople {
  if (piece === undefined || others.length > 0) return ranked;
  const bearers = ranked.filter(({ candidate }) => nameWords(candidate.name).at(-1) === piece.text);
  const [best] = bearers.sort((one, other) => one.candidate.rank - other.candidate.rank);
  const [first] = ranked;
  if (
    best === undefined ||
    first === undefined ||
    first.candidate.rank <= NAMESAKE_RANK_RATIO * best.candidate.rank
  )
    return ranked;
  return [best, ...ranked.filter((one) => one !== best)];
}

/** Returns an expression for names that have exactly these words, or that equal the text if spaces are ignored. */
function buildExactExpression(searchText: SearchText): string {
  const words = allOf(searchText.pieces.map(({ text }) => quote(text)));
  return anyOf([words, ...searchText.ownKeys.map(quote)]);
}

export function personCandidates<Row extends PersonRow>(rows: readonly Row[]): PersonCandidate<Row>[] {
  const byRank = new Map(rows.map((row) => [row.rank, row]));
  return [...byRank.values()].map((row) => ({
    ...row,
    forms: nameForms([row.name, ...row.other_names.split("\n")]),
    year: 0,
  }));
}
