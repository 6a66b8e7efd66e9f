/** What the catalog lists: all titles, part by part, for the sitemap; the names of one, for links between languages. */
import * as v from "valibot";
import { bodyText } from "../cache/stored-response.ts";
import { parseJson } from "../contract/json.ts";
import type { ListedTitle, Origin } from "../origins/origin.ts";
import { titleTag, titleTags } from "./keys.ts";
import { type Ask, offers, policyFor, type Resource } from "./resource.ts";

const Title = v.object({
  id: v.number(),
  title: v.string(),
  year: v.string(),
  translations: v.record(v.string(), v.string()),
});

const listParts: Resource<null> = {
  name: "list-parts",
  needs: "listParts",
  key: () => "",
  load: (origin) => origin.listParts(),
  tags: () => ["search"],
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
  /** How many parts there are; 0 where the origin lists none. Throws a Problem. */
  parts(): Promise<number>;
  /** From 1; empty past the end. Throws a Problem. */
  part(number: number): Promise<readonly ListedTitle[]>;
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
    parts: async () => (isOffered ? ((await read(listParts, null, v.number())) ?? 0) : 0),
    part: async (number) => (isOffered ? ((await read(listPart, number, v.array(Title))) ?? []) : []),
    names: async (id) => (isOffered ? await read(names, id, Title).catch(() => null) : null),
  };
}
