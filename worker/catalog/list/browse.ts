/**
 * Lists titles by their facts. The conditions become an FTS5 expression on an index whose rowids are in the order of
 * the list. So reading stops at the end of the page, and a page takes no longer in a larger catalog.
 */

import { type Facet, type Facets, type ListedTitle, MAX_COUNTED } from "../../contract/browse.ts";
import type { BrowseQuery } from "../../filters/browse-query.ts";
import type { Condition } from "../../filters/facet.ts";
import { toExpression } from "../../filters/facets.ts";
import { weightToken, yearFact } from "../../filters/tokens.ts";
import { type Loaded, type LoadedList, NO_RESULTS, toSizeNotes } from "../../source/loaded.ts";
import { MAX_COUNTED_PAGED, placePrefix } from "../store/browse-facts.ts";
import { type Query, query, setQuery } from "../store/read-queue.ts";
import { recordList } from "../store/records.ts";
import type { ListedRecordRow } from "../store/rows.ts";
import { type CatalogReads, LISTED_COLUMNS, LISTED_RECORD } from "../store/statements.ts";
import { type CountedSet, findCountedSet, selectSize } from "./counts.ts";

/**
 * The maximum number of titles on numbered pages, because reading a page means reading all pages before it. Later
 * titles are read with `after`.
 */
export const MAX_PAGED = 1_000;

/**
 * Returns the position of a title or person in trending lists, which favour newer ones. For example, number ten of
 * this year comes before number six of last year.
 */
export function trendingPlace(rank: number, yearsAgo: number): number {
  return rank * (1 + Math.max(0, yearsAgo));
}

/**
 * Returns SQL for records in the language ?1 that match the expression ?2 and come after the rank ?3. `range` is a
 * LIMIT and an OFFSET.
 */
const selectRecords = (ranksSql: string, range: string) => `
  SELECT ${LISTED_RECORD}, found.rank, found.step
  FROM (${ranksSql} ${range}) AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank`;

const BY_POPULARITY = `
  SELECT rowid AS rank, NULL AS step FROM catalog_browse
  WHERE catalog_browse MATCH ?2 AND rowid > CAST(?3 AS INTEGER) ORDER BY rowid`;
/**
 * Returns SQL for titles sorted by a facet, highest value first. Titles with the same value are sorted by popularity.
 * Reading stops at the end of the page.
 */
const byValue = (facet: string, token: (value: string) => string) => `
  SELECT catalog_browse.rowid AS rank, step.value AS step
  FROM catalog_facet AS step CROSS JOIN catalog_browse
  WHERE step.facet = '${facet}' AND step.value BETWEEN ?4 AND ?5
    AND catalog_browse MATCH ('"${token("")}' || step.value || '" AND ' || ?2)
    AND catalog_browse.rowid > iif(step.value = ?5, CAST(?3 AS INTEGER), 0)
  ORDER BY step.value DESC`;
const BY_YEAR = byValue("year", yearFact);
const BY_RATING = byValue("weight", weightToken);

/** A value that is higher than every year and every weight. */
const HIGHEST = "9999";

const FACETS =
  "SELECT facet, value, name, movies, series, titles FROM catalog_facet WHERE facet IN ('year', 'genre', 'country', 'language', 'weight', 'runtime') ORDER BY titles DESC, value";

const TRANSLATED_NAMES = `(SELECT json_group_object(lang, json_extract(record, '$.title'))
  FROM catalog_translation AS translated WHERE translated.rank = title.rank) AS translations`;

export interface ListedRow {
  readonly id: number;
  readonly title: string;
  readonly year: string;
  readonly translations: string;
}

/** Returns SQL for titles with their names in all languages. `columns` are further columns. */
export const selectListed = (...columns: readonly string[]) => `
  SELECT ${["title.id", "title.record ->> 'title' AS title", "title.record ->> 'year' AS year", TRANSLATED_NAMES, ...columns].join()}
  FROM catalog_title AS title`;

/** Reads the number of titles in a `CountedSet`. */
const SIZE = `SELECT ${selectSize("?1")} AS size`;
interface SizeRow {
  readonly size: number | null;
}

const COUNT = `
  SELECT count(*) AS size
  FROM (SELECT rowid FROM catalog_browse WHERE catalog_browse MATCH ?1 LIMIT ${MAX_COUNTED + 1})`;

/** Counts the titles that meet these conditions, but no further than `MAX_COUNTED` + 1. */
export const countListed = (conditions: readonly Condition[]) =>
  query<SizeRow>(COUNT, toExpression(conditions));

/** The position of a title in a list. The next page starts after it. */
interface Place {
  readonly rank: number;
  /**
   * The year or weighted rating by which the list is sorted, or "" if the title has none. `null` for all other
   * orders.
   */
  readonly step: string | null;
}

const START: Place = { rank: 0, step: null };

/** Formats a position as the parameter `after`. */
function formatPlace({ rank, step }: Place): string {
  return step === null ? String(rank) : `${rank}-${step}`;
}

function parsePlace(after: string): Place {
  const [rank, step = null] = after.split("-");
  return { rank: Number(rank), step };
}

/** A stored position in a list, and the number of titles before it. */
interface ListPlace extends Place {
  readonly before: number;
}

/** Selects the last stored position of a list that has at most ?2 titles before it. */
const PLACE = `
  SELECT titles AS rank, movies AS before FROM catalog_facet
  WHERE facet = 'place' AND value > ?1 AND value < ?1 || ':' AND movies BETWEEN 1 AND CAST(?2 AS INTEGER)
  ORDER BY movies DESC LIMIT 1`;
interface PlaceRow {
  readonly rank: number;
  readonly before: number;
}
const STEPS = "SELECT value, movies, series, titles FROM catalog_facet WHERE facet = ?1 ORDER BY value DESC";

/**
 * Returns true if a load stores positions in this list. A list by popularity must have a single filter value. Any
 * other list must contain all titles, or all titles of one kind.
 */
const hasPlaces = (sort: BrowseQuery["sort"], { facet, first, last }: CountedSet) =>
  sort === "popularity" ? first === last : facet === "any";

interface BrowsedRow extends ListedRecordRow, Place {}

interface FacetRow extends Facet {
  readonly facet: string;
}

/** A page of titles that meet the conditions. `start` is the number of titles between `place` and the page. */
interface Listed {
  readonly conditions: readonly Condition[];
  readonly limit: number;
  readonly start: number;
  readonly place?: Place;
}

export function selectPage(
  { lang, sort }: Pick<BrowseQuery, "lang" | "sort">,
  { conditions, limit, start, place = START }: Listed,
): Query<BrowsedRow> {
  // A list by year steps through the years, so its expression does not contain the condition for years.
  const years =
    sort === "year" ? conditions.find(({ facet, counted }) => facet === "years" && counted) : null;
  const expression = toExpression(conditions.filter((condition) => condition !== years));
  const { first, last } = years?.counted ?? { first: "", last: HIGHEST };
  const step = place.step ?? HIGHEST;
  const steps = [first, step < last ? step : last];
  const titles = sort === "year" ? BY_YEAR : sort === "rating" ? BY_RATING : BY_POPULARITY;
  return setQuery<BrowsedRow>(
    [...LISTED_COLUMNS, "rank", "step"],
    selectRecords(titles, `LIMIT ${limit} OFFSET ${start}`),
    lang,
    expression,
    place.rank,
    ...(sort === "year" || sort === "rating" ? steps : []),
  );
}

export async function browseFacts(
  browseQuery: BrowseQuery,
  reads: CatalogReads,
): Promise<LoadedList<never[]>> {
  const { page: number, limit } = browseQuery;
  const start = (number - 1) * limit;
  const { conditions } = browseQuery;
  const facet = browseQuery.isCounted ? findCountedSet(conditions) : null;
  const deepest = facet !== null && hasPlaces(browseQuery.sort, facet) ? MAX_COUNTED_PAGED : MAX_PAGED;
  const first = { ...(browseQuery.after === null ? START : parsePlace(browseQuery.after)), before: 0 };
  const isFirst = start < MAX_PAGED || facet === null;
  const place =
    start >= deepest ? null : isFirst ? first : await findPlace(browseQuery.sort, facet, { start, reads });
  if (place === null && !browseQuery.isCounted) return NO_RESULTS;
  const ofFacet = facet === null ? countListed(conditions) : query<SizeRow>(SIZE, JSON.stringify(facet));
  const rows = await reads.read({
    titles:
      place === null
        ? []
        : [selectPage(browseQuery, { conditions, limit: limit + 1, start: start - place.before, place })],
    sizes: browseQuery.isCounted ? [ofFacet] : [],
  });
  const titles = rows.titles.flat();
  const pageRows = titles.slice(0, limit);
  const { notes, ...list } = recordList(pageRows);
  const goesOn = titles.length > limit;
  const isLast = start + limit >= deepest;
  const next = goesOn && isLast ? formatPlace(pageRows.at(-1) ?? START) : undefined;
  const size = rows.sizes.flat()[0]?.size ?? null;
  const total = deepest > MAX_PAGED && size !== null ? { total: size } : toSizeNotes(size);
  return {
    ...list,
    notes: { ...notes, list: { next, ...total } },
    more: goesOn && !isLast,
  };
}

/**
 * Returns the last stored position that has at most `start` titles before it. Returns `null` if the list has fewer
 * titles.
 */
async function findPlace(
  sort: BrowseQuery["sort"],
  { facet, first, kind }: CountedSet,
  { start, reads: { read } }: { readonly start: number; readonly reads: CatalogReads },
): Promise<ListPlace | null> {
  if (sort === "popularity") {
    const { places } = await read({
      places: query<PlaceRow>(PLACE, placePrefix(facet, first, kind), start),
    });
    const [row] = places;
    return row === undefined ? { ...START, before: 0 } : { ...row, step: null };
  }
  const { steps } = await read({ steps: query<FacetRow>(STEPS, sort === "year" ? "year" : "weight") });
  let before = 0;
  for (const step of steps) {
    const titles = kind === "movie" ? step.movies : kind === "series" ? step.series : step.titles;
    if (before + titles > start) return { rank: 0, step: step.value, before };
    before += titles;
  }
  return null;
}

export async function loadFacets(_query: null, { read }: CatalogReads): Promise<Loaded<Facets>> {
  const { facets } = await read({ facets: query<FacetRow>(FACETS) });
  return { value: groupFacets(facets) };
}

/** Groups values by facet. `rows` must be sorted by number of titles, largest first. */
function groupFacets(rows: readonly FacetRow[]): Facets {
  const of = (wanted: string) =>
    rows.filter(({ facet }) => facet === wanted).map(({ facet: _, ...facet }) => facet);
  return {
    years: of("year").sort((one, other) => (one.value < other.value ? 1 : -1)),
    genres: of("genre"),
    countries: of("country"),
    languages: of("language"),
    hasRatings: of("weight").some(({ value }) => value !== ""),
    hasRuntimes: of("runtime").length > 0,
  };
}

export function toListedTitle({ id, title, year, translations }: ListedRow): ListedTitle {
  return { id, title, year, translations: JSON.parse(translations) };
}
