/**
 * Searches for titles. Takes one round trip to D1 if the text is exactly a title, and otherwise two.
 *
 * The first round trip reads titles that match as typed, the records of the most popular ones, and words of the
 * catalog that are similar to the typed words. The second reads titles with those similar words, unless the text is a
 * title, and the missing records of the page. A page after these titles takes a third round trip, and a fourth for
 * its records. Counting the titles takes a round trip as well. If nothing was found, one or two further round trips
 * read titles with beginnings of the words, and titles that differ from the whole text in two letters.
 *
 * The order of the titles depends on the text, the filter and the catalog, but never on the page or its size.
 */

import { MAX_COUNTED } from "../../contract/browse.ts";
import type { SearchQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { quote } from "../../filters/fts5.ts";
import { fold } from "../../text/fold.ts";
import { OTHER, splitForm } from "../store/names.ts";
import type { ListedRecordRow, TitleCandidate } from "../store/rows.ts";
import type { CatalogReads } from "../store/statements.ts";
import { addFilter, buildBeginnings, buildStrict, buildWiderExpressions, MAX_WIDER } from "./expressions.ts";
import { type Comparison, compareWith, findPlaces, measureWholeness, NEARLY_WHOLE } from "./match.ts";
import { mergeRanked, type Ranked, rank } from "./ranking.ts";
import { listReadings, type Piece, parseSearchText, type SearchText, WORD } from "./search-text.ts";
import {
  interpretSpelling,
  listKnownParts,
  type Spelling,
  type VocabularyRows,
  vocabularyLookups,
} from "./spelling.ts";
import { AS_TYPED, FOR_MISTYPED_BEGINNINGS, type Tolerance } from "./weights.ts";

/**
 * The maximum number of titles to read in the first round trip, most popular first. Each title counts as two rows
 * read.
 */
const MAX_FIRST_ROUND = 200;
/** The maximum number of records to read in the first round trip. Each record counts as up to three rows read. */
const MAX_FIRST_RECORDS = 13;
/** The maximum number of titles to read if the typed words are only beginnings of words. */
const MAX_WITH_BEGINNINGS = 100;

/** The number of titles after which pages are empty, because reading them would mean scanning the index. */
export const MAX_DEPTH = MAX_COUNTED;

/** The titles on a page, as indexes. `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span that covers all titles of a search, without their records. */
export const WHOLE_SEARCH: Span = { start: MAX_DEPTH, end: MAX_DEPTH };

interface SearchServices {
  readonly reads: CatalogReads;
  readonly tolerance: Tolerance;
  /** Whether every word may be the beginning of a longer word, if nothing else matches. */
  readonly asBeginnings?: boolean;
  /** Whether to return the ranks of all titles, up to `MAX_DEPTH` + 1, in order to count them. */
  readonly isCounted?: boolean;
}

export interface SearchOutcome {
  readonly gap: number;
  /** The titles, best match first. */
  readonly ranked: readonly Ranked[];
  /**
   * The ranks of the titles that come after `ranked`, if requested. These titles have every word as typed, and are
   * sorted by popularity.
   */
  readonly further: readonly number[];
  /** All titles that were compared with the text. */
  readonly candidates: readonly TitleCandidate[];
  /** The records of the titles on the page, by rank. */
  readonly records: ReadonlyMap<number, ListedRecordRow>;
  /** The ranks of the titles that have every word as typed. The last word may be a prefix. */
  readonly asTyped: ReadonlySet<number>;
  /** The comparison with the text as typed. */
  readonly comparison: Comparison;
  /** The corrected text if no title matches as typed. `null` if nothing was corrected. */
  readonly corrected: string | null;
}

type SecondRound = Omit<SearchOutcome, "comparison" | "corrected" | "further" | "gap">;

interface FirstRound {
  readonly query: SearchQuery;
  /** The FTS5 expression for titles that match as typed and meet the filter. */
  readonly expression: string;
  readonly gap: number;
  /** The titles read so far, by rank. */
  readonly candidates: ReadonlyMap<number, TitleCandidate>;
  readonly vocabulary: VocabularyRows;
  /** The comparisons, one for each reading of the text. */
  readonly comparisons: readonly Comparison[];
  readonly ranked: readonly Ranked[];
  /** The reading to use for wider expressions. It is the one with digits if the text contains a number in words. */
  readonly widest: { readonly searchText: SearchText; readonly spelling: Spelling };
  /** The records of the most popular titles that match as typed, by rank. */
  readonly records: ReadonlyMap<number, ListedRecordRow>;
  /** Whether the text is exactly a title. */
  readonly isWhole: boolean;
  /** The ranks of the titles read so far that match as typed. */
  readonly asTyped: ReadonlySet<number>;
  /** The rank of the last title that was read and matches as typed, or `null` if no more titles match. */
  readonly last: number | null;
}

/** Returns the ranks of all titles of a search, over all pages. */
export function listRanks({ ranked, further }: Pick<SearchOutcome, "ranked" | "further">): number[] {
  return [...ranked.map(({ candidate }) => candidate.rank), ...further];
}

/** Returns the titles and the records of a page, or `null` if there is nothing to search for. */
export async function search(
  query: SearchQuery,
  span: Span,
  services: SearchServices,
): Promise<SearchOutcome | null> {
  const searchText = parseSearchText(query.text);
  if (searchText === null) return null;
  const first = await readFirstRound(query, listReadings(searchText), span, services);
  const second = await readSecondRound(first, span, services);
  if (second.ranked.length === 0 && services.asBeginnings) {
    const begun = mayBeBeginnings(first) ? await readBeginnings(first, second, services) : null;
    const found = begun?.ranked.length ? begun : ((await readNearlyWhole(first, services)) ?? begun);
    if (found !== null) return found;
  }
  const further = await readFurther(first, second, span, services);
  const corrected = first.asTyped.size > 0 ? null : spellCorrection(first, second);
  return { ...second, ...further, gap: first.gap, corrected, comparison: first.comparisons[0] as Comparison };
}

async function readFirstRound(
  query: SearchQuery,
  readings: readonly SearchText[],
  { start, end }: Span,
  { reads, tolerance }: SearchServices,
): Promise<FirstRound> {
  const { filter, includeAdult, lang } = query;
  const expression = addFilter(buildStrict(...readings), filter, includeAdult);
  const wholes = readings.flatMap(({ keys }) => keys);
  const lookups = vocabularyLookups(...readings);
  const { whole, matching, withRecords, words, near, catalog } = await reads.read({
    whole: reads.byKey(wholes, filter, includeAdult),
    matching: reads.matching(expression, MAX_FIRST_ROUND),
    withRecords: reads.matchingRecords(lang, expression, start === 0 ? Math.min(end, MAX_FIRST_RECORDS) : 0),
    words: reads.vocabulary.words(lookups.words),
    near: reads.vocabulary.near(lookups.shortenings),
  });
  const { titles, gap } = catalog;
  const vocabulary = { size: titles, words, near };
  const spelled = readings.map((searchText) => ({
    searchText,
    spelling: interpretSpelling(searchText, vocabulary, tolerance.similarity),
  }));
  const candidates = new Map([...whole, ...matching].map((row) => [row.rank, row]));
  const around = filter.years?.around ?? null;
  const comparisons = spelled.map(({ searchText, spelling: { titlesWith } }) =>
    compareWith({ searchText, size: titles, gap, titlesWith, around }, tolerance),
  );
  return {
    query,
    expression,
    gap,
    vocabulary,
    candidates,
    comparisons,
    ranked: rank(candidates.values(), ...comparisons),
    widest: spelled.at(-1) as (typeof spelled)[number],
    isWhole: whole.some((row) => row.claim <= OTHER),
    records: recordsByRank(withRecords),
    asTyped: new Set(matching.map(({ rank }) => rank)),
    last: matching[MAX_FIRST_ROUND - 1]?.rank ?? null,
  };
}

async function readSecondRound(
  { query, comparisons, candidates, ranked, records, widest, isWhole, asTyped }: FirstRound,
  { start, end }: Span,
  { reads }: SearchServices,
): Promise<SecondRound> {
  const { filter, includeAdult, lang } = query;
  const wider = isWhole ? [] : buildWiderExpressions(widest.searchText, widest.spelling, asTyped.size);
  // Titles of earlier pages may move to this page when the second round trip adds titles, so it needs their records.
  const likely = ranked.slice(Math.max(0, start - (wider.length > 0 ? MAX_WIDER : 0)), end);
  const missing = likely.map(({ candidate }) => candidate.rank).filter((rank) => !records.has(rank));
  const typed = [...candidates.values()];
  if (wider.length === 0 && missing.length === 0) return { ranked, candidates: typed, records, asTyped };
  const rows = await reads.read({
    missing: reads.records(lang, missing),
    wider: wider.map(([expression, limit]) =>
      reads.matchingRecords(lang, addFilter(expression, filter, includeAdult), limit),
    ),
  });
  const added = rows.wider.flat();
  const further = new Map(added.filter((row) => !candidates.has(row.rank)).map((row) => [row.rank, row]));
  return {
    ranked: mergeRanked(ranked, rank<TitleCandidate>(further.values(), ...comparisons)),
    candidates: [...typed, ...further.values()],
    records: new Map([...records, ...recordsByRank([...rows.missing, ...added])]),
    asTyped,
  };
}

/**
 * Reads less popular titles and lists them after the ranked ones. If all were ranked together, titles could move from
 * one page to another.
 */
async function readFurther(
  { query, expression, last }: FirstRound,
  { ranked, records }: SecondRound,
  { start, end }: Span,
  { reads, isCounted = false }: SearchServices,
): Promise<Pick<SearchOutcome, "further" | "records">> {
  if (last === null || !(isCounted || ranked.length <= end)) return { further: [], records };
  const { matching } = await reads.read({ matching: reads.ranksMatching(expression, last, MAX_DEPTH + 1) });
  const rankedBefore = new Set(ranked.map(({ candidate }) => candidate.rank));
  const further = matching.map(({ rank }) => rank).filter((rank) => !rankedBefore.has(rank));
  const shown = listRanks({ ranked, further })
    .slice(start, Math.min(end, MAX_DEPTH))
    .filter((rank) => !records.has(rank));
  if (shown.length === 0) return { further, records };
  const { titles } = await reads.read({ titles: reads.records(query.lang, shown) });
  return { further, records: new Map([...records, ...recordsByRank(titles)]) };
}

/** The minimum length of the longest word. A shorter word would be the beginning of too many words. */
const MIN_BEGINNING = 3;

/** Returns true if a word other than the last is not in the catalog, and the longest word is long enough. */
function mayBeBeginnings({ widest: { searchText, spelling } }: FirstRound): boolean {
  const { pieces } = searchText;
  const isUnknown = ({ text, optional }: Piece) => !optional && spelling.titlesWith(text) === 0;
  return pieces.slice(0, -1).some(isUnknown) && pieces.some(({ text }) => text.length >= MIN_BEGINNING);
}

/**
 * Reads titles that have, for each word of the text, a word that begins with it. The order of the words does not
 * matter, as in `kni da ris`.
 */
async function readBeginnings(
  { query, widest: { searchText }, vocabulary, comparisons: [first], gap }: FirstRound,
  { candidates }: SecondRound,
  { reads }: SearchServices,
): Promise<SearchOutcome> {
  const { filter, includeAdult, lang } = query;
  const { findAlternatives } = interpretSpelling(searchText, vocabulary, FOR_MISTYPED_BEGINNINGS.similarity);
  const expression = addFilter(buildBeginnings(searchText, findAlternatives), filter, includeAdult);
  const { titles } = await reads.read({
    titles: reads.matchingRecords(lang, expression, MAX_WITH_BEGINNINGS),
  });
  const comparison = compareWith({ ...(first as Comparison).context, searchText }, FOR_MISTYPED_BEGINNINGS);
  return {
    gap,
    ranked: rank(titles, comparison),
    further: [],
    candidates: [...candidates, ...titles],
    records: recordsByRank(titles),
    asTyped: new Set(),
    comparison,
    corrected: null,
  };
}

/** The maximum number of titles to read for each known part of the text. */
const MAX_WITH_PART = 40;

/**
 * Reads titles that differ from the whole text in at most two letters, spaces included, as in `hostiletakeovyr`.
 * Returns `null` if there are none.
 */
async function readNearlyWhole(
  { query, widest: { searchText, spelling }, comparisons: [first], gap }: FirstRound,
  { reads }: SearchServices,
): Promise<SearchOutcome | null> {
  const { filter, includeAdult, lang } = query;
  const parts = listKnownParts(searchText, spelling);
  if (parts.length === 0 || first === undefined) return null;
  const rows = await reads.read({
    titles: parts.map((part) =>
      reads.matchingRecords(lang, addFilter(quote(part), filter, includeAdult), MAX_WITH_PART),
    ),
  });
  const records = recordsByRank(rows.titles.flat());
  const titles = [...records.values()];
  const comparison = { ...first, trust: 1 };
  const ranked = rank(titles, comparison).filter(({ match }) => match.whole >= NEARLY_WHOLE);
  if (ranked.length === 0) return null;
  const corrected = spellCorrection({ query, comparisons: [comparison] }, { ranked, records });
  return { gap, ranked, further: [], candidates: titles, records, asTyped: new Set(), comparison, corrected };
}

function recordsByRank<Row extends { readonly rank: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.rank, row]));
}

/**
 * Returns the query with corrected words, spelled as in the first result. Returns `null` if nothing was corrected.
 * Differences in accents, numerals, initials and spaces are not corrections, and neither is an unfinished last word.
 */
function spellCorrection(
  { query: { text }, comparisons: [comparison] }: Pick<FirstRound, "query" | "comparisons">,
  { ranked: [best], records }: Pick<SecondRound, "ranked" | "records">,
): string | null {
  if (best === undefined || comparison === undefined) return null;
  const { candidate, match } = best;
  const { context } = comparison;
  const { searchText } = context;
  const words = splitForm(match.form);
  const asTyped = compareWith(context, AS_TYPED);
  const spellings = new Map<string, string>();
  let isComplete = true;
  for (const [index, { at, span, similarity }] of findPlaces(words, candidate, comparison).entries()) {
    const [piece, titleWord = ""] = [searchText.pieces[index], words[at]];
    if (piece === undefined) continue;
    if (at < 0) isComplete &&= piece.optional;
    const isOneWord = span === 1 && similarity === comparison.compare(index, titleWord);
    if (isOneWord && asTyped.compare(index, titleWord) === 0) spellings.set(piece.text, titleWord);
  }
  const spell = createSpeller(records.get(candidate.rank)?.record);
  const whole = measureWholeness(words, candidate.year, { ...comparison, trust: 0 });
  const isWholeAsTyped = whole >= Math.min(1, match.whole);
  if (!isComplete && !isWholeAsTyped) return words.map((word) => spell(word).toLowerCase()).join(" ");
  const read = text.replaceAll(WORD, (typed) => {
    const word = spellings.get(fold(typed).join(""));
    if (word === undefined) return typed;
    return typed === typed.toLowerCase() ? spell(word).toLowerCase() : spell(word);
  });
  return read === text ? null : read;
}

/**
 * Returns a function that restores the original spelling of folded words, including accents, from the titles of a
 * record.
 */
function createSpeller(record: string | undefined): (word: string) => string {
  const { title = "", original_title: original = "" }: Partial<TitleRecord> = JSON.parse(record ?? "{}");
  const spelled = new Map(
    `${original} ${title}`.match(WORD)?.map((word) => [fold(word).join(""), word] as const),
  );
  return (word) => spelled.get(word) ?? word;
}
