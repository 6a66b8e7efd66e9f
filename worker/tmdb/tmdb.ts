/** The origin for TMDB's API, version 3, with the operator's own key. */

import type { BrowseQuery } from "../contract/browse.ts";
import type { SearchQuery } from "../contract/query.ts";
import { orProblem } from "../source/failure.ts";
import type { Loaded } from "../source/loaded.ts";
import type { AskStored, Capabilities, Capability, Identity, TitleLoad } from "../source/source.ts";
import { statusMeans } from "../source/transport/exchange.ts";
import { createTransport, type Protocol, type TransportServices } from "../source/transport/transport.ts";
import { tmdbLanguage } from "../text/codes.ts";
import { browse, facets, shelves } from "./discover.ts";
import { find } from "./find.ts";
import { passThrough } from "./pass-through.ts";
import { person, searchPeople, sharedTitles, suggest } from "./people.ts";
import { search } from "./search.ts";
import { tmdbTextList } from "./text-list.ts";
import { credits, related, title } from "./titles.ts";
import type { Asking } from "./tmdb-request.ts";

/** The default of UPSTREAM_BASE_URL with this dialect. */
export const TMDB_API = "https://api.themoviedb.org/3";

/** A "read access token" is a JWT, whose three parts are joined by dots; a key has no dots. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** 32 hexadecimal digits in practice, though no document says so. */
const KEY = /^\w{16,}$/;

/** Whether it has the form of a key or a token; only TMDB knows whether it is valid. */
export function isTmdbKey(text: string): boolean {
  return KEY.test(text) || TOKEN.test(text);
}

export const TMDB_PROTOCOL: Protocol = {
  authorize({ address, headers }, apiKey) {
    if (TOKEN.test(apiKey)) headers.set("Authorization", `Bearer ${apiKey}`);
    else address.searchParams.set("api_key", apiKey);
  },
  // TMDB's `status_code` adds nothing useful (developer.themoviedb.org/docs/errors).
  statusMeans,
  // The limit is by address or key, and TMDB may not send how long to wait.
  restsWithoutRetryAfter: true,
};
export interface TmdbServices extends TransportServices {
  readonly askStored: AskStored;
}

export const TMDB_CAPABILITIES = [
  "search",
  "browse",
  "shelves",
  "person",
  "people",
  "shared",
  "autocomplete",
  "find",
  "credits",
  "title",
  "related",
  "tmdbApi",
  "facets",
] as const satisfies Capability[];

export type TmdbOrigin = ReturnType<typeof tmdbOrigin>;

/** `baseUrl`: TMDB's API or a compatible one, including `/3`. */
export function tmdbIdentity({ baseUrl }: Pick<TransportServices, "baseUrl">): Identity {
  return {
    name: "upstream",
    source: `tmdb/${baseUrl.host}${baseUrl.pathname}`,
    // Names of people and roles are the same in every language.
    traits: { creditsHeedLanguage: false },
  };
}

export function tmdbOrigin(services: TmdbServices) {
  const { askStored, timeoutMs, now, log } = services;
  const ask = createTransport(TMDB_PROTOCOL, services);
  const asking: Asking = {
    ask,
    askStored: (capability, query, load) =>
      askStored(capability, query, load && ((wanted) => orProblem(load(wanted)))),
    underWay: new Map(),
    timeoutMs,
    now,
    noteDropped(category, dropped) {
      if (dropped > 0) log({ event: "records-dropped", category, dropped });
    },
  };

  /** In a language that TMDB knows. Throws a Problem in place of a Failure. */
  function asked<Query extends { readonly lang: string }, L extends Loaded>(
    load: (query: Query, asking: Asking) => Promise<L>,
  ): (query: Query) => Promise<L> {
    return (query) => orProblem(load({ ...query, lang: tmdbLanguage(query.lang) }, asking));
  }

  const can = {
    search: asked((query: SearchQuery, services: Asking) => search(query, services)),
    browse: asked((query: BrowseQuery, services: Asking) => {
      const { text } = query;
      return text == null ? browse(query, services) : tmdbTextList({ ...query, text }, services);
    }),
    shelves: asked(shelves),
    person: asked(person),
    people: asked(searchPeople),
    shared: asked(sharedTitles),
    autocomplete: asked(suggest),
    find: asked(find),
    credits: asked(credits),
    title: asked((query: TitleLoad, services: Asking) => title(query, services)),
    related: asked(related),
    tmdbApi: (query) => passThrough(query, ask, now()),
    facets: async () => ({ value: facets() }),
  } satisfies Pick<Capabilities, (typeof TMDB_CAPABILITIES)[number]>;
  return { ...tmdbIdentity(services), can, asking };
}
