/** The title that the name of a file means: `/v1/match`. */
import * as v from "valibot";
import { MAX_BATCH_COUNT } from "../contract/limits.ts";
import {
  LONGEST_NAME,
  MATCH,
  MAX_LIST,
  MatchAnswer,
  NAME,
  parseMatch,
  parseMatches,
} from "../contract/matching.ts";
import { LANG, writeParameters } from "../contract/parameters.ts";
import { ADULT } from "../contract/query.ts";
import type { Documentation } from "./documentation.ts";
import { listOperation, operation } from "./operation.ts";
import { likeSearch, type Resource } from "./resource.ts";

export const match = {
  name: "match",
  schema: MatchAnswer,
  key: (query) => writeParameters(MATCH, query).toString(),
  tags: () => ["search"],
  policy: likeSearch,
  hasLastResort: true,
} satisfies Resource<"match">;

export const matchOperation = operation({ name: "match", capability: "match", parse: parseMatch });
export const matchesOperation = listOperation("matches", "match", parseMatches);

export const documentation: readonly Documentation[] = [
  {
    name: matchOperation.name,
    summary: "Match a file name",
    description:
      "Reads the name of a file, or a path, and says which title it means. match is null if no title is certain enough; at least 99 % of matches are right. An id in the name, as in [tmdbid-603] or {imdb-tt0133093}, decides alone.",
    parameters: MATCH,
    answer: "MatchAnswer",
    isAlwaysOffered: true,
    examples: {
      match: { summary: "A release name", request: `GET /v1/match?name=${NAME.example}` },
    },
  },
  {
    name: matchesOperation.name,
    summary: "Match many file names",
    description: `Up to 100 names. Returns an array in the order of the names; each item is what GET returns for that name. Only names that are not cached count towards the rate limit, at most ${MAX_BATCH_COUNT}.`,
    parameters: {},
    body: v.object({
      names: v.pipe(
        v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_NAME))),
        v.minLength(1),
        v.maxLength(MAX_LIST),
        v.description("Names of files, or paths."),
      ),
      lang: v.optional(v.pipe(v.string(), v.description(LANG.description))),
      include_adult: v.optional(v.pipe(v.picklist(["0", "1"]), v.description(ADULT.description))),
    }),
    answer: "MatchesAnswer",
    isAlwaysOffered: true,
    examples: {
      matches: {
        summary: "A file in a folder, and noise",
        request: `POST /v1/match {"names":["Seven Samurai (1954)/VIDEO_TS/VTS_01_1.VOB","movie.mkv"]}`,
      },
    },
  },
];
