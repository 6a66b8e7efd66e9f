/** The cache engine with the Cache API of the test runtime. Tests control its clock and its origin. */
import { createCollapsing } from "../../worker/cache/collapsing.ts";
import {
  createInvalidations,
  type Invalidations,
  withInvalidation,
} from "../../worker/cache/invalidation.ts";
import { createFailedKeys, type LoadServices } from "../../worker/cache/load.ts";
import { createInvalidationMemory } from "../../worker/cache/log-copy.ts";
import { type Cache, createCache } from "../../worker/cache/lookup.ts";
import type {
  CacheResult,
  Context,
  Representation,
  ResourceRequest,
  Served,
} from "../../worker/cache/resource.ts";
import { cacheStore } from "../../worker/cache/store.ts";
import type { Outcome } from "../../worker/cache/stored-response.ts";
import type { ChangeLog } from "../../worker/changes/change-log.ts";
import type { LogLine } from "../../worker/log.ts";
import { updateEffect } from "../../worker/resources/keys.ts";

/** The result of the origin's next load: a body ("[]" is an empty list), `null` for a 404, or an error to throw. */
export type OriginResult = string | null | Error;

interface Kit {
  readonly cache: Bound<Cache>;
  readonly request: Omit<ResourceRequest, "load">;
  readonly invalidations: Bound<Invalidations>;
  readonly lookup: (key?: string, wanted?: (entityTag: string) => boolean) => Promise<CacheResult>;
  readonly clock: { seconds: number };
  readonly now: () => number;
  /** The origin. `says` is its next result, or a promise of it that delays the response. */
  readonly origin: { says: OriginResult | Promise<OriginResult>; calls: number };
  readonly logged: LogLine[];
  readonly settle: () => Promise<void>;
}

export function createContext(changes: Partial<Context> = {}): Context {
  return {
    log: () => undefined,
    waitUntil: () => undefined,
    fetch: (address, init) => fetch(address, init),
    timed: (_, work) => work(),
    noteRegion: () => {},
    timedCache: (work) => work(),
    allowance: async () => null,
    observe: () => undefined,
    results: [],
    ...changes,
  };
}

export type Bound<T> = {
  [Name in keyof T]: T[Name] extends (context: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : T[Name];
};

export function bound<T extends object>(context: Context, functions: T): Bound<T> {
  const entries = Object.entries(functions).map(([name, one]) => [
    name,
    (...rest: unknown[]) => one(context, ...rest),
  ]);
  return Object.fromEntries(entries);
}

/** Creates a store on the given cache. Defaults to the runtime's. */
export function storeIn(cache: Parameters<typeof cacheStore>[0] = caches.default, log?: Context["log"]) {
  return bound(createContext(log && { log }), cacheStore(cache));
}

let keys = 0;

export function freshKey(): string {
  return `https://marquee.test/resource/${++keys}`;
}

const FOUND = { lifetime: 60, staleWhileRevalidate: 60, staleIfError: 3_600 };
const MISSING = { lifetime: 60, staleWhileRevalidate: 0, staleIfError: 0 };

function choosePolicy({ outcome }: { readonly outcome: Outcome }) {
  return outcome === "missing" ? MISSING : FOUND;
}

type Changes = Partial<LoadServices> & Pick<Partial<ResourceRequest>, "allowance">;

export function setUp(says: OriginResult, { allowance, ...changes }: Changes = {}): Kit {
  const ownKey = freshKey();
  const clock = { seconds: 1_700_000_000 };
  const now = () => clock.seconds * 1_000;
  const origin: Kit["origin"] = { says, calls: 0 };
  const { logged, settle, ...services } = isolate(now);
  const { cache, invalidations } = createEngine(services, {}, changes);
  async function load(): Promise<Representation> {
    origin.calls++;
    return toRepresentation(await origin.says);
  }
  return {
    cache,
    request: { name: "made-up", key: ownKey, policy: choosePolicy },
    invalidations,
    lookup: (key = ownKey, wanted) =>
      cache.lookup({ name: "made-up", key, policy: choosePolicy, load, allowance }, wanted),
    clock,
    now,
    origin,
    logged,
    settle,
  };
}

/** Sets up a cache and fills it with the origin's first result. */
export async function setUpStored(...given: Parameters<typeof setUp>): Promise<Kit> {
  const kit = setUp(...given);
  await kit.lookup();
  await kit.settle();
  return kit;
}

export function toRepresentation(said: OriginResult): Representation {
  if (said instanceof Error) throw said;
  const outcome = said === null ? "missing" : said === "[]" ? "empty" : "found";
  return { body: said ?? "", outcome, tags: [] };
}

/**
 * D1's message when the daily limit of rows read is reached
 * (developers.cloudflare.com/changelog/d1/2026-09-01-d1-free-tier-limit-enforcement).
 */
export const ROW_READ_LIMIT =
  "Your account has exceeded D1's free tier daily row read limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.";

interface SharedEntry {
  readonly tag: string;
  readonly op: string;
  readonly at: number;
}

interface SharedLog extends ChangeLog {
  sourceVersion: string | null;
  otherVersion: string | null;
  liveForMs: number;
  /** The number of the last entry that has been deleted. */
  pruned: number;
  /** All entries, including deleted ones. Their numbers are consecutive and begin with 1. */
  readonly entries: SharedEntry[];
  now: () => number;
  fails: boolean;
  reads: number;
}

/** Creates a log of changes that all data centres share, as in D1. Its first entry does not match any response. */
export function sharedLog(): SharedLog {
  return {
    sourceVersion: null,
    otherVersion: null,
    liveForMs: 0,
    pruned: 0,
    entries: [{ tag: "created", op: "purge", at: 0 }],
    now: () => 0,
    fails: false,
    reads: 0,
    async read(after, from = "primary") {
      if (from === "primary") this.reads++;
      // D1 takes longer than the cache. Without this delay, code that does not wait for the log would still get its
      // entries, and a test would pass by mistake.
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (this.fails) throw new Error("D1 is out of reach");
      const { sourceVersion, otherVersion, liveForMs, entries, pruned } = this;
      const rows = entries
        .map(({ tag, op, at }, index) => ({
          number: index + 1,
          ageMs: this.now() - at,
          changes: JSON.stringify([[tag, op]]),
        }))
        .filter(({ number }) => number > Math.max(after, pruned));
      const floor = pruned > after ? pruned : 0;
      const live = { slot: "A", sourceVersion, otherVersion, writes: 0, liveForMs } as const;
      return { ...live, last: entries.length, floor, rows };
    },
    async purge(tags) {
      if (this.fails) throw new Error("D1 is out of reach");
      this.entries.push(...tags.map((tag) => ({ tag, op: "purge", at: this.now() })));
    },
    readUnpurged: async () => ({ tags: [], through: 0 }),
    recordPurged: async () => {},
  };
}

export function isolate(now: () => number) {
  const work: Promise<unknown>[] = [];
  const logged: LogLine[] = [];
  return {
    now,
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
    log: (line: LogLine) => void logged.push(line),
    logged,
    async settle() {
      while (work.length > 0) await work.shift();
    },
  };
}

type Services = Pick<LoadServices, "now"> & Pick<Context, "waitUntil" | "log">;

interface Shared {
  readonly purges?: ChangeLog;
  readonly key?: string;
}

let copies = 0;

/** Creates the invalidations of an isolate, a store that applies them, and a cache engine on this store. */
export function createEngine(
  services: Services,
  { purges = sharedLog(), key = `https://marquee.test/copy/${++copies}` }: Shared = {},
  changes: Partial<LoadServices> = {},
) {
  const { now, ...context } = services;
  const stored = cacheStore(caches.default);
  const memory = createInvalidationMemory();
  const invalidations = createInvalidations({ log: purges, store: stored, key, memory, now });
  const store = withInvalidation(stored, { invalidations, updateEffect, now });
  const cache = createCache({
    now,
    store,
    invalidations,
    collapsing: createCollapsing(now),
    failedKeys: createFailedKeys(now),
    timeoutMs: 20_000,
    tags: [],
    ...changes,
  });
  return inRequest(createContext(context), { cache, store, invalidations });
}

function inRequest<Engine extends Record<string, object>>(context: Context, engine: Engine) {
  const boundFunctions = Object.entries(engine).map(([name, functions]) => [name, bound(context, functions)]);
  return {
    context,
    engine,
    ...(Object.fromEntries(boundFunctions) as { [Name in keyof Engine]: Bound<Engine[Name]> }),
  };
}

/** Returns a served response. Throws the problem if the result is a failure. */
export async function served(result: Promise<CacheResult>): Promise<Served> {
  const given = await result;
  if (given.kind === "failed") throw given.problem;
  return given;
}
