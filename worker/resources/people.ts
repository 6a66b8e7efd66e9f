/** People: a single person, search by name, shared titles, and suggestions while typing. */
import { writeQuery } from "../contract/parameters.ts";
import { PeopleResponse, Person, SharedResponse, SuggestResponse } from "../contract/people.ts";
import { PEOPLE, PERSON, SHARED, SUGGEST } from "../contract/query.ts";
import { personTag, personTags } from "./keys.ts";
import { type Documented, defineOperation, formatPageLinks } from "./operation.ts";
import { creditsPolicy, fromSource, type Resource, searchPolicy } from "./resource.ts";

export const person = {
  ...fromSource("person"),
  schema: Person,
  key: (query) => writeQuery(PERSON, query),
  tags: ({ id }) => ["people", personTag(id)],
  isInvalidatedByIdOnly: true,
  isCachedWithPage: true,
  policy: creditsPolicy,
} satisfies Resource<"person">;

export const people = {
  ...fromSource("people"),
  schema: PeopleResponse,
  key: (query) => writeQuery(PEOPLE, query),
  tags: () => ["people"],
  policy: searchPolicy,
} satisfies Resource<"people">;

export const shared = {
  ...fromSource("shared"),
  schema: SharedResponse,
  // The ids stay in the order of the request, because the response lists the people in that order.
  key: (query) => writeQuery(SHARED, query),
  tags: ({ ids }) => ["people", ...personTags(ids)],
  policy: creditsPolicy,
} satisfies Resource<"shared">;

export const autocomplete = {
  ...fromSource("autocomplete"),
  schema: SuggestResponse,
  key: (query) => writeQuery(SUGGEST, query),
  tags: () => ["search", "people"],
  policy: searchPolicy,
} satisfies Resource<"autocomplete">;

const NO_SUCH_PERSON = { type: "person-not-found", detail: "No person has this id." } as const;

export const personOperation = defineOperation({
  name: "person",
  resource: "person",
  parameters: PERSON,
  missing: NO_SUCH_PERSON,
});

export const peopleOperation = defineOperation({
  name: "people",
  resource: "people",
  parameters: PEOPLE,
  headers(query, { more }) {
    const buildPageUrl = (page: number) => `/v1/people?${writeQuery(PEOPLE, { ...query, page })}`;
    return { Link: formatPageLinks(buildPageUrl, query.page, more) };
  },
});

export const sharedOperation = defineOperation({
  name: "shared",
  resource: "shared",
  parameters: SHARED,
  missing: { ...NO_SUCH_PERSON, detail: "At least one of these people is unknown." },
});

export const suggestOperation = defineOperation({
  name: "suggest",
  resource: "autocomplete",
  parameters: SUGGEST,
});

export const documentation: Documented = {
  person: {
    summary: "Get a person",
    description:
      "A person with other names, best-known titles and all credits, newest first. Use the ids in credits.",
    schema: "Person",
    examples: { person: ["Person 215", "GET /v1/people/215"] },
  },
  people: {
    summary: "Search people",
    description:
      "A bare array: exact names first, then the best-known people. Tolerates missing accents, misspellings and another word order. Initials do not match: t hanks does not find Tom Hanks.",
    schema: "PeopleResponse",
    examples: { people: ["Search “tarkovsky”", "GET /v1/people?q=tarkovsky"] },
  },
  shared: {
    summary: "Get shared titles",
    description:
      "The titles that all of these people worked on, newest first, with the credits of each person. 404 if one of them is unknown.",
    schema: "SharedResponse",
    examples: { shared: ["Titles two people share", "GET /v1/people/shared?ids=2386,2379"] },
  },
  suggest: {
    summary: "Suggest while typing",
    description:
      "Titles and people in one small array, from the first letter on, most likely first. At most 8, and at most 3,072 bytes before compression.",
    schema: "SuggestResponse",
    examples: { suggest: ["Suggestions for “seven s”", "GET /v1/suggest?q=seven+s"] },
  },
};
