/**
 * Finds titles that a query describes by another title, as in `movies like Arrival`, or by a number in a series of
 * films, as in `harry potter 4`.
 */

import { canonical } from "../../text/words.ts";
import { search, WHOLE_SEARCH } from "../search/search.ts";
import { parseSearchText } from "../search/search-text.ts";
import { AS_TYPED } from "../search/weights.ts";
import { idInRecord } from "../store/records.ts";
import type { FactsRow } from "../store/rows.ts";
import { narrowTitles, type TextContext, type TextResult } from "./text-context.ts";
import { WHOLE } from "./whole-text.ts";

/**
 * Lists the title that the query names and the similar titles that its page shows. Leaves out similar titles that do
 * not meet the filters.
 */
export async function findSimilarTitles({
  readings,
  outcomeBesideFilters,
  textQuery,
  reads,
}: TextContext): Promise<TextResult | null> {
  const { parts, facets, like } = readings.at(-1) ?? { parts: [], facets: [], like: null };
  const [best] = outcomeBesideFilters?.ranked ?? [];
  if (like === null || best === undefined || best.match.whole < WHOLE) return null;
  const { rank } = best.candidate;
  const { records, titles } = await reads.read({
    records: reads.records(textQuery.lang, [rank]),
    titles: reads.factsOfSimilar(rank),
  });
  const [row] = records;
  if (row === undefined) return null;
  const others = narrowTitles(titles, textQuery, facets);
  const named = { ...like, part: "like", values: [String(idInRecord(row.record))] } as const;
  return {
    parts: parts.map((part) => (part.typed === like.typed && part.part === "words" ? named : part)),
    people: [],
    titles: { ranks: [rank, ...others.ranks], total: 1 + others.total },
  };
}

/** The highest film number to look for in a series. */
const MAX_NUMBER = 20;
const MIN_TITLES = 3;
/**
 * The minimum number of votes of a film in a series, as a share of the votes of the best-known film. Titles with
 * fewer votes are usually about the series, such as documentaries.
 */
const MIN_VOTES = 0.02;
/** Matches a word such as `part` before the number. */
const PART = /\s+(?:part|teil|partie|parte|film|episode|chapter|vol|volume|kapitel|chapitre|capitulo)$/iu;

/**
 * Lists the films of a series, if the query is the beginning of their titles and a number. The film with that number
 * comes first, and the others are sorted by year.
 */
export async function findNumberedTitle({
  textQuery,
  query,
  reads,
}: TextContext): Promise<TextResult | null> {
  const [, begin = "", typed = ""] = /^(.*?\S)[\s.:#-]*\s(\p{L}+|\d{1,2})$/u.exec(textQuery.text) ?? [];
  const number = Number(canonical(typed.toLowerCase()));
  if (!(number >= 2 && number <= MAX_NUMBER)) return null;
  const text = begin.replace(PART, "");
  if (parseSearchText(text) === null) return null;
  const outcome = await search({ ...query, text }, WHOLE_SEARCH, { reads, tolerance: AS_TYPED });
  const ranks = (outcome?.ranked ?? [])
    .filter(({ match }) => match.begins === 1)
    .map(({ candidate }) => candidate.rank);
  if (ranks.length < MIN_TITLES) return null;
  const { titles } = await reads.read({ titles: reads.facts(ranks) });
  const films = sortByYear(titles);
  const nth = films[number - 1];
  if (films.length < MIN_TITLES || nth === undefined) return null;
  const parts = [
    { part: "words", typed: textQuery.text, values: [], name: textQuery.text, without: "" } as const,
  ];
  return {
    parts,
    people: [],
    titles: narrowTitles([nth, ...films.filter((film) => film !== nth)], textQuery, []),
  };
}

function sortByYear(rows: readonly FactsRow[]): FactsRow[] {
  const titles = rows.map((row) => ({ row, ...JSON.parse(row.facts) }));
  const mostVotes = Math.max(0, ...titles.map(({ votes }) => votes ?? 0));
  return titles
    .filter(
      ({ type, year, votes }) => type === "movie" && year !== "" && (votes ?? 0) >= MIN_VOTES * mostVotes,
    )
    .sort((one, other) => Number(one.year) - Number(other.year) || one.row.rank - other.row.rank)
    .map(({ row }) => row);
}
