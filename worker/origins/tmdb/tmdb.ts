/** The origin that is TMDB's API, version 3, with the operator's own key. */
import { type CreditsQuery, isSearchable, type SearchQuery, type TitleQuery } from "../../contract/query.ts";
import { orProblem } from "../failure.ts";
import { type GenreQuery, type Loaded, NO_RESULTS, type Origin, type VotesQuery } from "../origin.ts";
import { ABSENT } from "../transport/exchange.ts";
import { createTransport, type TransportServices } from "../transport/transport.ts";
import { creditsOf } from "./credits.ts";
import { ENGLISH_GENRES } from "./genres.ts";
import { PATHS, pathOf, type TmdbTitle, tmdbTitle } from "./ids.ts";
import { languageOf } from "./languages.ts";
import type { TmdbParts } from "./parts.ts";
import { peopleOf } from "./people.ts";
import { TMDB_PROTOCOL } from "./protocol.ts";
import { type Details, readDetails, readGenres, readPeople } from "./reading.ts";
import { recordOfDetails } from "./record.ts";
import { search } from "./search.ts";

export interface TmdbServices extends TransportServices {
  readonly parts: TmdbParts;
  /** Whether titles are asked for as parts of other answers: without a retry, and whatever the circuit breaker counts. */
  readonly titlesAreSecondary?: boolean;
}

/** TMDB gives titles by their ids, people, and genres as numbers. */
export type TmdbOrigin = Origin &
  Required<Pick<Origin, "title" | "votes" | "genres" | "person" | "people" | "shared" | "suggest" | "find">>;

/** `baseUrl`: TMDB's API or one that answers like it, its `/3` included. */
export function tmdbOrigin(services: TmdbServices): TmdbOrigin {
  const ask = createTransport(TMDB_PROTOCOL, services);
  const { baseUrl, parts, titlesAreSecondary: isSecondary = false, timeoutMs, now, log } = services;

  return {
    name: "upstream",
    source: `tmdb/${baseUrl.host}${baseUrl.pathname}`,

    async search(asked: SearchQuery) {
      if (!isSearchable(asked.text)) return NO_RESULTS;
      const query = { ...asked, lang: languageOf(asked.lang) };
      const found = await orProblem(search(query, { ask, parts, timeoutMs, now }));
      noteDropped("search", found.dropped);
      const { records, more, isPartial } = found;
      return { json: JSON.stringify(records), isEmpty: records.length === 0, more, isPartial, version: null };
    },

    /** Names of people and roles are the same in every language. */
    async credits({ id }: CreditsQuery) {
      const title = tmdbTitle(id);
      if (title === null) return NO_TITLE;
      const section = title.kind === "movie" ? "credits" : "aggregate_credits";
      const people = await orProblem(
        ask(pathOf(title), { append_to_response: section }).then((answer) =>
          answer === ABSENT ? null : readPeople(answer, section),
        ),
      );
      if (people === null) return NO_TITLE;
      noteDropped("credits", people.dropped);
      return { json: JSON.stringify(creditsOf(id, people)), version: null };
    },

    async title({ id, lang: asked }: TitleQuery) {
      const title = tmdbTitle(id);
      if (title === null) return NO_TITLE;
      const lang = languageOf(asked);
      const parameters = { language: lang, append_to_response: "translations" };
      const details = await detailsOf(title, parameters, isSecondary);
      if (details === null) return NO_TITLE;
      const record = recordOfDetails(title.kind, details, lang, ENGLISH_GENRES[title.kind]);
      return { json: JSON.stringify({ ...record, id }), version: null };
    },

    /** The contract's record has no field for them, so they are asked for by themselves. */
    async votes({ id }: VotesQuery) {
      const title = tmdbTitle(id);
      const details = title === null ? null : await detailsOf(title, {}, true);
      return details === null ? NO_TITLE : { json: String(details.vote_count), version: null };
    },

    /** Names by number, as JSON. */
    async genres({ kind, lang }: GenreQuery) {
      const path = `genre/${PATHS[kind]}/list`;
      const answer = await orProblem(
        ask(path, { language: languageOf(lang) }, { isSecondary: true }).then(readGenres),
      );
      return { json: JSON.stringify(answer), version: null };
    },

    ...peopleOf({ ask, parts, timeoutMs, now, noteDropped }),
  };

  /** `null`: there is no such title. */
  async function detailsOf(
    title: TmdbTitle,
    parameters: Readonly<Record<string, string>>,
    isSecondary: boolean,
  ): Promise<Details | null> {
    const asked = ask(pathOf(title), parameters, { isSecondary });
    return await orProblem(asked.then((answer) => (answer === ABSENT ? null : readDetails(answer))));
  }

  function noteDropped(category: string, dropped: number): void {
    if (dropped > 0) log({ event: "records-dropped", category, dropped });
  }
}

const NO_TITLE: Loaded = { json: null, version: null };
