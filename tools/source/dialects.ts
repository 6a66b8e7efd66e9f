/** What to ask a source in each dialect, and how its answers are read. */
import type { Dialect } from "../../worker/config.ts";
import type { Credits } from "../../worker/contract/credits.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { creditsOf } from "../../worker/origins/tmdb/credits.ts";
import { ENGLISH_GENRES } from "../../worker/origins/tmdb/genres.ts";
import { tmdbTitle } from "../../worker/origins/tmdb/ids.ts";
import { TMDB_PROTOCOL } from "../../worker/origins/tmdb/protocol.ts";
import { readPeople, readResults } from "../../worker/origins/tmdb/reading.ts";
import { recordOf } from "../../worker/origins/tmdb/record.ts";
import type { Protocol } from "../../worker/origins/transport/transport.ts";
import { readCredits, readSearch } from "../../worker/origins/upstream/reading.ts";
import { CONTRACT } from "../../worker/origins/upstream/upstream.ts";

interface Question {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface DialectOfASource {
  readonly name: string;
  readonly protocol: Protocol;
  /** What records of a search do not have yet. */
  readonly later: string;
  search(text: string): Question;
  readSearch(answer: unknown): readonly TitleRecord[];
  credits(id: number): Question;
  readCredits(answer: unknown, id: number): Credits;
}

export const DIALECTS: Readonly<Record<Dialect, DialectOfASource>> = {
  contract: {
    name: "a service that speaks the contract",
    protocol: CONTRACT,
    later: "",
    search: (q) => ({ path: "", parameters: { category: "search", q, lang: "en" } }),
    readSearch: (answer) => readSearch(answer).value,
    credits: (id) => ({ path: "", parameters: { category: "credits", id: String(id), lang: "en" } }),
    readCredits: (answer, id) => readCredits(answer, id).value,
  },
  tmdb: {
    name: "TMDB",
    protocol: TMDB_PROTOCOL,
    later: "runtime and a film's countries come with each title",
    search: (query) => ({
      path: "search/multi",
      parameters: { query, language: "en", include_adult: "false" },
    }),
    readSearch: (answer) =>
      readResults(answer).items.flatMap((item) => {
        if (item?.media_type === "movie") return [recordOf("movie", item, "en", ENGLISH_GENRES.movie)];
        return item?.media_type === "tv" ? [recordOf("series", item, "en", ENGLISH_GENRES.series)] : [];
      }),
    credits: (id) => ({
      path: pathOf(id),
      parameters: { append_to_response: sectionOf(id) },
    }),
    readCredits: (answer, id) => creditsOf(id, readPeople(answer, sectionOf(id))),
  },
};

function pathOf(id: number): string {
  const title = tmdbTitle(id);
  return `${title?.kind === "movie" ? "movie" : "tv"}/${title?.number}`;
}

function sectionOf(id: number): "credits" | "aggregate_credits" {
  return tmdbTitle(id)?.kind === "movie" ? "credits" : "aggregate_credits";
}
