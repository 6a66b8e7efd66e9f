/**
 * Our own catalog in D1 as an origin: SQLite with FTS5, response bodies stored ready to send.
 * Throws a Problem if D1 fails or the catalog is empty; never returns an empty response instead.
 */
import { NO_FILTER } from "../contract/filter.ts";
import { DEFAULT_LIMIT, type SearchQuery } from "../contract/query.ts";
import type { Session, SessionOptions, StateRow } from "../source/d1.ts";
import { type Loaded, type LoadedList, NO_RESULTS } from "../source/loaded.ts";
import { shelvesOf } from "../source/shelves.ts";
import type { Capabilities, Capability, Origin } from "../source/source.ts";
import { generationsOf, type OneGeneration, type Slots } from "./generations.ts";
import { browsing } from "./list/browse.ts";
import { countsOf } from "./list/counts.ts";
import { type PersonFacts, peopleOf, personFactsIn } from "./list/people.ts";
import { relatedTo } from "./list/related.ts";
import { loadSitemap } from "./list/sitemap.ts";
import { fameOf, standingOf } from "./search/ranking.ts";
import { MAX_DEPTH, ranksIn, type SearchOutcome, type Span, search } from "./search/search.ts";
import { suggestionsOf } from "./search/suggest.ts";
import { catalogTextList } from "./search/text-list.ts";
import { FOR_ANSWERS, FOR_SUGGESTIONS } from "./search/weights.ts";
import { SELECT_STATE } from "./store/read-queue.ts";
import { recordList, type TitleNames, titleNamesIn, titleRecords } from "./store/records.ts";
import { type CatalogReads, catalogReads, type ListedRecordRow } from "./store/statements.ts";

type CatalogState = Pick<StateRow, "version" | "titles">;

/** An origin with every capability that needs nothing but the catalog; it also reports its state. */
export interface Catalog extends Origin, Pick<GenerationReading, "state"> {
  readonly can: GenerationReading["can"];
  /** For results made from several reads. */
  readonly oneGeneration: OneGeneration<GenerationReading>;
}

/** Reads of one generation: they throw OtherGeneration if the catalog is replaced in between. */
export interface GenerationReading {
  readonly can: Can;
  /** The version of the catalog that was read; `undefined` before the first read. */
  readonly version: Session["version"];
  /** The version of the load, and the number of titles: 0 if the catalog has not been filled. */
  state(): Promise<CatalogState>;
  /** Without unknown people. */
  personFacts(ids: readonly number[]): Promise<PersonFacts[]>;
  /** `null`: there is no such title. */
  names(id: number): Promise<TitleNames | null>;
}

type Can = Omit<Capabilities, "genres" | "tmdbApi" | "match" | "changes">;

/** By name, so that they are known before the catalog is opened. */
const NAMES: Readonly<Record<keyof Can, true>> = {
  search: true,
  credits: true,
  title: true,
  related: true,
  browse: true,
  facets: true,
  counts: true,
  shelves: true,
  person: true,
  people: true,
  shared: true,
  autocomplete: true,
  find: true,
  sitemap: true,
};
const CAPABILITIES = Object.keys(NAMES) as (keyof Can)[];

export const IDLE_CATALOG = {
  name: "catalog",
  source: "catalog",
  traits: { isOwn: true, canFindMistypedTitles: true, creditsHeedLanguage: false },
  offers: new Set<Capability>(CAPABILITIES),
};

const FIRST_PAGE: Span = { start: 0, end: DEFAULT_LIMIT };

export function catalogOrigin(databases: D1Database | Slots, options: SessionOptions = {}): Catalog {
  const alone = async () => ({ slot: "A", sourceVersion: null, writes: 0 }) as const;
  const first = "live" in databases ? databases.databases.A : databases;
  const slots = "live" in databases ? databases : { databases: { A: first, B: first }, live: alone };
  const oneGeneration = generationsOf(slots, options, readingOf);
  type Load = (query: never) => Promise<Loaded>;
  const load = (name: keyof Can) => (query: never) =>
    oneGeneration(async ({ can, version }) => {
      const one: Load = can[name];
      return { ...(await one(query)), version: version() };
    });

  return {
    ...IDLE_CATALOG,
    can: Object.fromEntries(CAPABILITIES.map((name) => [name, load(name)])) as unknown as Can,
    state: () => oneGeneration(({ state }) => state()),
    oneGeneration,
  };
}

/** Everything that is read of one generation. */
function readingOf(session: Session): GenerationReading {
  const reads = catalogReads(session);
  return {
    can: capabilitiesOf(reads),
    personFacts: personFactsIn(reads),
    names: titleNamesIn(reads),
    version: session.version,

    async state() {
      const [row] = await session.rows<StateRow>(session.statement(SELECT_STATE));
      return row === undefined ? { version: "", titles: 0 } : { version: row.version, titles: row.titles };
    },
  };
}

function capabilitiesOf(reads: CatalogReads): Can {
  const lists = browsing(reads);
  return {
    async search(query) {
      if (query.isLoose) return await searchLoosely(query, reads);
      const span = spanOf(query);
      const services = { reads, tolerance: FOR_ANSWERS, asBeginnings: !query.isWhole };
      const found = span === null ? null : await search(query, span, services);
      if (span === null || found === null) return NO_RESULTS;
      const { corrected, ranked, further, gap } = found;
      const { notes, ...list } = recordList(recordsOf(found, span), corrected);
      const standings = [
        ...ranked.map((one) => standingOf(one, gap)),
        ...further.map((rank): [number, boolean] => [fameOf({ rank }, gap), false]),
      ];
      const standing = standings.slice(span.start, span.end);
      const more = span.end < MAX_DEPTH && standings.length > span.end;
      return { ...list, notes: { ...notes, page: { standing } }, more };
    },

    ...lists,
    browse: (query) =>
      query.text == null ? lists.browse(query) : catalogTextList({ ...query, text: query.text }, reads),
    ...countsOf(reads),
    ...shelvesOf(lists),
    ...titleRecords(reads),
    ...peopleOf(reads),
    ...suggestionsOf(reads),
    ...relatedTo(reads),
    sitemap: (query) => loadSitemap(query, reads),
  };
}

async function searchLoosely(query: SearchQuery, reads: CatalogReads): Promise<LoadedList<never>> {
  const services = { reads, tolerance: FOR_SUGGESTIONS };
  const found = await search({ ...query, filter: NO_FILTER }, FIRST_PAGE, services);
  return recordList(recordsOf(found, FIRST_PAGE));
}

/** The titles of the page; `null` if it begins beyond MAX_DEPTH. */
function spanOf({ page, limit }: SearchQuery): Span | null {
  const size = limit ?? DEFAULT_LIMIT;
  const start = ((page ?? 1) - 1) * size;
  return start >= MAX_DEPTH ? null : { start, end: Math.min(start + size, MAX_DEPTH) };
}

function recordsOf(found: SearchOutcome | null, { start, end }: Span): ListedRecordRow[] {
  const ranks = found === null ? [] : ranksIn(found).slice(start, end);
  return ranks.flatMap((rank) => found?.records.get(rank) ?? []);
}
