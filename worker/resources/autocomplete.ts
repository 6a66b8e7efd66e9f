/** Titles and people while a search is typed: `/v1/suggest`. */
import { writeParameters } from "../contract/parameters.ts";
import { SuggestAnswer } from "../contract/people.ts";
import { parseSuggest, SUGGEST } from "../contract/people-query.ts";
import type { Documentation } from "./documentation.ts";
import { operation } from "./operation.ts";
import { likeSearch, type Resource } from "./resource.ts";

export const autocomplete = {
  name: "autocomplete",
  schema: SuggestAnswer,
  key: (query) => writeParameters(SUGGEST, query).toString(),
  tags: () => ["search", "people"],
  policy: likeSearch,
} satisfies Resource<"autocomplete">;

export const suggestOperation = operation({
  name: "suggest",
  capability: "autocomplete",
  parse: parseSuggest,
});

export const documentation: Documentation = {
  name: suggestOperation.name,
  summary: "Suggest while typing",
  description:
    "Titles and people in one small array, from the first letter on, most likely first. At most 8, and at most 3,072 bytes before compression.",
  parameters: SUGGEST,
  answer: "SuggestAnswer",
  examples: {
    suggest: {
      summary: "Suggestions for “seven s”",
      request: "GET /v1/suggest?q=seven+s",
    },
  },
};
