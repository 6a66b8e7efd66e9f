/**
 * People search: the title search (`search.ts`) applied to names, in at most two round trips to D1. Exact names come first,
 * and the best-known person first among equal names.
 */
import type { PeopleStatements, PersonRow } from "../people-statements.ts";
import { filledState, type NearRow, rowsOf, type WordRow } from "../statements.ts";
import { nameForms, nameWords } from "../stored/names.ts";
import { strict, widerExpressions } from "./expressions.ts";
import type { Candidate } from "./match.ts";
import { compareWith } from "./match.ts";
import { mergeRanked, type Ranked, rank } from "./ranking.ts";
import { type SearchText, searchTextOf } from "./search-text.ts";
import { interpretSpelling, vocabularyLookups } from "./spelling.ts";
import { FOR_PEOPLE } from "./weights.ts";

/** Limits for people whose names match as typed, and for people whose names have exactly these words. */
const MAX_MATCHING = 150;
const MAX_EXACT = 60;

interface PersonCandidate extends Candidate, PersonRow {}

interface PeopleSearchServices {
  readonly statements: PeopleStatements;
  readonly state: () => D1PreparedStatement;
  readonly batch: (statements: D1PreparedStatement[]) => Promise<D1Result[]>;
}

export interface FoundPeople {
  /** Best first. */
  readonly ranked: readonly Ranked<PersonCandidate>[];
  readonly version: string;
}

/** `null`: the text contains nothing to search for. Throws a Problem for an empty catalog. */
export async function searchPeople(
  text: string,
  services: PeopleSearchServices,
): Promise<FoundPeople | null> {
  const { statements, state, batch } = services;
  const searchText = parseName(text);
  if (searchText === null) return null;
  const lookups = vocabularyLookups(searchText);
  const [states, counts, exact, matching, words, near] = await batch([
    state(),
    statements.count(),
    statements.matching(exactly(searchText), MAX_EXACT),
    statements.matching(strict(searchText), MAX_MATCHING),
    statements.words(lookups),
    statements.near(lookups),
  ]);
  const { version } = filledState(states);
  const size = rowsOf<{ people: number }>(counts)[0]?.people ?? 0;
  const vocabulary = { size, words: rowsOf<WordRow>(words), near: rowsOf<NearRow>(near) };
  const spelling = interpretSpelling(searchText, vocabulary, FOR_PEOPLE.similarity);
  const { titlesWith } = spelling;
  const comparison = compareWith({ searchText, size, titlesWith, around: null }, FOR_PEOPLE);
  const matched = rowsOf<PersonRow>(matching);
  const candidates = candidatesOf([...rowsOf<PersonRow>(exact), ...matched]);
  const ranked = rank(candidates, comparison);
  if ((ranked[0]?.match.whole ?? 0) >= 1) return { ranked, version };
  const wider = widerExpressions(searchText, spelling, matched.length);
  if (wider.length === 0) return { ranked, version };
  const [again, ...results] = await batch([
    state(),
    ...wider.map(([expression, limit]) => statements.matching(expression, limit)),
  ]);
  // A load that finished in between has reassigned the ranks.
  if (filledState(again).version !== version) return await searchPeople(text, services);
  const known = new Set(candidates.map(({ rank }) => rank));
  const added = results.flatMap((result) => rowsOf<PersonRow>(result)).filter((row) => !known.has(row.rank));
  return { ranked: mergeRanked(ranked, rank(candidatesOf(added), comparison)), version };
}

/** `null`: the text contains nothing to search for. */
export function parseName(text: string): SearchText | null {
  const searchText = searchTextOf(nameWords(text));
  // A name has no article that may be missing.
  const pieces = searchText?.pieces.map((piece) => ({ ...piece, optional: false })) ?? [];
  return searchText && { ...searchText, pieces, isName: true };
}

/** Every word as typed, none as a prefix, or the whole name without spaces. */
function exactly(searchText: SearchText): string {
  const quoted = searchText.pieces.map(({ text }) => `"${text}"`).join(" AND ");
  return [`(${quoted})`, ...searchText.ownKeys.map((key) => `"${key}"`)].join(" OR ");
}

export function candidatesOf(rows: readonly PersonRow[]): PersonCandidate[] {
  const byRank = new Map(rows.map((row) => [row.rank, row]));
  return [...byRank.values()].map((row) => ({
    ...row,
    forms: nameForms([row.name, ...row.other_names.split("\n")]),
    year: 0,
  }));
}
