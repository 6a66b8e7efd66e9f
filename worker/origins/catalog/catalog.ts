/**
 * Our own catalog in D1 as an origin: SQLite with FTS5, response bodies stored ready to send.
 * Throws a Problem if D1 fails or the catalog is empty; never returns an empty response instead.
 */
import { type Credits, crewGroups } from "../../contract/credits.ts";
import { NO_FILTER } from "../../contract/filter.ts";
import type { FindAnswer } from "../../contract/people.ts";
import { DEFAULT_LIMIT, isNarrowedOrSorted, NOT_REFINED, type SearchQuery } from "../../contract/query.ts";
import { identifiedBy } from "../identified.ts";
import { Json, type Loaded, type LoadedList, MISSING, NO_RESULTS } from "../loaded.ts";
import { type Capabilities, type LoadAll, load, type Origin } from "../origin.ts";
import { shelvesOf } from "../shelves.ts";
import { browsing } from "./browse.ts";
import { countsOf } from "./counts.ts";
import { generationsOf, type OneGeneration, type Slots } from "./generations.ts";
import { inStep } from "./in-step.ts";
import { type ExternalIds, externalIdsIn, peopleOf } from "./people.ts";
import { recordList, titleRecords } from "./records.ts";
import { standingOf } from "./search/ranking.ts";
import { relaxing } from "./search/relaxed.ts";
import { type SearchOutcome, type Span, search } from "./search/search.ts";
import { sortedSearch } from "./search/sorted-search.ts";
import { suggestionsOf } from "./search/suggest.ts";
import { AS_TYPED, FOR_ANSWERS, FOR_SUGGESTIONS, type Tolerance } from "./search/weights.ts";
import { OtherGeneration, type Session, type SessionOptions, type StateRow } from "./session.ts";
import { similarTo } from "./similar.ts";
import { catalogReads } from "./statements.ts";
import { FORM_SEPARATOR, keysOf, wordsOfForm } from "./stored/names.ts";

type CatalogState = Pick<StateRow, "version" | "titles">;

/** An origin with every capability except those of TMDB and of CONTROL, which also reports its state. */
export interface Catalog extends Origin, GenerationReading {
  readonly can: GenerationReading["can"];
  readonly loadAll: LoadAll;
  /** For results made from several reads. */
  readonly oneGeneration: OneGeneration<GenerationReading>;
}

/** Reads of one generation: they throw OtherGeneration if the catalog is replaced in between. */
export interface GenerationReading {
  readonly can: Omit<Capabilities, "genres" | "tmdbApi" | "match" | "changes">;
  readonly loadAll: LoadAll;
  /** The version of the load, and the number of titles: 0 if the catalog has not been filled. */
  state(): Promise<CatalogState>;
  /** The ids of titles or people in other sources. */
  externalIds(kind: FindAnswer["kind"], ids: readonly number[]): Promise<ExternalIds>;
}

/** Pages beyond this many titles are empty: each would need a scan, and nobody reads them. */
const MAX_DEPTH = 500;
const FIRST_PAGE: Span = { start: 0, end: DEFAULT_LIMIT };

export function catalogOrigin(databases: D1Database | Slots, options: SessionOptions = {}): Catalog {
  const { oneGeneration, known } = generationsOf(databases, options, readingOf);
  const names = Object.keys(known.can) as (keyof Catalog["can"])[];

  return {
    name: "catalog",
    source: "catalog",
    traits: { creditsHeedLanguage: false },
    can: Object.fromEntries(
      names.map((name) => [
        name,
        (query: never) =>
          oneGeneration(({ can }) => {
            const load: (query: never) => Promise<Loaded> = can[name];
            return load(query);
          }),
      ]),
    ) as Catalog["can"],
    loadAll: (wanted) =>
      oneGeneration(({ loadAll }) => loadAll(wanted)).catch((reason: unknown) =>
        wanted.map(() => ({ status: "rejected", reason })),
      ),
    state: () => oneGeneration(({ state }) => state()),
    externalIds: (kind, ids) => oneGeneration(({ externalIds }) => externalIds(kind, ids)),
    oneGeneration,
  };
}

/** Everything that is read of one generation. */
function readingOf(session: Session): GenerationReading {
  const reads = catalogReads(session);
  return {
    can: capabilitiesOf(session),
    externalIds: externalIdsIn(reads),

    async state() {
      const [row] = await session.rows<StateRow>(reads.state());
      return row === undefined ? { version: "", titles: 0 } : { version: row.version, titles: row.titles };
    },

    /** Rejects if the generation changes: then all of it is read again. */
    async loadAll(wanted) {
      const results = await inStep(
        wanted.map((one) => (batch: Session["batch"]) => load(capabilitiesOf({ ...session, batch }), one)),
        session.batch,
      );
      for (const result of results)
        if (result.status === "rejected" && result.reason instanceof OtherGeneration) throw result.reason;
      return results;
    },
  };
}

/** Each result has the version of what it was read from. */
function capabilitiesOf(session: Session): Catalog["can"] {
  const can = Object.entries(unversionedCapabilities(session)).map(([name, load]) => [
    name,
    async (query: never) => ({ ...(await load(query)), version: session.version() }),
  ]);
  return Object.fromEntries(can);
}

function unversionedCapabilities(session: Session): Catalog["can"] {
  const reads = catalogReads(session);
  const { read } = reads;

  const find = (query: SearchQuery, span: Span, tolerance: Tolerance) =>
    search(query, span, { reads, tolerance });

  async function page(query: SearchQuery, tolerance: Tolerance): Promise<LoadedList<never[]>> {
    const span = spanOf(query);
    const found = span === null ? null : await find(query, span, tolerance);
    if (span === null || found === null) return NO_RESULTS;
    const { corrected, ranked, gap } = found;
    const more = span.end < MAX_DEPTH && ranked.length > span.end;
    const { about, ...list } = recordList(recordsOf(found, span), corrected);
    const standing = ranked.slice(span.start, span.end).map((one) => standingOf(one, gap));
    return { ...list, about: { ...about, standing }, more };
  }

  const lists = browsing(reads);
  const { title } = titleRecords(reads);
  const people = peopleOf(reads);
  return {
    async search(query) {
      const tolerance = query.exact === true ? AS_TYPED : FOR_ANSWERS;
      if (!isNarrowedOrSorted(query)) return page(query, tolerance);
      const whole = (span: Span) => find(query, span, tolerance);
      const span = spanOf(query);
      return span === null
        ? NO_RESULTS
        : sortedSearch({ ...NOT_REFINED, ...query }, span, { reads, find: whole, depth: MAX_DEPTH });
    },

    async credits({ id }) {
      const { rows } = await read(reads.credits(id));
      const [title] = rows[0];
      if (title === undefined) return MISSING;
      // Of the title that this one was merged into, if it was.
      return {
        value: title.record === null ? noCredits(title.id) : new Json(title.record),
        about: { titles: [title.id] },
      };
    },

    async namesakes({ id, lang }) {
      const {
        rows: [[row]],
      } = await read(reads.forms(id));
      const [title = ""] = row?.forms.split(FORM_SEPARATOR) ?? [];
      const [key] = keysOf(wordsOfForm(title));
      if (row === undefined || key === undefined) return NO_RESULTS;
      const {
        rows: [found],
      } = await read(reads.namesakes(lang, key, id));
      return recordList(found.map(({ record }) => record));
    },

    async didYouMean(query) {
      const found = await find({ ...query, filter: NO_FILTER }, FIRST_PAGE, FOR_SUGGESTIONS);
      return recordList(recordsOf(found, FIRST_PAGE));
    },

    ...relaxing(reads),
    ...lists,
    ...countsOf(reads),
    ...shelvesOf(lists),
    title,
    ...people,
    ...identifiedBy({ ...people, title }),
    ...suggestionsOf(reads),
    ...similarTo(reads),
  };
}

/** The titles of the page; `null` if it begins beyond MAX_DEPTH. */
function spanOf({ paging }: SearchQuery): Span | null {
  const { page, limit } = paging ?? { page: 1, limit: DEFAULT_LIMIT };
  const start = (page - 1) * limit;
  return start >= MAX_DEPTH ? null : { start, end: Math.min(start + limit, MAX_DEPTH) };
}

function recordsOf(found: SearchOutcome | null, { start, end }: Span): string[] {
  const ranked = found?.ranked.slice(start, end) ?? [];
  return ranked.flatMap(({ candidate }) => found?.records.get(candidate.rank) ?? []);
}

/** Of a title without credits: eight empty groups. */
function noCredits(id: number): Credits {
  return { id, cast: [], ...crewGroups(() => []) };
}
