/** The requests to send to a source in each dialect, and how to read its responses. */

import type { Credits } from "../../worker/contract/credits.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { ENGLISH_GENRES } from "../../worker/origins/tmdb/codes.ts";
import { creditsOf } from "../../worker/origins/tmdb/credits.ts";
import { tmdbTitle } from "../../worker/origins/tmdb/ids.ts";
import { readPeople, readResults } from "../../worker/origins/tmdb/reading.ts";
import { recordOf } from "../../worker/origins/tmdb/record.ts";
import { TMDB_PROTOCOL } from "../../worker/origins/tmdb/tmdb.ts";
import type { Protocol } from "../../worker/origins/transport/transport.ts";
import { readCredits, readSearch } from "../../worker/origins/upstream/reading.ts";
import { CONTRACT } from "../../worker/origins/upstream/upstream.ts";
import type { Dialect } from "../../worker/origins.ts";

export interface SourceRequest {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface SourceDialect {
  readonly name: string;
  readonly protocol: Protocol;
  /** Which fields a search lacks, in words. */
  readonly later: string;
  search(text: string): SourceRequest;
  readSearch(body: unknown): readonly TitleRecord[];
  credits(id: number): SourceRequest;
  readCredits(body: unknown, id: number): Credits;
}

export const DIALECTS: Readonly<Record<Dialect, SourceDialect>> = {
  contract: {
    name: "service of the contract",
    protocol: CONTRACT,
    later: "",
    search: (q) => ({ path: "", parameters: { category: "search", q, lang: "en" } }),
    readSearch: (body) => readSearch(body).value,
    credits: (id) => ({ path: "", parameters: { category: "credits", id: String(id), lang: "en" } }),
    readCredits: (body, id) => readCredits(body, id).value,
  },
  tmdb: {
    name: "TMDB",
    protocol: TMDB_PROTOCOL,
    later: "runtime and countries are fetched per title",
    search: (query) => ({
      path: "search/multi",
      parameters: { query, language: "en", include_adult: "false" },
    }),
    readSearch: (body) =>
      readResults(body).items.flatMap((item) => {
        if (item?.media_type === "movie") return [recordOf("movie", item, "en", ENGLISH_GENRES.movie)];
        return item?.media_type === "tv" ? [recordOf("series", item, "en", ENGLISH_GENRES.series)] : [];
      }),
    credits: (id) => ({
      path: pathOf(id),
      parameters: { append_to_response: sectionOf(id) },
    }),
    readCredits: (body, id) => creditsOf(id, readPeople(body, sectionOf(id))),
  },
};

function pathOf(id: number): string {
  const title = tmdbTitle(id);
  return `${title?.kind === "movie" ? "movie" : "tv"}/${title?.number}`;
}

function sectionOf(id: number): "credits" | "aggregate_credits" {
  return tmdbTitle(id)?.kind === "movie" ? "credits" : "aggregate_credits";
}
