/** People by their names: `/v1/people?q=`. */
import * as v from "valibot";
import { parseJson } from "../contract/json.ts";
import { type PeopleQuery, parsePeople } from "../contract/people-query.ts";
import { type Documentation, LANG, LIMIT, PAGE, TEXT } from "./documentation.ts";
import example from "./examples/people.json" with { type: "json" };
import { personTag, tagsOfTitles } from "./keys.ts";
import { operation } from "./operation.ts";
import { pageLinks } from "./paging.ts";
import { policyFor, type Resource } from "./resource.ts";

const Results = v.array(v.object({ id: v.number(), known_for: v.array(v.object({ id: v.number() })) }));

export const people: Resource<PeopleQuery> = {
  name: "people",
  needs: "people",
  key: keyOf,
  load: (origin, query) => origin.people(query),
  tags(_query, json) {
    const results = (json === null ? null : parseJson(Results, json)) ?? [];
    const titles = tagsOfTitles(results.flatMap(({ known_for }) => known_for));
    return ["people", ...results.map(({ id }) => personTag(id)), ...titles];
  },
  policy: (policies, outcome) => policyFor(policies.search, outcome),
  isCounted: true,
  hasLastResort: false,
};

function keyOf({ text, lang, paging: { page, limit } }: PeopleQuery): string {
  return new URLSearchParams({ q: text, lang, page: `${page}`, limit: `${limit}` }).toString();
}

export const peopleOperation = operation({
  resource: people,
  parse: parsePeople,

  async headers(query, { more }) {
    const { page, limit } = query.paging;
    const addressOf = (target: number) =>
      `/v1/people?${keyOf({ ...query, paging: { page: target, limit } })}`;
    return { Link: pageLinks(addressOf, page, more) };
  },
});

export const documentation: Documentation = {
  name: people.name,
  summary: "Find people by name",
  description:
    "A bare array: the exact name first, then the best known. Tolerates missing accents, initials, misspellings and names in another order, as the search for titles does.",
  parameters: { q: TEXT, lang: LANG, page: PAGE, limit: LIMIT },
  answer: "PeopleAnswer",
  examples: {
    people: {
      summary: "Search “tarkovsky”",
      request: "GET /v1/people?q=tarkovsky",
      value: example,
    },
  },
};
