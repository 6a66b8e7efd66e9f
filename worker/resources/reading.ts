/** The resources by name, and the parsing of their values. */
import type * as v from "valibot";
import type { CacheResult, Served } from "../cache/resource.ts";
import { bodyText } from "../cache/stored-response.ts";
import { parseJson } from "../contract/json.ts";
import { Problem } from "../contract/problem.ts";
import { Json, type Loaded, type Notes, readNotes } from "../source/loaded.ts";
import { browse, counts, facets, shelves, sitemap } from "./browse.ts";
import { changes } from "./changes.ts";
import { find } from "./find.ts";
import { match } from "./match.ts";
import { autocomplete, people, person, shared } from "./people.ts";
import { providers } from "./providers.ts";
import type { Resource, ResourceName } from "./resource.ts";
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
  providers,
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
export const BY_NAME: { readonly [R in ResourceName]: Resource<R> } = RESOURCES;

export type ResourceValue<R extends ResourceName> = v.InferOutput<(typeof RESOURCES)[R]["schema"]>;

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

/** Returns the value of a result. Validates values from the cache. */
export function readCacheResult<R extends ResourceName>(
  name: R,
  result: CacheResult,
): ReadResult<ResourceValue<R>> {
  if (result.kind === "failed") return { kind: "failed", problem: result.problem };
  if (result.outcome === "missing") return { kind: "missing" };
  const read =
    result.loaded === undefined ? readStored(name, result) : readLoaded(name, result.loaded as Loaded);
  return read ?? { kind: "failed", problem: unreadable(name) };
}

function readStored<R extends ResourceName>(name: R, { notes, more, outcome, ...stored }: Served) {
  const value = parse(name, bodyText(stored));
  const isPartial = outcome === "partial";
  return value && { kind: "found" as const, value, notes: readNotes(notes), more, isPartial };
}

function readLoaded<R extends ResourceName>(name: R, loaded: Loaded) {
  const { notes = {}, more = false, isPartial = false } = loaded;
  const value = loaded.value instanceof Json ? parse(name, loaded.value.text) : loaded.value;
  return value === null
    ? null
    : { kind: "found" as const, value: value as ResourceValue<R>, notes, more, isPartial };
}

export function unreadable(name: string): Problem {
  return new Problem("internal", `A stored response of ${name} cannot be read.`);
}

function parse<R extends ResourceName>(name: R, json: string): ResourceValue<R> | null {
  return parseJson(RESOURCES[name].schema, json) as ResourceValue<R> | null;
}

export function valueOrNull<Value>(read: ReadResult<Value>): Value | null {
  return read.kind === "found" ? read.value : null;
}
