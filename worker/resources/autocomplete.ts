/** Titles and people while a search is typed: `/v1/suggest`. */
import * as v from "valibot";
import { MAX_SUGGESTIONS, SuggestAnswer } from "../contract/people.ts";
import { parseSuggest } from "../contract/people-query.ts";
import { type Documentation, LANG, TEXT } from "./documentation.ts";
import { operation } from "./operation.ts";
import { likeSearch, type Resource } from "./resource.ts";

export const autocomplete = {
  name: "autocomplete",
  schema: SuggestAnswer,
  key: ({ text, lang, limit }) => new URLSearchParams({ q: text, lang, limit: `${limit}` }).toString(),
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
    "Titles and people in one small array, from the first letter on, most likely first. At most 8, and at most 1,536 bytes before compression.",
  parameters: {
    q: TEXT,
    lang: LANG,
    limit: {
      schema: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_SUGGESTIONS)),
        MAX_SUGGESTIONS,
      ),
      description: "Maximum number of suggestions.",
      example: 5,
    },
  },
  answer: "SuggestAnswer",
  examples: {
    suggest: {
      summary: "Suggestions for “seven s”",
      request: "GET /v1/suggest?q=seven+s",
    },
  },
};
