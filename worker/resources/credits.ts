/** The credits of one title: `/v1/?category=credits`. */
import { Credits } from "../contract/credits.ts";
import { DEFAULT_LANGUAGE } from "../contract/parameters.ts";
import { CREDITS, creditsString } from "../contract/query.ts";
import { titleTag } from "./keys.ts";
import { type Documented, operation } from "./operation.ts";
import { likeCredits, type Resource } from "./resource.ts";

export const credits = {
  name: "credits",
  schema: Credits,
  // One stored response per title if the language makes no difference.
  key: ({ id, lang }, { creditsHeedLanguage }) =>
    creditsString({ id, lang: creditsHeedLanguage ? lang : DEFAULT_LANGUAGE }),
  tags: ({ id }) => ["credits", titleTag(id)],
  policy: likeCredits,
  isOfIds: true,
  hasLastResort: true,
} satisfies Resource<"credits">;

export const creditsOperation = operation({
  name: "credits",
  capability: "credits",
  parameters: CREDITS,
  missing: { type: "title-not-found", detail: "No title has this id." },
});

export const documentation: Documented = {
  credits: {
    summary: "Get credits",
    description: "Cast and crew in eight groups, all of them always present.",
    answer: "Credits",
    examples: { credits: ["Credits of title 123", "GET /v1/?category=credits&id=123"] },
  },
};
