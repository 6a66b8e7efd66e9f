/**
 * People: someone with all credits, people by their names, and the titles that several people share; titles and people while a
 * search is typed.
 */
import { writeParameters } from "../contract/parameters.ts";
import { PeopleAnswer, Person, SharedAnswer, SuggestAnswer } from "../contract/people.ts";
import {
  PEOPLE,
  PERSON,
  type PeopleQuery,
  parsePeople,
  parsePerson,
  parseShared,
  parseSuggest,
  SHARED,
  SUGGEST,
} from "../contract/people-query.ts";
import { personTag, tagsOfPeople } from "./keys.ts";
import { type Documentation, operation, pageLinks } from "./operation.ts";
import { likeCredits, likeSearch, type Resource } from "./resource.ts";

export const person = {
  name: "person",
  schema: Person,
  key: (query) => writeParameters(PERSON, query).toString(),
  tags: ({ id }) => ["people", personTag(id)],
  isOfIds: true,
  policy: likeCredits,
} satisfies Resource<"person">;

export const people = {
  name: "people",
  schema: PeopleAnswer,
  key: keyOf,
  tags: () => ["people"],
  policy: likeSearch,
} satisfies Resource<"people">;

export const shared = {
  name: "shared",
  schema: SharedAnswer,
  // In the requested order, which the response keeps.
  key: (query) => writeParameters(SHARED, query).toString(),
  tags: ({ ids }) => ["people", ...tagsOfPeople(ids)],
  policy: likeCredits,
} satisfies Resource<"shared">;

function keyOf(query: PeopleQuery): string {
  return writeParameters(PEOPLE, { ...query, ...query.paging }).toString();
}

const NO_SUCH_PERSON = { type: "person-not-found", detail: "No person has this id." } as const;

/** `/v1/people/{id}` */
export const personOperation = operation({
  name: "person",
  capability: "person",
  parse: parsePerson,
  missing: NO_SUCH_PERSON,
});

/** `/v1/people` */
export const peopleOperation = operation({
  name: "people",
  capability: "people",
  parse: parsePeople,

  headers(query, { more }) {
    const { page, limit } = query.paging;
    const addressOf = (target: number) =>
      `/v1/people?${keyOf({ ...query, paging: { page: target, limit } })}`;
    return { Link: pageLinks(addressOf, page, more) };
  },
});

/** `/v1/people/shared` */
export const sharedOperation = operation({
  name: "shared",
  capability: "shared",
  parse: parseShared,
  missing: { ...NO_SUCH_PERSON, detail: "At least one of these people is unknown." },
});

export const autocomplete = {
  name: "autocomplete",
  schema: SuggestAnswer,
  key: (query) => writeParameters(SUGGEST, query).toString(),
  tags: () => ["search", "people"],
  policy: likeSearch,
} satisfies Resource<"autocomplete">;

export const suggestOperation = operation({
  name: "suggest",
  capability: "autocomplete",
  parse: parseSuggest,
});

export const documentation: readonly Documentation[] = [
  {
    name: personOperation.name,
    summary: "Get a person",
    description:
      "A person with other names, best-known titles and all credits, newest first. Ids are those of credits.",
    parameters: PERSON,
    answer: "Person",
    examples: {
      person: { summary: "Person 215", request: "GET /v1/people/215" },
    },
  },
  {
    name: peopleOperation.name,
    summary: "Search people",
    description:
      "A bare array: the exact name first, then the best known. Finds names despite missing accents, misspellings or another order. Initials do not stand for names: t hanks does not find Tom Hanks.",
    parameters: PEOPLE,
    answer: "PeopleAnswer",
    examples: {
      people: {
        summary: "Search “tarkovsky”",
        request: "GET /v1/people?q=tarkovsky",
      },
    },
  },
  {
    name: sharedOperation.name,
    summary: "Get shared titles",
    description:
      "The titles that all of these people worked on, newest first, with the credits of each person. 404 if one of them is unknown.",
    parameters: SHARED,
    answer: "SharedAnswer",
    examples: {
      shared: {
        summary: "Titles two people share",
        request: "GET /v1/people/shared?ids=2386,2379",
      },
    },
  },
  {
    name: suggestOperation.name,
    summary: "Suggest while typing",
    description:
      "Titles and people in one small array, from the first letter on, most likely first. At most 8, and at most 3,072 bytes before compression.",
    parameters: SUGGEST,
    answer: "SuggestAnswer",
    examples: {
      suggest: {
        summary: "Suggestions for “seven s”",
        request: "GET /v1/suggest?q=seven+s",
      },
    },
  },
];
