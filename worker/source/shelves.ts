/** Loads all shelves of the home page at once, so that the page needs only one stored response. */
import { type Facet, Facets, type Shelves } from "../contract/browse.ts";
import type { YearRange } from "../contract/filter.ts";
import { SearchResponse, type TitleRecord } from "../contract/record.ts";
import type { Condition } from "../filters/facet.ts";
import { FACETS } from "../filters/facets.ts";
import { type Loaded, readLoaded } from "./loaded.ts";
import type { Capabilities, ShelvesQuery } from "./source.ts";

export const POPULAR = 14;
export const RECENT = 12;
/** The minimum number of recent titles to choose from. If a year has fewer, titles of earlier years are added. */
const MIN_RECENT_TITLES = 24;
const MAX_RECENT_YEARS = 5;
const DECADES = 12;
/** The number of candidates per decade. A decade is left out if all of them are already on other shelves. */
const OF_DECADE = 8;

/** The lowest rating in the filter that leaves out titles with few votes. */
const ANY_RATING = 1;

export interface RecentQuery {
  readonly lang: string;
  readonly conditions: readonly Condition[];
  readonly limit: number;
}

interface ShelfLists extends Pick<Capabilities, "browse" | "facets"> {
  /** Lists well-known titles that meet the conditions and are released, latest first. */
  recent(query: RecentQuery): Promise<Loaded<Titles>>;
}

/** Loads the shelves from the lists of a source. */
export async function loadShelves(
  { lang, year }: ShelvesQuery,
  { browse, facets, recent: listRecent }: ShelfLists,
): Promise<Loaded<Shelves>> {
  async function titles(years: Years | null, limit: number): Promise<Titles> {
    const conditions = years === null ? [] : [withinYears(years)];
    const order = { sort: "popularity", after: null, page: 1, limit } as const;
    return readLoaded(SearchResponse, await browse({ ...order, conditions, text: null, lang })) ?? [];
  }

  async function recentTitles(years: Years): Promise<Titles> {
    const rated = hasRatings ? [FACETS.min_rating.buildCondition([ANY_RATING])] : [];
    const query = { lang, conditions: [withinYears(years), ...rated], limit: RECENT + POPULAR };
    return readLoaded(SearchResponse, await listRecent(query)) ?? [];
  }

  const { years: allYears = [], hasRatings = false } = readLoaded(Facets, await facets(null)) ?? {};
  const counted = allYears.filter(({ value }) => value !== "");
  const past = counted.filter(({ value }) => Number(value) <= year);
  const years = recentYears(past);
  const [popular, recent, decades] = await Promise.all([
    titles(null, POPULAR),
    years === null ? [] : recentTitles(years),
    Promise.all(
      listDecades(past)
        .slice(0, DECADES)
        .map(async (first) => ({
          first,
          titles: await titles({ first, last: Math.min(first + 9, year) }, OF_DECADE),
        })),
    ),
  ]);
  return loadedShelves({ popular, recent: years && { years, titles: recent }, decades });
}

type Titles = readonly TitleRecord[];
type Years = Pick<YearRange, "first" | "last">;

const withinYears = (years: Years) => FACETS.years.buildCondition([{ ...years, around: null }]);

/** The candidates for each shelf, best first. Recent titles are sorted by date, latest first. */
interface Candidates {
  readonly popular: Titles;
  readonly recent: { readonly years: Years; readonly titles: Titles } | null;
  /** The titles of each decade, latest decade first. `first` is the first year of the decade. */
  readonly decades: readonly { readonly first: number; readonly titles: Titles }[];
}

/** Fills the shelves without repeating a title. */
export function loadedShelves({ popular, recent, decades }: Candidates): Loaded<Shelves> {
  const shown = new Set<number>();
  function take(titles: Titles, count: number): TitleRecord[] {
    const taken = titles.filter(({ id }) => !shown.has(id)).slice(0, count);
    for (const { id } of taken) shown.add(id);
    return taken.map((record) => ({ ...record, plot: "" }));
  }
  const shelves: Shelves = {
    popular: take(popular, POPULAR),
    recent: recent && { years: recent.years, titles: take(recent.titles, RECENT) },
    decades: decades.flatMap(({ first, titles }) =>
      take(titles, 1).map((title) => ({ years: { first, last: first + 9 }, title })),
    ),
  };
  return { value: shelves, ids: { titles: [...shown] } };
}

/** Returns the first year of each decade, from latest to earliest. */
function listDecades(years: readonly Facet[]): number[] {
  return [...new Set(years.map(({ value }) => Math.floor(Number(value) / 10) * 10))];
}

/**
 * Returns the most recent years that together have enough titles. There are at least two, because early in a year most
 * of its titles are unreleased. `years` must be sorted from latest to earliest.
 */
function recentYears(years: readonly Facet[]): Years | null {
  const last = Number(years[0]?.value);
  if (years.length === 0) return null;
  const near = years.filter(({ value }) => Number(value) > last - MAX_RECENT_YEARS);
  let titles = 0;
  for (const facet of near) {
    titles += facet.titles;
    if (titles >= MIN_RECENT_TITLES) return { first: Math.min(Number(facet.value), last - 1), last };
  }
  return { first: Number(near.at(-1)?.value), last };
}
