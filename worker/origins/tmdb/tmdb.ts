/** The origin for TMDB's API, version 3, with the operator's own key. */

import type { Related } from "../../contract/browse.ts";
import type { Credits } from "../../contract/credits.ts";
import type { CreditsQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { orProblem } from "../failure.ts";
import { type Loaded, MISSING } from "../loaded.ts";
import type { Capabilities, GenreQuery, RelatedQuery, TitleLoad, TmdbApiQuery } from "../origin.ts";
import { ABSENT, statusMeans } from "../transport/exchange.ts";
import { createTransport, type Protocol, type TransportServices } from "../transport/transport.ts";
import { browse, facets, shelves } from "./browse.ts";
import { ENGLISH_GENRES, languageOf, subtagOf } from "./codes.ts";
import { creditsOf } from "./credits.ts";
import { find } from "./find.ts";
import { PATHS, pathOf, tmdbTitle } from "./ids.ts";
import type { Asking, TmdbParts } from "./parts.ts";
import { passThrough } from "./pass-through.ts";
import { person, searchPeople, sharedTitles, suggest } from "./people.ts";
import { readDetails, readGenres, readPeople, readResults } from "./reading.ts";
import { kindOf, recordOf, recordOfDetails } from "./record.ts";
import { search } from "./search.ts";

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
/** Sections requested with the details; then those of the credits and of titles like it. */
const SECTIONS = ["translations", "external_ids", "videos"];
export const CREDITS = { movie: "credits", series: "aggregate_credits" } as const;
const SIMILAR = "recommendations";

export interface TmdbServices extends TransportServices {
  readonly parts: TmdbParts;
}

export type TmdbOrigin = ReturnType<typeof tmdbOrigin>;

/** `baseUrl`: TMDB's API or a compatible one, including `/3`. */
export function tmdbOrigin(services: TmdbServices) {
  const ask = createTransport(TMDB_PROTOCOL, services);
  const { baseUrl, parts, timeoutMs, now, log } = services;

  /** Requests in progress for titles with further sections, by contract id. */
  const underWay = new Map<
    number,
    { readonly sections: readonly string[]; readonly answer: Promise<unknown> }
  >();
  const asking: Asking = { ask, parts, timeoutMs, now, noteDropped };

  /** In a language that TMDB knows. Throws a Problem in place of a Failure. */
  function asked<Query extends { readonly lang: string }, L extends Loaded>(
    load: (query: Query, asking: Asking) => Promise<L>,
  ): (query: Query) => Promise<L> {
    return (query) => orProblem(load({ ...query, lang: languageOf(query.lang) }, asking));
  }

  const own = {
    search: asked(search),
    browse: asked(browse),
    shelves: asked(shelves),
    person: asked(person),
    people: asked(searchPeople),
    shared: asked(sharedTitles),
    autocomplete: asked(suggest),
    find: asked(find),
    credits: asked(credits),
    title: asked((query: TitleLoad) => loadTitle(query, false)),
    related: asked(related),
    tmdbApi: (query: TmdbApiQuery) => passThrough(query, ask, now()),
    facets: async () => ({ value: facets() }),
  } satisfies Partial<Capabilities>;
  const identity = {
    name: "upstream",
    source: `tmdb/${baseUrl.host}${baseUrl.pathname}`,
    // Names of people and roles are the same in every language.
    traits: { creditsHeedLanguage: false },
  };
  return {
    ...identity,
    can: own,
    /** The origin of the parts. Titles are requested without a retry, and do not count towards the circuit. */
    parts: {
      ...identity,
      can: {
        title: asked((query: TitleLoad) => loadTitle(query, true)),
        person: own.person,
        genres: asked(genres),
      },
    },
  };

  function besides(id: number, section: string): Promise<unknown> | undefined {
    const asked = underWay.get(id);
    return asked?.sections.includes(section) ? asked.answer : undefined;
  }

  async function credits({ id }: CreditsQuery): Promise<Loaded<Credits>> {
    const title = tmdbTitle(id);
    if (title === null) return MISSING;
    const section = CREDITS[title.kind];
    const answer = await (besides(id, section) ?? ask(pathOf(title), { append_to_response: section }));
    if (answer === ABSENT) return MISSING;
    const read = readPeople(answer, section);
    noteDropped("credits", read.dropped);
    return { value: creditsOf(id, read) };
  }

  /** In the language, else the original: English titles would take a request of their own. */
  async function related({ id, lang, onlyNames }: RelatedQuery): Promise<Loaded<Related>> {
    const title = tmdbTitle(id);
    const none: Related = { names: null, similar: [], namesakes: [] };
    if (title === null || onlyNames) return { value: none };
    const beside = besides(id, SIMILAR);
    const answer = await (beside ?? ask(`${pathOf(title)}/${SIMILAR}`, { language: lang }));
    if (answer === ABSENT) return { value: none };
    const page = readResults(beside === undefined ? answer : Object(answer)[SIMILAR]);
    noteDropped("similar", page.dropped);
    const similar = page.items.flatMap((item) => {
      if (item === null || item.adult) return [];
      const kind = kindOf(item) ?? title.kind;
      return [{ ...recordOf(kind, item, lang, ENGLISH_GENRES[kind]), plot: "" }];
    });
    return { value: { ...none, similar }, about: { titles: similar.map((other) => other.id) } };
  }

  async function loadTitle(
    { id, lang, withCredits, withSimilar }: TitleLoad,
    isSecondary: boolean,
  ): Promise<Loaded<TitleRecord>> {
    const title = tmdbTitle(id);
    if (title === null) return MISSING;
    const sections = [...(withCredits ? [CREDITS[title.kind]] : []), ...(withSimilar ? [SIMILAR] : [])];
    const parameters = {
      language: lang,
      append_to_response: [...SECTIONS, ...sections].join(","),
      include_video_language: [...new Set([lang, "en"])].join(","),
    };
    const asked = ask(pathOf(title), parameters, { isSecondary });
    if (sections.length > 0) underWay.set(id, { sections, answer: asked });
    const answer = await asked.finally(() => underWay.delete(id));
    if (answer === ABSENT) return MISSING;
    const details = readDetails(answer);
    const { record, ...notes } = recordOfDetails(title.kind, details, lang, ENGLISH_GENRES[title.kind]);
    const votes = details.vote_count > 0 ? details.vote_count : undefined;
    const originalLanguage = subtagOf(details.original_language) || undefined;
    return { value: { ...record, id }, about: { votes, originalLanguage, ...notes } };
  }

  /** Names by number, as JSON. */
  async function genres({ kind, lang }: GenreQuery): Promise<Loaded<Record<string, string>>> {
    const answer = await ask(`genre/${PATHS[kind]}/list`, { language: lang }, { isSecondary: true });
    return { value: readGenres(answer) };
  }

  function noteDropped(category: string, dropped: number): void {
    if (dropped > 0) log({ event: "records-dropped", category, dropped });
  }
}
