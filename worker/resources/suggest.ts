/** Titles and people while a search is typed: `/v1/suggest`. */
import * as v from "valibot";
import { parseJson } from "../contract/json.ts";
import { MAX_SUGGESTIONS } from "../contract/people.ts";
import { parseSuggest, type SuggestQuery } from "../contract/people-query.ts";
import { type Documentation, LANG, TEXT } from "./documentation.ts";
import example from "./examples/suggest.json" with { type: "json" };
import { personTag, titleTag } from "./keys.ts";
import { operation } from "./operation.ts";
import { policyFor, type Resource } from "./resource.ts";

const Suggestions = v.array(v.object({ kind: v.string(), id: v.number() }));

export const suggest: Resource<SuggestQuery> = {
  name: "suggest",
  needs: "suggest",
  key: ({ text, lang, limit }) => new URLSearchParams({ q: text, lang, limit: `${limit}` }).toString(),
  load: (origin, query) => origin.suggest(query),
  tags(_query, json) {
    const found = (json === null ? null : parseJson(Suggestions, json)) ?? [];
    const tags = found.map(({ kind, id }) => (kind === "title" ? titleTag(id) : personTag(id)));
    return ["search", "people", ...tags];
  },
  policy: (policies, outcome) => policyFor(policies.search, outcome),
  isCounted: true,
  hasLastResort: false,
};

export const suggestOperation = operation({
  resource: suggest,
  parse: parseSuggest,
});

export const documentation: Documentation = {
  name: suggest.name,
  summary: "Suggest titles and people while typing",
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
      value: example,
    },
  },
};
