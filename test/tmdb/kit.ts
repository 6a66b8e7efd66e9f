/** Creates TMDB sources that send their requests to the stub, or that receive responses from the test itself. */

import * as v from "valibot";
import { inject } from "vitest";
import type { Context } from "../../worker/cache/resource.ts";
import { Related, Shelves, TitleCollection } from "../../worker/contract/browse.ts";
import { Credits } from "../../worker/contract/credits.ts";
import {
  FindResponse,
  PeopleResponse,
  Person,
  SharedResponse,
  SuggestResponse,
} from "../../worker/contract/people.ts";
import type {
  FindQuery,
  PeopleQuery,
  PersonQuery,
  SearchQuery,
  SuggestQuery,
  TitleQuery,
} from "../../worker/contract/query.ts";
import { SearchResponse, TitleRecord } from "../../worker/contract/record.ts";
import { SeasonResponse, SeasonsResponse } from "../../worker/contract/seasons.ts";
import type { LogLine } from "../../worker/log.ts";
import { type Loaded, type LoadedList, toJson } from "../../worker/source/loaded.ts";
import { createSource, type StoredValue } from "../../worker/source/source.ts";
import { connectToTmdb, TMDB_FUNCTIONS, type TmdbServices, tmdbIdentity } from "../../worker/tmdb/tmdb.ts";
import { browseQuery, type Given, type GivenList, searchQuery } from "../contract/records.ts";
import { askDirectly } from "../resources/kit.ts";
import { bindFunctions } from "../source/functions.ts";
import { servicesFor } from "../source/services.ts";
import { KEY } from "./responses.ts";
import type { Mode } from "./server.ts";

/** Our ids of the film and the series that both have the TMDB id 605. */
export const FILM = 605 * 2;
export const SERIES = FILM + 1;

function searchFor(text: string, given: Given<SearchQuery> = {}): SearchQuery {
  return searchQuery({ text, ...given });
}

/** A TMDB source whose functions have default queries. The functions in `read` also parse the JSON. */
export type Tmdb = ReturnType<typeof createTmdb>;

/** Creates a source that sends its requests to the stub. `mode` is the fault that the stub simulates. */
export function createTmdb(mode: Mode = "", changes: Partial<TmdbServices> = {}) {
  const { fetch: fetchFrom = (address: URL, init: RequestInit) => fetch(address, init), ...others } = changes;
  const server = new URL(mode === "" ? "/3" : `/${mode}/3`, inject("tmdb"));
  const services = { ...servicesFor(server, { apiKey: KEY }), ...others };
  const asked: string[] = [];
  const headers: Headers[] = [];
  const lines: LogLine[] = [];
  let busy = 0;
  let mostBusy = 0;
  let cacheOperations = 0;
  const titles = new Map<string, StoredValue<never> | null>();
  const keyOf = ({ id, lang }: TitleQuery) => `${id}/${lang}`;

  const asking = connectToTmdb({
    ...services,
    async fetch(address, init) {
      const shown = new URL(address);
      shown.searchParams.delete("api_key");
      asked.push(decodeURIComponent(shown.pathname.replace(/^.*\/3\//, "") + shown.search));
      headers.push(new Headers(init.headers));
      mostBusy = Math.max(mostBusy, ++busy);
      try {
        return await fetchFrom(address, init);
      } finally {
        busy--;
      }
    },
    log: (line) => lines.push(line),
    async askStored(name, query, load) {
      cacheOperations += load === undefined ? 1 : 2;
      if (load === undefined) return titles.get(keyOf(query as TitleQuery)) ?? null;
      const stored = await askDirectly(name, query, load);
      if (name === "title") titles.set(keyOf(query as TitleQuery), stored as StoredValue<never>);
      return stored;
    },
    ...others,
  });

  const can = bindFunctions(TMDB_FUNCTIONS, (name, query) => TMDB_FUNCTIONS[name](query, asking));
  const source = createSource({
    ...tmdbIdentity(services),
    functions: TMDB_FUNCTIONS,
    run: (_context: Context, work) => work(asking),
  });
  const paging = { page: 1, limit: 20 };
  const loads = {
    search: (text: string, query: Parameters<typeof searchFor>[1] = {}) => can.search(searchFor(text, query)),
    title: (id: number, lang = "en") => can.title({ id, lang }),
    seasons: (id: number, lang = "en") => can.seasons({ id, lang }),
    season: (id: number, season: number, lang = "en") => can.season({ id, season, lang }),
    collection: (id: number, lang = "en") => can.collection({ id, lang }),
    related: (id: number, lang = "en") => can.related({ id, lang, onlyNames: false }),
    browse: (query: GivenList = {}) => can.browse(browseQuery(query)),
    shelves: (lang = "en", year = new Date().getUTCFullYear()) => can.shelves({ lang, year }),
    credits: (id: number, lang = "en") => can.credits({ id, lang }),
    person: (id: number, query: Partial<PersonQuery> = {}) =>
      can.person({ id, lang: "en", includeAdult: false, ...query }),
    people: (text: string, query: Partial<PeopleQuery> = {}) =>
      can.people({ text, lang: "en", ...paging, ...query }),
    suggest: (text: string, query: Partial<SuggestQuery> = {}) =>
      can.autocomplete({ text, lang: "en", limit: 8, ...query }),
    shared: (ids: readonly number[], lang = "en") => can.shared({ ids, lang }),
    find: (source: FindQuery["source"], external: string) => can.find({ source, external, lang: "en" }),
  };
  /** Wraps `load` so that its result is parsed and validated with `schema`. */
  function wrapReading<P extends unknown[], S extends v.GenericSchema>(
    load: (...query: P) => Promise<Loaded>,
    schema: S,
  ) {
    return async (...query: P): Promise<v.InferOutput<S>> =>
      v.parse(schema, JSON.parse(toJson(await load(...query)) ?? "null"));
  }
  const read = {
    search: wrapReading(loads.search, SearchResponse),
    title: wrapReading(loads.title, TitleRecord),
    seasons: wrapReading(loads.seasons, v.nullable(SeasonsResponse)),
    season: wrapReading(loads.season, v.nullable(SeasonResponse)),
    collection: wrapReading(loads.collection, v.nullable(TitleCollection)),
    related: wrapReading(loads.related, Related),
    browse: wrapReading(loads.browse, SearchResponse),
    shelves: wrapReading(loads.shelves, Shelves),
    credits: wrapReading(loads.credits, Credits),
    person: wrapReading(loads.person, Person),
    people: wrapReading(loads.people, PeopleResponse),
    suggest: wrapReading(loads.suggest, SuggestResponse),
    shared: wrapReading(loads.shared, SharedResponse),
    find: wrapReading(loads.find, v.nullable(FindResponse)),
  };
  return {
    ...loads,
    read,
    can,
    asking,
    source,
    /** The paths and queries that were requested, in order and without the key. */
    asked,
    headers,
    lines,
    mostAtOnce: () => mostBusy,
    /** Returns the number of subrequests so far. Each stored part costs three: a read, a request and a write. */
    subrequests: () => asked.length + cacheOperations,
  };
}

/** A response body, or the status of a response with an empty object. */
export type StubResponse = object | number;

/** Creates a source whose server responds with `respond`. */
export function createTmdbResponding(
  respond: (address: URL) => StubResponse,
  services: Partial<TmdbServices> = {},
): Tmdb {
  return createTmdb("", {
    async fetch(address) {
      const body = respond(address);
      return typeof body === "number" ? new Response("{}", { status: body }) : Response.json(body);
    },
    ...services,
  });
}

/** Creates a source that only supports searches. It has one genre, and requests for single titles return 404. */
export function createTmdbFinding(
  respond: (address: URL) => StubResponse,
  services: Partial<TmdbServices> = {},
): Tmdb {
  return createTmdbResponding((address) => {
    if (address.pathname.includes("/genre/")) return { genres: [{ id: 18, name: "Drame" }] };
    return address.pathname.includes("/search/") ? respond(address) : 404;
  }, services);
}

/** Returns an entry of a TMDB list. It is valid in lists of films and in lists of series. */
export const film = (id: number, more: object = {}) => ({
  id,
  media_type: "movie",
  title: `Film ${id}`,
  name: `Film ${id}`,
  original_title: `Film ${id}`,
  original_name: `Film ${id}`,
  original_language: "en",
  ...more,
});
export const films = (count: number, from = 1) => Array.from({ length: count }, (_, at) => film(from + at));
/** A film whose title and plot exist only in Finnish. */
export const IN_FINNISH = { title: "Valo", original_title: "Valo", original_language: "fi" };

export const parseIds = (entries: readonly { readonly id: number }[]) => entries.map(({ id }) => id);
/** Returns the TMDB ids of films, given their records. */
export const listNumbers = (entries: readonly { readonly id: number }[]) =>
  parseIds(entries).map((id) => id / 2);

/** Loads a list page by page and returns the ids of all entries. */
export async function wholeList(
  load: (paging: Pick<PeopleQuery, "page" | "limit">) => Promise<LoadedList>,
  limit: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1, hasMore = true; hasMore; page++) {
    const list = await load({ page, limit });
    ids.push(...parseIds(JSON.parse(toJson(list))));
    hasMore = list.more ?? false;
  }
  return ids;
}

export async function catchProblem(work: Promise<unknown>): Promise<{ type: string; cause: string }> {
  return await work.then(
    () => ({ type: "none", cause: "" }),
    (problem) => ({ type: problem.type, cause: String(problem.cause) }),
  );
}
