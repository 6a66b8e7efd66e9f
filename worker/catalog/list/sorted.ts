/**
 * Lists titles of people, and titles in orders that have no index. Reads up to `MAX_PAGED` titles and sorts them. In
 * an order by votes, date or rating, these are the first titles in that order. In other orders, they are the
 * best-known titles.
 */
import { type DateRange, toDay } from "../../contract/dates.ts";
import type { Role } from "../../contract/people.ts";
import type { Condition } from "../../filters/facet.ts";
import { toExpression } from "../../filters/facets.ts";
import { VOTE_STEPS } from "../../filters/tmdb-facets.ts";
import { votesToken, weightToken, yearFact } from "../../filters/tokens.ts";
import type { LoadedList } from "../../source/loaded.ts";
import { weightedRating } from "../store/browse-facts.ts";
import { type FilmographyRow, unpackFilmography } from "../store/filmography.ts";
import { matchPersonId } from "../store/person-ids.ts";
import { type Query, query } from "../store/read-queue.ts";
import { type CatalogReads, RELEASED, TRANSLATED } from "../store/statements.ts";
import { MAX_PAGED, trendingPlace } from "./browse.ts";

export type SortKey = "popularity" | "trending" | "date" | "rating" | "votes" | "title" | "original_title";

/** People and a role. A title needs at least one of these people in this role. */
export interface Involvement {
  readonly people: readonly number[];
  readonly as: "cast" | "crew" | "any";
}

export interface SortedQuery {
  readonly conditions: readonly Condition[];
  /** The involvements, all of which a title must meet. */
  readonly involvements?: readonly Involvement[];
  /** The range of days in which a title must be released. */
  readonly dates?: DateRange | undefined;
  readonly sort: SortKey;
  readonly isAscending?: boolean;
  /** The current date as YYYY-MM-DD. */
  readonly today: string;
  readonly lang: string;
  readonly page: number;
  readonly limit: number;
}

interface SortableRow {
  readonly id: number;
  readonly rank: number;
  readonly title: string;
  readonly original_title: string;
  /** The release date: a day, a year if the day is unknown, or "". */
  readonly released: string;
  readonly rating: number;
  readonly votes: number;
}

const KEYS: Readonly<Record<SortKey, (row: SortableRow, today: string) => number | string>> = {
  popularity: ({ rank }) => -rank,
  trending: ({ rank, released }, today) => -trendingPlace(rank, toYear(today) - toYear(released)),
  date: ({ released }) => Number(toDay(released).replaceAll("-", "")),
  rating: ({ rating, votes }) => Number(weightedRating(rating, votes)),
  votes: ({ votes }) => votes,
  title: ({ title }) => title,
  original_title: ({ original_title }) => original_title,
};

export async function listSorted(
  sortedQuery: SortedQuery,
  reads: CatalogReads,
): Promise<Pick<LoadedList, "ids" | "notes" | "more">> {
  const { involvements = [], dates, sort, isAscending = false, today, lang, page, limit } = sortedQuery;
  const ranks = involvements.length === 0 ? null : await findCommonRanks(involvements, reads);
  const { titles } = await reads.read({ titles: querySortable(sortedQuery, ranks) });
  const collator = new Intl.Collator(lang);
  const direction = isAscending ? 1 : -1;
  const compare = (one: number | string, other: number | string) =>
    typeof one === "number" ? one - Number(other) : collator.compare(one, String(other));
  const key = KEYS[sort];
  const keyed = titles
    .filter(({ released }) => dates === undefined || isWithin(toDay(released), dates))
    .map((title) => ({ ...title, key: key(title, today) }));
  const sorted = keyed.toSorted(
    (one, other) => direction * compare(one.key, other.key) || one.rank - other.rank,
  );
  const start = (page - 1) * limit;
  return {
    ids: { titles: sorted.slice(start, start + limit).map(({ id }) => id) },
    notes: { list: { total: sorted.length } },
    more: start + limit < sorted.length,
  };
}

const toYear = (date: string) => Number(date.slice(0, 4));
const isWithin = (day: string, { first, last }: DateRange) => day !== "" && day >= first && day <= last;

const selectSortable = (ranks: string) => `
  SELECT title.id, title.rank, ${TRANSLATED} ->> 'title' AS title, title.record ->> 'original_title' AS original_title,
    ${RELEASED} AS released,
    title.record ->> 'rating' AS rating, coalesce(title.sources ->> 'votes', 0) AS votes
  FROM (${ranks} LIMIT ${MAX_PAGED}) AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank`;

/** Selects the best-known titles in the language ?1 that match the expression ?2. */
const BEST_KNOWN = selectSortable(
  "SELECT rowid AS rank FROM catalog_browse WHERE catalog_browse MATCH ?2 ORDER BY rowid",
);
const LEAST_KNOWN = selectSortable(
  "SELECT rowid AS rank FROM catalog_browse WHERE catalog_browse MATCH ?2 ORDER BY rowid DESC",
);
/** Selects titles that have one of the ranks in ?3. */
const OF_RANKS = selectSortable(`
  SELECT catalog_browse.rowid AS rank FROM json_each(?3) AS own CROSS JOIN catalog_browse
  WHERE catalog_browse MATCH ?2 AND catalog_browse.rowid = own.value`);
/** Selects titles that have one of the tokens in ?3, in the order of the tokens. */
const IN_STEPS = selectSortable(`
  SELECT catalog_browse.rowid AS rank FROM json_each(?3) AS step CROSS JOIN catalog_browse
  WHERE catalog_browse MATCH ('"' || step.value || '" AND ' || ?2)`);
/** Returns SQL for titles by a facet, lowest or highest value first. */
const byValue = (facet: string, token: (value: string) => string, direction: "ASC" | "DESC") =>
  selectSortable(`
    SELECT catalog_browse.rowid AS rank FROM catalog_facet AS step CROSS JOIN catalog_browse
    WHERE step.facet = '${facet}' AND catalog_browse MATCH ('"${token("")}' || step.value || '" AND ' || ?2)
    ORDER BY step.value ${direction}`);
const OLDEST = byValue("year", yearFact, "ASC");
const NEWEST = byValue("year", yearFact, "DESC");
const LOWEST_RATED = byValue("weight", weightToken, "ASC");
const HIGHEST_RATED = byValue("weight", weightToken, "DESC");

function querySortable(
  { conditions, sort, isAscending, lang }: SortedQuery,
  ranks: readonly number[] | null,
): Query<SortableRow> {
  const expression = toExpression(conditions);
  if (ranks !== null) return query(OF_RANKS, lang, expression, JSON.stringify(ranks));
  if (sort === "votes") {
    const tokens = VOTE_STEPS.map(votesToken);
    return query(IN_STEPS, lang, expression, JSON.stringify(isAscending ? tokens : tokens.toReversed()));
  }
  if (isAscending && sort === "popularity") return query(LEAST_KNOWN, lang, expression);
  if (sort === "date") return query(isAscending ? OLDEST : NEWEST, lang, expression);
  if (sort === "rating") return query(isAscending ? LOWEST_RATED : HIGHEST_RATED, lang, expression);
  return query(BEST_KNOWN, lang, expression);
}

/** Selects the filmographies of the people with the ids in ?1. */
const FILMOGRAPHIES = `
  SELECT person.id, titles, credits
  FROM json_each(?1) AS asked CROSS JOIN catalog_person AS person ON ${matchPersonId("asked.value")}`;

/** Returns the ranks of the titles that meet all involvements, best known first. */
async function findCommonRanks(
  involvements: readonly Involvement[],
  { read }: CatalogReads,
): Promise<readonly number[]> {
  const ids = [...new Set(involvements.flatMap(({ people }) => people))];
  const { people } = await read({
    people: query<Pick<FilmographyRow, "id" | "titles" | "credits">>(FILMOGRAPHIES, JSON.stringify(ids)),
  });
  const filmographies = new Map(
    people.map(({ id, titles, credits }) => [id, unpackFilmography(titles, credits)]),
  );
  const lists = involvements.map(({ people, as }) => {
    const entries = people.flatMap((id) => filmographies.get(id) ?? []);
    return new Set(entries.filter(({ credits }) => isInvolved(credits, as)).map(({ rank }) => rank));
  });
  const [first = new Set<number>(), ...others] = lists;
  const common = [...first].filter((rank) => others.every((list) => list.has(rank)));
  return common.sort((one, other) => one - other);
}

function isInvolved(credits: readonly Role[], as: Involvement["as"]): boolean {
  return as === "any" || credits.some(({ group }) => (group === "cast") === (as === "cast"));
}
