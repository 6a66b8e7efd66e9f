/**
 * Matches file names to titles: `/v1/match`. Lookups in our own database bypass the cache. Lookups in any other
 * source are cached.
 */
import { MAX_BATCH_COUNT } from "../contract/limits.ts";
import {
  MATCH,
  MATCHES,
  type MatchQuery,
  MatchResponse,
  NAME,
  type NamedTitle,
} from "../contract/matching.ts";
import { writeQuery } from "../contract/parameters.ts";
import { FindResponse } from "../contract/people.ts";
import { SearchResponse, TitleRecord } from "../contract/record.ts";
import { type EpisodeReference, SeasonResponse, SeasonsResponse } from "../contract/seasons.ts";
import type { Choice } from "../match/choose.ts";
import { findEpisodes } from "../match/episodes.ts";
import { chooseTitle } from "../match/look-up.ts";
import { type Loaded, type LoadedList, readLoaded } from "../source/loaded.ts";
import type { Capability, QueryOf, StoredValue } from "../source/source.ts";
import { type Documented, defineListOperation, defineOperation, retryUntilConsistent } from "./operation.ts";
import { type Loading, type Resource, searchPolicy } from "./resource.ts";

export const match = {
  name: "match",
  schema: MatchResponse,
  key: (query) => writeQuery(MATCH, query),
  tags: () => ["search"],
  policy: searchPolicy,
  isOffered: () => true,
  load: (query, loading) =>
    loading.source.traits.isOwn ? matchDirectly(query, loading) : matchByRequests(query, loading),
} satisfies Resource<"match">;

export const matchOperation = defineOperation({ name: "match", resource: "match", parameters: MATCH });
export const matchesOperation = defineListOperation({
  name: "matches",
  resource: "match",
  body: MATCHES,
  queryFor: (name, values) => ({ name, ...values }),
});

export const documentation: Documented = {
  match: {
    summary: "Match a file name",
    description:
      "Returns the title that a file name or a path stands for. match is null if no title is certain enough; at least 99 % of matches are right. An id in the name, as in [tmdbid-603] or {imdb-tt0133093}, takes precedence. If it is a film's id in the name of an episode, match is null. Where the series has them, match lists the episodes that the name stands for, by their numbers or by the date of a daily episode.",
    schema: "MatchResponse",
    isAlwaysOffered: true,
    examples: { match: ["A release name", `GET /v1/match?name=${NAME.example}`] },
  },
  matches: {
    summary: "Match many file names",
    description: `Up to 100 names. Returns an array in the order of the names; each item is what GET returns for that name. Only names that are not cached count towards the rate limit, at most ${MAX_BATCH_COUNT}.`,
    schema: "MatchesResponse",
    isAlwaysOffered: true,
    examples: {
      matches: [
        "A file in a folder, and noise",
        `POST /v1/match {"names":["Seven Samurai (1954)/VIDEO_TS/VTS_01_1.VOB","movie.mkv"]}`,
      ],
    },
  },
};

/** Matches a name by reading our own database directly. Throws a Problem. */
function matchDirectly(query: MatchQuery, { context, source }: Loading): Promise<LoadedList<MatchResponse>> {
  return retryUntilConsistent({
    async build() {
      const versions = new Set<string>();
      async function read<C extends Capability>(capability: C, partQuery: QueryOf<C>) {
        const loaded = await source.load(context, capability, partQuery);
        if (loaded.version != null) versions.add(loaded.version);
        return loaded;
      }
      const choice = await chooseTitle(query, {
        named: async (names) => (await read("named", names)).value as readonly NamedTitle[],
        find: async (id) => readLoaded(FindResponse, await read("find", id)),
        title: async (id) => readLoaded(TitleRecord, await read("title", id)),
        async search(searchQuery) {
          const loaded = await read("search", { ...searchQuery, isWhole: true });
          return {
            records: readLoaded(SearchResponse, loaded) ?? [],
            standing: loaded.notes?.page?.standing,
          };
        },
      });
      const episodes = await findEpisodes(choice, query, {
        seasons: async (title) => readLoaded(SeasonsResponse, await read("seasons", title)),
        season: async (seasonQuery) => readLoaded(SeasonResponse, await read("season", seasonQuery)),
      });
      const version = [...versions].at(0);
      return { ...toMatchResponse(query, { ...choice, episodes }, { version }), isMixed: versions.size > 1 };
    },
    isMixed: ({ isMixed }) => isMixed,
    // The source notices a new version of the data by itself.
    refresh: () => undefined,
  });
}

/**
 * Matches a name by cached requests. They are not rate limited, because the match itself counts as a request. Throws
 * a Problem.
 */
async function matchByRequests(
  query: MatchQuery,
  { context, source, askStored }: Loading,
): Promise<LoadedList<MatchResponse>> {
  const parts: StoredValue<unknown>[] = [];
  async function ask<C extends "find" | "search" | "season" | "seasons" | "title">(
    capability: C,
    partQuery: QueryOf<C>,
  ) {
    const stored = await askStored(capability, partQuery, (storedQuery) =>
      source.load(context, capability, storedQuery),
    );
    if (stored !== null) parts.push(stored);
    return stored;
  }
  const canFind = source.offers("find") && source.offers("title");
  const choice = await chooseTitle(query, {
    named: null,
    find: async (id) => (canFind ? ((await ask("find", id))?.value ?? null) : null),
    title: async (id) => (await ask("title", id))?.value ?? null,
    async search(searchQuery) {
      const stored = await ask("search", searchQuery);
      return { records: stored?.value ?? [], standing: stored?.notes.page?.standing };
    },
  });
  const episodes = await listEpisodes(choice);
  const isPartial = episodes === null || parts.some((part) => part.isPartial);
  return toMatchResponse(query, { ...choice, episodes: episodes ?? [] }, { parts, isPartial });

  /** Returns the episodes, or `null` if the source fails, because a match is still useful without them. */
  async function listEpisodes(matching: Choice): Promise<EpisodeReference[] | null> {
    if (!source.offers("season")) return [];
    return await findEpisodes(matching, query, {
      seasons: async (title) => (await ask("seasons", title))?.value ?? null,
      season: async (seasonQuery) => (await ask("season", seasonQuery))?.value ?? null,
    }).catch(() => null);
  }
}

function toMatchResponse(
  { name }: MatchQuery,
  { read, match, others, episodes }: Choice & { readonly episodes: EpisodeReference[] },
  rest: Partial<Loaded>,
): LoadedList<MatchResponse> {
  const matching = match && { ...match, ...(episodes.length > 0 && { episodes }) };
  const response: MatchResponse = { name, read, match: matching, others: [...others] };
  const titles = [match, ...others].flatMap((choice) => choice?.title.id ?? []);
  return { ...rest, value: response, isEmpty: match === null, ids: { titles } };
}
