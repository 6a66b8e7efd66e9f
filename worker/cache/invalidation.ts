/**
 * Invalidates stored responses before they expire: by purged tags, and when the source's data is replaced as a whole.
 * The purge log is in D1, the same for all data centres; the cache of each data centre and each isolate have a copy. The
 * log is read in the background while requests arrive; a stored response waits for it only after a pause, when what is
 * known is too old to give the response to the cache in front (docs/decisions/0034).
 */
import * as v from "valibot";
import { parseJson } from "../contract/json.ts";
import type { Log } from "../log.ts";
import { withinTime } from "../origins/deadline.ts";
import { isQuotaSpent } from "../origins/failure.ts";
import { EVERYTHING, MAX_PURGES, type PurgeLog } from "../origins/purge-log.ts";
import type { Store } from "./store.ts";
import { bodyText, type StoredResponse, storedResponse } from "./stored-response.ts";

const Milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0));

export const Invalidation = v.object({
  /** The current version of the source's data; `null`: unknown, or it has none. */
  sourceVersion: v.nullable(v.string()),
  /** When each tag was last purged, in milliseconds since 1970. */
  purges: v.record(v.string(), Milliseconds),
  /** When the log was last read, in milliseconds since 1970; 0: never. */
  readAt: Milliseconds,
});
export type Invalidation = v.InferOutput<typeof Invalidation>;

/** The fields that purges are compared with: when the origin was asked, the tags and the version of its data. */
export type Dated = Pick<StoredResponse, "storedAt" | "tags" | "newerTags" | "sourceVersion">;

/** When the oldest content with this tag was requested, in milliseconds since 1970. */
export function tagDate({ storedAt, newerTags }: Dated, tag: string): number {
  return newerTags?.get(tag) ?? storedAt;
}

export const NOTHING_KNOWN: Invalidation = { sourceVersion: null, purges: {}, readAt: 0 };

/** Whether a stored response may still be used. */
export function isValid(response: Dated, known: Invalidation): boolean {
  const { sourceVersion } = known;
  const isSuperseded =
    response.sourceVersion !== null && sourceVersion !== null && response.sourceVersion !== sourceVersion;
  if (isSuperseded) return false;
  if (response.storedAt <= (known.purges[EVERYTHING] ?? -1)) return false;
  return !response.tags.some((tag) => tagDate(response, tag) <= (known.purges[tag] ?? -1));
}

/** Keeps the later purge of each tag, and the version that was read last. */
export function mergeInvalidations(one: Invalidation, other: Invalidation): Invalidation {
  const [older, newer] = one.readAt <= other.readAt ? [one, other] : [other, one];
  return {
    sourceVersion: newer.sourceVersion ?? older.sourceVersion,
    purges: bounded(withPurges(older.purges, newer.purges)),
    readAt: newer.readAt,
  };
}

type Purges = Readonly<Record<string, number>>;

function withPurges(purges: Purges, further: Purges): Purges {
  const merged: Record<string, number> = { ...purges };
  for (const [tag, at] of Object.entries(further)) merged[tag] = Math.max(at, merged[tag] ?? 0);
  return merged;
}

/** At most `MAX_PURGES`: older ones become one purge of everything, at the time of the latest of them. */
function bounded(purges: Purges): Record<string, number> {
  const { [EVERYTHING]: everything = -1, ...tags } = purges;
  const entries = Object.entries(tags).sort(([, one], [, other]) => other - one);
  const [dropped] = entries.slice(MAX_PURGES);
  const floor = Math.max(everything, dropped?.[1] ?? -1);
  const kept = Object.fromEntries(entries.slice(0, MAX_PURGES));
  return floor < 0 ? kept : { ...kept, [EVERYTHING]: floor };
}

/** The same store, but invalid responses are misses. */
export function validStore(store: Store, { current }: Pick<Invalidations, "current">): Store {
  return {
    ...store,
    async get(key, wanted) {
      // Both begin at once, but only a stored response waits for the log.
      const knowing = current();
      const response = await store.get(key, wanted);
      return response !== null && isValid(response, await knowing) ? response : null;
    },
  };
}

export interface Invalidations {
  /** The purges known so far. Waits for the log if the last read is too old to confirm anything. Never rejects. */
  current(): Promise<Invalidation>;
  /**
   * The most seconds for which a shared cache may use the response. No limit if the log was read recently and does not
   * invalidate it; 0 if that is unknown. `isNew`: the origin was asked for this request. A replica may still have replaced
   * data, an origin without versions not.
   */
  sharedLifetime(response: Dated, isNew?: boolean): Promise<number>;
  /** Records a purge for every data centre. Rejects if it cannot be recorded: nothing is purged then. */
  purge(tags: readonly string[]): Promise<void>;
}

/** Shared by the requests of an isolate. */
export interface InvalidationMemory {
  known: Invalidation;
  /** The last look at the cached copy. */
  look: Attempt;
  /** The last read of the log. */
  read: Attempt;
  /** Whether requests wait for the log: not after it failed or took too long, until it is read again. */
  isReadable: boolean;
  /** Whether the last read failed because D1's quota is spent: then no purge can be recorded either. */
  isQuotaSpent: boolean;
}

/** One for all requests: every one of them needs its result, not only the one that began it. */
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
/** Seconds. */
const COPY_RETENTION = 86_400;

export interface InvalidationServices {
  /** `null`: without a database nothing is ever purged or replaced. */
  readonly log: PurgeLog | null;
  readonly store: Store;
  /** Cache key of the copy. */
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
  sharedLifetime: async () => Number.POSITIVE_INFINITY,
  purge: () => Promise.reject(new Error("No database is bound to record a purge in.")),
};

export function createInvalidations(services: InvalidationServices): Invalidations {
  const { log, store, key, memory, maxWaitMs, now, waitUntil, report } = services;
  if (log === null) return WITHOUT_LOG;

  return {
    current,

    async sharedLifetime(response, isNew = false) {
      if (isNew && response.sourceVersion === null) return Number.POSITIVE_INFINITY;
      if (!isValid(response, await current())) return 0;
      if (isReadWithin(CONFIRMED_MS)) return Number.POSITIVE_INFINITY;
      return memory.isQuotaSpent ? SPENT_LIFETIME : 0;
    },

    async purge(tags) {
      const at = now();
      await log.append(tags, at);
      learn({ ...memory.known, purges: Object.fromEntries(tags.map((tag) => [tag, at])) });
      await writeCopy();
    },
  };

  async function current(): Promise<Invalidation> {
    if (isReadWithin(REFRESH_MS)) return memory.known;
    if (isDue(memory.look, REFRESH_MS)) memory.look = begin(lookAtCopy());
    await withinTime(MAX_LOG_WAIT_MS, () => [memory.look.ended]);
    if (isReadWithin(REFRESH_MS)) return memory.known;
    const refreshMs = memory.isQuotaSpent ? SPENT_REFRESH_MS : REFRESH_MS;
    if (isDue(memory.read, refreshMs)) memory.read = begin(refresh(log as PurgeLog));
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

  function learn(read: Invalidation | null): void {
    if (read !== null) memory.known = mergeInvalidations(memory.known, read);
  }

  async function refresh(source: PurgeLog): Promise<void> {
    const readAt = now();
    const since = memory.known.readAt - CLOCK_MARGIN_MS;
    try {
      learn({ ...(await source.read(Math.max(0, since))), readAt });
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
    learn(await readCopy());
  }

  async function readCopy(): Promise<Invalidation | null> {
    const copy = await store.get(key);
    return copy === null ? null : parseJson(Invalidation, bodyText(copy));
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
