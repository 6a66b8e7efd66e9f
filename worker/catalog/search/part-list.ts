/** Lists for the parts of a text: titles of people with these facts and words, and titles with these facts. */

import { MAX_COUNTED } from "../../contract/browse.ts";
import { hasRole } from "../../contract/credit-roles.ts";
import { omitted, type Part } from "../../contract/understood.ts";
import { toExpression } from "../../filters/facets.ts";
import { pageOf } from "../list/browse.ts";
import { query } from "../store/read-queue.ts";
import type { CatalogReads, FactsRow } from "../store/statements.ts";
import { compareWith } from "./match.ts";
import { sortTitles } from "./order.ts";
import { aboutSteps, withEveryWord } from "./plots.ts";
import { type Ranked, rank } from "./ranking.ts";
import { MAX_DEPTH, ranksIn, type SearchOutcome } from "./search.ts";
import { parseSearchText } from "./search-text.ts";
import {
  buildAllConditions,
  type Found,
  narrowedTitles,
  orderOf,
  type Reading,
  type TextContext,
} from "./text-context.ts";
import { FOR_ANSWERS } from "./weights.ts";

/** The list of a text that people and filters explain. */
export async function everyPart(context: TextContext): Promise<Found | null> {
  const [best] = context.found.ranked;
  const mayBeTitle = best?.match.begins === 1;
  return await explainedBy(context, ({ names, facets }) =>
    names.length === 0 ? areTelling(facets) || !mayBeTitle : names.every(({ as }) => as === "typed"),
  );
}

/** The same, with words of names corrected. */
export async function correctedNames(context: TextContext): Promise<Found | null> {
  return await explainedBy(context, ({ names }) => names.length > 0);
}

async function explainedBy(
  context: TextContext,
  mayBe: (reading: Reading) => boolean,
): Promise<Found | null> {
  for (const reading of context.readings) {
    if (reading.words !== null || !areClear(reading.names) || !mayBe(reading)) continue;
    const found = await listOf(reading, reading.facets, context);
    if (found !== null) return found;
  }
  return null;
}

function areClear(names: Reading["names"]): boolean {
  return names.every(({ isTelling, isClear, words }) => isTelling && (isClear || words.length > 1));
}

/** A genre, or several filters: any other single filter may just as well be a word of a title. */
function areTelling(facets: readonly Part[]): boolean {
  const narrowing = facets.filter(({ part }) => part !== "sort" && part !== "min_rating");
  return narrowing.length > 1 || narrowing.some(({ part }) => part === "genre");
}

/** The titles of people that match the words best. */
export async function peopleAndWords(context: TextContext): Promise<Found | null> {
  let closest: Matched | null = null;
  for (const reading of context.readings) {
    const isAsked = reading.names.length > 0 && reading.words?.part !== "about";
    const matched = isAsked ? await matchedBy(reading, context) : null;
    if (matched !== null && (closest === null || isCloser(matched.best, closest.best))) closest = matched;
  }
  return closest;
}

interface Matched extends Found {
  readonly best: Ranked;
}

function isCloser({ match: one, score }: Ranked, { match: other, score: otherScore }: Ranked): boolean {
  return one.covered === other.covered ? score > otherScore : one.covered > other.covered;
}

/** Years may be words of a title: `1917 sam mendes`. */
async function matchedBy(reading: Reading, context: TextContext): Promise<Matched | null> {
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
    const { ranks } = narrowedTitles(rows, context.asked, facets);
    const searchText = parseSearchText(typed);
    const admitted = rows.filter((row) => ranks.includes(row.rank));
    const comparison = { ...context.found.comparison.context, around: null };
    const ranked =
      searchText === null ? [] : rank(admitted, compareWith({ ...comparison, searchText }, FOR_ANSWERS));
    const [best] = ranked;
    if (best === undefined) continue;
    const matching = ranked.map(({ candidate }) => candidate);
    return {
      parts,
      people: peopleOf(reading),
      titles: narrowedTitles(matching, context.asked, facets),
      best,
    };
  }
  return null;
}

/** Titles with these facts that the words match. */
export async function facetsAndWords(context: TextContext): Promise<Found | null> {
  const { parts, facets } = context.readings.at(-1) ?? NOTHING;
  const { foundBeside, reads, asked } = context;
  if (foundBeside === null || foundBeside.ranked.length === 0) return null;
  const { rows, limitedTo } = await factsOfSearch(foundBeside, reads);
  const titles = narrowedTitles(rows, asked, facets);
  return titles.total === 0 ? null : { parts, people: [], titles, limitedTo };
}

/** The facts of the titles that pages of a search can have. */
export async function factsOfSearch(found: Pick<SearchOutcome, "ranked" | "further">, reads: CatalogReads) {
  const ranks = ranksIn(found);
  const { titles } = await reads.read({ titles: reads.facts(ranks.slice(0, MAX_DEPTH)) });
  return { rows: titles, limitedTo: ranks.length > MAX_DEPTH ? MAX_DEPTH : undefined };
}

const NO_TITLES: TitlesOfPeople = { common: [], excluded: [] };
const NOTHING: Reading = { names: [], people: [], parts: [], facets: [], words: null };

/** `film about time travel`: plots, rather than titles. */
export async function askedPlots(context: TextContext): Promise<Found | null> {
  return context.readings.at(-1)?.words?.part === "about" ? await plots(context) : null;
}

/** Titles with the words in their plots. */
export async function plots({
  readings,
  asked,
  reads,
  vocabularyOfPlots,
}: TextContext): Promise<Found | null> {
  const { parts, facets, words } = readings.at(-1) ?? NOTHING;
  if (words === null || words.isExcluded) return null;
  const steps = aboutSteps(words.typed, await vocabularyOfPlots());
  if (steps.length === 0) return null;
  const expression = toExpression(buildAllConditions(asked, facets));
  const { titles } = await reads.read({
    titles: reads.inSteps(steps.map((step) => `(${expression}) AND ${step}`)),
  });
  return await listAbout(titles, { parts: withPlots(parts, words), facets }, { asked, reads });
}

/**
 * For a text of which filters or a surname would leave words out. Titles whose plots have every word: of those that meet the
 * filters, and else where the words of the filters are in plots as well. A name of several words is no word of a plot.
 */
export async function plotsWithEveryWord(context: TextContext): Promise<Found | null> {
  const { readings, asked, reads } = context;
  const { parts, facets, words } = readings.at(-1) ?? NOTHING;
  const names = context.names.filter((name) => name.as !== "corrected" && areClear([name]));
  const mayBePlot = facets.length + names.length > 0 && names.every(({ words }) => words.length === 1);
  if (words === null || words.isExcluded || !mayBePlot) return null;
  const vocabulary = await context.vocabularyOfPlots();
  const isWhole = facets.length === 0;
  const ways = [
    { typed: words.typed, min: isWhole ? 2 : 1, reading: { parts: withPlots(parts, words), facets } },
    ...(isWhole ? [] : [{ typed: asked.text, min: 2, reading: wholePlot(asked) }]),
  ].flatMap(({ typed, min, reading }) => {
    const every = withEveryWord(typed, vocabulary, min);
    const expression = toExpression(buildAllConditions(asked, reading.facets));
    return every === null ? [] : [{ reading, query: reads.inSteps([`(${expression}) AND ${every}`]) }];
  });
  if (ways.length === 0) return null;
  const lists = await Promise.all(
    ways.map(async ({ reading, query }) => ({ reading, ...(await reads.read({ titles: query })) })),
  );
  const first = lists.find(({ titles }) => titles.length > 0);
  return first === undefined ? null : await listAbout(first.titles, first.reading, context);
}

const withPlots = (parts: readonly Part[], words: Part): readonly Part[] =>
  parts.map((part) => (part === words ? { ...words, part: "about" } : part));

function wholePlot({ text }: TextContext["asked"]): Pick<Reading, "parts" | "facets"> {
  return { parts: [{ part: "about", typed: text, values: [], name: text, without: "" }], facets: [] };
}

async function listAbout(
  found: readonly Pick<FactsRow, "rank">[],
  { parts, facets }: Pick<Reading, "parts" | "facets">,
  { asked, reads }: Pick<TextContext, "asked" | "reads">,
): Promise<Found | null> {
  if (found.length === 0) return null;
  const { titles } = await reads.read({ titles: reads.facts(found.map(({ rank }) => rank)) });
  return { parts, people: [], titles: narrowedTitles(titles, asked, facets) };
}

/** All titles of people whom the text names clearly. */
export async function peopleWithoutWords(context: TextContext): Promise<Found | null> {
  for (const reading of leftReadings(context)) {
    const { names } = reading;
    if (names.length === 0 || !areClear(names) || !names.every(({ as }) => as === "typed" || as === "heard"))
      continue;
    const found = await listOf(reading, reading.facets, context);
    if (found !== null) return found;
  }
  return null;
}

/** The least telling first. */
const BY_MEANING = ["sort", "min_rating", "runtime", "kind", "language", "years", "country", "genre"];

/** A name that is the whole text, even of a little-known person. */
export async function onlyName(context: TextContext): Promise<Found | null> {
  const reading = context.readings.find(({ parts, names }) => parts.length === 1 && names.length === 1);
  return reading === undefined ? null : await listOf(reading, [], context);
}

/** If filters explain a text that no title meets, its words name no person: `filmes dos anos 50` does not name Anna dos Anos. */
function leftReadings({ readings }: TextContext): readonly Reading[] {
  return readings.at(-1)?.words === null ? readings.slice(-1) : readings;
}

/** The list without the words, or without the least telling filter. */
export async function fewerFacets(context: TextContext): Promise<Found | null> {
  for (const reading of leftReadings(context)) {
    const { facets, names } = reading;
    if (facets.length === 0 || !areClear(names)) continue;
    const fewer = BY_MEANING.flatMap((name) => {
      const rest = facets.filter(({ part }) => part !== name);
      return rest.length < facets.length && rest.length + names.length > 0 ? [rest] : [];
    });
    for (const kept of [facets, ...fewer, ...(names.length > 0 ? [[]] : [])]) {
      if (names.length === 0 && !context.hasRoomFor(STATEMENTS_OF_LIST)) return null;
      const found = await listOf(reading, kept, context);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The list without the words, and with only these filters. */
async function listOf(
  reading: Reading,
  facets: readonly Part[],
  context: TextContext,
): Promise<Found | null> {
  const parts = reading.parts.map((part) =>
    part.part === "person" || facets.includes(part) ? part : omitted(part),
  );
  const hasPeople = reading.people.length > 0;
  const { common, excluded } = hasPeople ? await readTitlesOfPeople(reading, context) : NO_TITLES;
  const titles = reading.people.some(({ isExcluded }) => !isExcluded)
    ? narrowedTitles(sortTitles(common, orderOfPeople(reading)), context.asked, facets)
    : await pageWith(facets, excluded, context);
  return titles.total === 0 ? null : { parts, people: peopleOf(reading), titles };
}

/** For one person, the most important titles come first; for several, or with facts, the best known, as in any list. */
const orderOfPeople = ({ parts }: Reading) => (parts.length > 1 ? "popularity" : "relevance");

/** For a single name, also its namesakes, unless the first is far better known. */
function peopleOf({ names: all, people: parts }: Reading): Found["people"] {
  const names = all.filter((_, at) => !parts[at]?.isExcluded);
  const [{ people = [], isClear = true } = {}] = names;
  return names.length === 1 && !isClear ? people : names.flatMap(({ people }) => people.slice(0, 1));
}

interface TitlesOfPeople {
  /** The titles on which all people did what the text says. */
  readonly common: readonly FactsRow[];
  /** The titles of people whom the text excludes. */
  readonly excluded: readonly FactsRow[];
}

async function readTitlesOfPeople(
  { names, people }: Reading,
  { filmographies }: TextContext,
): Promise<TitlesOfPeople> {
  const known = await filmographies();
  const lists = names.map(({ people: [person] }, at) => {
    const { roles = [], isExcluded = false } = people[at] ?? {};
    const titles = known.get(person?.rank ?? 0) ?? [];
    return {
      isExcluded,
      titles: titles.filter(({ credits }) => roles.every((role) => hasRole(role, credits))),
    };
  });
  const excluded = lists.flatMap(({ titles, isExcluded }) => (isExcluded ? titles : []));
  const [first = [], ...others] = lists.flatMap(({ titles, isExcluded }) => (isExcluded ? [] : [titles]));
  const common = others.reduce<readonly FactsRow[]>((common, titles) => {
    const ranks = ranksOf(titles);
    return common.filter(({ rank }) => ranks.has(rank));
  }, first);
  const without = ranksOf(excluded);
  return { common: common.filter(({ rank }) => !without.has(rank)), excluded };
}

const ranksOf = (rows: readonly FactsRow[]): ReadonlySet<number> => new Set(rows.map(({ rank }) => rank));

/** The number of statements of `pageWith`. */
const STATEMENTS_OF_LIST = 3;
const COUNT = `
  SELECT count(*) AS titles
  FROM (SELECT rowid FROM catalog_browse WHERE catalog_browse MATCH ?1 LIMIT ${MAX_COUNTED + 1})`;

/** A page of the titles with these facets, except `excluded`. */
async function pageWith(
  facets: readonly Part[],
  excluded: readonly FactsRow[],
  { asked, reads, span }: TextContext,
) {
  const conditions = buildAllConditions(asked, facets);
  const order = { ...asked, sort: orderOf(asked, facets) };
  const without = new Set(narrowedTitles(excluded, asked, facets).ranks);
  const start = without.size === 0 ? span.start : 0;
  const limit = span.end - start + without.size + 1;
  const { titles, counts } = await reads.read({
    titles: pageOf(order, { conditions, limit, start }),
    counts: query<{ titles: number }>(COUNT, toExpression(conditions)),
  });
  const kept = titles.filter(({ rank }) => !without.has(rank));
  const total = counts[0]?.titles ?? 0;
  return {
    records: kept.slice(span.start - start, span.end - start),
    more: kept.length > span.end - start,
    total: total > MAX_COUNTED ? total : total - without.size,
  };
}
