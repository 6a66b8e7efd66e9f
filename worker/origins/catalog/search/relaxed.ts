/**
 * Query relaxation, for a text that no title matches: titles of a person that it names (`interstellar nolan`, `tom hanks
 * movies`), else titles that lack its least telling word (`matrix spaceship`). Nonsense still finds nothing: the other
 * words have to match as in any search, and one of them has to tell titles apart.
 *
 * Without a person, an ordinary search follows, with its round trips and rows.
 */

import type { Relaxed } from "../../../contract/people.ts";
import type { SearchQuery } from "../../../contract/query.ts";
import type { TitleRecord } from "../../../contract/record.ts";
import type { Capabilities } from "../../origin.ts";
import { type CatalogReads, recordIn } from "../statements.ts";
import { wordsOfForm } from "../stored/names.ts";
import { type Comparison, placesIn } from "./match.ts";
import { withoutFillers } from "./name-readings.ts";
import { asTyped, MAX_FOUND, type RelaxedOutcome, titlesOfPeople } from "./named-people.ts";
import type { Ranked } from "./ranking.ts";
import { type Span, search } from "./search.ts";
import { type Piece, parseSearchText, WORD } from "./search-text.ts";
import { WITH_LESS } from "./weights.ts";

const PAGE: Span = { start: 0, end: MAX_FOUND };

const NOTHING: Relaxed = { people: [], kept: "", omitted: "", titles: [] };

export function relaxing(reads: CatalogReads): Pick<Capabilities, "relaxed"> {
  return {
    async relaxed(query) {
      const found = await relaxed(query, reads);
      if (found === null) return { value: NOTHING, isEmpty: true };
      const { people, kept, omitted, records } = found;
      const titles = records.map((record): TitleRecord => JSON.parse(recordIn(record)));
      return {
        value: { people, kept, omitted, titles },
        isEmpty: false,
        about: { titles: titles.map(idOf), people: people.map(idOf) },
      };
    },
  };
}

const idOf = ({ id }: { readonly id: number }) => id;

/** `null`: nothing is found either way. */
async function relaxed(query: SearchQuery, reads: CatalogReads): Promise<RelaxedOutcome | null> {
  const ofPeople = await titlesOfPeople(query, reads);
  if (ofPeople !== null && (ofPeople.omitted === "" || ofPeople.isWellKnown)) return ofPeople;
  return (await withoutAWord(query, reads)) ?? ofPeople;
}

/** A word in a larger share of the titles does not tell them apart. */
const COMMON = 0.03;
const MIN_COMMON = 30;

/** Titles that lack the fewest and least telling words: words around a title, any that are not in the catalog, and one more. */
async function withoutAWord(query: SearchQuery, reads: CatalogReads): Promise<RelaxedOutcome | null> {
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
  const found = await search({ ...query, text }, PAGE, { reads, tolerance: WITH_LESS });
  const [best] = found?.ranked ?? [];
  if (found === null || best === undefined) return null;
  const { comparison, records } = found;
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
  const alike = found.ranked.slice(PAGE.start, PAGE.end).filter((ranked) => {
    const others = lackedBy(ranked, comparison);
    return others.length === lacking.length && others.every((piece) => lacking.includes(piece));
  });
  return {
    people: [],
    kept: asTyped(
      text,
      searchText.pieces.filter((piece) => !lacking.includes(piece)),
    ),
    omitted: [...before, asTyped(text, lacking), ...after].filter(Boolean).join(" "),
    records: alike.flatMap(({ candidate }) => records.get(candidate.rank) ?? []),
  };
}

function placesOf({ candidate, match }: Ranked, comparison: Comparison) {
  return placesIn(wordsOfForm(match.form), candidate, comparison);
}

/** The words of the text that a title lacks. */
function lackedBy(ranked: Ranked, comparison: Comparison): Piece[] {
  const places = placesOf(ranked, comparison);
  return comparison.context.searchText.pieces.filter(
    ({ optional, added, year }, at) =>
      (places[at]?.at ?? -1) < 0 && !optional && !added && (year === null || year !== ranked.candidate.year),
  );
}
