/**
 * Titles that lack the fewest and least telling words of a text: words around a title, any that are not in the catalog, and
 * one more. Nonsense finds nothing: the other words have to match as in any search, and one of them has to tell titles apart.
 */

import { fold } from "../../text/fold.ts";
import { wordsOfForm } from "../store/names.ts";
import { type Comparison, compareWith, placesIn } from "./match.ts";
import { withoutFillers } from "./people-in-text.ts";
import { type Ranked, rank } from "./ranking.ts";
import { search } from "./search.ts";
import { type Piece, parseSearchText, WORD } from "./search-text.ts";
import { type Found, isPlain, type TextContext } from "./text-context.ts";
import { WITH_LESS } from "./weights.ts";

/** A word in a larger share of the titles does not tell them apart. */
const COMMON = 0.03;
const MIN_COMMON = 30;

export async function fewerWords(context: TextContext): Promise<Found | null> {
  const { query, readings } = context;
  if (!isPlain(readings)) return null;
  const pieces = parseSearchText(query.text)?.pieces ?? [];
  const kept = withoutFillers(pieces);
  const [first] = kept;
  if (first === undefined || pieces.length < 2) return null;
  // Each filler is a word of its own, as typed.
  const start = pieces.indexOf(first);
  const end = start + kept.length - pieces.length;
  const words = query.text.match(WORD) ?? [];
  const [before, after] = [words.slice(0, start), end === 0 ? [] : words.slice(end)];
  const text = words.slice(start, words.length + end).join(" ");
  const { ranked, comparison } = await forgiving(text, context);
  const [best] = ranked;
  if (best === undefined) return null;
  const { searchText, titlesWith, size } = comparison.context;
  const places = placesOf(best, comparison);
  const isTelling = ({ text, optional, unspaced }: Piece, at: number) => {
    const isExact = places[at]?.similarity === 1 && !optional;
    return isExact && (unspaced || titlesWith(text) <= Math.max(MIN_COMMON, size * COMMON));
  };
  const lacking = lackedBy(best, comparison);
  const isNonsense = !searchText.pieces.some(isTelling);
  if (
    isNonsense ||
    lacking.length + start - end === 0 ||
    lacking.filter(({ text }) => titlesWith(text) > 0).length > 1
  )
    return null;
  const alike = ranked.filter((ranked) => {
    const others = lackedBy(ranked, comparison);
    return others.length === lacking.length && others.every((piece) => lacking.includes(piece));
  });
  const has = searchText.pieces.filter((piece) => !lacking.includes(piece));
  const typed = asTyped(text, has);
  const omitted = [...before, asTyped(text, lacking), ...after].filter(Boolean).join(" ");
  return {
    parts: [
      { part: "words", typed, values: [], name: typed, without: omitted },
      { part: "omitted", typed: omitted, values: [], name: omitted, without: typed },
    ],
    people: [],
    titles: { ranks: alike.map(({ candidate }) => candidate.rank), total: alike.length },
  };
}

/** Ranks the titles that the search compared; searches again if the text has fewer words now. */
async function forgiving(text: string, { query, reads, found }: TextContext) {
  const searched =
    text === query.text ? found : await search({ ...query, text }, FIRST, { reads, tolerance: WITH_LESS });
  const { candidates, comparison } = searched ?? found;
  const forgiving = compareWith(comparison.context, WITH_LESS);
  return { ranked: rank(candidates, forgiving), comparison: forgiving };
}

const FIRST = { start: 0, end: 0 };

/** The words of the text that have these pieces. */
function asTyped(text: string, pieces: readonly Piece[]): string {
  const kept = new Set(pieces.map((piece) => piece.text));
  const words = text.match(WORD)?.filter((word) => fold(word).some((folded) => kept.has(folded)));
  return words?.join(" ") ?? "";
}

function placesOf({ candidate, match }: Ranked, comparison: Comparison) {
  return placesIn(wordsOfForm(match.form), candidate, comparison);
}

/** The words of the text that a title lacks. */
export function lackedBy(ranked: Ranked, comparison: Comparison): Piece[] {
  const places = placesOf(ranked, comparison);
  return comparison.context.searchText.pieces.filter(
    ({ optional, added, year }, at) =>
      (places[at]?.at ?? -1) < 0 && !optional && !added && (year === null || year !== ranked.candidate.year),
  );
}
