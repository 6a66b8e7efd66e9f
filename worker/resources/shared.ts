/** The titles that several people worked on: `/v1/people/shared`. */
import * as v from "valibot";
import { parseJson } from "../contract/json.ts";
import { parseShared, type SharedQuery } from "../contract/people-query.ts";
import { type Documentation, LANG } from "./documentation.ts";
import example from "./examples/shared.json" with { type: "json" };
import { personTag, tagsOfTitles } from "./keys.ts";
import { operation } from "./operation.ts";
import { NO_SUCH_PERSON } from "./person.ts";
import { policyFor, type Resource } from "./resource.ts";

const Shared = v.array(v.object({ title: v.object({ id: v.number() }) }));

export const shared: Resource<SharedQuery> = {
  name: "shared",
  needs: "shared",
  // In the order asked for, which is that of the people in the answer.
  key: ({ ids, lang }) => `ids=${ids.join(",")}&lang=${lang}`,
  load: (origin, query) => origin.shared(query),
  tags({ ids }, json) {
    const titles = (json === null ? null : parseJson(Shared, json)) ?? [];
    return ["people", ...ids.map(personTag), ...tagsOfTitles(titles.map(({ title }) => title))];
  },
  policy: (policies, outcome) => policyFor(policies.credits, outcome),
  isCounted: true,
  hasLastResort: false,
};

export const sharedOperation = operation({
  resource: shared,
  parse: parseShared,
  missing: { ...NO_SUCH_PERSON, detail: "At least one of these people is unknown." },
});

export const documentation: Documentation = {
  name: shared.name,
  summary: "Get the titles that people share",
  description:
    "The titles that all of these people worked on, newest first, with the credits of each person. 404 if one of them is unknown.",
  parameters: {
    ids: {
      schema: v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){1,4}$/)),
      description: "Ids of two to five different people, separated by commas.",
      example: "2386,2379",
      isRequired: true,
    },
    lang: LANG,
  },
  answer: "SharedAnswer",
  examples: {
    shared: {
      summary: "Titles two people share",
      request: "GET /v1/people/shared?ids=2386,2379",
      value: example,
    },
  },
};
