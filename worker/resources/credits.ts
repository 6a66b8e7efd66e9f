/** The credits of one title: `/v1/?category=credits`. */
import { type CreditsQuery, parseCredits, queryString } from "../contract/query.ts";
import { Id } from "../contract/record.ts";
import { type Documentation, LANG } from "./documentation.ts";
import creditsAnswer from "./examples/credits.json" with { type: "json" };
import { titleTag } from "./keys.ts";
import { operation } from "./operation.ts";
import { policyFor, type Resource } from "./resource.ts";

export const credits: Resource<CreditsQuery> = {
  name: "credits",
  needs: "credits",
  key: queryString,
  load: (origin, query) => origin.credits(query),
  tags: ({ id }) => ["credits", titleTag(id)],
  policy: (policies, outcome) => policyFor(policies.credits, outcome),
  isCounted: true,
  hasLastResort: true,
};

export const creditsOperation = operation({
  resource: credits,
  parse: parseCredits,
  missing: { type: "title-not-found", detail: "No title has this id." },
});

export const documentation: Documentation = {
  name: credits.name,
  summary: "Get the credits of a title",
  parameters: {
    id: {
      schema: Id,
      description: "Id of the title, as in the id field of search results.",
      example: 123,
      isRequired: true,
    },
    lang: LANG,
  },
  answer: "Credits",
  examples: {
    credits: {
      summary: "Credits of title 123",
      request: "GET /v1/?category=credits&id=123",
      value: creditsAnswer,
    },
  },
};
