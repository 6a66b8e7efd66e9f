/** Describes the resources of a source to the cache: their keys and policies, and what a load returned. */
import type { Cache } from "../cache/lookup.ts";
import type { Context, DatedResponse, FetchSnapshot, Representation } from "../cache/resource.ts";
import type { Outcome } from "../cache/stored-response.ts";
import { type Loaded, type LoadedList, type Notes, toJson } from "../source/loaded.ts";
import type { Identity } from "../source/source.ts";
import { nextAiring } from "./airing.ts";
import { type CacheKeys, LISTS, personTags, titleTags } from "./keys.ts";
import type { Policies, Stored } from "./resource.ts";
import { title } from "./titles.ts";

export interface ResourceServices {
  readonly cache: Cache;
  readonly keys: Pick<CacheKeys, "resource">;
  readonly policies: Policies;
}

export interface ResourceTarget<Query> {
  readonly resource: Stored<Query>;
  readonly query: Query;
}

/** Returns what the cache needs to know about a query: a name, a key and a policy. */
export function createEntry<Query>(
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

export function storeTitles(
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

export function toRepresentation<Query>(
  target: ResourceTarget<Query>,
  loaded: Loaded | LoadedList,
  snapshot: FetchSnapshot,
): Representation {
  return { ...describe(target, loaded, snapshot), body: toJson(loaded) ?? "" };
}

/** Like `toRepresentation()`, for a reader inside the Worker, which needs no JSON. */
export function keepLoaded<Query>(
  target: ResourceTarget<Query>,
  loaded: Loaded | LoadedList,
  snapshot: FetchSnapshot,
): Representation {
  return { ...describe(target, loaded, snapshot), body: "", loaded };
}

function describe<Query>(
  { resource, query }: ResourceTarget<Query>,
  loaded: Loaded | LoadedList,
  { storedAt }: FetchSnapshot,
): Omit<Representation, "body"> {
  const { ids: { titles = [], people = [] } = {}, more = false, version, parts } = loaded;
  const airsAt = nextAiring(loaded.airs, storedAt);
  const notes = airsAt === null ? loaded.notes : { ...loaded.notes, airsAt };
  const resourceTags = resource.isInvalidatedByIdOnly
    ? resource.tags(query)
    : [...resource.tags(query), LISTS];
  return {
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
  if (loaded.isCut) return "cut";
  if (loaded.isPartial) return "partial";
  return "isEmpty" in loaded && loaded.isEmpty ? "empty" : "found";
}

/** Returns the notes as JSON, or `null` if they are empty. */
function formatNotes(notes: Notes): string | null {
  const text = JSON.stringify(notes);
  return text === "{}" ? null : text;
}
