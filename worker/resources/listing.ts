/** What the catalog lists: titles and people, part by part, for the sitemap; the names of a title, for links between languages. */
import * as v from "valibot";
import { bodyText } from "../cache/stored-response.ts";
import { parseJson } from "../contract/json.ts";
import type { ListedPerson, ListedTitle, ListParts, Origin } from "../origins/origin.ts";
import { peopleTags, titleTag, titleTags } from "./keys.ts";
import { type Ask, offers, policyFor, type Resource } from "./resource.ts";

const Title = v.object({
  id: v.number(),
  title: v.string(),
  year: v.string(),
  translations: v.record(v.string(), v.string()),
});

const Parts = v.object({ titles: v.number(), people: v.number() });
const Person = v.object({ id: v.number(), name: v.string() });
const NO_PARTS: ListParts = { titles: 0, people: 0 };

const listParts: Resource<null> = {
  name: "parts",
  needs: "listParts",
  key: () => "",
  load: (origin) => origin.listParts(),
  tags: () => ["search", "people"],
  policy: (policies, outcome) => policyFor(policies.search, outcome),
  isCounted: true,
  hasLastResort: false,
};

const listPart: Resource<number> = {
  ...listParts,
  name: "list",
  needs: "list",
  key: (part) => `part=${part}`,
  load: (origin, part) => origin.list(part),
  tags: (_part, json) => ["search", ...titleTags(json)],
};

const listPeople: Resource<number> = {
  ...listPart,
  name: "list-people",
  needs: "listPeople",
  load: (origin, part) => origin.listPeople(part),
  tags: (_part, json) => ["people", ...peopleTags(json)],
};

/** Not counted: asked for beside the credits of the title, which are. */
const names: Resource<number> = {
  ...listParts,
  name: "names",
  needs: "names",
  key: (id) => `id=${id}`,
  load: (origin, id) => origin.names(id),
  tags: (id) => ["search", titleTag(id)],
  isCounted: false,
};

export interface Listing {
  /** How many parts there are; none where the origin lists nothing. Throws a Problem. */
  parts(): Promise<ListParts>;
  /** From 1; empty past the end. Throws a Problem. */
  titles(part: number): Promise<readonly ListedTitle[]>;
  people(part: number): Promise<readonly ListedPerson[]>;
  /** `null`: not known. Never rejects: links stand without it. */
  names(id: number): Promise<ListedTitle | null>;
}

/** `origin`: whose resources `ask` asks for. */
export function listing(ask: Ask, origin: Origin): Listing {
  const isOffered = offers(origin, listPart);

  async function read<Query, S extends v.GenericSchema>(
    resource: Resource<Query>,
    query: Query,
    schema: S,
  ): Promise<v.InferOutput<S> | null> {
    const answer = await ask(resource, query);
    if (answer.kind === "failed") throw answer.problem;
    return parseJson(schema, bodyText(answer));
  }

  return {
    parts: async () => (isOffered ? ((await read(listParts, null, Parts)) ?? NO_PARTS) : NO_PARTS),
    titles: async (part) => (isOffered ? ((await read(listPart, part, v.array(Title))) ?? []) : []),
    people: async (part) => (isOffered ? ((await read(listPeople, part, v.array(Person))) ?? []) : []),
    names: async (id) => (isOffered ? await read(names, id, Title).catch(() => null) : null),
  };
}
