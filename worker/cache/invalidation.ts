/**
 * Invalidates stored responses before they expire: by purged tags, and when the source's data is replaced as a whole.
 * The purge log is in D1, the same for all data centres; the cache of each data centre and each isolate have a copy. The
 * log is read in the background while requests arrive; a stored response waits for it only after a pause, when what is
 * known is too old to give the response to the cache in front (docs/decisions/0034).
 */
import { parseJson } from "../contract/json.ts";
import { Problem } from "../contract/problem.ts";
import type { Log } from "../log.ts";
import { withinTime } from "../origins/deadline.ts";
import { isQuotaSpent } from "../origins/failure.ts";
import type { Difference, LoggedPurges, PurgeLog } from "../origins/purge-log.ts";
import type { Store } from "./store.ts";
import { bodyText, storedResponse } from "./stored-response.ts";
import {
  asLive,
  type Dated,
  differenceName,
  Invalidation,
  isValid,
  type Known,
  mergeInvalidations,
  NOTHING_KNOWN,
} from "./validity.ts";

/** The same store, but invalid responses are misses. */
export function validStore(store: Store, { current }: Pick<Invalidations, "current">): Store {
  return {
    ...store,
    async get(key, wanted) {
      // Both begin at once, but only a stored response waits for the log.
      const knowing = current();
      const response = await store.get(key, wanted);
      if (response === null) return null;
      const known = await knowing;
      return isValid(response, known) ? asLive(response, known) : null;
    },
  };
}

export interface Invalidations {
  /** What is known so far. Waits for the log if the last read is too old to confirm anything. Never rejects. */
  current(): Promise<Known>;
  /**
   * What is live, as the log had it at most `maxAgeMs` ago, or as it was last read if the log cannot be read. Throws a
   * Problem if it never was.
   */
  live(maxAgeMs: number): Promise<Pick<LoggedPurges, "slot" | "sourceVersion">>;
  /**
   * The most seconds for which a shared cache may use the response. No limit if the log was read recently and does not
   * invalidate it; 0 if that is unknown. `isNew`: the origin was asked for this request. A replica may still have data that
   * was replaced since; an origin without versions has none.
   */
  sharedLifetime(response: Dated, isNew?: boolean): Promise<number>;
  /** Records a purge for every data centre. Rejects if it cannot be recorded: nothing is purged then. */
  purge(tags: readonly string[]): Promise<void>;
}

/** Shared by the requests of an isolate. */
export interface InvalidationMemory {
  known: Known;
  /** The last look at the cached copy. */
  look: Attempt;
  /** The last read of the log. */
  read: Attempt;
  /** Whether requests wait for the log: not after it failed or took too long, until it is read again. */
  isReadable: boolean;
  /** Whether the last read failed because D1's quota is spent: then no purge can be recorded either. */
  isQuotaSpent: boolean;
}

/** Shared by all requests: each of them needs its result, not only the one that began it. */
interface Attempt {
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  /** Never rejects. */
  readonly ended: Promise<void>;
}

export function invalidationMemory(): InvalidationMemory {
  const never: Attempt = { at: 0, ended: Promise.resolve() };
  return { known: NOTHING_KNOWN, look: never, read: never, isReadable: true, isQuotaSpent: false };
}

/** The longest time, in milliseconds, until an isolate sees a purge by another one in its data centre. */
const REFRESH_MS = 3_000;
/** Milliseconds for which a read of the log is recent enough for shared caches. */
export const CONFIRMED_MS = 10_000;
/** Milliseconds that a stored response waits for the log, which is a round trip to D1's primary away. */
export const MAX_LOG_WAIT_MS = 1_000;
/** While D1's quota is spent: milliseconds between reads of the log, and the lifetime in shared caches in seconds. */
const SPENT_REFRESH_MS = 60_000;
const SPENT_LIFETIME = 60;
/** Clocks of data centres differ by less than this. */
const CLOCK_MARGIN_MS = 60_000;
/** Milliseconds that the first request of an isolate waits to know which data is live. */
const MAX_FIRST_WAIT_MS = 3_000;
/** Seconds. */
const COPY_RETENTION = 86_400;
const FILTER_RETENTION = 2_592_000;

interface InvalidationServices {
  /** `null`: without a database nothing is ever purged or replaced. */
  readonly log: PurgeLog | null;
  readonly store: Store;
  /** Cache key of the copy; those of filters begin with it. */
  readonly key: string;
  readonly memory: InvalidationMemory;
  /** Milliseconds that a stored response waits for the log; 0: never, since no shared cache stores it. */
  readonly maxWaitMs: number;
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly report: Log;
}

const WITHOUT_LOG: Invalidations = {
  current: async () => NOTHING_KNOWN,
  live: async () => NOTHING_KNOWN,
  sharedLifetime: async () => Number.POSITIVE_INFINITY,
  purge: () => Promise.reject(new Error("No database is bound to record a purge in.")),
};

export function createInvalidations(services: InvalidationServices): Invalidations {
  const { store, key, memory, maxWaitMs, now, waitUntil, report } = services;
  if (services.log === null) return WITHOUT_LOG;
  const log = services.log;

  return {
    current,

    async live(maxAgeMs) {
      if (maxAgeMs > 0) await current();
      else memory.read = begin(refresh());
      const isKnown = memory.known.readAt > 0;
      if (maxAgeMs === 0 || !isKnown || !isReadWithin(maxAgeMs))
        await withinTime(isKnown ? MAX_LOG_WAIT_MS : MAX_FIRST_WAIT_MS, () => [memory.read.ended]);
      if (memory.known.readAt > 0) return memory.known;
      throw new Problem("upstream-unavailable", "The data cannot be read.", { retryAfter: 1 });
    },

    async sharedLifetime(response, isNew = false) {
      if (isNew && response.sourceVersion === null) return Number.POSITIVE_INFINITY;
      if (!isValid(response, await current())) return 0;
      if (isReadWithin(CONFIRMED_MS)) return Number.POSITIVE_INFINITY;
      return memory.isQuotaSpent ? SPENT_LIFETIME : 0;
    },

    async purge(tags) {
      const at = now();
      await log.append(tags, at);
      const purges = Object.fromEntries(tags.map((tag) => [tag, at]));
      memory.known = mergeInvalidations(memory.known, { ...memory.known, purges });
      await writeCopy();
    },
  };

  async function current(): Promise<Known> {
    if (isReadWithin(REFRESH_MS)) return memory.known;
    if (isDue(memory.look, REFRESH_MS)) memory.look = begin(lookAtCopy());
    await withinTime(MAX_LOG_WAIT_MS, () => [memory.look.ended]);
    if (isReadWithin(REFRESH_MS)) return memory.known;
    const refreshMs = memory.isQuotaSpent ? SPENT_REFRESH_MS : REFRESH_MS;
    if (isDue(memory.read, refreshMs)) memory.read = begin(refresh());
    if (memory.isReadable && !isReadWithin(CONFIRMED_MS)) {
      await withinTime(maxWaitMs, () => [memory.read.ended]);
      if (maxWaitMs > 0) memory.isReadable = isReadWithin(CONFIRMED_MS);
    }
    return memory.known;
  }

  function isReadWithin(ms: number): boolean {
    return now() - memory.known.readAt < ms;
  }

  function isDue({ at }: Attempt, everyMs: number): boolean {
    return now() - at >= everyMs;
  }

  /** Goes on when the request that began it has ended: others wait for it. */
  function begin(work: Promise<void>): Attempt {
    waitUntil(work);
    return { at: now(), ended: work };
  }

  /** The filters first: without them every response would count as different. */
  async function learn(read: Invalidation | null): Promise<void> {
    if (read === null) return;
    const filters = new Map<string, Uint8Array>();
    for (const difference of read.differences) {
      const filter = await filterOf(difference);
      if (filter !== null) filters.set(differenceName(difference), filter);
    }
    memory.known = mergeInvalidations(memory.known, { ...read, filters });
  }

  /** A filter never changes: it is read once, and stored for the other isolates. */
  async function filterOf(difference: Difference): Promise<Uint8Array | null> {
    const name = differenceName(difference);
    const filterKey = `${key}/${encodeURIComponent(name)}`;
    const known = memory.known.filters.get(name);
    if (known !== undefined) return known;
    const stored = await store.get(filterKey);
    if (stored !== null && stored.body !== null) return stored.body;
    const read = await log.filter(difference).catch(() => null);
    if (read !== null) {
      const entry = { storedAt: now(), contentType: "application/octet-stream" };
      await store.put(filterKey, await storedResponse(read, entry), FILTER_RETENTION);
    }
    return read;
  }

  async function refresh(): Promise<void> {
    const readAt = now();
    const since = memory.known.readAt - CLOCK_MARGIN_MS;
    try {
      await learn({ ...(await log.read(Math.max(0, since))), readAt });
      memory.isReadable = true;
      memory.isQuotaSpent = false;
    } catch (thrown) {
      memory.isQuotaSpent = isQuotaSpent(thrown);
      const event = memory.isQuotaSpent ? "quota-spent" : "purges-unread";
      report({ event, reason: thrown instanceof Error ? thrown.name : "unknown" });
      return;
    }
    waitUntil(writeCopy());
  }

  async function lookAtCopy(): Promise<void> {
    await learn(await readCopy());
  }

  async function readCopy(): Promise<Invalidation | null> {
    const copy = await store.get(key);
    return copy === null ? null : parseJson(Invalidation, bodyText(copy));
  }

  async function writeCopy(): Promise<void> {
    // Other isolates write to it as well.
    await learn(await readCopy());
    const { filters: _, ...known } = memory.known;
    await store.put(key, await storedResponse(JSON.stringify(known), { storedAt: now() }), COPY_RETENTION);
  }
}
