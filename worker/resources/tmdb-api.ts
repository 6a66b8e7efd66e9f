/** TMDB's API at `/3`. The response comes from TMDB if that is the source, and otherwise from the catalog. */
import * as v from "valibot";
import { type FreshnessPolicy, neverStale } from "../cache/freshness.ts";
import { readNotes } from "../source/loaded.ts";
import { parametersRead, respondFromCatalog } from "../tmdb-api/from-catalog.ts";
import { parseTmdbRequest } from "../tmdb-api/request.ts";
import { episodesPolicy } from "./airing.ts";
import type { Operation } from "./operation.ts";
import { DEFAULT_POLICIES, policyFor, type Resource } from "./resource.ts";

const DAY = 86_400;
/** The policy for lists of genres, countries and image sizes, which change about once a year. */
const SETTINGS: FreshnessPolicy = {
  ...DEFAULT_POLICIES.search,
  lifetime: 7 * DAY,
  staleWhileRevalidate: 30 * DAY,
};
/** The policy for `authentication`. Its responses are about our own key, so they must not be cached. */
const NEVER_STORED = neverStale(0);

export const tmdbApi = {
  name: "tmdb-api",
  schema: v.unknown(),
  // Responses from the catalog do not depend on some of the parameters, so the key leaves these out.
  key(query, { hasTmdbApi }) {
    const parameters = hasTmdbApi ? query.parameters : parametersRead(query);
    return new URLSearchParams([["path", query.path], ...Object.entries(parameters)]).toString();
  },
  tags: () => ["search", "credits", "people"],
  policy(policies, outcome, query, response) {
    if (query.path === "authentication") return NEVER_STORED;
    if (query.group === "details") return episodesPolicy(policies, outcome, query, response);
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

  async respond({ values, path, resources, context, needsBody }) {
    const query = parseTmdbRequest(path.path ?? "", values);
    const result = await resources.ask(context, "tmdbApi", query, { needsBody });
    return { result, lang: null, headers: deviationHeaders(result.kind === "served" ? result.notes : null) };
  },
};

/**
 * Returns headers that report how the response differs from one by TMDB. The body must keep TMDB's format, so it
 * cannot report this.
 */
function deviationHeaders(notes: string | null): Record<string, string> {
  const { correctedText, ignored } = readNotes(notes).list ?? {};
  return {
    ...(correctedText !== undefined && { "Marquee-Corrected-Query": encodeURIComponent(correctedText) }),
    ...(ignored !== undefined && { "Marquee-Ignored": ignored }),
  };
}
