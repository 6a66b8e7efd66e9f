/**
 * Invalidates stored responses before they expire, when their tags change or the source's data is replaced. The log
 * of changes is in D1. Each data centre and each isolate keep a copy, which is refreshed in the background. A request
 * only waits for a refresh after a pause in which the copy has become too old (docs/decisions/0034).
 */

import type { ChangeLog, UnpurgedChanges } from "../changes/change-log.ts";
import { Problem } from "../contract/problem.ts";
import { withinTime } from "../source/deadline.ts";
import {
  type Attempt,
  type InvalidationMemory,
  type LogCopyServices,
  readLog,
  readSharedCopy,
} from "./log-copy.ts";
import type { Store, StoreContext } from "./store.ts";
import { discardBody, type Reading, type StoredResponse } from "./stored-response.ts";
import {
  type InvalidationState,
  isReplaced,
  isValid,
  NOTHING_KNOWN,
  tagValidity,
  type ValidityFields,
} from "./validity.ts";

/** The longest time, in milliseconds, for which a response may be served stale after its data was replaced. */
export const MAX_REPLACED_MS = 3_600_000;
/**
 * The period in milliseconds over which responses become stale after an update, so that they are not all revalidated
 * at the same time.
 */
export const SPREAD_MS = 300_000;

/** The effect of an update on a stored response: it is removed, becomes stale, or stays as it is. */
export type UpdateEffect = "removes" | "makes stale" | "none";

interface ValidStoreServices {
  readonly invalidations: Pick<Invalidations, "current">;
  /** Returns the effect of an update on responses with these tags. */
  readonly updateEffect: (tags: readonly string[]) => UpdateEffect;
  readonly now: () => number;
}

/**
 * Wraps a store so that invalidated responses are misses, and responses from replaced or updated data are marked as
 * stale.
 */
export function withInvalidation(
  store: Store,
  { invalidations: { current }, updateEffect, now }: ValidStoreServices,
): Store {
  return {
    ...store,
    get: (context, key, reading) => context.timedCache(() => readValid(context, key, reading)),
  };

  async function readValid(
    context: StoreContext,
    key: string,
    reading: Reading = {},
  ): Promise<StoredResponse | null> {
    // Reading the log starts before reading the store, so both run concurrently. A miss does not wait for the log.
    const statePromise = current(context);
    const response = await store.get(context, key, reading);
    if (response === null) return null;
    const { tags = [] } = reading;
    const tagged = tags.length === 0 ? response : { ...response, tags: [...response.tags, ...tags] };
    const valid = validate(tagged, await statePromise);
    if (valid === null) await discardBody(response);
    return valid;
  }

  /** Returns the response as it may be used according to the log, or `null` if it may not. */
  function validate(response: StoredResponse, state: InvalidationState): StoredResponse | null {
    const validity = tagValidity(response, state);
    if (validity.kind === "hard") return null;
    const effect = validity.kind === "soft" ? updateEffect(response.tags) : "none";
    if (validity.kind === "soft" && effect !== "none") {
      if (isReplaced(response, state) || effect === "removes") return null;
      const delay = validity.isGradual ? computeDelay(response) : 0;
      const replacedMs = now() - validity.at - delay;
      return replacedMs < 0 ? response : { ...response, replacedMs };
    }
    // The response has now been checked against the log up to `last`. A response composed from it takes over this
    // position.
    const logPosition = Math.max(response.logPosition, state.last);
    if (!isReplaced(response, state)) return { ...response, logPosition };
    // The time of the switch is only known for the previous version, so responses from older versions are misses.
    if (response.sourceVersion !== state.otherVersion) return null;
    const replacedMs = state.liveForMs + now() - state.readAt;
    return replacedMs < MAX_REPLACED_MS ? { ...response, logPosition, replacedMs } : null;
  }
}

/**
 * Returns the delay in milliseconds after which a response becomes stale. The delays of all responses are spread
 * evenly, and the delay of one response is the same in every isolate.
 */
function computeDelay({ entityTag }: StoredResponse): number {
  return (Number.parseInt(entityTag.slice(1, 9), 16) / 0x1_0000_0000) * SPREAD_MS;
}

export interface Invalidations {
  /** Returns the isolate's copy of the log, refreshed if necessary. Never rejects. */
  current(context: StoreContext): Promise<InvalidationState>;
  /**
   * Returns the log position with which to store a new response. Waits only if the log was never read. Never rejects.
   */
  logPosition(context: StoreContext): Promise<number>;
  /**
   * Returns the live slot, version and write count. With `"latest"`, reads the log again first. Throws a Problem if
   * the log was never read.
   */
  live(
    context: StoreContext,
    how: "remembered" | "latest",
  ): Promise<Pick<InvalidationState, "slot" | "sourceVersion" | "writes">>;
  /**
   * Returns the number of seconds for which a shared cache may use the response. There is no limit if the log was
   * read recently and the response is valid. Otherwise the result is 0, or a minute while D1's quota is spent.
   * @param isNew whether the response was just loaded. A new response is only checked if its data has versions,
   *   because a lagging replica may still return replaced data.
   */
  sharedLifetime(context: StoreContext, response: ValidityFields, isNew?: boolean): Promise<number>;
  /** Reads the log of changes. Throws a Problem. */
  unpurged(): Promise<UnpurgedChanges>;
  /** Records that the CDN cache has been purged of all changes up to this position. Throws a Problem. */
  recordPurged(through: number): Promise<void>;
  /**
   * Records a purge in the log, which every data centre reads. Throws a Problem if that fails. In this case, nothing
   * is purged.
   */
  purge(context: StoreContext, tags: readonly string[]): Promise<void>;
}

/**
 * The age in milliseconds at which an isolate refreshes its copy of the log. Purges in the same data centre take
 * effect within this time.
 */
const REFRESH_MS = 3_000;
/**
 * The age in milliseconds up to which an isolate's copy of the log may decide about a stored response, and whether the
 * CDN cache may store it.
 */
export const CONFIRMED_MS = 10_000;
/** The longest time in milliseconds that a request waits for the log. A read takes one round trip to D1's primary. */
const MAX_LOG_WAIT_MS = 1_000;
/**
 * The interval in milliseconds between reads of the log while D1's quota is spent. In this case, the CDN cache may
 * store responses for `SPENT_LIFETIME` seconds.
 */
const SPENT_REFRESH_MS = 60_000;
const SPENT_LIFETIME = 60;
const MAX_FIRST_WAIT_MS = 3_000;

const WITHOUT_LOG: Invalidations = {
  current: async () => NOTHING_KNOWN,
  logPosition: async () => 0,
  live: async () => NOTHING_KNOWN,
  sharedLifetime: async () => Number.POSITIVE_INFINITY,
  unpurged: rejectPurge,
  recordPurged: rejectPurge,
  purge: rejectPurge,
};

async function rejectPurge(): Promise<never> {
  const detail = "Nothing was purged, because the Worker has no CONTROL binding to record the purge in.";
  throw new Problem("not-offered", detail);
}

interface InvalidationServices extends Omit<LogCopyServices, "log"> {
  /** The log, or `null` if there is no database. Without a database, nothing is ever purged or replaced. */
  readonly log: ChangeLog | null;
}

export function createInvalidations({ log, ...rest }: InvalidationServices): Invalidations {
  if (log === null) return WITHOUT_LOG;
  const services: LogCopyServices = { log, ...rest };
  const { memory } = services;

  return {
    current: (context) => current(services, context),

    async logPosition(context) {
      if (!isKnown(memory) && memory.isReadable) {
        await waitForFirstRead(services, context, MAX_LOG_WAIT_MS);
        memory.isReadable = isKnown(memory);
      }
      return memory.state.last;
    },

    async live(context, how) {
      if (how === "latest") await readLogNow(services, context);
      else await waitForFirstRead(services, context, MAX_FIRST_WAIT_MS);
      if (isKnown(memory)) return memory.state;
      throw new Problem(
        "upstream-unavailable",
        "The data is temporarily unavailable. Try again in a second.",
        { retryAfter: 1 },
      );
    },

    async sharedLifetime(context, response, isNew = false) {
      if (isNew && response.sourceVersion === null) return Number.POSITIVE_INFINITY;
      if (!isValid(response, await current(services, context))) return 0;
      if (isReadWithin(services, CONFIRMED_MS)) return Number.POSITIVE_INFINITY;
      return memory.isQuotaSpent ? SPENT_LIFETIME : 0;
    },

    unpurged: () => log.readUnpurged(),

    recordPurged: (through) => log.recordPurged(through),

    async purge(context, tags) {
      await log.purge(tags);
      await readLog(services, context);
    },
  };
}

/**
 * Returns the isolate's copy of the log. If it is too old, first looks at the data centre's copy, and then reads the
 * log itself. Waits for that only after a pause, because what was purged must not be served for longer.
 */
async function current(services: LogCopyServices, context: StoreContext): Promise<InvalidationState> {
  const { memory } = services;
  if (isReadWithin(services, REFRESH_MS)) return memory.state;
  if (isDue(services, memory.look, REFRESH_MS))
    memory.look = startAttempt(services, context, readSharedCopy(services, context));
  await withinTime(MAX_LOG_WAIT_MS, () => [memory.look.ended]);
  if (isReadWithin(services, REFRESH_MS)) return memory.state;
  if (isDue(services, memory.read, memory.isQuotaSpent ? SPENT_REFRESH_MS : REFRESH_MS))
    memory.read = startAttempt(services, context, readLog(services, context));
  if (memory.isReadable && !isReadWithin(services, CONFIRMED_MS)) {
    await withinTime(MAX_LOG_WAIT_MS, () => [memory.read.ended]);
    memory.isReadable = isReadWithin(services, CONFIRMED_MS);
  }
  return memory.state;
}

async function waitForFirstRead(services: LogCopyServices, context: StoreContext, ms: number): Promise<void> {
  await current(services, context);
  if (!isKnown(services.memory)) await withinTime(ms, () => [services.memory.read.ended]);
}

async function readLogNow(services: LogCopyServices, context: StoreContext): Promise<void> {
  const { memory } = services;
  memory.read = startAttempt(services, context, readLog(services, context));
  await withinTime(MAX_FIRST_WAIT_MS, () => [memory.read.ended]);
}

function isKnown({ state }: InvalidationMemory): boolean {
  return state.readAt > 0;
}

function isReadWithin({ memory, now }: LogCopyServices, ms: number): boolean {
  return now() - memory.state.readAt < ms;
}

function isDue({ now }: LogCopyServices, { at }: Attempt, everyMs: number): boolean {
  return now() - at >= everyMs;
}

/** Other requests wait for this work, so `waitUntil` keeps it running after the request that started it has ended. */
function startAttempt({ now }: LogCopyServices, { waitUntil }: StoreContext, work: Promise<void>): Attempt {
  waitUntil(work);
  return { at: now(), ended: work };
}
