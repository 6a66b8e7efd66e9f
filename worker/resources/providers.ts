/** The services on which a title can be watched: `/v1/titles/{id}/providers`. */
import { atMost, type FreshnessPolicy } from "../cache/freshness.ts";
import { ProvidersResponse } from "../contract/providers.ts";
import { OF_TITLE } from "../contract/query.ts";
import { titleTag } from "./keys.ts";
import { type Documented, defineOperation } from "./operation.ts";
import { fromSource, policyFor, type Resource } from "./resource.ts";
import { NO_SUCH_TITLE } from "./titles.ts";

/** The longest lifetimes, because offers change daily. */
const DAILY: FreshnessPolicy = { lifetime: 86_400, staleWhileRevalidate: 86_400, staleIfError: 604_800 };

export const providers = {
  ...fromSource("providers"),
  schema: ProvidersResponse,
  // Names of services are the same in all languages.
  key: ({ id }) => `id=${id}`,
  tags: ({ id }) => ["search", titleTag(id)],
  policy: (policies, outcome) => policyFor(atMost(policies.credits, DAILY), outcome),
  isInvalidatedByIdOnly: true,
} satisfies Resource<"providers">;

export const providersOperation = defineOperation({
  name: "providers",
  resource: "providers",
  parameters: OF_TITLE,
  missing: NO_SUCH_TITLE,
});

export const documentation: Documented = {
  providers: {
    summary: "List where a title can be watched",
    description:
      "Returns the services that offer a title, by country. Only offered with TMDB as the source. The data is JustWatch's: if you show it, name JustWatch as its source.",
    schema: "ProvidersResponse",
    examples: { providers: ["Where title 34 can be watched", "GET /v1/titles/34/providers"] },
  },
};
