/** Sets up cached resources on the real cache engine, with a source and a clock that the tests control. */

import type { Invalidations } from "../../worker/cache/invalidation.ts";
import type { Allowance, CacheResult, Context } from "../../worker/cache/resource.ts";
import { Problem } from "../../worker/contract/problem.ts";
import type { LogLine } from "../../worker/log.ts";
import { createAskStored } from "../../worker/resources/ask-stored.ts";
import { type CachedSource, createCachedSource } from "../../worker/resources/cached-source.ts";
import { createCacheKeys } from "../../worker/resources/keys.ts";
import type { Call } from "../../worker/resources/operation.ts";
import { DEFAULT_POLICIES, type Sources } from "../../worker/resources/resource.ts";
import { Json, titleList } from "../../worker/source/loaded.ts";
import { type AskStored, type Capabilities, createSource, type Source } from "../../worker/source/source.ts";
import { type Bound, bound, createContext, createEngine, isolate } from "../cache/kit.ts";

/** The resources with the context of one request. `shared` accepts the context of any request. */
export type BoundResources = Bound<Omit<CachedSource, "offers" | "traits">> & {
  readonly shared: CachedSource;
  readonly context: Context;
};

/** An `AskStored` that loads every value and stores none. */
export const askDirectly: AskStored = async (_, query, load) => {
  const loaded = await load?.(query);
  if (loaded === undefined) return null;
  const { value, notes = {}, isPartial = false } = loaded;
  return { value: value as never, notes, isPartial, isLastResort: false, storedAt: 0, logPosition: 0 };
};

export interface Resources {
  readonly resources: BoundResources;
  readonly context: Context;
  /** The current time in epoch milliseconds. */
  readonly clock: { now: number };
  readonly engine: ReturnType<typeof createEngine>["engine"];
  readonly invalidations: Bound<Invalidations>;
  /** Loads and stores the values from which a source builds its responses. */
  readonly askStored: AskStored;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly logged: LogLine[];
  /** Resolves once all background work is done. */
  settle(): Promise<void>;
}

interface Setting extends Partial<Omit<Sources, "source">> {
  readonly parts?: CacheResult[];
  readonly allowance?: Allowance;
}

let hosts = 0;

export function createResources(
  source: Source<Context>,
  { catalog = null, control = null, allowance = async () => null, parts = [] }: Setting = {},
): Resources {
  const clock = { now: 1_700_000_000_000 };
  const now = () => clock.now;
  const { logged, settle, ...services } = isolate(now);
  const { engine, invalidations } = createEngine(services);
  const keys = createCacheKeys(`https://resources-${++hosts}.test`, []);
  const context = createContext({ ...services, allowance, results: parts });
  const stored = { cache: engine.cache, keys, policies: DEFAULT_POLICIES };
  const shared = createCachedSource(stored, { source, catalog, control, apiSettings: { imagesUrl: null } });
  return {
    resources: { ...bound(context, shared), shared, context },
    context,
    askStored: createAskStored(stored)(context, source),
    clock,
    engine,
    invalidations,
    waitUntil: services.waitUntil,
    logged,
    settle,
  };
}

/** Creates a rate limit that counts requests and rejects more than `left` of them. */
export function createCountingLimit() {
  const limit = { counted: 0, left: Number.POSITIVE_INFINITY };
  const allowance: Allowance = async () => {
    limit.counted++;
    return limit.counted > limit.left ? new Problem("rate-limited", "Too many.") : null;
  };
  return { limit, allowance };
}

/** Builds the call of an operation with this query string and path. */
export function createCall(
  { shared, context }: BoundResources,
  query: string,
  {
    path = {},
    body = "",
    allowance = async () => null,
    now = 1_700_000_000_000,
  }: Partial<Pick<Call, "path" | "now">> & { body?: string; allowance?: Allowance } = {},
): Call {
  const values = new URLSearchParams(query);
  const called = { resources: shared, context: { ...context, allowance } };
  return {
    ...called,
    values,
    path,
    now,
    body: async () => body,
    needsBody: () => true,
    isConditional: false,
  };
}

/** Creates a source with these functions only. */
export function createTestSource(functions: Partial<Capabilities>, name = "upstream"): Source<Context> {
  return createSource({
    name,
    source: name,
    traits: { creditsHeedLanguage: true },
    functions,
    run: (_context: Context, work) => work(null),
  });
}

/** Creates a source with only search and credits, which always return this JSON. */
export function createSearchSource(
  json: () => string | null | Promise<string | null>,
  name = "upstream",
): Source<Context> {
  return createTestSource(
    {
      async credits() {
        const given = await json();
        return { value: given === null ? null : new Json(given) };
      },
      async search() {
        const given = (await json()) ?? "[]";
        // Some tests pass text that is not JSON.
        const titles = given.startsWith("[{") ? JSON.parse(given) : [];
        return { ...titleList(titles), value: new Json(given), isEmpty: given === "[]" };
      },
    },
    name,
  );
}
