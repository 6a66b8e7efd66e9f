/** The resources of one source, cached. */
import type * as v from "valibot";
import type { Cache } from "../cache/lookup.ts";
import type {
  Answer,
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
  jsonOf,
  type Loaded,
  type LoadedList,
  MISSING,
  type Notes,
  readNotes,
} from "../source/loaded.ts";
import {
  type AskStored,
  type Identity,
  NOT_OFFERED,
  type Source,
  type Storable,
  type StorableQuery,
  type Traits,
} from "../source/source.ts";
import { nextAiring } from "./airing.ts";
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
  type ResourceName,
  type ResourceQuery,
  type Sources,
  type Stored,
  serves,
} from "./resource.ts";
import { credits, search } from "./search-and-credits.ts";
import { season, seasons } from "./seasons.ts";
import { collection, related, title } from "./titles.ts";
import { tmdbApi } from "./tmdb-api.ts";

const RESOURCES = {
  search,
  credits,
  title,
  seasons,
  season,
  collection,
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
  changes,
  tmdbApi,
} as const;

/** The same, typed so that a generic name can be used. */
const BY_NAME: { readonly [R in ResourceName]: Resource<R> } = RESOURCES;

/** The values that sources store by themselves. */
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

/** Built once for each isolate: each call gets the context of its request. */
export interface CachedSource {
  readonly traits: Traits;
  offers(name: ResourceName): boolean;
  readonly ask: Ask;
  readonly peek: Peek;
  /** For pages. Never rejects because a source failed: the result is then the problem. */
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

const REFUSED: Failed = {
  kind: "failed",
  problem: new Problem("not-offered", NOT_OFFERED),
  cacheStatus: { detail: "not-offered" },
};

interface Wanted<Query> {
  readonly resource: Stored<Query>;
  readonly query: Query;
}

/** Returns the fields of a request to the engine that follow from a query. */
function entryOf<Query>(
  { keys, policies }: ResourceServices,
  { source, traits }: Identity,
  { resource, query }: Wanted<Query>,
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

/** Also stores each record of a list under its own key. */
function storeTitles(
  { services, context, source }: Storing,
  { titles = [], version }: Loaded,
  asked: FetchSnapshot,
): void {
  for (const { id, lang, record } of titles) {
    const wanted = { resource: title, query: { id, lang } };
    const representation = represent(wanted, { value: record, version }, asked);
    const entry = entryOf(services, source, wanted);
    context.waitUntil(services.cache.store(context, entry, { representation, asked }));
  }
}

/** Values that a source makes responses of. They neither count towards a limit nor are parts of a page. */
export function createAskStored(services: ResourceServices) {
  const { cache } = services;
  return (context: Context, source: Identity): AskStored => {
    async function askStored<S extends Storable>(
      name: S,
      query: StorableQuery<S>,
      load?: (query: StorableQuery<S>) => Promise<Loaded>,
    ) {
      const wanted = { resource: STORABLE[name], query };
      const entry = entryOf(services, source, wanted);
      const answer = await (load === undefined
        ? cache.peek(context, entry)
        : cache.lookup(context, { ...entry, load: (asked) => loadAndRepresent(load, asked) }));
      if (answer === null) return null;
      context.observe(answer);
      if (answer.kind === "failed") throw answer.problem;
      const { storedAt, logPosition, outcome } = answer;
      const value = outcome === "missing" ? null : parseJson(wanted.resource.schema, bodyText(answer));
      if (value === null && outcome !== "missing") throw unreadable(name);
      return {
        value,
        notes: readNotes(answer.notes),
        isPartial: outcome === "partial",
        isLastResort: !serves(answer),
        storedAt,
        logPosition,
      };

      async function loadAndRepresent(one: typeof load & {}, asked: FetchSnapshot) {
        const loaded = await one(query);
        storeTitles({ services, context, source }, loaded, asked);
        return represent(wanted, loaded, asked);
      }
    }
    return askStored as AskStored;
  };
}

/** `lastResort` is asked if the source has failed. */
export function createCachedSource(
  services: ResourceServices,
  sources: Sources,
  lastResort: Source<Context> | null = null,
): CachedSource {
  const { cache } = services;
  const { source } = sources;
  const askStoredOf = createAskStored(services);

  function loadFrom<R extends ResourceName>(
    context: Context,
    from: Sources,
    { resource, query }: { readonly resource: Resource<R>; readonly query: ResourceQuery<R> },
  ): Promise<Loaded | LoadedList> {
    return resource.load(query, { ...from, context, askStored: askStoredOf(context, from.source) });
  }

  function requestOf<R extends ResourceName>(
    context: Context,
    wanted: { readonly resource: Resource<R>; readonly query: ResourceQuery<R> },
    { allowance }: Pick<AskOptions, "allowance"> = {},
  ): ResourceRequest {
    const { hasLastResort = false, isUncounted = false, isOffered } = wanted.resource;
    const spare = hasLastResort && lastResort !== null ? { ...sources, source: lastResort } : null;
    return {
      ...entryOf(services, source, wanted),
      async load(asked) {
        const loaded = await loadFrom(context, sources, wanted);
        storeTitles({ services, context, source }, loaded, asked);
        return represent(wanted, loaded, asked);
      },
      allowance: (allowance === undefined && !isUncounted ? context.allowance : allowance) ?? undefined,
      ...(spare !== null &&
        isOffered(spare) && {
          lastResort: {
            name: spare.source.name,
            load: async (asked) => represent(wanted, await loadFrom(context, spare, wanted), asked),
          },
        }),
    };
  }

  function note(context: Context, answer: Answer, isPart: boolean): Answer {
    context.observe(answer);
    if (isPart) context.answers.push(answer);
    return answer;
  }

  const offers = (name: ResourceName) => BY_NAME[name].isOffered(sources);

  const ask: Ask = async (context, name, query, options = {}) => {
    if (!offers(name)) return REFUSED;
    const { isNoted = true, wanted, mayBeReplaced, stored } = options;
    if (stored != null && isFresh(stored)) return stored;
    const request = {
      ...requestOf(context, { resource: BY_NAME[name], query }, options),
      mayBeReplaced,
      isMissing: stored === null,
    };
    return note(context, await cache.lookup(context, request, wanted), isNoted);
  };

  return {
    traits: source.traits,
    offers,
    ask,

    async read(context, name, query) {
      const resource = BY_NAME[name];
      const isDirect = source.traits.isOwn && resource.isOfPages;
      if (!isDirect || !offers(name)) return readAnswer(name, await ask(context, name, query));
      let loaded: Loaded = MISSING;
      async function load(asked: FetchSnapshot) {
        loaded = await loadFrom(context, sources, { resource, query });
        return represent({ resource, query }, loaded, asked, "");
      }
      const request = { ...requestOf(context, { resource, query }), load };
      const answer = note(context, await cache.pass(context, request), true);
      if (answer.kind === "failed") return { kind: "failed", problem: answer.problem };
      const { value: given, notes = {}, more = false, isPartial = false } = loaded;
      const value = (given instanceof Json ? parse(name, given.text) : given) as ResourceValue<
        typeof name
      > | null;
      return value === null ? { kind: "missing" } : { kind: "found", value, notes, more, isPartial };
    },

    async peek(context, name, query) {
      const served = await cache.peek(context, entryOf(services, source, { resource: BY_NAME[name], query }));
      if (served !== null) context.observe(served);
      return served;
    },
  };
}

function represent<Query>(
  { resource, query }: Wanted<Query>,
  loaded: Loaded | LoadedList,
  { storedAt }: FetchSnapshot,
  body = jsonOf(loaded) ?? "",
): Representation {
  const { ids: { titles = [], people = [] } = {}, more = false, version, parts } = loaded;
  const airsAt = nextAiring(loaded.airs, storedAt);
  const notes = airsAt === null ? loaded.notes : { ...loaded.notes, airsAt };
  const own = resource.isOfIds ? resource.tags(query) : [...resource.tags(query), LISTS];
  return {
    body,
    outcome: outcomeOf(loaded),
    more,
    notes: notesText(notes ?? {}),
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
export function readAnswer<R extends ResourceName>(name: R, answer: Answer): ReadResult<ResourceValue<R>> {
  if (answer.kind === "failed") return { kind: "failed", problem: answer.problem };
  if (answer.outcome === "missing") return { kind: "missing" };
  const value = parse(name, bodyText(answer));
  if (value === null) {
    return { kind: "failed", problem: unreadable(name) };
  }
  return {
    kind: "found",
    value,
    notes: readNotes(answer.notes),
    more: answer.more,
    isPartial: answer.outcome === "partial",
  };
}

function unreadable(name: string): Problem {
  return new Problem("internal", `A stored response of ${name} cannot be read.`);
}

function parse<R extends ResourceName>(name: R, json: string): ResourceValue<R> | null {
  return parseJson(RESOURCES[name].schema, json) as ResourceValue<R> | null;
}

/** The value; `null`: none. */
export function foundValue<Value>(read: ReadResult<Value>): Value | null {
  return read.kind === "found" ? read.value : null;
}
