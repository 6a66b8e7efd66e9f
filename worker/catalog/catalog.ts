/**
 * The catalog in D1 as a source. It is a SQLite database with FTS5, and stores response bodies that are ready to
 * send. If D1 fails or the catalog is empty, it throws a Problem instead of returning an empty response.
 */

import { formatDay } from "../contract/dates.ts";
import { NO_FILTER } from "../contract/filter.ts";
import { DEFAULT_LIMIT, type SearchQuery } from "../contract/query.ts";
import type { BrowseQuery } from "../filters/browse-query.ts";
import type { RetryOptions, Session } from "../source/d1.ts";
import { type LoadedList, NO_RESULTS, toSizeNotes } from "../source/loaded.ts";
import { loadShelves } from "../source/shelves.ts";
import {
  createSource,
  type Functions,
  type Identity,
  oncePerContext,
  type ShelvesQuery,
  type Source,
  type TitleSearch,
} from "../source/source.ts";
import { createGenerationRunner, type Slots } from "./generations.ts";
import { browseFacts, loadFacets } from "./list/browse.ts";
import { loadCollection } from "./list/collections.ts";
import { countTitles } from "./list/counts.ts";
import { findById, loadPerson, loadShared } from "./list/people.ts";
import { listRecent } from "./list/recent.ts";
import { loadRelated } from "./list/related.ts";
import { loadSitemap } from "./list/sitemap.ts";
import { findNamed } from "./search/named.ts";
import { listPeople } from "./search/people-list.ts";
import { findQualified, MIN_WHOLE } from "./search/qualified.ts";
import { measureFame, measureStanding } from "./search/ranking.ts";
import {
  listRanks,
  MAX_DEPTH,
  type SearchOutcome,
  type Span,
  search,
  WHOLE_SEARCH,
} from "./search/search.ts";
import { suggest } from "./search/suggest.ts";
import { FOR_SEARCHES, FOR_SUGGESTIONS } from "./search/weights.ts";
import { listTitlesForText } from "./sentence/text-list.ts";
import { type CatalogState, readCatalogState } from "./store/catalog-state.ts";
import { loadCredits, loadTitle, recordList } from "./store/records.ts";
import type { ListedRecordRow } from "./store/rows.ts";
import { loadSeason, loadSeasons } from "./store/seasons.ts";
import { type CatalogReads, catalogReads } from "./store/statements.ts";

/** Reads of a single generation, which throw OtherGeneration if the catalog was replaced since the first read. */
export interface GenerationReads extends CatalogReads {
  /** Returns the version of the catalog that is read, or `undefined` before the first read. */
  readonly version: Session["version"];
  /** Returns the state of the catalog. Its number of titles is 0 if nothing has been loaded. */
  state(): Promise<CatalogState>;
}

/** The catalog as a source, with functions that other sources do not have. */
export interface Catalog<Context> extends Source<Context> {
  /** Runs work in which all reads see the same generation. Throws a Problem. */
  runInGeneration<T>(context: Context, work: (reads: GenerationReads) => Promise<T>): Promise<T>;
  readState(context: Context): Promise<CatalogState>;
}

/** The parts of a request context that the catalog needs. */
interface Timing {
  readonly timed: <T>(source: string, work: () => Promise<T>) => Promise<T>;
  readonly noteRegion: (region: string) => void;
}

interface CatalogServices<Context> extends Pick<Slots, "databases"> {
  readonly live: (context: Context, ...how: Parameters<Slots["live"]>) => ReturnType<Slots["live"]>;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  readonly retries?: RetryOptions;
}

export const CATALOG_IDENTITY: Identity = {
  name: "catalog",
  source: "catalog",
  traits: { isOwn: true, hasRegions: true, canFindMistypedTitles: true, creditsHeedLanguage: false },
};

export function createCatalog<Context extends Timing>({
  databases,
  live,
  now,
  retries,
}: CatalogServices<Context>): Catalog<Context> {
  const connect = oncePerContext((context: Context) =>
    createGenerationRunner(
      { databases, live: (how) => live(context, how) },
      {
        ...retries,
        time: (work) => context.timed(CATALOG_IDENTITY.name, work),
        noteRegion: context.noteRegion,
      },
      (session) => createReads(session, now),
    ),
  );
  const runInGeneration: Catalog<Context>["runInGeneration"] = (context, work) => connect(context)(work);
  const source = createSource<Context, GenerationReads>({
    ...CATALOG_IDENTITY,
    functions: CATALOG_FUNCTIONS,
    run: (context, work) =>
      runInGeneration(context, async (reads) => {
        const loaded = await work(reads);
        return { ...loaded, version: reads.version() };
      }),
  });
  return {
    ...source,
    runInGeneration,
    readState: (context) => runInGeneration(context, (reads) => reads.state()),
  };
}

function createReads(session: Session, now: () => number): GenerationReads {
  return {
    ...catalogReads(session, () => formatDay(now())),
    version: session.version,
    state: () => readCatalogState(session),
  };
}

export const CATALOG_FUNCTIONS = {
  search: searchTitles,
  named: findNamed,
  credits: loadCredits,
  title: loadTitle,
  seasons: loadSeasons,
  season: loadSeason,
  collection: loadCollection,
  related: loadRelated,
  browse,
  facets: loadFacets,
  counts: countTitles,
  shelves: (query: ShelvesQuery, reads: CatalogReads) =>
    loadShelves(query, {
      browse: (list) => browseFacts(list, reads),
      facets: () => loadFacets(null, reads),
      recent: (list) => listRecent(list, reads),
    }),
  person: loadPerson,
  people: listPeople,
  shared: loadShared,
  autocomplete: suggest,
  find: findById,
  sitemap: loadSitemap,
} satisfies Functions<CatalogReads>;

function browse(query: BrowseQuery, reads: CatalogReads): Promise<LoadedList<never[]>> {
  const { text } = query;
  return text == null ? browseFacts(query, reads) : listTitlesForText({ ...query, text }, reads);
}

const FIRST_PAGE: Span = { start: 0, end: DEFAULT_LIMIT };

async function searchTitles(query: TitleSearch, reads: CatalogReads): Promise<LoadedList<never[]>> {
  if (query.isLoose) return await searchLoosely(query, reads);
  const { isCounted = false } = query;
  const span = toSpan(query) ?? (isCounted ? WHOLE_SEARCH : null);
  const services = { reads, tolerance: FOR_SEARCHES, asBeginnings: !query.isWhole, isCounted };
  if (span === null) return NO_RESULTS;
  const [typed, named] = await Promise.all([
    search(query, span, services),
    query.isWhole ? [] : findQualified(query, reads),
  ]);
  const isClear = (typed?.ranked[0]?.match.whole ?? 0) >= MIN_WHOLE;
  const qualified = isClear ? [] : named;
  const shifted = shift(span, -qualified.length);
  const outcome = qualified.length === 0 ? typed : await search(query, shifted, services);
  if (outcome === null) return NO_RESULTS;
  const { corrected, further, gap } = outcome;
  const ranked = outcome.ranked.filter(
    ({ candidate }) => !qualified.some(({ rank }) => rank === candidate.rank),
  );
  const rows = [
    ...qualified.slice(span.start, span.end),
    ...selectPageRecords({ ...outcome, ranked }, shifted),
  ];
  const { notes, ...list } = recordList(rows, qualified.length > 0 ? null : corrected);
  const standings = [
    ...qualified.map((row): [number, boolean] => [measureFame(row, gap), true]),
    ...ranked.map((one) => measureStanding(one, gap)),
    ...further.map((rank): [number, boolean] => [measureFame({ rank }, gap), false]),
  ];
  const standing = standings.slice(span.start, span.end);
  const more = span.end < MAX_DEPTH && standings.length > span.end;
  const total = isCounted ? toSizeNotes(standings.length) : {};
  return {
    ...list,
    notes: { ...notes, list: { ...notes?.list, ...total }, page: { ...notes?.page, standing } },
    more,
  };
}

const shift = ({ start, end }: Span, by: number): Span => ({
  start: Math.max(0, start + by),
  end: Math.max(0, end + by),
});

async function searchLoosely(query: SearchQuery, reads: CatalogReads): Promise<LoadedList<never>> {
  const services = { reads, tolerance: FOR_SUGGESTIONS };
  const outcome = await search({ ...query, filter: NO_FILTER }, FIRST_PAGE, services);
  return recordList(selectPageRecords(outcome, FIRST_PAGE));
}

/** Returns the range of titles on a page, or `null` if the page starts after MAX_DEPTH. */
function toSpan({ page, limit }: SearchQuery): Span | null {
  const size = limit ?? DEFAULT_LIMIT;
  const start = ((page ?? 1) - 1) * size;
  return start >= MAX_DEPTH ? null : { start, end: Math.min(start + size, MAX_DEPTH) };
}

function selectPageRecords(outcome: SearchOutcome | null, { start, end }: Span): ListedRecordRow[] {
  const ranks = outcome === null ? [] : listRanks(outcome).slice(start, end);
  return ranks.flatMap((rank) => outcome?.records.get(rank) ?? []);
}
