/**
 * People search: the machinery of the title search (`search.ts`) over names, in at most two round trips to D1. The exact
 * name comes first; among equal names, and for the rest, the best known.
 */
import { strict, widerExpressions } from "./expressions.ts";
import type { Candidate } from "./match.ts";
import type { PeopleStatements, PersonRow } from "./people-statements.ts";
import { nameForms, nameWords } from "./person-names.ts";
import { type Ranked, rank } from "./ranking.ts";
import { type SearchText, searchTextOf } from "./search-text.ts";
import { interpretSpelling, vocabularyLookups } from "./spelling.ts";
import { type NearRow, rowsOf, type WordRow } from "./statements.ts";
import { FOR_PEOPLE } from "./weights.ts";

/** People read whose names match as typed, and people who have exactly these words. */
const MAX_MATCHING = 150;
const MAX_EXACT = 60;

export interface PersonCandidate extends Candidate, PersonRow {}

interface PeopleSearchServices {
  readonly statements: PeopleStatements;
  readonly batch: (statements: D1PreparedStatement[]) => Promise<D1Result[]>;
}

/** Best first. `null`: the text holds nothing to search for. */
export async function searchPeople(
  text: string,
  { statements, batch }: PeopleSearchServices,
): Promise<readonly Ranked<PersonCandidate>[] | null> {
  const searchText = parseName(text);
  if (searchText === null) return null;
  const lookups = vocabularyLookups(searchText);
  const [counts, exact, matching, words, near] = await batch([
    statements.count(),
    statements.matching(exactly(searchText), MAX_EXACT),
    statements.matching(strict(searchText), MAX_MATCHING),
    statements.words(lookups),
    statements.near(lookups),
  ]);
  const size = rowsOf<{ people: number }>(counts)[0]?.people ?? 0;
  const vocabulary = { size, words: rowsOf<WordRow>(words), near: rowsOf<NearRow>(near) };
  const spelling = interpretSpelling(searchText, vocabulary, FOR_PEOPLE.similarity);
  const context = { searchText, size, titlesWith: spelling.titlesWith, around: null };
  const matched = rowsOf<PersonRow>(matching);
  const candidates = candidatesOf([...rowsOf<PersonRow>(exact), ...matched]);
  const ranked = rank(candidates, context, FOR_PEOPLE);
  if ((ranked[0]?.match.whole ?? 0) >= 1) return ranked;
  const wider = widerExpressions(searchText, spelling, matched.length);
  if (wider.length === 0) return ranked;
  const results = await batch(wider.map(([expression, limit]) => statements.matching(expression, limit)));
  const added = results.flatMap((result) => rowsOf<PersonRow>(result));
  return rank(candidatesOf([...candidates, ...added]), context, FOR_PEOPLE);
}

/** `null`: the text holds nothing to search for. */
export function parseName(text: string): SearchText | null {
  const searchText = searchTextOf(nameWords(text));
  return searchText && { ...searchText, isName: true };
}

/** All words as they are, none as a prefix, or the whole name without its spaces. */
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
