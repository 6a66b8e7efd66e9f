/** How many people rated a title. The contract's record has no field for it. */
import * as v from "valibot";
import { bodyText } from "../cache/stored-response.ts";
import { parseJson } from "../contract/json.ts";
import type { VotesQuery } from "../origins/origin.ts";
import { titleTag } from "./keys.ts";
import { type Ask, policyFor, type Resource } from "./resource.ts";

/** Not counted: a title page asks for it beside the credits, which are. */
const votes: Resource<VotesQuery> = {
  name: "votes",
  needs: "votes",
  key: ({ id }) => `id=${id}`,
  load: (origin, query) => origin.votes(query),
  tags: ({ id }) => [titleTag(id)],
  policy: (policies, outcome) => policyFor(policies.credits, outcome),
  isCounted: false,
  hasLastResort: false,
};

const Votes = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** `null`: not known, or nobody did. Never rejects: a page stands without it. */
export async function lookupVotes(ask: Ask, query: VotesQuery): Promise<number | null> {
  const answer = await ask(votes, query);
  if (answer.kind === "failed" || answer.outcome === "missing") return null;
  return parseJson(Votes, bodyText(answer));
}
