/**
 * Lists of titles by their facts. FTS5 applies the conditions in an index whose rowids are in the requested order, so
 * reading stops at the end of the page, and the number of rows read does not grow with the catalog.
 */

import { type Facet, type Facets, type ListedTitle, MAX_COUNTED } from "../../contract/browse.ts";
import type { BrowseQuery } from "../../filters/browse-query.ts";
import type { Condition } from "../../filters/facet.ts";
import { toExpression } from "../../filters/facets.ts";
import { weightToken, yearFact } from "../../filters/tokens.ts";
import { type Loaded, type LoadedList, NO_RESULTS, type PageNotes, totalOf } from "../../source/loaded.ts";
import { MAX_COUNTED_PAGED, placePrefix } from "../store/browse-facts.ts";
import { type Query, query, setQuery } from "../store/read-queue.ts";
import { idInRecord, recordList } from "../store/records.ts";
import {
  type CatalogReads,
  LISTED_COLUMNS,
  LISTED_RECORD,
  type ListedRecordRow,
} from "../store/statements.ts";
import { type CountedSet, findCountedSet, selectSize } from "./counts.ts";

/**
 * The most titles in numbered pages, because reading a page reads all entries before it. Later titles are read with
 * `after`.
 */
export const MAX_PAGED = 1_000;

/**
 * Returns the place of a title or person in lists that favour newer ones. The tenth of this year precedes the sixth
 * of last year.
 */
export function trendingPlace(rank: number, yearsAgo: number): number {
  return rank * (1 + Math.max(0, yearsAgo));
}

/**
 * Returns SQL for records in the language ?1 that match the expression ?2 after the rank ?3. `range` is a limit and
 * an offset.
 */
const selectRecords = (found: string, range: string) => `
  SELECT ${LISTED_RECORD}, found.rank, found.step
  FROM (${found} ${range}) AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank`;

const BY_POPULARITY = `
  SELECT rowid AS rank, NULL AS step FROM catalog_browse
  WHERE catalog_browse MATCH ?2 AND rowid > CAST(?3 AS INTEGER) ORDER BY rowid`;
/**
 * Returns SQL for titles by a facet, the highest value first and the most popular titles of each value first. Reading
 * stops at the end of the page.
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

/** A value above every year and weight. */
const HIGHEST = "9999";

const FACETS =
  "SELECT facet, value, name, movies, series, titles FROM catalog_facet WHERE facet IN ('year', 'genre', 'country', 'language', 'weight', 'runtime') ORDER BY titles DESC, value";

export interface ListedRow {
  readonly id: number;
  readonly title: string;
  readonly year: string;
  readonly translations: string;
}

export const LISTED = `
  SELECT title.id,
    json_extract(title.record, '$.title') AS title,
    json_extract(title.record, '$.year') AS year,
    (SELECT json_group_object(lang, json_extract(record, '$.title'))
     FROM catalog_translation AS translated WHERE translated.rank = title.rank) AS translations
  FROM catalog_title AS title`;

/** The size of a `CountedSet`. */
const SIZE = `SELECT ${selectSize("?1")} AS size`;
interface SizeRow {
  readonly size: number | null;
}

const COUNT = `
  SELECT count(*) AS size
  FROM (SELECT rowid FROM catalog_browse WHERE catalog_browse MATCH ?1 LIMIT ${MAX_COUNTED + 1})`;

/** Counts the titles that meet these conditions, up to one more than `MAX_COUNTED`. */
export const countListed = (conditions: readonly Condition[]) =>
  query<SizeRow>(COUNT, toExpression(conditions));

/** A title in the order of a list, after which a page begins. */
interface Place {
  readonly rank: number;
  /** The year or the weight in the orders by year and by rating, or "" if the title has none. */
  readonly step: string | null;
}

const START: Place = { rank: 0, step: null };

/** Formats a place as the parameter `after`. */
function formatPlace({ rank, step }: Place): string {
  return step === null ? String(rank) : `${rank}-${step}`;
}

function parsePlace(after: string): Place {
  const [rank, step = null] = after.split("-");
  return { rank: Number(rank), step };
}

/** The beginning of a part of a list, and the number of titles before it. */
interface ListPlace extends Place {
  readonly before: number;
}

/** The last of the stored places of a list before which there are at most ?2 titles. */
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
 * Returns true if the load has stored where pages of a list begin: by popularity for a single value, and in any order
 * for all titles or a kind.
 */
const hasPlaces = (sort: BrowseQuery["sort"], { facet, first, last }: CountedSet) =>
  sort === "popularity" ? first === last : facet === "any";

interface BrowsedRow extends ListedRecordRow, Place {}

interface FacetRow extends Facet {
  readonly facet: string;
}

/** A page of the titles that meet the conditions. `start` counts from `place`. */
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
  // The order by year already steps through the years, so the expression omits them.
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

export async function browseFacts(asked: BrowseQuery, reads: CatalogReads): Promise<LoadedList<never[]>> {
  const { page: number, limit } = asked;
  const start = (number - 1) * limit;
  const { conditions } = asked;
  const facet = asked.isCounted ? findCountedSet(conditions) : null;
  const deepest = facet !== null && hasPlaces(asked.sort, facet) ? MAX_COUNTED_PAGED : MAX_PAGED;
  const first = { ...(asked.after === null ? START : parsePlace(asked.after)), before: 0 };
  const isFirst = start < MAX_PAGED || facet === null;
  const place =
    start >= deepest ? null : isFirst ? first : await findPlace(asked.sort, facet, { start, reads });
  if (place === null && !asked.isCounted) return NO_RESULTS;
  const ofFacet = facet === null ? countListed(conditions) : query<SizeRow>(SIZE, JSON.stringify(facet));
  const rows = await reads.read({
    titles:
      place === null
        ? []
        : [selectPage(asked, { conditions, limit: limit + 1, start: start - place.before, place })],
    sizes: asked.isCounted ? [ofFacet] : [],
  });
  const titles = rows.titles.flat();
  const shown = titles.slice(0, limit);
  const { notes, ...list } = recordList(shown);
  const goesOn = titles.length > limit;
  const isLast = start + limit >= deepest;
  const next = goesOn && isLast ? formatPlace(shown.at(-1) ?? START) : undefined;
  const size = rows.sizes.flat()[0]?.size ?? null;
  const total = deepest > MAX_PAGED && size !== null ? { total: size } : totalOf(size);
  const ratings = asked.sort === "rating" ? listWeights(shown) : undefined;
  return {
    ...list,
    notes: { ...notes, list: { next, ...total }, page: { ratings } },
    more: goesOn && !isLast,
  };
}

/** Returns the place from which to read the titles from `start` on, or `null` if there are fewer titles. */
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

/** Returns the weighted ratings by id. In the order by rating, a step is a weight in tenths of a point. */
function listWeights(rows: readonly BrowsedRow[]): PageNotes["ratings"] {
  const weights = rows.map(({ record, step }) => [idInRecord(record), Number(step) / 10] as const);
  return Object.fromEntries(weights.filter(([, weight]) => weight > 0));
}

/** Groups facet values. `rows` must be sorted by number of titles, the largest first. */
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

export function toListedTitle(row: ListedRow): ListedTitle {
  return { ...row, translations: JSON.parse(row.translations) };
}
