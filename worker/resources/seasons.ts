/** The seasons of a series, and a season with its episodes: `/v1/titles/{id}/seasons`. */
import type { CacheResult } from "../cache/resource.ts";
import { bodyText } from "../cache/stored-response.ts";
import { readQuery } from "../contract/parameters.ts";
import { SEASON, SEASONS } from "../contract/query.ts";
import { SeasonResponse, SeasonsResponse } from "../contract/seasons.ts";
import { episodesPolicy } from "./airing.ts";
import { titleTag } from "./keys.ts";
import { type Documented, defineOperation, type Operation } from "./operation.ts";
import { fromSource, type Resource } from "./resource.ts";
import { NO_SUCH_TITLE } from "./titles.ts";

export const seasons = {
  ...fromSource("seasons"),
  schema: SeasonsResponse,
  key: ({ id, lang }) => `id=${id}&lang=${lang}`,
  tags: ({ id }) => ["credits", titleTag(id)],
  policy: episodesPolicy,
  isInvalidatedByIdOnly: true,
  isCachedWithPage: true,
} satisfies Resource<"seasons">;

export const season = {
  ...seasons,
  ...fromSource("season"),
  schema: SeasonResponse,
  key: ({ id, season: number, lang }) => `id=${id}&season=${number}&lang=${lang}`,
} satisfies Resource<"season">;

export const seasonsOperation = defineOperation({
  name: "seasons",
  resource: "seasons",
  parameters: SEASONS,
  missing: NO_SUCH_TITLE,
});

const NO_SEASONS = { type: "not-found", detail: "No seasons of this title are known." } as const;
const NO_SUCH_SEASON = { type: "not-found", detail: "This title has no such season." } as const;

export const seasonOperation: Operation = {
  name: "season",
  resource: "season",
  parameters: SEASON,
  missing: NO_SUCH_SEASON,

  async respond({ values, path, resources, context, needsBody, isConditional }) {
    const query = readQuery(SEASON, values, path);
    const { lang } = query;
    const options = { needsBody, mayBeReplaced: !isConditional };
    const result = await resources.ask(context, "season", query, options);
    if (result.kind === "failed" || result.outcome !== "missing") return { result, lang, headers: {} };
    // This load is not rate limited, because loading the season has already been counted.
    const all = await resources.ask(context, "seasons", query, { allowance: null });
    return { result, lang, headers: {}, missing: explainMissing(all) };
  },
};

function explainMissing(seasons: CacheResult): Operation["missing"] {
  if (seasons.kind === "failed") return NO_SUCH_SEASON;
  if (seasons.outcome === "missing") return NO_SUCH_TITLE;
  return bodyText(seasons) === "[]" ? NO_SEASONS : NO_SUCH_SEASON;
}

export const documentation: Documented = {
  seasons: {
    summary: "List the seasons of a series",
    description:
      "Returns an array in order of the numbers; specials are season 0. Empty for a film, and for a series of which no seasons are known.",
    schema: "SeasonsResponse",
    examples: { seasons: ["The seasons of title 143", "GET /v1/titles/143/seasons"] },
  },
  season: {
    summary: "Get a season with its episodes",
    description:
      "Returns a season, its episodes in order of their numbers. 404 if the series has no such season.",
    schema: "SeasonResponse",
    examples: { season: ["Season 1 of title 143", "GET /v1/titles/143/seasons/1"] },
  },
};
