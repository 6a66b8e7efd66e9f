/**
 * Purges the cache in front of the Worker, or marks everything in it stale, so that it revalidates with our entity-tags
 * (changelog/post/2026-09-29-workers-cache-invalidate): at once, and again when no isolate can still
 * serve a pre-purge response. The platform limits the calls, on the free plan to five a minute for the whole account after a burst of 25, with 100 tags each
 * (workers/cache/purge, "Rate limits"; cache/how-to/purge-cache, "Availability and limits"). So tags that are due at the same
 * time share a call, and a refused call is repeated.
 */

import { EVERYTHING } from "../changes/change-log.ts";
import type { Log } from "../log.ts";
import { CONFIRMED_MS } from "./invalidation.ts";

export interface FrontPurges {
  /**
   * Purges some tags, and marks the responses with others stale. Returns whether the platform did, or `null` if there is no
   * cache in front. Never rejects.
   */
  purge(tags: readonly string[], stale?: readonly string[]): Promise<boolean | null>;
}

/** When each tag is due to be purged again, in milliseconds since 1970; tags to mark stale begin with `TO_STALE`. Shared by the requests of an isolate. */
export type DuePurges = Map<string, number>;

interface FrontServices {
  /** `ctx.cache`; absent on a developer's machine. */
  readonly cache: Pick<CacheContext, "purge" | "invalidate"> | undefined;
  readonly due: DuePurges;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly log: Log;
}

/**
 * An isolate elsewhere that read the log just before the purge may since have given an old response to the cache in front.
 * After this time every isolate knows of the purge, or knows that its log is too old.
 */
export const AGAIN_MS = CONFIRMED_MS + 2_000;
/** Three calls before the platform ends work in the background, 30 seconds after the response (runtime-apis/context). */
const ATTEMPTS = 3;
const RETRY_MS = 6_000;
const MAX_TAGS = 100;
/** No tag of a response has a space. */
const TO_STALE = "stale ";

export function createFrontPurges(services: FrontServices): FrontPurges {
  const { cache, due, now, wait, waitUntil, log } = services;
  if (cache === undefined) return { purge: async () => null };
  const front = cache;

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
      // A later purge will repeat these tags with its own.
      if ([...due.values()].some((at) => at > now())) return;
      const count = due.size;
      if (await callWithDue([])) return log({ event: "purged-again", count });
      if (attempt === ATTEMPTS) return log({ event: "purge-unfinished", count });
      await wait(RETRY_MS);
    }
  }

  /** Purges the tags, and all due ones. */
  async function callWithDue(tags: readonly string[]): Promise<boolean> {
    const late = [...due].filter(([, at]) => at <= now());
    const all = [...new Set([...tags, ...late.map(([tag]) => tag)])];
    for (const call of callsFor(all)) if (!(await isDone(call))) return false;
    for (const [tag, at] of late) if (due.get(tag) === at) due.delete(tag);
    return true;
  }

  function callsFor(all: readonly string[]): (() => Promise<CachePurgeResult>)[] {
    if (all.includes(EVERYTHING)) return [() => front.purge({ purgeEverything: true })];
    const purged = all.filter((tag) => !tag.startsWith(TO_STALE));
    const stale = all.flatMap((tag) => (tag.startsWith(TO_STALE) ? tag.slice(TO_STALE.length) : []));
    const purges = inParts(purged).map((tags) => () => front.purge({ tags }));
    const everything = () => front.invalidate({ purgeEverything: true });
    if (stale.includes(EVERYTHING)) return [...purges, everything];
    return [...purges, ...inParts(stale).map((tags) => () => front.invalidate({ tags }))];
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
