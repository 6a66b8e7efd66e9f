/** The resources of one origin, cached. */
import type * as v from "valibot";
import type { Cache } from "../cache/lookup.ts";
import type { Answer, Asked, Context, Failed, Representation, ResourceRequest } from "../cache/resource.ts";
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
} from "../source/loaded.ts";
import {
  type AskStored,
  type Capability,
  type Identity,
  NOT_OFFERED,
  type Origin,
  type QueryOf,
  type StoredValue,
  type Traits,
} from "../source/source.ts";
import { browse, counts, facets, genres, shelves, sitemap } from "./browse.ts";
import { changes } from "./changes.ts";
import { find } from "./find.ts";
import { type CacheKeys, LISTS, tagsOfPeople, tagsOfTitles } from "./keys.ts";
import { match } from "./match.ts";
import { autocomplete, people, person, shared } from "./people.ts";
import {
  type Ask,
  type AskOptions,
  isFresh,
  type Peek,
  type Policies,
  type Resource,
  serves,
} from "./resource.ts";
import { credits, search } from "./search-and-credits.ts";
import { related, title } from "./titles.ts";
import { tmdbApi } from "./tmdb-api.ts";

const RESOURCES = {
  search,
  credits,
  title,
  related,
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
  sitemap,
  genres,
  changes,
  tmdbApi,
} as const;

/** The same, typed so that a generic capability can be called. */
const BY_CAPABILITY: { readonly [C in Capability]: Resource<C> } = RESOURCES;

export type ResourceValue<C extends Capability> = v.InferOutput<(typeof RESOURCES)[C]["schema"]>;

/** An origin that the request has not asked yet: all that a stored response needs of it. */
export interface IdleOrigin<Opened extends Origin = Origin> extends Identity {
  readonly offers: ReadonlySet<Capability>;
  /** Once for each request: an open origin keeps the request's session. */
  open(context: Context): Opened;
}

/** Built once for each isolate: each call gets the context of its request. */
export interface CachedOrigin {
  readonly traits: Traits;
  /** Whether the origin has this capability. */
  offers(capability: Capability): boolean;
  readonly ask: Ask;
  readonly peek: Peek;
  /** For pages. Never rejects because an origin failed: the result is then the problem. */
  read<C extends Capability>(
    context: Context,
    capability: C,
    query: QueryOf<C>,
  ): Promise<ReadResult<ResourceValue<C>>>;
}

interface ResourceServices {
  readonly cache: Cache;
  readonly keys: Pick<CacheKeys, "resource">;
  readonly policies: Policies;
}

const REFUSED: Failed = {
  kind: "failed",
  problem: new Problem("not-offered", NOT_OFFERED),
  cacheStatus: { detail: "not-offered" },
};

interface Wanted<C extends Capability> {
  readonly capability: C;
  readonly query: QueryOf<C>;
}

/** The fields of a request to the engine that follow from a query. */
function entryOf<C extends Capability>(
  { keys, policies }: ResourceServices,
  { source, traits }: Identity,
  { capability, query }: Wanted<C>,
) {
  const resource: Resource<C> = BY_CAPABILITY[capability];
  return {
    name: resource.name,
    key: keys.resource(resource.name, source, resource.key(query, traits)),
    policy: (outcome: Outcome) => resource.policy(policies, outcome, query),
  };
}

interface Storing {
  readonly services: ResourceServices;
  readonly context: Context;
  readonly origin: Identity;
}

/** Also stores each record of a list under its own key. */
function storeTitles(
  { services, context, origin }: Storing,
  { titles = [], version }: Loaded,
  asked: Asked,
): void {
  for (const { id, lang, record } of titles) {
    const wanted = { capability: "title", query: { id, lang } } as const;
    const representation = represent(wanted, { value: record, version });
    const entry = entryOf(services, origin, wanted);
    context.waitUntil(services.cache.store(context, entry, { representation, asked }));
  }
}

/** Values that an origin makes responses of. They neither count towards a limit nor are parts of a page. */
export function storedValues(services: ResourceServices) {
  const { cache } = services;
  return (context: Context, origin: Identity): AskStored => {
    async function askStored<C extends Capability>(
      capability: C,
      query: QueryOf<C>,
      load?: (query: QueryOf<C>) => Promise<Loaded>,
    ): Promise<StoredValue<ResourceValue<C>> | null> {
      const wanted = { capability, query };
      const entry = entryOf(services, origin, wanted);
      const answer = await (load === undefined
        ? cache.peek(context, entry)
        : cache.lookup(context, { ...entry, load: (asked) => loaded(load, asked) }));
      if (answer === null) return null;
      context.observe(answer);
      const read = readAnswer(capability, answer);
      if (answer.kind === "failed") throw answer.problem;
      if (read.kind === "failed") throw read.problem;
      const { storedAt, seen, outcome } = answer;
      return {
        value: foundValue(read),
        notes: readNotes(answer.notes),
        isPartial: outcome === "partial",
        isLastResort: !serves(answer),
        storedAt,
        seen,
      };

      async function loaded(one: typeof load & {}, asked: Asked) {
        const found = await one(query);
        storeTitles({ services, context, origin }, found, asked);
        return represent(wanted, found);
      }
    }
    return askStored as AskStored;
  };
}

/** `lastResort`: asked if the origin has failed; `null`: no last resort. */
export function cachedOrigin(
  services: ResourceServices,
  origin: IdleOrigin,
  lastResort: IdleOrigin | null = null,
): CachedOrigin {
  const { cache } = services;

  function requestOf<C extends Capability>(
    context: Context,
    wanted: Wanted<C>,
    { load, allowance: given }: Pick<ResourceRequest, "load"> & Pick<AskOptions, "allowance">,
  ): ResourceRequest {
    const { hasLastResort = false, isUncounted = false } = BY_CAPABILITY[wanted.capability];
    const spare = hasLastResort && lastResort?.offers.has(wanted.capability) ? lastResort : null;
    return {
      ...entryOf(services, origin, wanted),
      load,
      allowance: (given === undefined && !isUncounted ? context.allowance : given) ?? undefined,
      ...(spare && { lastResort: { name: spare.name, load: loader(context, spare, wanted) } }),
    };
  }

  /** The first response of a request that is not stored opens the origin. */
  function loader<C extends Capability>(
    context: Context,
    from: IdleOrigin,
    wanted: Wanted<C>,
  ): ResourceRequest["load"] {
    return async (asked) => {
      const loaded = await loadOne(from.open(context), wanted);
      if (from === origin) storeTitles({ services, context, origin }, loaded, asked);
      return represent(wanted, loaded);
    };
  }

  function observed(context: Context, answer: Answer, isPart = false): Answer {
    context.observe(answer);
    if (isPart) context.answers.push(answer);
    return answer;
  }

  const ask: Ask = async (context, capability, query, options = {}) => {
    if (!origin.offers.has(capability)) return REFUSED;
    const { isNoted = true, wanted, allowance, mayBeReplaced, stored } = options;
    if (stored != null && isFresh(stored)) return stored;
    const load = loader(context, origin, { capability, query });
    const request = {
      ...requestOf(context, { capability, query }, { load, allowance }),
      mayBeReplaced,
      isMissing: stored === null,
    };
    return observed(context, await cache.lookup(context, request, wanted), isNoted);
  };

  return {
    traits: origin.traits,
    offers: (capability) => origin.offers.has(capability),
    ask,

    async read<C extends Capability>(
      context: Context,
      capability: C,
      query: QueryOf<C>,
    ): Promise<ReadResult<ResourceValue<C>>> {
      const isDirect = origin.traits.isOwn && BY_CAPABILITY[capability].isOfPages;
      if (!isDirect || !origin.offers.has(capability))
        return readAnswer(capability, await ask(context, capability, query));
      const wanted = { capability, query };
      let loaded: Loaded = MISSING;
      async function load() {
        loaded = await loadOne(origin.open(context), wanted);
        return represent(wanted, loaded, "");
      }
      const answer = await cache.pass(context, requestOf(context, wanted, { load }));
      observed(context, answer, true);
      if (answer.kind === "failed") return { kind: "failed", problem: answer.problem };
      return readLoadedAs(capability, loaded);
    },

    async peek(context, capability, query) {
      const served = await cache.peek(context, entryOf(services, origin, { capability, query }));
      if (served !== null) context.observe(served);
      return served;
    },
  };
}

async function loadOne<C extends Capability>(
  { can }: Origin,
  { capability, query }: Wanted<C>,
): Promise<Loaded> {
  const load: ((query: QueryOf<C>) => Promise<Loaded>) | undefined = can[capability];
  if (load === undefined) throw REFUSED.problem;
  return await load(query);
}

function represent<C extends Capability>(
  { capability, query }: Wanted<C>,
  loaded: Loaded | LoadedList,
  body = jsonOf(loaded) ?? "",
): Representation {
  const { ids: { titles = [], people = [] } = {}, notes = {}, more = false, version, parts } = loaded;
  const resource: Resource<C> = BY_CAPABILITY[capability];
  const own = resource.isOfIds ? resource.tags(query) : [...resource.tags(query), LISTS];
  return {
    body,
    outcome: outcomeOf(loaded),
    more,
    notes: notesText(notes),
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
function notesText(notes: Notes): string | null {
  const text = JSON.stringify(notes);
  return text === "{}" ? null : text;
}

/** An answer as pages read it. */
export type ReadResult<Value> =
  | FoundValue<Value>
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly problem: Problem };

interface FoundValue<Value> {
  readonly kind: "found";
  readonly value: Value;
  readonly notes: Notes;
  /** Whether the next page would hold any results. */
  readonly more: boolean;
  /** Whether a more complete value is expected soon. */
  readonly isPartial: boolean;
}

/** Parses an answer of `ask`: values from our own cache are checked too. */
export function readAnswer<C extends Capability>(
  capability: C,
  answer: Answer,
): ReadResult<ResourceValue<C>> {
  if (answer.kind === "failed") return { kind: "failed", problem: answer.problem };
  if (answer.outcome === "missing") return { kind: "missing" };
  const value = parseJson(RESOURCES[capability].schema, bodyText(answer)) as ResourceValue<C> | null;
  if (value === null) {
    const problem = new Problem("internal", `A stored response of ${capability} cannot be read.`);
    return { kind: "failed", problem };
  }
  return {
    kind: "found",
    value,
    notes: readNotes(answer.notes),
    more: answer.more,
    isPartial: answer.outcome === "partial",
  };
}

/** The same for a new result of an origin. */
function readLoadedAs<C extends Capability>(capability: C, loaded: Loaded): ReadResult<ResourceValue<C>> {
  const { value: given, notes = {}, more = false, isPartial = false } = loaded;
  const value = (
    given instanceof Json ? parseJson(RESOURCES[capability].schema, given.text) : given
  ) as ResourceValue<C> | null;
  return value === null ? { kind: "missing" } : { kind: "found", value, notes, more, isPartial };
}

/** The value; `null`: none. */
export function foundValue<Value>(read: ReadResult<Value>): Value | null {
  return read.kind === "found" ? read.value : null;
}
