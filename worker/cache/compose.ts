/**
 * Composes a response from several responses that are cached separately. Used for API responses and rendered pages.
 * The result is fresh while all its parts are fresh, and a purge of any part removes it. A page itself is never
 * served stale, but may be rendered from stale parts.
 */
import { withDeadline } from "../source/deadline.ts";
import type { CacheStatus } from "./cache-status.ts";
import type { Collapsing } from "./collapsing.ts";
import { atMost, type FreshnessPolicy, remaining } from "./freshness.ts";
import type { Invalidations } from "./invalidation.ts";
import type { CacheResult, Context, Served } from "./resource.ts";
import type { Store } from "./store.ts";
import { type StoredResponse, storedResponse } from "./stored-response.ts";
import { isValid } from "./validity.ts";

const FOREVER: FreshnessPolicy = {
  lifetime: Number.POSITIVE_INFINITY,
  staleWhileRevalidate: Number.POSITIVE_INFINITY,
  staleIfError: Number.POSITIVE_INFINITY,
};

export async function compose(parts: readonly Served[], body: string): Promise<Served> {
  return {
    kind: "served",
    ...(await storedResponse(body, combineParts(parts))),
    // The policy is what remains of the policies of the parts, so the response starts at age 0.
    age: 0,
    policy: parts.map((part) => remaining(part.age, part.policy)).reduce(atMost, FOREVER),
    cacheStatus: combineStatuses(parts.map((part) => part.cacheStatus)),
    isUncacheable: parts.some((part) => part.isUncacheable),
    isMixed: !haveOneVersion(parts),
  };
}

/** The fields that a composed response takes from its parts. */
export type PagePart = Pick<StoredResponse, "storedAt" | "logPosition" | "tags" | "sourceVersion">;

/** Combines several parts. The result has the earliest time and log position, and the tags of all parts. */
export function combineParts(parts: readonly PagePart[]): PagePart {
  const [sourceVersion = null] = parts.flatMap((part) => part.sourceVersion ?? []);
  return {
    storedAt: Math.min(...parts.map((part) => part.storedAt)),
    logPosition: Math.min(...parts.map((part) => part.logPosition)),
    tags: [...new Set(parts.flatMap((part) => part.tags))],
    sourceVersion,
  };
}

/** Returns false if the source's data was replaced while the parts were loaded. */
function haveOneVersion(parts: readonly Pick<PagePart, "sourceVersion">[]): boolean {
  return new Set(parts.flatMap((part) => part.sourceVersion ?? [])).size <= 1;
}

/**
 * Combines the cache statuses of several parts. The result is a hit only if all parts are hits. A hit has the lowest
 * `ttl` of the parts.
 */
function combineStatuses(statuses: readonly CacheStatus[]): CacheStatus {
  const forwarded = statuses.filter(({ hit = false }) => !hit);
  const [first] = forwarded;
  if (first !== undefined) {
    // The response only counts as stored if all its parts are new, because an older part may have been purged in the
    // meantime.
    return { ...first, stored: statuses.every(({ stored = false }) => stored) };
  }
  const ttls = statuses.flatMap(({ ttl }) => ttl ?? []);
  return ttls.length === 0 ? { hit: true } : { hit: true, ttl: Math.min(...ttls) };
}

export interface RenderedPage {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** The tags of the page itself, without those of its results. */
  readonly tags: readonly string[];
  /** The time at which rendering began, in epoch milliseconds. */
  readonly renderedAt: number;
  readonly logPosition: number;
  readonly results: readonly CacheResult[];
}

export interface PageCache {
  /**
   * Returns the page. Returns `null` if it is not stored, no longer fresh, or rendered from data that has been
   * replaced.
   */
  get(
    context: Context,
    key: string,
    needsBody: (entityTag: string) => boolean,
  ): Promise<StoredResponse | null>;
  /**
   * Renders and stores a page. Concurrent requests share one rendering. `render` returns `null` for a page that must
   * not be stored.
   */
  render(context: Context, key: string, render: () => Promise<RenderedPage | null>): Promise<Rendering>;
}

interface Rendering {
  /** The page, or `null` if it is already outdated or must not be stored. */
  readonly page: StoredResponse | null;
  readonly collapsed: boolean;
}

interface PageServices {
  readonly store: Store;
  readonly collapsing: Collapsing<StoredResponse>;
  readonly invalidations: Pick<Invalidations, "current">;
  readonly now: () => number;
}

/** Seconds for which a page without data is stored. This is short, because such a page may depend on settings. */
const CONSTANT_LIFETIME = 3_600;

const MAX_RENDERING_MS = 10_000;

/**
 * Returns true if the page must not be stored, because one of its results is a problem or uncacheable, or because the
 * results come from different versions of the data.
 */
export function areUncacheable(results: readonly CacheResult[]): boolean {
  return results.some(isUncacheable) || areMixed(results);
}

/** Returns true if the source's data was replaced while the results were loaded. */
export function areMixed(results: readonly CacheResult[]): boolean {
  return !haveOneVersion(results.filter(isServed));
}

export function createPageCache(services: PageServices): PageCache {
  const { store, collapsing, invalidations, now } = services;

  return {
    async get(context, key, needsBody) {
      const renderingEnded = collapsing.watch(key);
      const stored = await store.get(context, key, needsBody);
      const page = stored === null && renderingEnded() ? await store.get(context, key, needsBody) : stored;
      return page !== null && page.freshUntil > now() ? page : null;
    },

    async render(context, key, render) {
      const joined = collapsing.joinable(key);
      const shared = joined && (await withDeadline(MAX_RENDERING_MS, () => joined.result).catch(() => null));
      if (shared && isValid(shared, await invalidations.current(context)))
        return { page: shared, collapsed: true };
      const load = collapsing.start(key, {
        load: async () => toPage(await render()),
        store: (page) => store.put(context, key, page, getRemainingLifetime(page)),
        withinMs: MAX_RENDERING_MS,
      });
      context.waitUntil(load.stored);
      try {
        return { page: await load.result, collapsed: false };
      } catch (thrown) {
        if (thrown instanceof NotStorable) return { page: null, collapsed: false };
        throw thrown;
      }
    },
  };

  async function toPage(rendered: RenderedPage | null): Promise<StoredResponse> {
    if (rendered === null || areUncacheable(rendered.results)) throw new NotStorable();
    const { body, contentType, tags, renderedAt, logPosition, results } = rendered;
    const served = results.filter(isServed);
    const freshUntil = Math.min(
      ...served.map(({ storedAt, policy }) => storedAt + policy.lifetime * 1_000),
      ...(served.length === 0 ? [renderedAt + CONSTANT_LIFETIME * 1_000] : []),
    );
    const rendering = { storedAt: renderedAt, logPosition, tags, sourceVersion: null };
    const page = await storedResponse(body, {
      contentType,
      freshUntil,
      ...combineParts([rendering, ...served]),
    });
    if (getRemainingLifetime(page) <= 0) throw new NotStorable();
    return page;
  }

  function getRemainingLifetime({ freshUntil }: StoredResponse): number {
    return Math.floor((freshUntil - now()) / 1_000);
  }
}

class NotStorable extends Error {}

function isUncacheable(result: CacheResult): boolean {
  const { hit = false, stored = false, fwd } = result.cacheStatus;
  return result.kind === "failed" || (!hit && !stored && fwd !== "bypass");
}

function isServed(result: CacheResult): result is Served {
  return result.kind === "served";
}
