/** Caches all resources of a source. */
import type * as v from "valibot";
import type { Cache } from "../cache/lookup.ts";
import type {
  CacheResult,
  Context,
  DatedResponse,
  Failed,
  FetchSnapshot,
  Representation,
  ResourceRequest,
} from "../cache/resource.ts";
import { bodyText, type Outcome } from "../cache/stored-response.ts";
import { parseJson } from "../contract/json.ts";
import { Problem } from "../contract/problem.ts";
import {
  Json,
  type Loaded,
  type LoadedList,
  MISSING,
  type Notes,
  readNotes,
  toJson,
} from "../source/loaded.ts";
import {
  type AskStored,
  type Identity,
  NOT_OFFERED,
  type Storable,
  type StorableQuery,
  type Traits,
} from "../source/source.ts";
import { nextAiring } from "./airing.ts";
import { browse, counts, facets, genres, shelves, sitemap } from "./browse.ts";
import { changes } from "./changes.ts";
import { find } from "./find.ts";
import { type CacheKeys, LISTS, personTags, titleTags } from "./keys.ts";
import { match } from "./match.ts";
import { autocomplete, people, person, shared } from "./people.ts";
import {
  type Ask,
  type AskOptions,
  isFresh,
  isUsable,
  type Peek,
  type Policies,
  type Resource,
  type ResourceName,
  type ResourceQuery,
  type Sources,
  type Stored,
} from "./resource.ts";
import { credits, search } from "./search-and-credits.ts";
import { season, seasons } from "./seasons.ts";
import { collection, related, similar, title } from "./titles.ts";
import { tmdbApi } from "./tmdb-api.ts";

const RESOURCES = {
  search,
  credits,
  title,
  seasons,
  season,
  collection,
  related,
  similar,
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
  changes,
  tmdbApi,
} as const;

/** The resources by name. The type lets TypeScript look up a resource by a generic name. */
const BY_NAME: { readonly [R in ResourceName]: Resource<R> } = RESOURCES;

/** The values that a source may cache for itself with `AskStored`. */
const STORABLE: { readonly [S in Storable]: Stored<StorableQuery<S>> } = {
  credits,
  find,
  genres,
  person,
  search,
  season,
  seasons,
  title,
};

export type ResourceValue<R extends ResourceName> = v.InferOutput<(typeof RESOURCES)[R]["schema"]>;

export interface CachedSource {
  readonly traits: Traits;
  offers(name: ResourceName): boolean;
  readonly ask: Ask;
  readonly peek: Peek;
  /**
   * Returns the parsed value of a resource. Does not reject if a source fails; the result then contains the problem.
   */
  read<R extends ResourceName>(
    context: Context,
    name: R,
    query: ResourceQuery<R>,
  ): Promise<ReadResult<ResourceValue<R>>>;
}

interface ResourceServices {
  readonly cache: Cache;
  readonly keys: Pick<CacheKeys, "resource">;
  readonly policies: Policies;
}

const NOT_OFFERED_FAILURE: Failed = {
  kind: "failed",
  problem: new Problem("not-offered", NOT_OFFERED),
  cacheStatus: { detail: "not-offered" },
};

interface ResourceTarget<Query> {
  readonly resource: Stored<Query>;
  readonly query: Query;
}

/** Returns what the cache needs to know about a query: a name, a key and a policy. */
function createEntry<Query>(
  { keys, policies }: ResourceServices,
  { source, traits }: Identity,
  { resource, query }: ResourceTarget<Query>,
) {
  return {
    name: resource.name,
    key: keys.resource(resource.name, source, resource.key(query, traits)),
    policy: (response: DatedResponse) => resource.policy(policies, response.outcome, query, response),
  };
}

interface Storing {
  readonly services: ResourceServices;
  readonly context: Context;
  readonly source: Identity;
}

function storeTitles(
  { services, context, source }: Storing,
  { titles = [], version }: Loaded,
  snapshot: FetchSnapshot,
): void {
  for (const { id, lang, record } of titles) {
    const target = { resource: title, query: { id, lang } };
    const representation = toRepresentation(target, { value: record, version }, snapshot);
    const entry = createEntry(services, source, target);
    context.waitUntil(services.cache.store(context, entry, { representation, snapshot }));
  }
}

/**
 * Creates a function that returns the `AskStored` of a source. Values that are loaded through an `AskStored` are not
 * rate limited, and do not count as parts of the page.
 */
export function createAskStored(services: ResourceServices) {
  const { cache } = services;
  return (context: Context, source: Identity): AskStored => {
    async function askStored<S extends Storable>(
      name: S,
      query: StorableQuery<S>,
      load?: (query: StorableQuery<S>) => Promise<Loaded>,
    ) {
      const target = { resource: STORABLE[name], query };
      const entry = createEntry(services, source, target);
      const result = await (load === undefined
        ? cache.peek(context, entry)
        : cache.lookup(context, { ...entry, load: (snapshot) => loadAndRepresent(load, snapshot) }));
      if (result === null) return null;
      context.observe(result);
      if (result.kind === "failed") throw result.problem;
      const { storedAt, logPosition, outcome } = result;
      const value = outcome === "missing" ? null : parseJson(target.resource.schema, bodyText(result));
      if (value === null && outcome !== "missing") throw unreadable(name);
      return {
        value,
        notes: readNotes(result.notes),
        isPartial: outcome === "partial",
        isLastResort: !isUsable(result),
        storedAt,
        logPosition,
      };

      async function loadAndRepresent(one: typeof load & {}, snapshot: FetchSnapshot) {
        const loaded = await one(query);
        storeTitles({ services, context, source }, loaded, snapshot);
        return toRepresentation(target, loaded, snapshot);
      }
    }
    return askStored as AskStored;
  };
}

/** Creates the cached resources of a source. */
export function createCachedSource(services: ResourceServices, sources: Sources): CachedSource {
  const { cache } = services;
  const { source } = sources;
  const bindAskStored = createAskStored(services);

  function loadFrom<R extends ResourceName>(
    context: Context,
    { resource, query }: { readonly resource: Resource<R>; readonly query: ResourceQuery<R> },
  ): Promise<Loaded | LoadedList> {
    return resource.load(query, { ...sources, context, askStored: bindAskStored(context, source) });
  }

  function createRequest<R extends ResourceName>(
    context: Context,
    target: { readonly resource: Resource<R>; readonly query: ResourceQuery<R> },
    { allowance }: Pick<AskOptions, "allowance"> = {},
  ): ResourceRequest {
    const { isUncounted = false } = target.resource;
    return {
      ...createEntry(services, source, target),
      async load(snapshot) {
        const loaded = await loadFrom(context, target);
        storeTitles({ services, context, source }, loaded, snapshot);
        return toRepresentation(target, loaded, snapshot);
      },
      allowance: (allowance === undefined && !isUncounted ? context.allowance : allowance) ?? undefined,
    };
  }

  function note(context: Context, result: CacheResult, isPart: boolean): CacheResult {
    context.observe(result);
    if (isPart) context.results.push(result);
    return result;
  }

  const offers = (name: ResourceName) => BY_NAME[name].isOffered(sources);

  const ask: Ask = async (context, name, query, options = {}) => {
    if (!offers(name)) return NOT_OFFERED_FAILURE;
    const { isPagePart = true, needsBody, mayBeReplaced, stored } = options;
    if (stored != null && isFresh(stored)) return stored;
    const request = {
      ...createRequest(context, { resource: BY_NAME[name], query }, options),
      mayBeReplaced,
      isMissing: stored === null,
    };
    return note(context, await cache.lookup(context, request, needsBody), isPagePart);
  };

  return {
    traits: source.traits,
    offers,
    ask,

    async read(context, name, query) {
      const resource = BY_NAME[name];
      const isDirect = source.traits.isOwn && resource.isCachedWithPage;
      if (!isDirect || !offers(name)) return readCacheResult(name, await ask(context, name, query));
      let loaded: Loaded = MISSING;
      async function load(snapshot: FetchSnapshot) {
        loaded = await loadFrom(context, { resource, query });
        return toRepresentation({ resource, query }, loaded, snapshot, "");
      }
      const request = { ...createRequest(context, { resource, query }), load };
      const result = note(context, await cache.pass(context, request), true);
      if (result.kind === "failed") return { kind: "failed", problem: result.problem };
      const { value: loadedValue, notes = {}, more = false, isPartial = false } = loaded;
      const value = (
        loadedValue instanceof Json ? parse(name, loadedValue.text) : loadedValue
      ) as ResourceValue<typeof name> | null;
      return value === null ? { kind: "missing" } : { kind: "found", value, notes, more, isPartial };
    },

    async peek(context, name, query) {
      const served = await cache.peek(
        context,
        createEntry(services, source, { resource: BY_NAME[name], query }),
      );
      if (served !== null) context.observe(served);
      return served;
    },
  };
}

function toRepresentation<Query>(
  { resource, query }: ResourceTarget<Query>,
  loaded: Loaded | LoadedList,
  { storedAt }: FetchSnapshot,
  body = toJson(loaded) ?? "",
): Representation {
  const { ids: { titles = [], people = [] } = {}, more = false, version, parts } = loaded;
  const airsAt = nextAiring(loaded.airs, storedAt);
  const notes = airsAt === null ? loaded.notes : { ...loaded.notes, airsAt };
  const resourceTags = resource.isInvalidatedByIdOnly
    ? resource.tags(query)
    : [...resource.tags(query), LISTS];
  return {
    body,
    outcome: toOutcome(loaded),
    more,
    notes: formatNotes(notes ?? {}),
    tags: [...new Set([...resourceTags, ...titleTags(titles), ...personTags(people)])],
    sourceVersion: version,
    parts,
  };
}

function toOutcome(loaded: Loaded | LoadedList): Outcome {
  if (loaded.value === null) return "missing";
  if (loaded.isPartial) return "partial";
  return "isEmpty" in loaded && loaded.isEmpty ? "empty" : "found";
}

/** Returns the notes as JSON, or `null` if they are empty. */
function formatNotes(notes: Notes): string | null {
  const text = JSON.stringify(notes);
  return text === "{}" ? null : text;
}

/** The result of reading a resource for a page. */
export type ReadResult<Value> =
  | ReadValue<Value>
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly problem: Problem };

interface ReadValue<Value> {
  readonly kind: "found";
  readonly value: Value;
  readonly notes: Notes;
  readonly more: boolean;
  /** Whether the value is incomplete, so that a later one may be more complete. */
  readonly isPartial: boolean;
}

/** Parses a result. Also validates values from the cache. */
export function readCacheResult<R extends ResourceName>(
  name: R,
  result: CacheResult,
): ReadResult<ResourceValue<R>> {
  if (result.kind === "failed") return { kind: "failed", problem: result.problem };
  if (result.outcome === "missing") return { kind: "missing" };
  const value = parse(name, bodyText(result));
  if (value === null) {
    return { kind: "failed", problem: unreadable(name) };
  }
  return {
    kind: "found",
    value,
    notes: readNotes(result.notes),
    more: result.more,
    isPartial: result.outcome === "partial",
  };
}

function unreadable(name: string): Problem {
  return new Problem("internal", `A stored response of ${name} cannot be read.`);
}

function parse<R extends ResourceName>(name: R, json: string): ResourceValue<R> | null {
  return parseJson(RESOURCES[name].schema, json) as ResourceValue<R> | null;
}

export function valueOrNull<Value>(read: ReadResult<Value>): Value | null {
  return read.kind === "found" ? read.value : null;
}
