/** A lookup as the Worker has it, on the runtime's own cache, with a clock and an origin that a test sets. */
import type { Query } from "../../worker/contract/query.ts";
import type { Answer, Answered } from "../../worker/edge/answer.ts";
import { cacheKeys } from "../../worker/edge/cache-key.ts";
import { createFailedKeys } from "../../worker/edge/failed-keys.ts";
import { createFlights } from "../../worker/edge/flights.ts";
import {
  createInvalidations,
  type Invalidations,
  invalidationMemory,
} from "../../worker/edge/invalidations.ts";
import { createLookup, type LookupServices } from "../../worker/edge/lookup.ts";
import { cacheStore, type Store, validStore } from "../../worker/edge/store.ts";
import type { LogLine } from "../../worker/log.ts";
import type { PurgeLog } from "../../worker/origins/catalog/purge-log.ts";
import type { Origin } from "../../worker/origins/origin.ts";

/** What the origin says next: JSON, `null` for an unknown title, or what it throws. */
export type Said = string | null | Error;

export interface Kit {
  readonly lookup: (query?: Query, wanted?: (entityTag: string) => boolean) => Promise<Answer>;
  /** The seconds it is. */
  readonly clock: { seconds: number };
  /** May be changed; a promise holds the answer back. */
  readonly origin: { says: Said | Promise<Said>; calls: number };
  readonly logged: LogLine[];
  /** Ends when all that was to be done after the answers is done. */
  readonly settle: () => Promise<void>;
}

let lookups = 0;

/** An id that no other test has asked for. */
export function freshQuery(): Query {
  return { category: "credits", id: ++lookups, lang: "en" };
}

export function setUp(says: Said, changes: Partial<LookupServices> = {}): Kit {
  const query = freshQuery();
  const clock = { seconds: 1_700_000_000 };
  const now = () => clock.seconds * 1_000;
  const origin: Kit["origin"] = { says, calls: 0 };
  const work: Promise<unknown>[] = [];
  const logged: LogLine[] = [];
  const log = (line: LogLine) => void logged.push(line);
  const policy = { lifetime: 60, staleWhileRevalidate: 60, staleIfError: 3_600 };
  const invalidations = invalidationsOf(undefined, { now });
  const store = validStore(cacheStore(caches.default, log), invalidations);
  const lookup = createLookup({
    origin: originSaying("upstream", () => {
      origin.calls++;
      return origin.says;
    }),
    lastResort: null,
    keys: KEYS,
    store,
    invalidations,
    flights: createFlights(now),
    failedKeys: createFailedKeys(now),
    policies: { search: policy, credits: policy },
    allowance: async () => null,
    timeoutMs: 1_000,
    now,
    waitUntil: (promise) => void work.push(promise),
    log,
    ...changes,
  });
  return {
    lookup: (given = query, wanted) => lookup(given, wanted),
    clock,
    origin,
    logged,
    async settle() {
      while (work.length > 0) await work.shift();
    },
  };
}

export const KEYS = cacheKeys("https://marquee.test", ["upstream"]);

/** A log of purges like that in D1, which every data centre reads. */
export function sharedLog(): PurgeLog & { catalogVersion: string | null; fails: boolean; reads: number } {
  const purges = new Map<string, number>();
  return {
    catalogVersion: null,
    fails: false,
    reads: 0,
    async read(since) {
      this.reads++;
      if (this.fails) throw new Error("D1 is out of reach");
      const later = [...purges].filter(([, at]) => at > since);
      return { catalogVersion: this.catalogVersion, purges: Object.fromEntries(later) };
    },
    async append(tags, at) {
      if (this.fails) throw new Error("D1 is out of reach");
      for (const tag of tags) purges.set(tag, at);
    },
  };
}

interface IsolateOptions {
  readonly now: () => number;
  /** Told apart by the data centre: none else sees its cache. */
  readonly store?: Store;
  readonly key?: string;
  readonly work?: Promise<unknown>[];
}

let copies = 0;

/** What one isolate knows of purges. */
export function invalidationsOf(
  log: PurgeLog = sharedLog(),
  {
    now,
    store = cacheStore(caches.default, () => undefined),
    key = `https://marquee.test/copy/${++copies}`,
    work = [],
  }: IsolateOptions,
): Invalidations {
  return createInvalidations({
    log,
    store,
    key,
    memory: invalidationMemory(),
    now,
    waitUntil: (promise) => void work.push(promise),
    report: () => undefined,
  });
}

/** An origin that says the same to both operations. */
export function originSaying(name: Origin["name"], says: () => Said | Promise<Said>): Origin {
  async function said(): Promise<string | null> {
    const answer = await says();
    if (answer instanceof Error) throw answer;
    return answer;
  }
  return {
    name,
    source: name,
    credits: async () => ({ json: await said(), catalogVersion: null }),
    async search() {
      const json = (await said()) ?? "[]";
      return { json, count: json === "[]" ? 0 : 1, more: false, catalogVersion: null };
    },
  };
}

/** The answer, where there has to be one. */
export async function answered(answer: Promise<Answer>): Promise<Answered> {
  const given = await answer;
  if (given.kind === "failed") throw given.problem;
  return given;
}
