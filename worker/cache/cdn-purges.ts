/**
 * Purges responses in the CDN cache, or marks them stale so that the CDN revalidates them
 * (developers.cloudflare.com/changelog/post/2026-09-29-workers-cache-invalidate). Repeats each purge later, when no
 * isolate can still send an older response to the CDN cache.
 *
 * The platform limits these calls: the free plan allows five a minute per account after a burst of 25, with 100 tags
 * each (developers.cloudflare.com/workers/cache/purge, "Rate limits", and
 * developers.cloudflare.com/cache/how-to/purge-cache, "Availability and limits"). Therefore tags that are due at the
 * same time share a call, and a rejected call is retried.
 */

import { EVERYTHING } from "../changes/change-log.ts";
import type { Log } from "../log.ts";
import { CONFIRMED_MS } from "./invalidation.ts";

export interface CdnPurges {
  /**
   * Purges responses with one of `tags` from the CDN cache, and marks responses with one of the `stale` tags as
   * stale. Resolves to true if the platform accepted all calls, or to `null` if there is no CDN cache. Never rejects.
   */
  purge(tags: readonly string[], stale?: readonly string[]): Promise<boolean | null>;
}

/**
 * The time at which each tag is purged again, in epoch milliseconds. Tags with the prefix `TO_STALE` are only marked
 * stale. All requests of an isolate share this map.
 */
export type PendingPurges = Map<string, number>;

interface CdnServices {
  /** `ctx.cache`, which is absent in local development. */
  readonly cache: Pick<CacheContext, "purge" | "invalidate"> | undefined;
  readonly due: PendingPurges;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly log: Log;
}

/**
 * The delay before a purge is repeated. At first, an isolate that has not read the purge in the log yet may still
 * send an older response to the CDN cache. After this delay, every isolate has either read the purge or stopped
 * filling the CDN cache.
 */
export const AGAIN_MS = CONFIRMED_MS + 2_000;
/**
 * The maximum number of attempts to repeat a purge. There is no time for a fourth attempt, because the platform ends
 * background work 30 seconds after the response (runtime-apis/context).
 */
const ATTEMPTS = 3;
const RETRY_MS = 6_000;
const MAX_TAGS = 100;
/** A prefix for tags that are only marked stale. No response has such a tag, because tags contain no spaces. */
const TO_STALE = "stale ";

export function createCdnPurges(services: CdnServices): CdnPurges {
  const { cache, due, now, wait, waitUntil, log } = services;
  if (cache === undefined) return { purge: async () => null };
  const cdn = cache;

  return { purge };

  async function purge(tags: readonly string[], stale: readonly string[] = []): Promise<boolean> {
    const all = [...tags, ...stale.map((tag) => TO_STALE + tag)];
    const isPurged = await callWithDue(all);
    for (const tag of all) due.set(tag, now() + AGAIN_MS);
    waitUntil(purgeAgain());
    return isPurged;
  }

  async function purgeAgain(): Promise<void> {
    await wait(AGAIN_MS);
    for (let attempt = 1; due.size > 0; attempt += 1) {
      if ([...due.values()].some((at) => at > now())) return;
      const count = due.size;
      if (await callWithDue([])) return log({ event: "purge-repeated", count });
      if (attempt === ATTEMPTS) return log({ event: "purge-unfinished", count });
      await wait(RETRY_MS);
    }
  }

  async function callWithDue(tags: readonly string[]): Promise<boolean> {
    const late = [...due].filter(([, at]) => at <= now());
    const all = [...new Set([...tags, ...late.map(([tag]) => tag)])];
    for (const call of callsFor(all)) if (!(await isDone(call))) return false;
    for (const [tag, at] of late) if (due.get(tag) === at) due.delete(tag);
    return true;
  }

  function callsFor(all: readonly string[]): (() => Promise<CachePurgeResult>)[] {
    if (all.includes(EVERYTHING)) return [() => cdn.purge({ purgeEverything: true })];
    const purged = all.filter((tag) => !tag.startsWith(TO_STALE));
    const stale = all.flatMap((tag) => (tag.startsWith(TO_STALE) ? tag.slice(TO_STALE.length) : []));
    const purges = inParts(purged).map((tags) => () => cdn.purge({ tags }));
    const everything = () => cdn.invalidate({ purgeEverything: true });
    if (stale.includes(EVERYTHING)) return [...purges, everything];
    return [...purges, ...inParts(stale).map((tags) => () => cdn.invalidate({ tags }))];
  }

  async function isDone(call: () => Promise<CachePurgeResult>): Promise<boolean> {
    try {
      const { success, errors } = await call();
      if (!success) log({ event: "purge-failed", reason: errors.map(({ code }) => code).join(" ") });
      return success;
    } catch (thrown) {
      log({ event: "purge-failed", reason: thrown instanceof Error ? thrown.name : "unknown" });
      return false;
    }
  }
}

function inParts(tags: readonly string[]): string[][] {
  const parts = Math.ceil(tags.length / MAX_TAGS);
  return Array.from({ length: parts }, (_, part) => tags.slice(part * MAX_TAGS, (part + 1) * MAX_TAGS));
}
