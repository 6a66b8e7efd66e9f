/** Looks up titles and people by their id in another source: `/v1/find`. */
import { MAX_BATCH_COUNT } from "../contract/limits.ts";
import { FINDS } from "../contract/matching.ts";
import { FindResponse } from "../contract/people.ts";
import { FIND, parseFind } from "../contract/query.ts";
import { type Documented, defineListOperation, defineOperation } from "./operation.ts";
import { fromSource, type Resource, searchPolicy } from "./resource.ts";

export const find = {
  ...fromSource("find"),
  schema: FindResponse,
  key: ({ source, external }) => `source=${source}&id=${external}`,
  tags: () => ["search", "people"],
  policy: searchPolicy,
} satisfies Resource<"find">;

export const findOperation = defineOperation({
  name: "find",
  resource: "find",
  parameters: FIND,
  parse: parseFind,
  missing: { type: "not-found", detail: "No title and no person has this id." },
});

export const findsOperation = defineListOperation({
  name: "finds",
  resource: "find",
  body: FINDS,
  queryFor: (id, values) => ({ ...id, ...values }),
});

export const documentation: Documented = {
  find: {
    summary: "Look up an external id",
    description: "Returns the title or person that has an IMDb, TMDB, TheTVDB or Wikidata id.",
    schema: "FindResponse",
    examples: { find: ["Title tt0050083", "GET /v1/find/imdb/tt0050083"] },
  },
  finds: {
    summary: "Look up many external ids",
    description: `Up to 100 ids of other sources. Returns an array in the order of the ids; each item is what GET returns for that id, or null if it is unknown. Only ids that are not cached count towards the rate limit, at most ${MAX_BATCH_COUNT}.`,
    schema: "FindsResponse",
    examples: {
      finds: [
        "Title tt0050083, and an unknown id",
        `POST /v1/find {"ids":["imdb:tt0050083","tmdb-movie:999999999"]}`,
      ],
    },
  },
};
