/**
 * How an isolate learns what was purged, and which version the source's data has. The log is in D1, the same
 * for all data centres; the cache of each data centre has a copy, and so has each isolate. No response waits
 * for D1: the log is read in the background, and what is known meanwhile counts.
 */
import type { Log } from "../log.ts";
import type { PurgeLog } from "../origins/catalog/purge-log.ts";
import {
  type Dated,
  type Invalidation,
  isValid,
  mergeInvalidations,
  NOTHING_KNOWN,
  parseInvalidation,
} from "./invalidation.ts";
import type { Store } from "./store.ts";
import { bodyText, storedResponse } from "./stored-response.ts";

export interface Invalidations {
  /** What is known without waiting for the log. Never rejects. */
  current(): Promise<Invalidation>;
  /** Whether a shared cache may store the response as fresh: the log was read recently, and the response is valid by it. */
  confirms(response: Dated): boolean;
  /** Records a purge for every data centre. Rejects when it cannot be recorded; nothing is purged then. */
  purge(tags: readonly string[]): Promise<void>;
}

/** What the requests of an isolate share. */
export interface InvalidationMemory {
  known: Invalidation;
  /** When the copy in the cache was last looked at, and a read of the log last begun, in milliseconds since 1970. */
  lookedAt: number;
  readingSince: number;
}

export function invalidationMemory(): InvalidationMemory {
  return { known: NOTHING_KNOWN, lookedAt: 0, readingSince: 0 };
}

/** Milliseconds after which a purge by another isolate of the data centre is seen at the latest. */
const REFRESH_MS = 3_000;
/** Milliseconds for which a read of the log is recent enough for shared caches. */
export const CONFIRMED_MS = 10_000;
/** Clocks of data centres may differ by less than this. */
const CLOCK_MARGIN_MS = 60_000;
/** Seconds. Without a copy the log is read. */
const COPY_RETENTION = 86_400;

export interface InvalidationServices {
  /** `null`: there is no database; nothing is ever purged or replaced. */
  readonly log: PurgeLog | null;
  readonly store: Store;
  /** Cache key of the copy. */
  readonly key: string;
  readonly memory: InvalidationMemory;
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly report: Log;
}

const WITHOUT_LOG: Invalidations = {
  current: async () => NOTHING_KNOWN,
  confirms: () => true,
  purge: () => Promise.reject(new Error("No database is bound to record a purge in.")),
};

export function createInvalidations(services: InvalidationServices): Invalidations {
  const { log, store, key, memory, now, waitUntil, report } = services;
  if (log === null) return WITHOUT_LOG;

  return {
    async current() {
      if (now() - memory.known.readAt < REFRESH_MS) return memory.known;
      if (now() - memory.lookedAt >= REFRESH_MS) {
        memory.lookedAt = now();
        learn(await readCopy());
      }
      const isStale = now() - memory.known.readAt >= REFRESH_MS;
      if (isStale && now() - memory.readingSince >= REFRESH_MS) {
        memory.readingSince = now();
        waitUntil(refresh(log));
      }
      return memory.known;
    },

    confirms: (response) => now() - memory.known.readAt < CONFIRMED_MS && isValid(response, memory.known),

    async purge(tags) {
      const at = now();
      await log.append(tags, at);
      learn({ ...memory.known, purges: Object.fromEntries(tags.map((tag) => [tag, at])) });
      await writeCopy();
    },
  };

  function learn(read: Invalidation | null): void {
    if (read !== null) memory.known = mergeInvalidations(memory.known, read);
  }

  async function refresh(source: PurgeLog): Promise<void> {
    const readAt = now();
    const since = memory.known.readAt - CLOCK_MARGIN_MS;
    try {
      learn({ ...(await source.read(Math.max(0, since))), readAt });
      await writeCopy();
    } catch (thrown) {
      report({ event: "purges-unread", reason: thrown instanceof Error ? thrown.name : "unknown" });
    }
  }

  async function readCopy(): Promise<Invalidation | null> {
    const copy = await store.get(key);
    return copy === null ? null : parseInvalidation(bodyText(copy));
  }

  async function writeCopy(): Promise<void> {
    // Other isolates write to it as well.
    learn(await readCopy());
    await store.put(
      key,
      await storedResponse(JSON.stringify(memory.known), { storedAt: now() }),
      COPY_RETENTION,
    );
  }
}
