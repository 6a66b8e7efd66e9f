/**
 * A person with all credits, people by their names, and the titles that several people share; titles and people while a
 * search is typed.
 */
import { writeQuery } from "../contract/parameters.ts";
import { PeopleAnswer, Person, SharedAnswer, SuggestAnswer } from "../contract/people.ts";
import { PEOPLE, PERSON, SHARED, SUGGEST } from "../contract/query.ts";
import { personTag, tagsOfPeople } from "./keys.ts";
import { type Documented, operation, pageLinks } from "./operation.ts";
import { fromSource, likeCredits, likeSearch, type Resource } from "./resource.ts";

export const person = {
  ...fromSource("person"),
  schema: Person,
  key: (query) => writeQuery(PERSON, query),
  tags: ({ id }) => ["people", personTag(id)],
  isOfIds: true,
  policy: likeCredits,
} satisfies Resource<"person">;

export const people = {
  ...fromSource("people"),
  schema: PeopleAnswer,
  key: (query) => writeQuery(PEOPLE, query),
  tags: () => ["people"],
  policy: likeSearch,
} satisfies Resource<"people">;

export const shared = {
  ...fromSource("shared"),
  schema: SharedAnswer,
  // In the requested order, which the response keeps.
  key: (query) => writeQuery(SHARED, query),
  tags: ({ ids }) => ["people", ...tagsOfPeople(ids)],
  policy: likeCredits,
} satisfies Resource<"shared">;

export const autocomplete = {
  ...fromSource("autocomplete"),
  schema: SuggestAnswer,
  key: (query) => writeQuery(SUGGEST, query),
  tags: () => ["search", "people"],
  policy: likeSearch,
} satisfies Resource<"autocomplete">;

const NO_SUCH_PERSON = { type: "person-not-found", detail: "No person has this id." } as const;

/** `/v1/people/{id}` */
export const personOperation = operation({
  name: "person",
  resource: "person",
  parameters: PERSON,
  missing: NO_SUCH_PERSON,
});

/** `/v1/people` */
export const peopleOperation = operation({
  name: "people",
  resource: "people",
  parameters: PEOPLE,
  headers(query, { more }) {
    const addressOf = (page: number) => `/v1/people?${writeQuery(PEOPLE, { ...query, page })}`;
    return { Link: pageLinks(addressOf, query.page, more) };
  },
});

/** `/v1/people/shared` */
export const sharedOperation = operation({
  name: "shared",
  resource: "shared",
  parameters: SHARED,
  missing: { ...NO_SUCH_PERSON, detail: "At least one of these people is unknown." },
});

export const suggestOperation = operation({
  name: "suggest",
  resource: "autocomplete",
  parameters: SUGGEST,
});

export const documentation: Documented = {
  person: {
    summary: "Get a person",
    description:
      "A person with other names, best-known titles and all credits, newest first. Use the ids in credits.",
    answer: "Person",
    examples: { person: ["Person 215", "GET /v1/people/215"] },
  },
  people: {
    summary: "Search people",
    description:
      "A bare array: exact names first, then the best-known people. Tolerates missing accents, misspellings and another word order. Initials do not match names: t hanks does not find Tom Hanks.",
    answer: "PeopleAnswer",
    examples: { people: ["Search “tarkovsky”", "GET /v1/people?q=tarkovsky"] },
  },
  shared: {
    summary: "Get shared titles",
    description:
      "The titles that all of these people worked on, newest first, with the credits of each person. 404 if one of them is unknown.",
    answer: "SharedAnswer",
    examples: { shared: ["Titles two people share", "GET /v1/people/shared?ids=2386,2379"] },
  },
  suggest: {
    summary: "Suggest while typing",
    description:
      "Titles and people in one small array, from the first letter on, most likely first. At most 8, and at most 3,072 bytes before compression.",
    answer: "SuggestAnswer",
    examples: { suggest: ["Suggestions for “seven s”", "GET /v1/suggest?q=seven+s"] },
  },
};
