/** A person with all credits: `/v1/people/{id}`. */
import * as v from "valibot";
import { parseJson } from "../contract/json.ts";
import { type PersonQuery, parsePerson } from "../contract/people-query.ts";
import { Id } from "../contract/record.ts";
import { ADULT, type Documentation, LANG } from "./documentation.ts";
import example from "./examples/person.json" with { type: "json" };
import { personTag, tagsOfTitles } from "./keys.ts";
import { operation } from "./operation.ts";
import { policyFor, type Resource } from "./resource.ts";

const Identified = v.object({ id: v.number() });
const Filmography = v.object({
  known_for: v.array(Identified),
  credits: v.array(v.object({ title: Identified })),
});

export const person: Resource<PersonQuery> = {
  name: "person",
  needs: "person",
  key: ({ id, lang, includeAdult }) => `id=${id}&lang=${lang}${includeAdult ? "&include_adult=1" : ""}`,
  load: (origin, query) => origin.person(query),
  tags: ({ id }, json) => ["people", personTag(id), ...tagsOfTitles(titlesOf(json))],
  policy: (policies, outcome) => policyFor(policies.credits, outcome),
  isCounted: true,
  hasLastResort: false,
};

function titlesOf(json: string | null) {
  const filmography = json === null ? null : parseJson(Filmography, json);
  return filmography === null
    ? []
    : [...filmography.known_for, ...filmography.credits.map(({ title }) => title)];
}

export const NO_SUCH_PERSON = { type: "person-not-found", detail: "No person has this id." } as const;

export const personOperation = operation({
  resource: person,
  parse: parsePerson,
  missing: NO_SUCH_PERSON,
});

export const documentation: Documentation = {
  name: person.name,
  summary: "Get a person by id",
  description:
    "A person with other names, best-known titles and all credits, newest first. Ids are those of credits.",
  path: {
    id: { schema: Id, description: "Id of the person.", example: 215 },
  },
  parameters: { lang: LANG, include_adult: ADULT },
  answer: "Person",
  examples: {
    person: { summary: "Person 215", request: "GET /v1/people/215", value: example },
  },
};
