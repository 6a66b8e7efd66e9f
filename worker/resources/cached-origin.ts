/** The resources of one origin, cached. */
import type * as v from "valibot";
import type { Cache } from "../cache/lookup.ts";
import type { Allowance, Answer, Asked, Failed, Representation, ResourceRequest } from "../cache/resource.ts";
import { bodyText, type Outcome } from "../cache/stored-response.ts";
import { parseJson } from "../contract/json.ts";
import { Problem } from "../contract/problem.ts";
import {
  Json,
  jsonOf,
  type Loaded,
  type LoadedList,
  MISSING,
  type Notes,
  readNotes,
} from "../origins/loaded.ts";
import { type Capability, NOT_OFFERED, type Origin, type QueryOf } from "../origins/origin.ts";
import { autocomplete } from "./autocomplete.ts";
import { browse, counts, facets, genres, list, listParts, listPeople, shelves } from "./browse.ts";
import { changes } from "./changes.ts";
import { credits } from "./credits.ts";
import { didYouMean, relaxed } from "./did-you-mean.ts";
import { find } from "./find.ts";
import { type CacheKeys, LISTS, tagsOfPeople, tagsOfTitles } from "./keys.ts";
import { match } from "./match.ts";
import { people, person, shared } from "./people.ts";
import { type Ask, type AskSet, isFresh, type Peek, type Policies, type Resource } from "./resource.ts";
import { search } from "./search.ts";
import { related, title } from "./titles.ts";
import { tmdbApi } from "./tmdb-api/tmdb-api.ts";

const RESOURCES = {
  search,
  credits,
  title,
  related,
  didYouMean,
  relaxed,
  browse,
  facets,
  counts,
  shelves,
  person,
  people,
  shared,
  autocomplete,
  find,
  match,
  listParts,
  list,
  listPeople,
  genres,
  changes,
  tmdbApi,
} as const;

/** The same, typed so that a generic capability can be called. */
const BY_CAPABILITY: { readonly [C in Capability]: Resource<C> } = RESOURCES;

export type ValueOf<C extends Capability> = v.InferOutput<(typeof RESOURCES)[C]["schema"]>;

export interface CachedOrigin {
  /** Whether the origin has this capability. */
  offers(capability: Capability): boolean;
  readonly ask: Ask;
  readonly askSet: AskSet;
  readonly peek: Peek;
  /** For pages. Never rejects because an origin failed: the result is then the problem. */
  read<C extends Capability>(capability: C, query: QueryOf<C>): Promise<Read<ValueOf<C>>>;
}

interface CachedOriginServices {
  readonly cache: Cache;
  readonly origin: Origin;
  readonly lastResort: Origin | null;
  readonly keys: Pick<CacheKeys, "resource">;
  readonly policies: Policies;
  readonly allowance: Allowance;
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Called with each answer, but for what is not offered. */
  readonly observe: (answer: Answer) => void;
  /** Gets the answers of `ask` and `read`, but for what is not offered: a page without that may be stored. */
  readonly parts: Answer[];
}

const REFUSED: Failed = {
  kind: "failed",
  problem: new Problem("not-offered", NOT_OFFERED),
  cacheStatus: { detail: "not-offered" },
};

export function cachedOrigin(services: CachedOriginServices): CachedOrigin {
  const { cache, origin, lastResort, keys, policies, allowance, waitUntil, observe, parts } = services;

  function entry<C extends Capability>(capability: C, query: QueryOf<C>) {
    const resource: Resource<C> = BY_CAPABILITY[capability];
    return {
      name: resource.name,
      key: keys.resource(resource.name, origin.source, resource.key(query, origin.traits)),
      policy: (outcome: Outcome) => resource.policy(policies, outcome, query),
    };
  }

  /** Asks an origin; `undefined`: it lacks the capability. */
  function loader<C extends Capability>(
    from: Origin | null,
    capability: C,
    query: QueryOf<C>,
    load: ((query: QueryOf<C>) => Promise<Loaded>) | undefined = from?.can[capability],
  ) {
    if (load === undefined) return undefined;
    return async (asked: Asked) => {
      const loaded = await load(query);
      if (from === origin) storeTitles(loaded, asked);
      return represent(capability, query, loaded);
    };
  }

  /** Also stores each record of a list under its own key. */
  function storeTitles({ titles = [], version }: Loaded, asked: Asked): void {
    for (const { id, lang, record } of titles) {
      const query = { id, lang };
      const stored = represent("title", query, { value: record, version });
      waitUntil(cache.store(entry("title", query), stored, asked));
    }
  }

  /** `null`: not offered. */
  function requestOf<C extends Capability>(
    capability: C,
    query: QueryOf<C>,
    load: ResourceRequest["load"] | undefined,
    given: Allowance | null | undefined,
  ): ResourceRequest | null {
    if (load === undefined) return null;
    const { hasLastResort = false, isUncounted = false } = BY_CAPABILITY[capability];
    const spare = hasLastResort ? loader(lastResort, capability, query) : undefined;
    return {
      ...entry(capability, query),
      load,
      allowance: (given === undefined && !isUncounted ? allowance : given) ?? undefined,
      lastResort: spare && { name: lastResort?.name ?? "", load: spare },
    };
  }

  /** `request`: `null` if it is not offered. */
  async function observed(
    request: ResourceRequest | null,
    answer: (request: ResourceRequest) => Promise<Answer>,
  ): Promise<Answer> {
    if (request === null) return REFUSED;
    const answered = await answer(request);
    observe(answered);
    return answered;
  }

  /** The same, for a part of the page. */
  async function noted(...asked: Parameters<typeof observed>): Promise<Answer> {
    const answer = await observed(...asked);
    if (answer !== REFUSED) parts.push(answer);
    return answer;
  }

  const ask: Ask = (capability, query, { wanted, allowance: given, mayBeReplaced } = {}) => {
    const request = requestOf(capability, query, loader(origin, capability, query), given);
    return noted(request, (found) => cache.lookup({ ...found, mayBeReplaced }, wanted));
  };

  return {
    offers: (capability) => origin.can[capability] !== undefined,
    ask,

    async read<C extends Capability>(capability: C, query: QueryOf<C>): Promise<Read<ValueOf<C>>> {
      if (!origin.traits.isOwn || !BY_CAPABILITY[capability].isOfPages)
        return readAnswer(capability, await ask(capability, query));
      const load: ((query: QueryOf<C>) => Promise<Loaded>) | undefined = origin.can[capability];
      let loaded: Loaded = MISSING;
      const pass =
        load &&
        (async () => {
          loaded = await load(query);
          return represent(capability, query, loaded, "");
        });
      const request = requestOf(capability, query, pass, undefined);
      const answer = await noted(request, cache.pass);
      if (answer.kind === "failed") return { kind: "failed", problem: answer.problem };
      return readLoadedAs(capability, loaded);
    },

    async askSet(capability, queries, stored, given) {
      const set = origin.sets?.[capability];
      const missing = queries.filter((_, at) => !isFresh(stored[at]));
      let together: Promise<readonly Loaded[]> | undefined;
      const loadOf = (query: (typeof queries)[number]) => async () => {
        together ??= set?.(missing);
        return (await together)?.[missing.indexOf(query)] as Loaded;
      };
      return await Promise.all(
        queries.map(async (query, at) => {
          const known = stored[at] ?? null;
          if (known !== null && isFresh(known)) return known;
          const load = loader(origin, capability, query, set && loadOf(query));
          const request = requestOf(capability, query, load, given);
          return await observed(request, (found) => cache.lookup({ ...found, isMissing: known === null }));
        }),
      );
    },

    async peek(capability, query) {
      const served = await cache.peek(entry(capability, query));
      if (served !== null) observe(served);
      return served;
    },
  };
}

function represent<C extends Capability>(
  capability: C,
  query: QueryOf<C>,
  loaded: Loaded | LoadedList,
  body = jsonOf(loaded) ?? "",
): Representation {
  const { about = {}, more = false, version, parts } = loaded;
  const { titles = [], people = [], ...notes } = about;
  const resource: Resource<C> = BY_CAPABILITY[capability];
  const own = resource.isOfIds ? resource.tags(query) : [...resource.tags(query), LISTS];
  return {
    body,
    outcome: outcomeOf(loaded),
    more,
    remark: remarkOf(notes),
    tags: [...new Set([...own, ...tagsOfTitles(titles), ...tagsOfPeople(people)])],
    sourceVersion: version,
    parts,
  };
}

function outcomeOf(loaded: Loaded | LoadedList): Outcome {
  if (loaded.value === null) return "missing";
  if (loaded.isPartial) return "partial";
  return "isEmpty" in loaded && loaded.isEmpty ? "empty" : "found";
}

/** The notes as the engine stores them: text beside the body. `null`: no notes. */
function remarkOf(notes: Notes): string | null {
  const text = JSON.stringify(notes);
  return text === "{}" ? null : text;
}

/** An answer as pages read it. */
export type Read<Value> =
  | Found<Value>
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly problem: Problem };

interface Found<Value> {
  readonly kind: "found";
  readonly value: Value;
  readonly notes: Notes;
  /** Whether the next page would hold any results. */
  readonly more: boolean;
  /** Whether a more complete value is expected soon. */
  readonly isPartial: boolean;
}

/** Parses an answer of `ask`: values from our own cache are checked too. */
export function readAnswer<C extends Capability>(capability: C, answer: Answer): Read<ValueOf<C>> {
  if (answer.kind === "failed") return { kind: "failed", problem: answer.problem };
  if (answer.outcome === "missing") return { kind: "missing" };
  const value = parseJson(RESOURCES[capability].schema, bodyText(answer)) as ValueOf<C> | null;
  if (value === null) {
    const problem = new Problem("internal", `A stored response of ${capability} cannot be read.`);
    return { kind: "failed", problem };
  }
  return {
    kind: "found",
    value,
    notes: readNotes(answer.remark),
    more: answer.more,
    isPartial: answer.outcome === "partial",
  };
}

/** The same of what an origin has just given. */
function readLoadedAs<C extends Capability>(capability: C, loaded: Loaded): Read<ValueOf<C>> {
  const { about: { titles: _, people: __, ...notes } = {}, more = false, isPartial = false } = loaded;
  const { value: given } = loaded;
  const value = (
    given instanceof Json ? parseJson(RESOURCES[capability].schema, given.text) : given
  ) as ValueOf<C> | null;
  return value === null ? { kind: "missing" } : { kind: "found", value, notes, more, isPartial };
}

/** The value; `null`: none. */
export function foundValue<Value>(read: Read<Value>): Value | null {
  return read.kind === "found" ? read.value : null;
}
