/** Titles without words, for pages: narrowed by their facts, and what they can be narrowed to. */
import type * as v from "valibot";
import type { Answer } from "../cache/resource.ts";
import { bodyText } from "../cache/stored-response.ts";
import { type BrowseQuery, browseString, Facets } from "../contract/browse.ts";
import { parseJson } from "../contract/json.ts";
import type { Origin } from "../origins/origin.ts";
import { titleTags } from "./keys.ts";
import { type CachedOrigin, offers, policyFor, type Resource } from "./resource.ts";
import { Shelves, shelves } from "./shelves.ts";

const browse: Resource<BrowseQuery> = {
  name: "browse",
  needs: "browse",
  key: browseString,
  load: (origin, query) => origin.browse(query),
  tags: (_query, json) => ["search", ...titleTags(json)],
  policy: (policies, outcome) => policyFor(policies.search, outcome),
  isCounted: true,
  hasLastResort: false,
};

const facets: Resource<null> = {
  ...browse,
  name: "facets",
  needs: "facets",
  key: () => "",
  load: (origin) => origin.facets(),
  tags: () => ["search"],
};

export interface Browsing {
  titles(query: BrowseQuery): Promise<Answer>;
  /** `null`: not known. Never rejects: titles are listed without it. */
  facets(): Promise<Facets | null>;
  /** `null`: not known. Never rejects: the first page stands without it. */
  shelves(lang: string): Promise<Shelves | null>;
}

interface BrowsingServices {
  readonly origin: Origin;
  readonly resources: Pick<CachedOrigin, "ask">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function browsing({ origin, resources, now }: BrowsingServices): Browsing {
  const isOffered = offers(origin, browse);

  async function read<Query, S extends v.GenericSchema>(
    resource: Resource<Query>,
    query: Query,
    schema: S,
  ): Promise<v.InferOutput<S> | null> {
    const answer = await resources.ask(resource, query);
    return answer.kind === "failed" ? null : parseJson(schema, bodyText(answer));
  }

  return {
    titles: (query) => resources.ask(browse, query),
    facets: () => read(facets, null, Facets),
    async shelves(lang) {
      return isOffered
        ? await read(shelves, { lang, year: new Date(now()).getUTCFullYear() }, Shelves)
        : null;
    },
  };
}
