/**
 * Finds titles that lack some words of a query: filler words around a title, words that are not in the catalog, and
 * one other word. To keep nonsense from finding titles, all other words must match as usual, and one of them must be
 * rare.
 */

import { fold } from "../../text/fold.ts";
import { type Comparison, compareWith, findPlaces, findPopularityPlace } from "../search/match.ts";
import { type Ranked, rank } from "../search/ranking.ts";
import { search } from "../search/search.ts";
import { type Piece, parseSearchText, WORD } from "../search/search-text.ts";
import { WITH_LESS } from "../search/weights.ts";
import { splitForm } from "../store/names.ts";
import { dropFillers } from "./people-in-text.ts";
import { isRefined, narrowTitles, type TextContext, type TextResult } from "./text-context.ts";

/** The share of titles above which a word is too common to identify a title. */
const COMMON = 0.03;
const MIN_COMMON = 30;
/** The minimum `filled` of a title that counts as complete. An article may be missing. */
const FILLED = 0.85;
/**
 * The minimum share of the query that a title has to cover if it is complete and the query contains several more
 * words.
 */
const MIN_COVERED_BY_WHOLE = 0.4;
/** The number of best-known titles that a single word may stand for. Otherwise `robert quixplot` would be Robert. */
const MAX_PLACE_OF_WORD = 1_000;

/** Titles that explain some words of a query. */
export interface TitlesWithFewerWords {
  /** The words that are not explained, as typed. */
  readonly omitted: string;
  /** Whether the other words are certainly a whole title. */
  readonly isWhole: boolean;
  readonly find: () => Promise<TextResult | null>;
}

export async function findTitlesWithFewerWords(context: TextContext): Promise<TitlesWithFewerWords | null> {
  const reading = context.readings.at(-1);
  if (reading === undefined || reading.parts.some(({ isExcluded }) => isExcluded)) return null;
  const titles = await findTitlesForWords(trimFillers(context.query.text), context);
  if (titles !== null || context.outcomeBesideFilters === null) return titles;
  // The words without the filters are searched separately, because with many filter words even a complete title would
  // be a small part of the query.
  const beside = await findTitlesForWords(reading.words?.typed ?? "", context);
  return beside?.isWhole ? beside : null;
}

/** Removes fillers around names and titles. */
function trimFillers(text: string): string {
  const pieces = parseSearchText(text)?.pieces ?? [];
  const withoutFillers = dropFillers(pieces);
  const start = withoutFillers[0] === undefined ? pieces.length : pieces.indexOf(withoutFillers[0]);
  const words = text.match(WORD) ?? [];
  return words.slice(start, words.length + start + withoutFillers.length - pieces.length).join(" ");
}

async function findTitlesForWords(text: string, context: TextContext): Promise<TitlesWithFewerWords | null> {
  const { query, textQuery, reads } = context;
  const { ranked, comparison } = await rankForgivingly(text, context);
  const [best] = ranked;
  if (best === undefined || !isLikely(best, comparison)) return null;
  const lacking = listMissingPieces(best, comparison);
  const has = comparison.context.searchText.pieces.filter((piece) => !lacking.includes(piece));
  const { typed, omitted } = divideWords(query.text, has);
  if (omitted === "" || areFilterWords(has, context)) return null;
  const alike = ranked.filter((ranked) => {
    const others = listMissingPieces(ranked, comparison);
    return others.length === lacking.length && others.every((piece) => lacking.includes(piece));
  });
  const parts = [
    { part: "words", typed, values: [], name: typed, without: omitted },
    { part: "omitted", typed: omitted, values: [], name: omitted, without: typed },
  ] as const;
  return {
    omitted,
    isWhole: best.match.filled >= FILLED && (has.length > 1 || isWellKnown(best, comparison)),
    async find() {
      const ranks = alike.map(({ candidate }) => candidate.rank);
      if (!isRefined(textQuery)) return { parts, people: [], titles: { ranks, total: ranks.length } };
      const { rows } = await reads.read({ rows: reads.facts(ranks) });
      const titles = narrowTitles(rows, textQuery, []);
      return titles.total === 0 ? null : { parts, people: [], titles };
    },
  };
}

/**
 * Returns true if the title is probably the one that was meant. At least one matching word must identify it. It must
 * also be complete, or lack at most one word of the text that occurs in other titles.
 */
function isLikely(best: Ranked, comparison: Comparison): boolean {
  const { searchText, titlesWith, size } = comparison.context;
  const places = alignWords(best, comparison);
  const isTelling = ({ text, optional, unspaced }: Piece, at: number) => {
    const isExact = places[at]?.similarity === 1 && !optional;
    return isExact && (unspaced || titlesWith(text) <= Math.max(MIN_COMMON, size * COMMON));
  };
  const { filled, covered } = best.match;
  const isWhole = filled >= FILLED && covered >= MIN_COVERED_BY_WHOLE;
  const lacked = listMissingPieces(best, comparison).filter(({ text }) => titlesWith(text) > 0);
  return searchText.pieces.some(isTelling) && (isWhole || lacked.length <= 1);
}

/** Returns true for a title that a single word of a query may stand for, as in `zombies jaws`. */
function isWellKnown({ candidate }: Ranked, { context }: Comparison): boolean {
  return findPopularityPlace(context, candidate) <= MAX_PLACE_OF_WORD;
}

/** Returns true if all of these words can also be explained as filters. */
function areFilterWords(pieces: readonly Piece[], { readings }: TextContext): boolean {
  const words = new Set(readings.at(-1)?.facets.flatMap(({ typed }) => fold(typed)));
  return pieces.every(({ text, optional }) => optional || words.has(text));
}

/** Ranks titles for a text. If the context already has a search for it, no new search is made. */
async function rankForgivingly(text: string, { query, reads, outcome, outcomeBesideFilters }: TextContext) {
  const isCompared = text === query.text || outcomeBesideFilters !== null;
  const searched = isCompared
    ? null
    : await search({ ...query, text }, FIRST, { reads, tolerance: WITH_LESS });
  const { candidates, comparison } = searched ?? outcome;
  const searchText = parseSearchText(text) ?? comparison.context.searchText;
  const forgiving = compareWith({ ...comparison.context, searchText }, WITH_LESS);
  const beside = isCompared ? (outcomeBesideFilters?.candidates ?? []) : [];
  const distinct = new Map([...candidates, ...beside].map((candidate) => [candidate.rank, candidate]));
  return { ranked: rank(distinct.values(), forgiving), comparison: forgiving };
}

const FIRST = { start: 0, end: 0 };

/** Divides the words of a text into those that contain one of these pieces, and all others. */
function divideWords(text: string, pieces: readonly Piece[]) {
  const kept = new Set(pieces.map((piece) => piece.text));
  const isKept = (word: string) => fold(word).some((folded) => kept.has(folded));
  const words = text.match(WORD) ?? [];
  return {
    typed: words.filter(isKept).join(" "),
    omitted: words.filter((word) => !isKept(word)).join(" "),
  };
}

function alignWords({ candidate, match }: Ranked, comparison: Comparison) {
  return findPlaces(splitForm(match.form), candidate, comparison);
}

/** Returns the words of the text that a title lacks. */
export function listMissingPieces(ranked: Ranked, comparison: Comparison): Piece[] {
  const places = alignWords(ranked, comparison);
  return comparison.context.searchText.pieces.filter(
    ({ optional, added, year }, at) =>
      (places[at]?.at ?? -1) < 0 && !optional && !added && (year === null || year !== ranked.candidate.year),
  );
}
