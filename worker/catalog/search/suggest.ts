/**
 * Suggests titles and people in one list, from the first letter on. Takes one round trip if a name matches as typed.
 * If the typed words are only beginnings of words, it takes two.
 */

import { NO_FILTER } from "../../contract/filter.ts";
import { MAX_SUGGESTIONS, type SearchSuggestion } from "../../contract/people.ts";
import { type SuggestQuery, UNPAGED } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { type LoadedList, NO_RESULTS, suggestedTitle, suggestionList } from "../../source/loaded.ts";
import { foldName } from "../../text/fold.ts";
import { mainGroup } from "../store/filmography.ts";
import type { RecordRow, TitleCandidate } from "../store/rows.ts";
import type { CatalogReads, SuggestedPerson } from "../store/statements.ts";
import { addFilter, buildBeginnings, buildStrict } from "./expressions.ts";
import { compareWith } from "./match.ts";
import { findOtherNames, isShown } from "./other-names.ts";
import { type FoundPerson, parseName, personCandidates, searchPeople } from "./people-search.ts";
import { type Ranked, rank } from "./ranking.ts";
import { search } from "./search.ts";
import { parseSearchText, type SearchText } from "./search-text.ts";
import { FOR_BEGINNINGS, FOR_SEARCHES, type Tolerance } from "./weights.ts";

/** The maximum number of titles to read, and the maximum number of people. */
const MAX_READ = 24;
/** The minimum `whole` of a match that counts as the title. Articles, order and added words may differ. */
const MIN_WHOLE = 0.9;

interface Scored {
  readonly score: number;
  readonly suggestion: SearchSuggestion;
}

interface Texts {
  readonly title: SearchText;
  readonly name: SearchText;
}

interface Way {
  readonly expressionOf: (searchText: SearchText) => string;
  readonly tolerance: Tolerance;
}

const AS_TYPED: Way = { expressionOf: buildStrict, tolerance: FOR_SEARCHES };
/** The way to search if every word may be the beginning of a longer one, as in `chri nol`. */
const BEGINNINGS: Way = { expressionOf: buildBeginnings, tolerance: FOR_BEGINNINGS };

export async function suggest(
  { text, lang, limit }: SuggestQuery,
  reads: CatalogReads,
): Promise<LoadedList<readonly SearchSuggestion[]>> {
  const [title, name] = [parseSearchText(text), parseName(text)];
  if (title === null || name === null) return NO_RESULTS;
  const typed = await matching(lang, { title, name }, AS_TYPED);
  const isOne = typed.length > 0 || name.pieces.length === 1;
  const scored = isOne ? typed : await matching(lang, { title, name }, BEGINNINGS);
  const suggestions = scored.length > 0 ? scored : await corrected(title, text, lang);
  const beginning = beginningWith(name);
  const best = suggestions
    .sort((a, b) => beginning(b) - beginning(a) || b.score - a.score)
    .map(({ suggestion }) => suggestion);
  return suggestionList(best.slice(0, limit));

  async function matching(lang: string, { title, name }: Texts, { expressionOf, tolerance }: Way) {
    const expression = addFilter(expressionOf(title), NO_FILTER, false);
    const { lastPerson, byKey, matching, people, catalog } = await reads.read({
      lastPerson: reads.people.last(),
      byKey: reads.byKeyRecords(lang, title.keys),
      matching: reads.matchingRecords(lang, expression, MAX_READ),
      people: reads.people.suggested(lang, expressionOf(name), MAX_READ),
    });
    const { titles, gap } = catalog;
    // The same size is used for titles and people, so that a rank counts the same for both.
    const size = Math.max(titles, (lastPerson[0]?.last ?? 0) / gap);
    const context = { size, gap, titlesWith: () => 1, around: null };
    const byRank = new Map([...byKey, ...matching].map((row) => [row.rank, row]));
    const ofTitles = compareWith({ ...context, searchText: title }, tolerance);
    const ofPeople = compareWith({ ...context, searchText: name }, tolerance);
    return [
      ...(await titleSuggestions(rank(byRank.values(), ofTitles), title)),
      ...rank(personCandidates(people), ofPeople).map(personSuggestion),
    ];
  }

  async function corrected(searchText: SearchText, text: string, lang: string): Promise<Scored[]> {
    const query = { ...UNPAGED, text, filter: NO_FILTER, lang };
    const span = { start: 0, end: MAX_SUGGESTIONS };
    const [titles, people] = await Promise.all([
      search(query, span, { reads, tolerance: FOR_SEARCHES, asBeginnings: true }),
      searchPeople(text, reads),
    ]);
    const withRecords = (titles?.ranked ?? []).flatMap(({ candidate, ...rest }) => {
      const row = titles?.records.get(candidate.rank);
      return row === undefined ? [] : { candidate: { ...candidate, ...row }, ...rest };
    });
    const suggestions = await Promise.all([
      titleSuggestions(withRecords, searchText),
      personSuggestions((people ?? []).slice(0, MAX_SUGGESTIONS), lang),
    ]);
    return suggestions.flat();
  }

  async function personSuggestions(hits: readonly FoundPerson[], lang: string): Promise<Scored[]> {
    if (hits.length === 0) return [];
    const ranks = hits.map(({ candidate }) => candidate.rank);
    const { people } = await reads.read({ people: reads.people.suggestedByRank(lang, ranks) });
    const byRank = new Map(people.map((row) => [row.rank, row]));
    return hits.flatMap(({ candidate: { rank }, score }) => {
      const candidate = byRank.get(rank);
      return candidate === undefined ? [] : personSuggestion({ candidate, score });
    });
  }

  /**
   * Returns suggestions for titles. A name other than the display title only counts if it matches completely or
   * begins with several words of the text.
   */
  async function titleSuggestions(hits: readonly TitleHit[], { pieces }: SearchText): Promise<Scored[]> {
    const isAlike = ({ match: { form, begins, whole }, candidate }: TitleHit) =>
      isShown(form, candidate.record) || whole >= MIN_WHOLE || (begins === 1 && pieces.length > 1);
    const alike = hits.filter(isAlike).slice(0, MAX_SUGGESTIONS);
    const records = new Map(alike.map(({ candidate }) => [candidate.rank, candidate]));
    const names = await findOtherNames(alike, records, reads);
    return alike.map(({ candidate, score }) => {
      const record: TitleRecord = JSON.parse(candidate.record);
      return { score, suggestion: suggestedTitle(record, names[record.id]) };
    });
  }
}

/**
 * Returns a function that scores suggestions. After a single letter, it prefers names that begin with the letter to
 * names that contain it as a word.
 */
function beginningWith({ pieces: [only, ...more] }: SearchText): (scored: Scored) => number {
  const letter = more.length === 0 && only?.text.length === 1 ? only.text : "";
  return ({ suggestion }) => Number(foldName(suggestion.name)[0]?.startsWith(letter) ?? false);
}

type TitleHit = Ranked<TitleCandidate & RecordRow>;

interface PersonHit {
  readonly candidate: SuggestedPerson;
  readonly score: number;
}

function personSuggestion({ candidate, score }: PersonHit): Scored {
  const { id, name, profile_path: image, packed, known } = candidate;
  const department = mainGroup(packed);
  const suggestion = {
    kind: "person",
    id,
    name,
    ...(image !== "" && { image }),
    department,
    ...(known !== null && { known_for: known }),
  } as const;
  return { score, suggestion };
}
