/** TMDB's API at `/3`: a path of it and its parameters. TMDB responds itself, otherwise the catalog does. */
import * as v from "valibot";
import { type FreshnessPolicy, neverStale } from "../cache/freshness.ts";
import { readNotes } from "../source/loaded.ts";
import { parametersRead, respondFromCatalog } from "../tmdb/api/from-catalog.ts";
import { parseTmdbRequest } from "../tmdb/api/request.ts";
import { likeEpisodes } from "./airing.ts";
import type { Operation } from "./operation.ts";
import { DEFAULT_POLICIES, policyFor, type Resource } from "./resource.ts";

const DAY = 86_400;
/** Genres, countries and sizes of images change about once a year. */
const SETTINGS: FreshnessPolicy = {
  ...DEFAULT_POLICIES.search,
  lifetime: 7 * DAY,
  staleWhileRevalidate: 30 * DAY,
};
/** Whether our key is valid has to be asked each time. */
const NEVER_STORED = neverStale(0);

export const tmdbApi = {
  name: "tmdb-api",
  schema: v.unknown(),
  // The catalog's response does not depend on all parameters.
  key(query, { hasTmdbApi }) {
    const parameters = hasTmdbApi ? query.parameters : parametersRead(query);
    return new URLSearchParams([["path", query.path], ...Object.entries(parameters)]).toString();
  },
  tags: () => ["search", "credits", "people"],
  policy(policies, outcome, query, response) {
    if (query.path === "authentication") return NEVER_STORED;
    if (query.group === "details") return likeEpisodes(policies, outcome, query, response);
    return policyFor(query.group === "settings" ? SETTINGS : policies.search, outcome);
  },
  isOffered: ({ source, catalog }) => source.offers("tmdbApi") || catalog !== null,
  async load(query, { source, catalog, context, apiSettings }) {
    if (source.offers("tmdbApi") || catalog === null) return await source.load(context, "tmdbApi", query);
    return await catalog.runInGeneration(context, (reads) => respondFromCatalog(query, reads, apiSettings));
  },
} satisfies Resource<"tmdbApi">;

export const tmdbApiOperation: Operation = {
  name: "tmdb",
  resource: "tmdbApi",
  missing: { type: "not-found", detail: "The resource you requested could not be found." },

  async answer({ values, path, resources, context, wanted }) {
    const query = parseTmdbRequest(path.path ?? "", values);
    const answer = await resources.ask(context, "tmdbApi", query, { wanted });
    return { answer, lang: null, headers: headersOf(answer.kind === "served" ? answer.notes : null) };
  },
};

/** Headers that tell how the response differs from TMDB's: its body never does. */
function headersOf(notes: string | null): Record<string, string> {
  const { correctedText, ignored } = readNotes(notes).list ?? {};
  return {
    ...(correctedText !== undefined && { "Marquee-Corrected-Query": encodeURIComponent(correctedText) }),
    ...(ignored !== undefined && { "Marquee-Ignored": ignored }),
  };
}
