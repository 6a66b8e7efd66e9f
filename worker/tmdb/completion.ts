/**
 * Converts the titles in TMDB's lists to records. The lists lack the runtime and a film's countries, so a search adds
 * these from single titles: some from the cache, and a few requested within part of the time limit. If some do not
 * arrive in time, their fields are "unknown" and the result is partial. A search makes at most 12 requests to TMDB,
 * and with its cache reads and writes stays within the 50 subrequests of the free plan
 * (developers.cloudflare.com/workers/platform/limits).
 */
import type { TitleKind } from "../contract/filter.ts";
import type { TitleQuery } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import { withinTime } from "../source/deadline.ts";
import { factNotes, type Notes } from "../source/loaded.ts";
import type { Transport } from "../source/transport/transport.ts";
import { ENGLISH_GENRES, type Genres } from "../text/codes.ts";
import {
  admitted,
  askForList,
  askForPage,
  hasMore,
  type ListCandidate,
  type ListPages,
  type ListQuery,
  listCandidates,
} from "./lists.ts";
import { formatGenres, lacksTitle, releaseDate, titleKind, toRecord } from "./record.ts";
import type { ResultPage, SearchItem } from "./responses.ts";
import { genreNames, loadListEntry } from "./titles.ts";
import type { TmdbContext } from "./tmdb-request.ts";

const MAX_REQUESTS = 12;
const MAX_SUBREQUESTS = 50;
/**
 * The subrequests of a search, not counting single titles. The cache entries of the response, the page and the genres
 * take two each, and the change log takes four.
 */
const OWN_SUBREQUESTS = 10;
/** The subrequests for one title: a cache read, a request to TMDB and a cache write. */
const SUBREQUESTS_PER_PART = 3;

/** The maximum numbers of titles that a search reads from the cache and requests from TMDB. */
const MAX_STORED = 20;
const MAX_FETCHED = 8;
/** The share of the time limit that may be spent on completing records. */
const FETCH_SHARE = 0.4;

/** The results of the requested list pages, before records are completed. */
export interface Listed {
  readonly query: ListQuery;
  readonly results: readonly (readonly ResultPage[])[];
  /** The titles that match the query's filter, in order. */
  readonly found: readonly ListCandidate[];
  /** Whether TMDB has more titles than these. */
  readonly hasOthers: boolean;
  /**
   * The number of titles that TMDB reports, which includes those that the filter leaves out, or `null` if unknown.
   */
  readonly total: number | null;
}

/**
 * The titles on a page. `more` is true if there are titles after it, and `total` is the number of titles on all
 * pages, or `null` if unknown.
 */
interface Chosen {
  readonly page: readonly ListCandidate[];
  readonly more: boolean;
  readonly total: number | null;
}

interface CompletedPage {
  readonly records: readonly TitleRecord[];
  readonly factsById?: Notes["factsById"];
  readonly more: boolean;
  /** The number of titles on all pages, or `null` if it is unknown. */
  readonly total: number | null;
  /** Whether some records are incomplete but may be complete in a later response. */
  readonly isPartial: boolean;
  readonly dropped: number;
}

interface CompletionOptions {
  readonly services: TmdbContext;
  /** Whether to complete the records with fields that only single titles have. */
  readonly hasDetails: boolean;
  /** Whether to translate genre names to the query's language. */
  readonly translatesGenres: boolean;
  /** The number of TMDB requests that the rest of the response needs. Defaults to 0. */
  readonly others?: number;
  /** The deadline of the response, in epoch milliseconds. */
  readonly endsAt: number;
}

interface PageOptions extends Pick<CompletionOptions, "services" | "hasDetails" | "translatesGenres"> {
  /** Whether to sort the titles of all lists by date, latest first. Defaults to false. */
  readonly isByDate?: boolean;
}

/** Returns the titles in these lists as one page. Throws a Failure. */
export async function findIn(
  lists: readonly ListPages[],
  query: ListQuery,
  options: PageOptions,
): Promise<CompletedPage> {
  const { now, timeoutMs } = options.services;
  const endsAt = now() + timeoutMs;
  const listed = await listedIn(lists, query, options.services);
  const { found, hasOthers, total } = listed;
  const candidates = options.isByDate ? found.toSorted(compareDates) : found;
  return await completedPage(listed, { page: candidates, more: hasOthers, total }, { ...options, endsAt });
}

/** Compares candidates for sorting by date, latest first. */
function compareDates(one: ListCandidate, other: ListCandidate): number {
  return releaseDate(other.kind, other.item).localeCompare(releaseDate(one.kind, one.item));
}

/** Requests the pages of the lists and applies the query's filter. Throws a Failure. */
export async function listedIn(
  lists: readonly ListPages[],
  query: ListQuery,
  { ask }: TmdbContext,
): Promise<Listed> {
  const results = await Promise.all(lists.map((list) => askForList(ask, query, list)));
  const candidates = admitted(query, listCandidates(query, lists, results));
  const hasOthers = lists.some((list, index) => hasMore(list, results[index] ?? []));
  // A list of several kinds also contains people, whom TMDB counts in its total.
  const total = lists.some(({ kind }) => kind === null) ? null : totalIn(results);
  return { query, results, found: candidates, hasOthers, total };
}

/**
 * Returns the records of a page, as complete as the deadline and the subrequest limit allow. Does not reject if TMDB
 * fails.
 */
export async function completedPage(
  { query, results }: Listed,
  { page: candidates, more, total }: Chosen,
  { services, hasDetails, translatesGenres, others = 0, endsAt }: CompletionOptions,
): Promise<CompletedPage> {
  const { ask, timeoutMs, now } = services;
  const { lang } = query;
  const kinds = translatesGenres && lang !== "en" ? KINDS.filter((kind) => has(kind, candidates)) : [];
  const genres = loadGenreNames(kinds, lang, {
    services,
    limitMs: Math.min(timeoutMs * FETCH_SHARE, endsAt - now()),
  });
  const looked = hasDetails ? candidates.slice(0, MAX_STORED) : [];
  const storedRecords = await storedTitles(looked, lang, services);
  const missing = looked.filter(({ record }) => !storedRecords.has(record.id));
  const untranslated = candidates.filter(
    ({ record, item }) => !storedRecords.has(record.id) && lacksWords(record, item, lang),
  );
  const spent = results.flat().length + kinds.length + others;
  const english = englishPages(untranslated, MAX_REQUESTS - spent);
  const fetched = countToFetch({
    requests: spent + english.length,
    subrequests: spent + kinds.length * (SUBREQUESTS_PER_PART - 1) + english.length + looked.length,
  });
  const limitMs = Math.min(timeoutMs * FETCH_SHARE, endsAt - now());
  const translations = new Map<number, TitleRecord>();
  await withinTime(limitMs, () => [
    ...missing
      .slice(0, fetched)
      .map(({ record }) => addTitle({ id: record.id, lang }, services, storedRecords)),
    ...english.map((page) => addEnglish(query, page, { ask, translations })),
  ]);
  const lacksDetails = looked.some(({ record }) => !storedRecords.has(record.id));
  const lacksEnglish = untranslated.some(
    ({ record }) => !storedRecords.has(record.id) && !translations.has(record.id),
  );
  const translated = await genres;
  return {
    records: candidates.map(({ record, item, kind }) =>
      completed(named(record, item, translated.get(kind)), {
        details: storedRecords.get(record.id) ?? undefined,
        english: translations.get(record.id),
        lacksTitle: lacksTitle(record, item.original_language, lang),
      }),
    ),
    ...factNotes(
      candidates.map(({ record, item }) => ({
        id: record.id,
        facts: { votes: item.vote_count || undefined },
      })),
    ),
    more,
    total,
    isPartial: translated.size < kinds.length || lacksDetails || lacksEnglish,
    dropped: results.flat().reduce((sum, { dropped }) => sum + dropped, 0),
  };
}

function totalIn(results: readonly (readonly ResultPage<unknown>[])[]): number | null {
  return results.reduce<number | null>(
    (sum, [page]) => (sum === null || page?.total == null ? null : sum + page.total),
    0,
  );
}

const KINDS = ["movie", "series"] as const;

function has(kind: TitleKind, candidates: readonly ListCandidate[]): boolean {
  return candidates.some((candidate) => candidate.kind === kind);
}

/** Returns the names of genres in the language, or in English if TMDB fails or is slow. */
async function loadGenreNames(
  kinds: readonly TitleKind[],
  lang: string,
  { services, limitMs }: { readonly services: TmdbContext; readonly limitMs: number },
): Promise<ReadonlyMap<TitleKind, Genres>> {
  const translated = new Map<TitleKind, Genres>();
  async function addTranslated(kind: TitleKind): Promise<void> {
    const genres = await genreNames({ kind, lang }, services);
    if (genres !== undefined) translated.set(kind, { ...ENGLISH_GENRES[kind], ...genres });
  }
  await withinTime(limitMs, () => kinds.map(addTranslated));
  return translated;
}

function named(record: TitleRecord, item: SearchItem, genres: Genres | undefined): TitleRecord {
  return genres === undefined ? record : { ...record, genres: formatGenres(item, genres) };
}

function lacksWords(record: TitleRecord, { original_language }: SearchItem, lang: string): boolean {
  return lang !== "en" && (record.plot === "" || lacksTitle(record, original_language, lang));
}

interface EnglishPage {
  readonly list: ListPages;
  readonly page: number;
}

/** Returns the list pages that contain these candidates, or an empty list if there are more than `max` pages. */
function englishPages(candidates: readonly ListCandidate[], max: number): EnglishPage[] {
  const pages = new Map(candidates.map(({ list, page }) => [`${list.path}/${page}`, { list, page }]));
  return pages.size > max ? [] : [...pages.values()];
}

/** Requests the same list page in English and adds its titles to `translations`. Ignores failures. */
async function addEnglish(
  query: ListQuery,
  { list, page }: EnglishPage,
  { ask, translations }: { ask: Transport; translations: Map<number, TitleRecord> },
): Promise<void> {
  const results = await askForPage(ask, { ...query, lang: "en" }, list, page).catch(() => null);
  for (const item of results?.items ?? []) {
    const kind = item === null ? null : (list.kind ?? titleKind(item));
    if (item === null || kind === null) continue;
    const record = toRecord(kind, item, "en", {});
    translations.set(record.id, record);
  }
}

function countToFetch({ requests, subrequests }: { requests: number; subrequests: number }): number {
  const left = Math.floor((MAX_SUBREQUESTS - OWN_SUBREQUESTS - subrequests) / SUBREQUESTS_PER_PART);
  return Math.max(Math.min(MAX_FETCHED, MAX_REQUESTS - requests, left), 0);
}

/** Records by contract id. A record is `null` if TMDB lists the title but responds with 404 to its id. */
type Titles = Map<number, TitleRecord | null>;

async function storedTitles(
  candidates: readonly ListCandidate[],
  lang: string,
  services: TmdbContext,
): Promise<Titles> {
  const records: Titles = new Map();
  await Promise.all(
    candidates.map(async ({ record: { id } }) => {
      const stored = await loadListEntry({ id, lang }, services, false);
      if (stored !== undefined) records.set(id, stored);
    }),
  );
  return records;
}

/** Loads a title from the cache or TMDB and adds it to `records`. Ignores failures. */
async function addTitle(query: TitleQuery, services: TmdbContext, records: Titles): Promise<void> {
  const title = await loadListEntry(query, services, true);
  if (title !== undefined) records.set(query.id, title);
}

interface Completion {
  readonly details: TitleRecord | undefined;
  readonly english: TitleRecord | undefined;
  readonly lacksTitle: boolean;
}

export function completed(record: TitleRecord, { details, english, lacksTitle }: Completion): TitleRecord {
  return {
    ...record,
    title: lacksTitle ? details?.title || english?.title || record.title : record.title,
    countries: details?.countries || record.countries,
    genres: record.genres || (details?.genres ?? ""),
    runtime: details?.runtime ?? record.runtime,
    plot: record.plot || details?.plot || (english?.plot ?? ""),
  };
}
