/**
 * Lists titles for a query that may contain people, filters and titles. If the query is exactly a title, that title
 * comes first, as in any search. Otherwise the list consists of titles of the people that match the filters and the
 * words, or of the titles that explain most of the query.
 *
 * Most queries take three round trips: one for titles and names as typed, one for corrected ones, and one for the
 * titles of the people or filters. A fourth one reads the records of the page or searches again without a word.
 */

import { type SearchQuery, UNPAGED } from "../../contract/query.ts";
import type { TextQuery } from "../../filters/browse-query.ts";
import { toFilter } from "../../filters/facets.ts";
import { type LoadedList, NO_RESULTS, toSizeNotes } from "../../source/loaded.ts";
import { MAX_PAGED } from "../list/browse.ts";
import { addCards, selectCards } from "../list/people.ts";
import { search, WHOLE_SEARCH } from "../search/search.ts";
import { findJoinedName } from "../search/sounding-names.ts";
import { AS_TYPED, FOR_SEARCHES } from "../search/weights.ts";
import { unpackFilmography } from "../store/filmography.ts";
import { recordList } from "../store/records.ts";
import type { CatalogReads } from "../store/statements.ts";
import { findByCharacterName, findByCharacterWord } from "./characters.ts";
import { findExcerpts } from "./excerpts.ts";
import { explainMost } from "./explanations.ts";
import {
  findByEveryPart,
  findByFacetsAndWords,
  findByNameAlone,
  findByPeopleAndWords,
  findRequestedPlots,
  suggestBearer,
  suggestNames,
} from "./part-list.ts";
import { findNames, type Name, toName } from "./people-in-text.ts";
import { readPlotVocabulary } from "./rare-words.ts";
import {
  type Filmographies,
  findWordsBesideFacets,
  interpretWithNames,
  isRefined,
  MAX_ASKED,
  MAX_NAMES,
  type TextContext,
  type TextResult,
} from "./text-context.ts";
import { findNumberedTitle, findSimilarTitles } from "./titles-like.ts";
import { findAnyTitle, findByEveryWord, findWholeTitle } from "./whole-text.ts";

/**
 * A step that may find titles. It is skipped if the list has no room left for the statements that it usually takes.
 */
interface SearchStep {
  readonly find: (context: TextContext) => Promise<TextResult | null>;
  readonly statements: number;
}

/** The steps in the order in which they are tried, until one finds titles. */
const SEARCH_STEPS: readonly SearchStep[] = [
  { find: findWholeTitle, statements: 4 },
  { find: findSimilarTitles, statements: 12 },
  { find: findByCharacterName, statements: 4 },
  { find: findByEveryPart, statements: 4 },
  { find: findByEveryWord, statements: 4 },
  { find: findRequestedPlots, statements: 4 },
  { find: findByCharacterWord, statements: 4 },
  { find: findNumberedTitle, statements: 8 },
  { find: findByPeopleAndWords, statements: 4 },
  { find: findByFacetsAndWords, statements: 4 },
  { find: findAnyTitle, statements: 4 },
  { find: findExcluded, statements: 8 },
  { find: explainMost, statements: 4 },
  { find: findByJoinedName, statements: 4 },
];

const MAX_PEOPLE = 3;

export async function listTitlesForText(
  textQuery: TextQuery,
  reads: CatalogReads,
): Promise<LoadedList<never[]>> {
  const { page, limit } = textQuery;
  const isPastPages = (page - 1) * limit >= MAX_PAGED;
  const span = isPastPages ? WHOLE_SEARCH : { start: (page - 1) * limit, end: page * limit };
  const spentBefore = reads.countStatements();
  let isCut = false;
  const hasRoomFor = (statements: number) => {
    const spent = reads.countStatements() + statements;
    isCut ||= spent > MAX_ASKED && spent - spentBefore <= MAX_ASKED;
    return spent <= MAX_ASKED;
  };
  const context = await readContext(textQuery, { span, reads, hasRoomFor });
  if (context === null) return NO_RESULTS;
  const result = await findTitles(context);
  const isPartial =
    result === null || result.parts.some(({ part }) => part === "omitted" || part === "about");
  const guess =
    (isPartial ? suggestNames(context) : null) ?? (result === null ? suggestBearer(context) : null);
  const suggestedText = guess ?? undefined;
  if (result === null) return { ...NO_RESULTS, isCut, notes: { list: { suggestedText } } };
  const { parts, people, titles, foundBy, limitedTo, corrected = null, plotWords } = result;
  const shownPeople = people.slice(0, MAX_PEOPLE);
  const ranks = "ranks" in titles ? titles.ranks.slice(span.start, span.end) : [];
  const isRead = ranks.length + shownPeople.length === 0;
  const rows = isRead
    ? { titles: [], cards: [] }
    : await reads.read({
        titles: reads.records(textQuery.lang, ranks),
        cards: selectCards(shownPeople, textQuery.lang, reads),
      });
  const shown = "ranks" in titles ? rows.titles : titles.records;
  const more = !isPastPages && ("ranks" in titles ? titles.ranks.length > span.end : titles.more);
  const { ids, notes, ...list } = recordList(shown, corrected);
  const understood = { parts: [...parts], people: addCards(shownPeople, rows.cards) };
  return {
    ...list,
    isEmpty: list.isEmpty && shownPeople.length === 0,
    isCut,
    more,
    ids: { ...ids, people: shownPeople.map(({ id }) => id) },
    notes: {
      ...notes,
      list: { ...notes?.list, limitedTo, suggestedText, ...toSizeNotes(titles.total), understood },
      page: { ...notes?.page, foundBy, excerpts: plotWords && findExcerpts(shown, plotWords) },
    },
  };
}

async function findTitles(context: TextContext): Promise<TextResult | null> {
  for (const { find, statements } of SEARCH_STEPS) {
    if (!context.hasRoomFor(statements)) continue;
    const result = await find(context);
    if (result !== null) return result;
  }
  return null;
}

/** Reads the context. Returns `null` if there is nothing to search for. */
async function readContext(
  textQuery: TextQuery,
  { span, reads, hasRoomFor }: Pick<TextContext, "span" | "reads" | "hasRoomFor">,
): Promise<TextContext | null> {
  const { text, conditions, lang, exact } = textQuery;
  const query: SearchQuery = { ...UNPAGED, text, filter: toFilter(conditions), lang };
  const depth = isRefined(textQuery) ? WHOLE_SEARCH : span;
  const tolerance = exact ? AS_TYPED : FOR_SEARCHES;
  const services = { reads, tolerance, asBeginnings: !exact, isCounted: true };
  // Both searches run in the same batch. Their statements are combined, so the second search adds none.
  const [outcomeBesideFilters, outcome, names] = await Promise.all([
    search({ ...query, text: findWordsBesideFacets(textQuery) }, WHOLE_SEARCH, { reads, tolerance }),
    search(query, depth, services),
    findNames(exact ? "" : text, reads),
  ]);
  if (outcome === null) return null;
  return {
    query,
    span,
    hasRoomFor,
    outcome,
    outcomeBesideFilters,
    ...interpretNames(textQuery, names, reads),
  };
}

type Named = Pick<
  TextContext,
  "textQuery" | "reads" | "names" | "readings" | "filmographies" | "vocabularyOfPlots"
>;

function interpretNames(textQuery: TextQuery, names: readonly Name[], reads: CatalogReads): Named {
  const likely = names.slice(0, MAX_NAMES);
  const readings = textQuery.exact ? [] : interpretWithNames(textQuery, likely);
  let filmographiesPromise: ReturnType<TextContext["filmographies"]> | undefined;
  const hasRoles = readings.some(({ people }) => people.some(({ roles }) => roles));
  const filmographies = () => (filmographiesPromise ??= readFilmographies(likely, { reads, hasRoles }));
  let vocabularyPromise: ReturnType<TextContext["vocabularyOfPlots"]> | undefined;
  const vocabularyOfPlots = () => (vocabularyPromise ??= readPlotVocabulary(textQuery.text, reads));
  return { textQuery, reads, names, readings, filmographies, vocabularyOfPlots };
}

async function readFilmographies(
  names: readonly Name[],
  { reads, hasRoles }: { readonly reads: CatalogReads; readonly hasRoles: boolean },
): Promise<Filmographies> {
  const people = [...new Set(names.flatMap(({ people: [person] }) => person?.rank ?? []))];
  const { titles, filmographies } = await reads.read({
    titles: reads.factsOfPeople(people),
    filmographies: hasRoles ? [reads.people.filmographies(people)] : [],
  });
  const credits = new Map(
    filmographies.flat().map(({ rank, titles, credits }) => {
      const entries = unpackFilmography(titles, credits);
      return [rank, new Map(entries.map((entry) => [entry.rank, entry.credits]))];
    }),
  );
  const credited = titles.map((title) => ({
    ...title,
    credits: credits.get(title.person)?.get(title.rank) ?? [],
  }));
  return Map.groupBy(credited, ({ person }) => person);
}

/** Lists titles of the person whose name was typed as one word in another script, as in `トムハンクス`. */
async function findByJoinedName(context: TextContext): Promise<TextResult | null> {
  const { textQuery, reads } = context;
  const names = (await findJoinedName(textQuery.text, reads)).map(toName);
  if (names.length === 0) return null;
  return await findByEveryPart({ ...context, ...interpretNames(textQuery, names, reads) });
}

/**
 * Returns an empty list with the parts of the query, if the filters of the URL exclude all titles that match the
 * query.
 */
async function findExcluded(context: TextContext): Promise<TextResult | null> {
  if (context.textQuery.conditions.length === 0) return null;
  const unfiltered = { ...context.textQuery, conditions: [] };
  for (const find of [findByEveryPart, findByPeopleAndWords, findByNameAlone]) {
    const result = await find({ ...context, textQuery: unfiltered });
    if (result !== null) return { ...result, titles: { records: [], more: false, total: 0 } };
  }
  return null;
}
