/** The source for TMDB's API, version 3, with the operator's key. */

import type { SearchQuery } from "../contract/query.ts";
import type { BrowseQuery } from "../filters/browse-query.ts";
import { orProblem } from "../source/failure.ts";
import type { Loaded } from "../source/loaded.ts";
import type { AskStored, Functions, Identity, TitleLoad } from "../source/source.ts";
import { statusMeans } from "../source/transport/exchange.ts";
import { createTransport, type Protocol, type TransportServices } from "../source/transport/transport.ts";
import { tmdbLanguage } from "../text/codes.ts";
import { browse, facets, shelves } from "./discover.ts";
import { find } from "./find.ts";
import { passThrough } from "./pass-through.ts";
import { person, searchPeople, sharedTitles, suggest } from "./people.ts";
import { providers } from "./providers.ts";
import { search } from "./search.ts";
import { season, seasons } from "./seasons.ts";
import { tmdbTextList } from "./text-list.ts";
import { collection, credits, related, title } from "./titles.ts";
import type { TmdbContext } from "./tmdb-request.ts";

/** The default of UPSTREAM_BASE_URL if the source is TMDB. */
export const TMDB_API = "https://api.themoviedb.org/3";

/** Matches a TMDB read access token, which is a JWT and has three parts joined by dots. A v3 key contains no dots. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Matches a v3 key. Keys have 32 hexadecimal digits in practice, but that is not documented. */
const KEY = /^\w{16,}$/;

/** Returns true if the text has the form of a key or token. Only TMDB knows if it is valid. */
export function isTmdbKey(text: string): boolean {
  return KEY.test(text) || TOKEN.test(text);
}

export const TMDB_PROTOCOL: Protocol = {
  authorize({ address, headers }, apiKey) {
    if (TOKEN.test(apiKey)) headers.set("Authorization", `Bearer ${apiKey}`);
    else address.searchParams.set("api_key", apiKey);
  },
  // TMDB's `status_code` is not read, because it adds nothing to the HTTP status
  // (developer.themoviedb.org/docs/errors).
  statusMeans,
  // TMDB limits requests by IP address or key, and does not always send `Retry-After`.
  backsOffWithoutRetryAfter: true,
};
export interface TmdbServices extends TransportServices {
  readonly askStored: AskStored;
}

/**
 * Returns the identity of the source. `baseUrl` is the URL of TMDB's API or of a compatible one, and must include
 * `/3`.
 */
export function tmdbIdentity({ baseUrl }: Pick<TransportServices, "baseUrl">): Identity {
  return {
    name: "upstream",
    source: `tmdb/${baseUrl.host}${baseUrl.pathname}`,
    // TMDB does not translate the names of people and roles, so credits are the same in all languages.
    traits: { hasTmdbApi: true, creditsHeedLanguage: false },
  };
}

/** Creates the TMDB context for a request. */
export function connectToTmdb(services: TmdbServices): TmdbContext {
  const { askStored, timeoutMs, now, log } = services;
  return {
    ask: createTransport(TMDB_PROTOCOL, services),
    askStored: (name, query, load) =>
      askStored(name, query, load && ((storedQuery) => orProblem(load(storedQuery)))),
    underWay: new Map(),
    timeoutMs,
    now,
    noteDropped(category, dropped) {
      if (dropped > 0) log({ event: "records-dropped", category, dropped });
    },
  };
}

type Load<Query, L extends Loaded> = (query: Query, context: TmdbContext) => Promise<L>;

/**
 * Wraps a function so that it is called with a language that TMDB supports, and throws a Problem instead of a
 * Failure.
 */
function inTmdbLanguage<Query extends { readonly lang: string }, L extends Loaded>(
  load: Load<Query, L>,
): Load<Query, L> {
  return (query, context) => orProblem(load({ ...query, lang: tmdbLanguage(query.lang) }, context));
}

export const TMDB_FUNCTIONS = {
  search: inTmdbLanguage((query: SearchQuery, context) => search(query, context)),
  browse: inTmdbLanguage((query: BrowseQuery, context) => {
    const { text } = query;
    return text == null ? browse(query, context) : tmdbTextList({ ...query, text }, context);
  }),
  shelves: inTmdbLanguage(shelves),
  person: inTmdbLanguage(person),
  people: inTmdbLanguage(searchPeople),
  shared: inTmdbLanguage(sharedTitles),
  autocomplete: inTmdbLanguage(suggest),
  find: inTmdbLanguage(find),
  credits: inTmdbLanguage(credits),
  title: inTmdbLanguage((query: TitleLoad, context) => title(query, context)),
  related: inTmdbLanguage(related),
  seasons: inTmdbLanguage(seasons),
  season: inTmdbLanguage(season),
  collection: inTmdbLanguage(collection),
  providers: inTmdbLanguage(providers),
  tmdbApi: (query, { ask }) => passThrough(query, ask),
  facets: async () => ({ value: facets() }),
} satisfies Functions<TmdbContext>;
