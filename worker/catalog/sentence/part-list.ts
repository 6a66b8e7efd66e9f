/** Lists titles by the parts of a query: people, filters and words together, or filters only. */

import { MAX_COUNTED } from "../../contract/browse.ts";
import { hasRole } from "../../contract/credit-roles.ts";
import { type Part, toOmitted } from "../../contract/understood.ts";
import { countListed, selectPage } from "../list/browse.ts";
import { type Alignment, isAsTyped } from "../search/alignment.ts";
import { type Comparison, compareWith, findPlaces } from "../search/match.ts";
import { type Ranked, rank } from "../search/ranking.ts";
import { listRanks, MAX_DEPTH, type SearchOutcome } from "../search/search.ts";
import { parseSearchText } from "../search/search-text.ts";
import { FOR_SEARCHES } from "../search/weights.ts";
import { splitForm } from "../store/names.ts";
import type { FactsRow } from "../store/rows.ts";
import type { CatalogReads } from "../store/statements.ts";
import { sortTitles } from "./order.ts";
import { listByPlot } from "./plots.ts";
import {
  buildAllConditions,
  chooseOrder,
  isAddedFilter,
  narrowTitles,
  type Reading,
  type TextContext,
  type TextResult,
} from "./text-context.ts";

/** Lists the titles for a query that consists only of people and filters. */
export async function findByEveryPart(context: TextContext): Promise<TextResult | null> {
  const [best] = context.outcome.ranked;
  const mayBeTitle = best?.match.begins === 1;
  const mayBe = ({ names, facets }: Reading) =>
    names.length === 0 ? areTelling(facets) || !mayBeTitle : !names.some(isCorrected);
  for (const reading of context.readings) {
    if (reading.words !== null || !areClear(reading.names) || !mayBe(reading)) continue;
    const result = await listReading(reading, reading.facets, context);
    if (result !== null) return result;
  }
  return null;
}

function areClear(names: Reading["names"]): boolean {
  return names.every(({ isTelling, isClear, words }) => isTelling && (isClear || words.length > 1));
}

/** Returns true for a genre or for several filters. Any other single filter could also be a word of a title. */
function areTelling(facets: readonly Part[]): boolean {
  const narrowing = facets.filter(({ part }) => part !== "sort" && part !== "min_rating");
  return narrowing.length > 1 || narrowing.some(({ part }) => part === "genre");
}

/**
 * Lists titles of the people in the query that match its other words. If there are several readings, the one with the
 * best match counts.
 */
export async function findByPeopleAndWords(context: TextContext): Promise<TextResult | null> {
  let closest: Matched | null = null;
  for (const reading of context.readings) {
    const isAsked =
      reading.names.length > 0 && reading.words?.part !== "about" && !reading.names.some(isCorrected);
    const matched = isAsked ? await matchReading(reading, context) : null;
    if (matched !== null && (closest === null || isCloser(matched.best, closest.best))) closest = matched;
  }
  return closest;
}

interface Matched extends TextResult {
  readonly best: Ranked;
}

function isCloser({ match: one, score }: Ranked, { match: other, score: otherScore }: Ranked): boolean {
  return one.covered === other.covered ? score > otherScore : one.covered > other.covered;
}

/** Matches the words with titles of the people. A year may also be a word of the title, as in `1917 sam mendes`. */
async function matchReading(reading: Reading, context: TextContext): Promise<Matched | null> {
  const { parts, facets, words } = reading;
  const { common: rows } = await readTitlesOfPeople(reading, context);
  const years = facets.find(({ part }) => part === "years");
  const ways = [
    ...(words === null ? [] : [{ parts, facets, typed: words.typed }]),
    ...(years === undefined
      ? []
      : [
          {
            parts: parts.map((part) =>
              part === years ? { ...years, part: "words" as const, name: years.typed } : part,
            ),
            facets: facets.filter((facet) => facet !== years),
            typed: `${years.typed} ${words?.typed ?? ""}`,
          },
        ]),
  ];
  for (const { parts, facets, typed } of ways) {
    const { ranks } = narrowTitles(rows, context.textQuery, facets);
    const searchText = parseSearchText(typed);
    const admitted = rows.filter((row) => ranks.includes(row.rank));
    const comparison = { ...context.outcome.comparison.context, around: null };
    const ranked =
      searchText === null ? [] : rank(admitted, compareWith({ ...comparison, searchText }, FOR_SEARCHES));
    const [best] = ranked;
    if (best === undefined) continue;
    const matching = ranked.map(({ candidate }) => candidate);
    return {
      parts,
      people: listPeopleOfReading(reading),
      titles: narrowTitles(matching, context.textQuery, facets),
      best,
    };
  }
  return null;
}

/** The minimum length of a last word that may be the beginning of a word in a title. */
const MIN_UNFINISHED = 4;

/** Lists titles that match both the filters and the words. */
export async function findByFacetsAndWords(context: TextContext): Promise<TextResult | null> {
  const { parts, facets } = context.readings.at(-1) ?? EMPTY_READING;
  const { outcomeBesideFilters, reads, textQuery } = context;
  if (outcomeBesideFilters === null) return null;
  const { asTyped, further, comparison } = outcomeBesideFilters;
  const typed = outcomeBesideFilters.ranked.filter(({ candidate }) => asTyped.has(candidate.rank));
  const complete = typed.filter((one) => hasEveryWord(one, comparison));
  const mayBeUnfinished = (comparison.context.searchText.pieces.at(-1)?.text.length ?? 0) >= MIN_UNFINISHED;
  const ranked = complete.length > 0 || !mayBeUnfinished ? complete : typed;
  if (ranked.length === 0) return null;
  const { rows, limitedTo } = await readFactsOfSearch({ ranked, further }, reads);
  const titles = narrowTitles(rows, textQuery, facets);
  return titles.total === 0 ? null : { parts, people: [], titles, limitedTo };
}

/** Returns true if a title has every word of the text as a complete word. */
function hasEveryWord({ candidate, match }: Ranked, comparison: Comparison): boolean {
  const places = findPlaces(splitForm(match.form), candidate, comparison);
  return comparison.context.searchText.pieces.every(
    ({ optional, added }, at) => optional || added || isAsTyped(places[at] as Alignment),
  );
}

/** Reads the facts of all titles that a search found, on all pages. */
export async function readFactsOfSearch(
  outcome: Pick<SearchOutcome, "ranked" | "further">,
  reads: CatalogReads,
) {
  const ranks = listRanks(outcome);
  const { titles } = await reads.read({ titles: reads.facts(ranks.slice(0, MAX_DEPTH)) });
  return { rows: titles, limitedTo: ranks.length > MAX_DEPTH ? MAX_DEPTH : undefined };
}

const NO_TITLES: TitlesOfPeople = { common: [], excluded: [] };
const EMPTY_READING: Reading = { names: [], people: [], parts: [], facets: [], like: null, words: null };

/** Lists titles by plot if the query asks for a plot, as in `film about time travel`. */
export async function findRequestedPlots(context: TextContext): Promise<TextResult | null> {
  const { parts, facets, words } = context.readings.at(-1) ?? EMPTY_READING;
  if (words?.part !== "about" || words.isExcluded) return null;
  return await listByPlot({ text: words.typed, parts, required: facets, optional: [] }, context);
}

/** Lists titles whose plots contain words of the query. Filters in the query may also be words of a plot. */
export async function findByPlot(context: TextContext): Promise<TextResult | null> {
  const { text } = context.textQuery;
  const reading = context.readings.at(-1);
  if (reading === undefined) return null;
  const { facets, parts, words } = reading;
  const required = facets.filter((part) => isAddedFilter(part) || part.isExcluded);
  const optional = facets.filter((part) => !required.includes(part));
  const isWhole = optional.length > 0 || words === null || words.isExcluded;
  const about = isWhole
    ? [{ part: "about", typed: text, values: [], name: text, without: "" } as const]
    : parts.map((part) => (part === words ? { ...words, part: "about" as const } : part));
  return await listByPlot({ text: isWhole ? text : words.typed, parts: about, required, optional }, context);
}

/** Lists the titles of the person whose name is the whole query, even if the person is little known. */
export async function findByNameAlone(context: TextContext): Promise<TextResult | null> {
  const reading = context.readings.find(
    ({ parts, names }) => parts.length === 1 && names.length === 1 && !names.some(isCorrected),
  );
  return reading === undefined ? null : await listReading(reading, [], context);
}

const isCorrected = ({ as }: Reading["names"][number]) => as === "corrected";

/**
 * Returns the query with corrected names, if corrected names and filters explain all of it. A guess is only offered,
 * because most words that resemble a name are something else, such as `gandalf`.
 */
export function suggestNames({ readings, textQuery }: TextContext): string | null {
  const explained = readings.filter(
    ({ names, words, parts }) =>
      words === null && names.some(isCorrected) && !parts.some(({ part }) => part === "omitted"),
  );
  const isFullName = ({ parts, names: [name] }: Reading) =>
    parts.length === 1 && name !== undefined && name.words.length > 1;
  const reading = explained.find(isFullName) ?? explained.find(({ names }) => areClear(names));
  if (reading === undefined) return null;
  return reading.people.reduce((text, { typed, name }) => text.replace(typed, () => name), textQuery.text);
}

/**
 * Returns the name of the person with a surname in the query, or `null`. If the other words explain nothing, the
 * person is only offered: `chandler bing` has nothing to do with Kyle Chandler.
 */
export function suggestBearer(context: TextContext): string | null {
  const reading = listReadingsWithoutWords(context).find(
    ({ names, facets }) => names.length === 1 && facets.length === 0,
  );
  return reading?.names[0]?.people[0]?.name ?? null;
}

/**
 * Returns the readings that may be listed by their names and filters alone. If filters explain the whole query, none
 * of its words is taken as a name: `filmes dos anos 50` has nothing to do with Anna dos Anos.
 */
export function listReadingsWithoutWords({ readings }: TextContext): readonly Reading[] {
  const left = readings.at(-1)?.words === null ? readings.slice(-1) : readings;
  return left.filter(
    ({ names, facets }) => areClear(names) && names.length + facets.length > 0 && !names.some(isCorrected),
  );
}

/** Lists titles for the people of a reading and these filters. Ignores all other words of the reading. */
export async function listReading(
  reading: Reading,
  facets: readonly Part[],
  context: TextContext,
): Promise<TextResult | null> {
  const parts = reading.parts.map((part) =>
    part.part === "person" || facets.includes(part) ? part : toOmitted(part),
  );
  const hasPeople = reading.people.length > 0;
  const { common, excluded } = hasPeople ? await readTitlesOfPeople(reading, context) : NO_TITLES;
  const titles = reading.people.some(({ isExcluded }) => !isExcluded)
    ? narrowTitles(sortTitles(common, choosePeopleOrder(reading)), context.textQuery, facets)
    : await readPage(facets, excluded, context);
  return titles.total === 0 ? null : { parts, people: listPeopleOfReading(reading), titles };
}

/**
 * Returns the order for titles of people. For one person, the titles in which that person was most important come
 * first. For several people, the best-known titles come first.
 */
const choosePeopleOrder = ({ parts }: Reading) => (parts.length > 1 ? "popularity" : "relevance");

/**
 * Returns the people of a reading. If there is only one name, includes other people with that name, unless the first
 * one is far better known.
 */
function listPeopleOfReading({ names: all, people: parts }: Reading): TextResult["people"] {
  const names = all.filter((_, at) => !parts[at]?.isExcluded);
  const [{ people = [], isClear = true } = {}] = names;
  return names.length === 1 && !isClear ? people : names.flatMap(({ people }) => people.slice(0, 1));
}

interface TitlesOfPeople {
  /** The titles on which each person had the roles that the query names. */
  readonly common: readonly FactsRow[];
  /** The titles of people that the query excludes. */
  readonly excluded: readonly FactsRow[];
}

/** Returns the titles on which all people of a reading worked. */
export async function listCommonTitles(reading: Reading, context: TextContext): Promise<readonly FactsRow[]> {
  const { common } = await readTitlesOfPeople(reading, context);
  return common;
}

async function readTitlesOfPeople(
  { names, people }: Reading,
  { filmographies }: TextContext,
): Promise<TitlesOfPeople> {
  const titlesByPerson = await filmographies();
  const lists = names.map(({ people: [person] }, at) => {
    const { roles = [], isExcluded = false } = people[at] ?? {};
    const titles = titlesByPerson.get(person?.rank ?? 0) ?? [];
    return {
      isExcluded,
      titles: titles.filter(({ credits }) => roles.every((role) => hasRole(role, credits))),
    };
  });
  const excluded = lists.flatMap(({ titles, isExcluded }) => (isExcluded ? titles : []));
  const [first = [], ...others] = lists.flatMap(({ titles, isExcluded }) => (isExcluded ? [] : [titles]));
  const common = others.reduce<readonly FactsRow[]>((common, titles) => {
    const ranks = toRankSet(titles);
    return common.filter(({ rank }) => ranks.has(rank));
  }, first);
  const without = toRankSet(excluded);
  return { common: common.filter(({ rank }) => !without.has(rank)), excluded };
}

const toRankSet = (rows: readonly FactsRow[]): ReadonlySet<number> => new Set(rows.map(({ rank }) => rank));

/** Reads a page of titles that meet these filters, except `excluded`. */
async function readPage(
  facets: readonly Part[],
  excluded: readonly FactsRow[],
  { textQuery, reads, span }: TextContext,
) {
  const conditions = buildAllConditions(textQuery, facets);
  const order = { ...textQuery, sort: chooseOrder(textQuery, facets) };
  const without = new Set(narrowTitles(excluded, textQuery, facets).ranks);
  const start = without.size === 0 ? span.start : 0;
  const limit = span.end - start + without.size + 1;
  const { titles, counts } = await reads.read({
    titles: selectPage(order, { conditions, limit, start }),
    counts: countListed(conditions),
  });
  const kept = titles.filter(({ rank }) => !without.has(rank));
  const total = counts[0]?.size ?? 0;
  return {
    records: kept.slice(span.start - start, span.end - start),
    more: kept.length > span.end - start,
    total: total > MAX_COUNTED ? total : total - without.size,
  };
}
