/** The origin for TMDB's API, version 3, with the operator's own key. */

import { isSearchable } from "../../contract/query.ts";
import { orProblem } from "../failure.ts";
import { identifiedBy } from "../identified.ts";
import {
  filmographyTitles,
  type Loaded,
  MISSING,
  NO_RESULTS,
  peopleList,
  suggestionList,
  titleList,
  totalOf,
} from "../loaded.ts";
import type { Capabilities, GenreQuery, TitleLoad, TmdbApiQuery } from "../origin.ts";
import { ABSENT, statusMeans } from "../transport/exchange.ts";
import { createTransport, type Protocol, type TransportServices } from "../transport/transport.ts";
import { browse, facets, shelves } from "./browse.ts";
import type { PeopleServices } from "./cards.ts";
import { ENGLISH_GENRES, languageOf } from "./codes.ts";
import type { TmdbParts } from "./completion.ts";
import { creditsOf } from "./credits.ts";
import { find } from "./find.ts";
import { PATHS, pathOf, tmdbTitle } from "./ids.ts";
import { passThrough } from "./pass-through.ts";
import { person, searchPeople, sharedTitles, suggest } from "./people.ts";
import { readDetails, readGenres, readPeople, readResults } from "./reading.ts";
import { kindOf, recordOf, recordOfDetails } from "./record.ts";
import { REFINED, search } from "./search.ts";

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
  /** The text that a search of TMDB's API probably means. `null`: none, or unknown. Never rejects. */
  readonly meant: (query: TmdbApiQuery) => Promise<string | null>;
}

export type TmdbOrigin = ReturnType<typeof tmdbOrigin>;

/** `baseUrl`: TMDB's API or a compatible one, including `/3`. */
export function tmdbOrigin(services: TmdbServices) {
  const ask = createTransport(TMDB_PROTOCOL, services);
  const { baseUrl, parts, meant, timeoutMs, now, log } = services;

  /** Requests in progress for titles with further sections, by contract id. */
  const underWay = new Map<
    number,
    { readonly sections: readonly string[]; readonly answer: Promise<unknown> }
  >();
  const asking: PeopleServices = { ask, timeoutMs, now, noteDropped };
  const own = {
    async search(asked) {
      if (!isSearchable(asked.text)) return NO_RESULTS;
      const query = { ...asked, lang: languageOf(asked.lang) };
      const { records, dropped, more, isPartial, isLimited } = await orProblem(
        search(query, { ask, parts, timeoutMs, now }),
      );
      noteDropped("search", dropped);
      const about = isLimited ? { limitedTo: REFINED.limit } : {};
      return titleList(records, { more, isPartial, about });
    },

    async credits({ id }) {
      const title = tmdbTitle(id);
      if (title === null) return MISSING;
      const section = CREDITS[title.kind];
      const asked = besides(id, section) ?? ask(pathOf(title), { append_to_response: section });
      const read = await orProblem(
        asked.then((answer) => (answer === ABSENT ? null : readPeople(answer, section))),
      );
      if (read === null) return MISSING;
      noteDropped("credits", read.dropped);
      return { json: JSON.stringify(creditsOf(id, read)), version: null };
    },

    title: (query) => loadTitle(query, false),

    /** In the language, else the original: English titles would take a request of their own. */
    async similar({ id, lang: asked }) {
      const title = tmdbTitle(id);
      if (title === null) return NO_RESULTS;
      const lang = languageOf(asked);
      const beside = besides(id, SIMILAR);
      const page = await orProblem(
        (beside ?? ask(`${pathOf(title)}/${SIMILAR}`, { language: lang })).then((answer) =>
          answer === ABSENT ? null : readResults(beside === undefined ? answer : Object(answer)[SIMILAR]),
        ),
      );
      if (page === null) return NO_RESULTS;
      noteDropped("similar", page.dropped);
      const records = page.items.flatMap((item) => {
        if (item === null || item.adult) return [];
        const kind = kindOf(item) ?? title.kind;
        return [{ ...recordOf(kind, item, lang, ENGLISH_GENRES[kind]), plot: "" }];
      });
      return titleList(records);
    },

    async browse(asked) {
      const query = { ...asked, lang: languageOf(asked.lang) };
      const { records, dropped, more, isPartial, total } = await orProblem(
        browse(query, { ask, parts, timeoutMs, now }),
      );
      noteDropped("browse", dropped);
      return titleList(records, { more, isPartial, about: totalOf(total) });
    },

    facets: async () => ({ json: JSON.stringify(facets()), version: null }),

    async shelves(asked) {
      const query = { ...asked, lang: languageOf(asked.lang) };
      return await orProblem(shelves(query, { ask, parts, timeoutMs, now }));
    },

    async person(asked) {
      const found = await orProblem(person({ ...asked, lang: languageOf(asked.lang) }, asking));
      if (found === null) return MISSING;
      return {
        json: JSON.stringify(found.person),
        about: { titles: filmographyTitles(found.person) },
        isPartial: found.isPartial,
        version: null,
      };
    },

    async people(asked) {
      if (!isSearchable(asked.text)) return NO_RESULTS;
      const query = { ...asked, lang: languageOf(asked.lang) };
      const { people, more, isPartial } = await orProblem(searchPeople(query, asking));
      return peopleList(people, { more, isPartial });
    },

    async shared(asked) {
      const found = await sharedTitles(asked, parts);
      if (found === null) return MISSING;
      const { titles, isPartial, parts: people } = found;
      return {
        json: JSON.stringify(titles),
        about: { titles: titles.map(({ title }) => title.id) },
        isPartial,
        version: null,
        parts: people,
      };
    },

    async autocomplete(asked) {
      if (!isSearchable(asked.text)) return NO_RESULTS;
      const found = await orProblem(suggest({ ...asked, lang: languageOf(asked.lang) }, asking));
      return suggestionList(found, null);
    },

    async find(query) {
      const found = await orProblem(find(query, asking));
      if (found === null) return MISSING;
      const about = found.kind === "title" ? { titles: [found.id] } : { people: [found.id] };
      return { json: JSON.stringify(found), about, version: null };
    },

    tmdbApi: (query) => passThrough(query, { ask, meant, now }),
  } satisfies Partial<Capabilities>;
  const identity = {
    name: "upstream",
    source: `tmdb/${baseUrl.host}${baseUrl.pathname}`,
    // Names of people and roles are the same in every language.
    traits: { creditsHeedLanguage: false },
  };
  return {
    ...identity,
    can: { ...own, ...identifiedBy(own) },
    /** The origin of the parts. Titles are requested without a retry, and do not count towards the circuit. */
    parts: {
      ...identity,
      can: { title: (query: TitleLoad) => loadTitle(query, true), person: own.person, genres },
    },
  };

  function besides(id: number, section: string): Promise<unknown> | undefined {
    const asked = underWay.get(id);
    return asked?.sections.includes(section) ? asked.answer : undefined;
  }

  async function loadTitle(query: TitleLoad, isSecondary: boolean): Promise<Loaded> {
    const { id } = query;
    const title = tmdbTitle(id);
    if (title === null) return MISSING;
    const lang = languageOf(query.lang);
    const sections = [
      ...(query.withCredits ? [CREDITS[title.kind]] : []),
      ...(query.withSimilar ? [SIMILAR] : []),
    ];
    const parameters = {
      language: lang,
      append_to_response: [...SECTIONS, ...sections].join(","),
      include_video_language: [...new Set([lang, "en"])].join(","),
    };
    const answer = ask(pathOf(title), parameters, { isSecondary });
    if (sections.length > 0) underWay.set(id, { sections, answer });
    const details = await orProblem(
      answer
        .finally(() => underWay.delete(id))
        .then((answer) => (answer === ABSENT ? null : readDetails(answer))),
    );
    if (details === null) return MISSING;
    const { record, ...notes } = recordOfDetails(title.kind, details, lang, ENGLISH_GENRES[title.kind]);
    const votes = details.vote_count > 0 ? details.vote_count : undefined;
    return { json: JSON.stringify({ ...record, id }), about: { votes, ...notes }, version: null };
  }

  /** Names by number, as JSON. */
  async function genres({ kind, lang }: GenreQuery): Promise<Loaded> {
    const path = `genre/${PATHS[kind]}/list`;
    const answer = await orProblem(
      ask(path, { language: languageOf(lang) }, { isSecondary: true }).then(readGenres),
    );
    return { json: JSON.stringify(answer), version: null };
  }

  function noteDropped(category: string, dropped: number): void {
    if (dropped > 0) log({ event: "records-dropped", category, dropped });
  }
}
