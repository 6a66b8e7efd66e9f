/**
 * Titles of people, and titles in the orders that no index has. At most `MAX_PAGED` titles are read and sorted: the first ones
 * by votes, by year or by rating if the order is one of these, and otherwise the best known.
 */
import type { Role } from "../../contract/people.ts";
import type { Condition } from "../../filters/facet.ts";
import { toExpression, VOTE_STEPS } from "../../filters/facets.ts";
import { votesToken, weightToken, yearFact } from "../../filters/tokens.ts";
import type { LoadedList } from "../../source/loaded.ts";
import { weightedRating } from "../store/browse-facts.ts";
import { type FilmographyRow, unpackFilmography } from "../store/filmography.ts";
import { isPerson } from "../store/person-ids.ts";
import { type Query, query } from "../store/read-queue.ts";
import { type CatalogReads, TRANSLATED } from "../store/statements.ts";
import { MAX_PAGED } from "./browse.ts";

export type SortKey = "popularity" | "year" | "rating" | "votes" | "title" | "original_title";

/** The people of whom a title needs at least one. */
export interface Involvement {
  readonly people: readonly number[];
  readonly as: "cast" | "crew" | "any";
}

export interface SortedQuery {
  readonly conditions: readonly Condition[];
  /** A title has to meet all of them. */
  readonly involvements: readonly Involvement[];
  readonly sort: SortKey;
  readonly isAscending: boolean;
  readonly lang: string;
  readonly page: number;
  readonly limit: number;
}

interface SortableRow {
  readonly id: number;
  readonly rank: number;
  readonly title: string;
  readonly original_title: string;
  readonly year: string;
  readonly rating: number;
  readonly votes: number;
}

const KEYS: Readonly<Record<SortKey, (row: SortableRow) => number | string>> = {
  popularity: ({ rank }) => -rank,
  year: ({ year }) => Number(year),
  rating: ({ rating, votes }) => Number(weightedRating(rating, votes)),
  votes: ({ votes }) => votes,
  title: ({ title }) => title,
  original_title: ({ original_title }) => original_title,
};

export async function listSorted(
  asked: SortedQuery,
  reads: CatalogReads,
): Promise<Pick<LoadedList, "ids" | "notes" | "more">> {
  const { involvements, sort, isAscending, lang, page, limit } = asked;
  const ranks = involvements.length === 0 ? null : await ranksOfPeople(involvements, reads);
  const { titles } = await reads.read({ titles: sortableTitles(asked, ranks) });
  const collator = new Intl.Collator(lang);
  const direction = isAscending ? 1 : -1;
  const compare = (one: number | string, other: number | string) =>
    typeof one === "number" ? one - Number(other) : collator.compare(one, String(other));
  const key = KEYS[sort];
  const sorted = titles.toSorted(
    (one, other) => direction * compare(key(one), key(other)) || one.rank - other.rank,
  );
  const start = (page - 1) * limit;
  return {
    ids: { titles: sorted.slice(start, start + limit).map(({ id }) => id) },
    notes: { list: { total: sorted.length } },
    more: start + limit < sorted.length,
  };
}

const sortable = (ranks: string) => `
  SELECT title.id, title.rank, ${TRANSLATED} ->> 'title' AS title, title.record ->> 'original_title' AS original_title,
    title.record ->> 'year' AS year, title.record ->> 'rating' AS rating, coalesce(title.sources ->> 'votes', 0) AS votes
  FROM (${ranks} LIMIT ${MAX_PAGED}) AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank`;

/** ?1 is the language of the titles, and ?2 an expression. */
const BEST_KNOWN = sortable(
  "SELECT rowid AS rank FROM catalog_browse WHERE catalog_browse MATCH ?2 ORDER BY rowid",
);
const LEAST_KNOWN = sortable(
  "SELECT rowid AS rank FROM catalog_browse WHERE catalog_browse MATCH ?2 ORDER BY rowid DESC",
);
/** Titles among the ranks in ?3. */
const OF_RANKS = sortable(`
  SELECT catalog_browse.rowid AS rank FROM json_each(?3) AS own CROSS JOIN catalog_browse
  WHERE catalog_browse MATCH ?2 AND catalog_browse.rowid = own.value`);
/** Titles with one of the tokens in ?3, in the order of the tokens. */
const IN_STEPS = sortable(`
  SELECT catalog_browse.rowid AS rank FROM json_each(?3) AS step CROSS JOIN catalog_browse
  WHERE catalog_browse MATCH ('"' || step.value || '" AND ' || ?2)`);
/** The lowest value of a facet first. */
const ascending = (facet: string, token: (value: string) => string) =>
  sortable(`
    SELECT catalog_browse.rowid AS rank FROM catalog_facet AS step CROSS JOIN catalog_browse
    WHERE step.facet = '${facet}' AND catalog_browse MATCH ('"${token("")}' || step.value || '" AND ' || ?2)
    ORDER BY step.value`);
const BY_YEAR = ascending("year", yearFact);
const BY_RATING = ascending("weight", weightToken);

function sortableTitles(
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
  if (isAscending && sort === "year") return query(BY_YEAR, lang, expression);
  if (isAscending && sort === "rating") return query(BY_RATING, lang, expression);
  return query(BEST_KNOWN, lang, expression);
}

/** ?1 is a list of ids. */
const FILMOGRAPHIES = `
  SELECT person.id, titles, credits
  FROM json_each(?1) AS asked CROSS JOIN catalog_person AS person ON ${isPerson("asked.value")}`;

/** Returns the ranks of the titles that meet all involvements, the best known first. */
async function ranksOfPeople(
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
