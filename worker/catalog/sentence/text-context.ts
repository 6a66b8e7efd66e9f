/**
 * The data from which the list for a query is chosen: search results, names in the query, and readings of the query.
 * Only `filmographies` and `vocabularyOfPlots` read more data, once each.
 */

import { RELEVANCE } from "../../contract/browse.ts";
import { languageOf } from "../../contract/language-tags.ts";
import type { Role } from "../../contract/people.ts";
import type { SearchQuery } from "../../contract/query.ts";
import { findOrder, type Part, toOmitted } from "../../contract/understood.ts";
import type { BrowseQuery, TextQuery } from "../../filters/browse-query.ts";
import { type Condition, createFacetReader } from "../../filters/facet.ts";
import { FACETS, parsePart } from "../../filters/facets.ts";
import type { PageNotes } from "../../source/loaded.ts";
import { understand } from "../../understanding/understand.ts";
import type { SearchOutcome, Span } from "../search/search.ts";
import type { PersonRow } from "../store/filmography.ts";
import type { FactsRow, ListedRecordRow } from "../store/rows.ts";
import type { CatalogReads } from "../store/statements.ts";
import { sortTitles } from "./order.ts";
import { type Name, sharesWords } from "./people-in-text.ts";
import type { PlotVocabulary } from "./rare-words.ts";

/** The maximum number of statements for a list. The platform's free plan allows 50 per request. */
export const MAX_ASKED = 46;

export interface TextContext {
  /** Returns true if the list may still run this number of statements. */
  readonly hasRoomFor: (statements: number) => boolean;
  readonly textQuery: TextQuery;
  readonly query: SearchQuery;
  readonly reads: CatalogReads;
  readonly span: Span;
  /** The results of a search for the whole query. */
  readonly outcome: SearchOutcome;
  /** The results of a search for the words without the filters, or `null` if the query does not contain both. */
  readonly outcomeBesideFilters: SearchOutcome | null;
  /** The names in the query, most likely first. */
  readonly names: readonly Name[];
  /** The readings of the query, those with the most people first. The last reading has no people. */
  readonly readings: readonly Reading[];
  /**
   * Returns the titles of the people with the most likely names, by the rank of the person. Only the first person
   * with each name counts.
   */
  readonly filmographies: () => Promise<Filmographies>;
  /** Returns the plot vocabulary for all words of the query. */
  readonly vocabularyOfPlots: () => Promise<PlotVocabulary>;
}

/** A title, and what a person did on it. `credits` is empty if no reading needs it. */
interface CreditedRow extends FactsRow {
  readonly credits: readonly Role[];
}
export type Filmographies = ReadonlyMap<number, readonly CreditedRow[]>;

/** A way to divide a query into parts. `names` are the people in it, in order. */
export interface Reading {
  readonly names: readonly Name[];
  /** The parts that are names. */
  readonly people: readonly Part[];
  readonly parts: readonly Part[];
  readonly facets: readonly Part[];
  /** The title to find similar ones for, or `null`. In `parts`, its kind is `words`. */
  readonly like: Part | null;
  /** The words that are neither a name nor a filter, or `null`. */
  readonly words: Part | null;
}

export interface TextResult {
  readonly parts: readonly Part[];
  readonly people: readonly PersonRow[];
  readonly titles: RankedTitles | PageOfTitles;
  /**
   * The number of best matches to which the filters and the order were applied. Absent if they were applied to all
   * titles.
   */
  readonly limitedTo?: number | undefined;
  readonly corrected?: string | null;
  readonly foundBy?: PageNotes["foundBy"];
  /** The stems by whose plots the titles were found. Absent if they were found otherwise. */
  readonly plotWords?: ReadonlySet<string>;
}

/** All titles of a list, in order. */
interface RankedTitles {
  readonly ranks: readonly number[];
  readonly total: number;
}

interface PageOfTitles {
  readonly records: readonly ListedRecordRow[];
  readonly more: boolean;
  readonly total: number;
}

export const MAX_NAMES = 5;

/**
 * Returns readings with two names that do not overlap, with one name, and without names. A reading with roles is
 * followed by the same reading without roles.
 */
export function interpretWithNames({ text, lang }: TextQuery, names: readonly Name[]): Reading[] {
  const pairs = names.flatMap((one, at) =>
    names
      .slice(at + 1)
      .filter((other) => !sharesWords(one, other))
      .map((other) => [one, other]),
  );
  return [...pairs, ...names.map((name) => [name]), []].flatMap((together) => {
    const names = together.toSorted((one, other) => one.start - other.start);
    const named = names.flatMap(({ words, people: [person] }) =>
      person === undefined ? [] : [{ id: person.id, name: person.name, words }],
    );
    const read = understand(text, languageOf(lang), named).map((part) =>
      isInvalid(part) ? toOmitted(part) : part,
    );
    const like = read.find(({ part }) => part === "like") ?? null;
    const parts = read.map((part) => (part === like ? { ...like, part: "words" as const } : part));
    const readings = parts.some(({ roles }) => roles) ? [parts, dropRoles(parts)] : [parts];
    return readings.map((parts) => ({
      names,
      parts,
      people: parts.filter(({ part }) => part === "person"),
      facets: parts.filter(isFilterOrOrder),
      like,
      words: parts.find(({ part }) => part === "words" || part === "about") ?? null,
    }));
  });
}

/** Removes roles from parts, and marks their words as omitted. */
function dropRoles(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => {
    const { roles, ...anyRole } = part;
    return roles === undefined ? part : [anyRole, toOmitted(part)];
  });
}

const NO_FILTERS: readonly Part["part"][] = ["person", "character", "words", "about", "like", "omitted"];
const isFilterOrOrder = ({ part }: Part) => !NO_FILTERS.includes(part);
const isInvalid = (part: Part) => isFilterOrOrder(part) && part.part !== "sort" && parsePart(part) === null;

/**
 * Returns the words of the query without its filters. Returns "" if the query does not contain both words and
 * filters.
 */
export function findWordsBesideFacets(textQuery: TextQuery): string {
  const [reading] = textQuery.exact ? [] : interpretWithNames(textQuery, []);
  if (reading?.like) return reading.like.name;
  return reading && reading.facets.length > 0 && reading.words?.part === "words" ? reading.words.typed : "";
}

/** Returns true if the query has no filters, apart from words that people add to any title. */
export function isPlain(readings: readonly Reading[]): boolean {
  return readings.at(-1)?.facets.every(isAddedFilter) ?? false;
}

const ADDED_FILTERS: readonly Part["part"][] = ["kind", "sort", "min_rating"];
export const isAddedFilter = ({ part }: Part) => ADDED_FILTERS.includes(part);

/** Returns true if the title search already applies the condition. */
export function isAppliedBySearch({ facet, isExcluded }: Condition): boolean {
  return (facet === "kind" || facet === "years") && !isExcluded;
}

/** Returns true if the URL contains an order, or filters that the title search does not apply. */
export function isRefined(textQuery: TextQuery): boolean {
  return (
    textQuery.sort !== RELEVANCE || textQuery.conditions.some((condition) => !isAppliedBySearch(condition))
  );
}

/**
 * Returns the conditions of the URL and those of the filters in the query. A runtime means films unless a kind is named,
 * because that of a series is the runtime of an episode.
 */
export function buildAllConditions(textQuery: TextQuery, facets: readonly Part[]): readonly Condition[] {
  const conditions = [...textQuery.conditions, ...facets.flatMap((part) => parsePart(part) ?? [])];
  const hasKind = conditions.some(({ facet }) => facet === "kind");
  const isOfFilms = !hasKind && conditions.some(({ facet }) => facet === "runtime");
  return isOfFilms ? [...conditions, FACETS.kind.buildCondition(["movie"])] : conditions;
}

/** Returns the order of the URL. If there is none, returns the order that the query names. */
export function chooseOrder({ sort }: TextQuery, facets: readonly Part[]): BrowseQuery["sort"] {
  return sort === RELEVANCE ? (findOrder(facets) ?? sort) : sort;
}

/** Applies filters and an order to titles. `rows` must be sorted by relevance. */
export function narrowTitles(
  rows: readonly FactsRow[],
  textQuery: TextQuery,
  facets: readonly Part[],
): RankedTitles {
  const conditions = buildAllConditions(textQuery, facets);
  const read = createFacetReader();
  const kept = rows.filter(({ facts }) => {
    const title = read(JSON.parse(facts));
    return conditions.every(({ matches }) => matches(title));
  });
  return {
    ranks: sortTitles(kept, chooseOrder(textQuery, facets)).map(({ rank }) => rank),
    total: kept.length,
  };
}
