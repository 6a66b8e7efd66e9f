/**
 * Responses composed of several that are cached separately: API responses and rendered pages. They are fresh while all
 * their parts are, and purged with any of them. A page is never served stale, but the responses in it may be.
 */
import type { CacheStatus } from "./cache-status.ts";
import { atMost, type FreshnessPolicy, remaining } from "./freshness.ts";
import { type Dated, tagDate } from "./invalidation.ts";
import type { Answer, Served } from "./resource.ts";
import type { Store } from "./store.ts";
import { type StoredResponse, storedResponse } from "./stored-response.ts";

const FOREVER: FreshnessPolicy = {
  lifetime: Number.POSITIVE_INFINITY,
  staleWhileRevalidate: Number.POSITIVE_INFINITY,
  staleIfError: Number.POSITIVE_INFINITY,
};

/** An API response. `parts`: at least one. `body`: JSON, ready to send. */
export async function compose(parts: readonly Served[], body: string): Promise<Served> {
  return {
    kind: "served",
    ...(await storedResponse(body, datesOf(parts))),
    // Each part has a different remaining policy: the minimum of these counts from now on.
    age: 0,
    policy: parts.map((part) => remaining(part.age, part.policy)).reduce(atMost, FOREVER),
    cacheStatus: together(parts.map((part) => part.cacheStatus)),
    isUncacheable: !areOfOneVersion(parts) || parts.some((part) => part.isUncacheable),
  };
}

/**
 * The age, tags and version of a composed response. Each tag is as old as the parts that have it: with the age of the
 * oldest part, a purge would invalidate responses made after it, until that part expires.
 */
export function datesOf(parts: readonly Dated[]): Dated {
  const storedAt = Math.min(...parts.map((part) => part.storedAt));
  const dates = new Map<string, number>();
  for (const part of parts) {
    for (const tag of part.tags) dates.set(tag, Math.min(tagDate(part, tag), dates.get(tag) ?? Infinity));
  }
  const newer = [...dates].filter(([, at]) => at > storedAt);
  const [sourceVersion = null] = parts.flatMap((part) => part.sourceVersion ?? []);
  return {
    storedAt,
    tags: [...dates.keys()],
    ...(newer.length > 0 && { newerTags: new Map(newer) }),
    sourceVersion,
  };
}

/** `false`: the source's data was replaced while the parts were loaded. */
function areOfOneVersion(parts: readonly Dated[]): boolean {
  return new Set(parts.flatMap((part) => part.sourceVersion ?? [])).size <= 1;
}

/** A hit only if all parts are hits. `ttl` is the lowest of the parts. */
function together(statuses: readonly CacheStatus[]): CacheStatus {
  const forwarded = statuses.filter(({ hit = false }) => !hit);
  const [first] = forwarded;
  if (first !== undefined) {
    // A stored part may have been purged since: only an entirely new response counts as stored now.
    return { ...first, stored: statuses.every(({ stored = false }) => stored) };
  }
  const ttls = statuses.flatMap(({ ttl }) => ttl ?? []);
  return ttls.length === 0 ? { hit: true } : { hit: true, ttl: Math.min(...ttls) };
}

export interface RenderedPage {
  readonly body: Uint8Array;
  /** Media type. */
  readonly contentType: string;
  /** The page's own tags, beside those of its answers. */
  readonly tags: readonly string[];
  /** When rendering began, in milliseconds since 1970. */
  readonly renderedAt: number;
  /** All answers used to render it. */
  readonly answers: readonly Answer[];
}

export interface PageCache {
  get(key: string, wanted: (entityTag: string) => boolean): Promise<StoredResponse | null>;
  /** The stored page; `null`: it is not fresh. */
  put(key: string, page: RenderedPage): Promise<StoredResponse | null>;
}

interface PageServices {
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** Seconds for which a page without answers is stored: no longer, since a new setting may change it. */
const CONSTANT_LIFETIME = 3_600;

/** Whether no cache may store such a page: an answer is a problem or uncacheable, or the source changed in between. */
export function areUncacheable(answers: readonly Answer[]): boolean {
  return answers.some(isUncacheable) || !areOfOneVersion(answers.filter(isServed));
}

export function pageCache({ store, now, waitUntil }: PageServices): PageCache {
  return {
    get: (key, wanted) => store.get(key, wanted),

    async put(key, { body, contentType, tags, renderedAt, answers }) {
      if (areUncacheable(answers)) return null;
      const served = answers.filter(isServed);
      const freshUntil = Math.min(
        ...served.map(({ storedAt, policy }) => storedAt + policy.lifetime * 1_000),
        ...(served.length === 0 ? [renderedAt + CONSTANT_LIFETIME * 1_000] : []),
      );
      const retention = Math.floor((freshUntil - now()) / 1_000);
      if (retention <= 0) return null;
      const rendering = { storedAt: renderedAt, tags, sourceVersion: null };
      const page = await storedResponse(body, {
        contentType,
        freshUntil,
        ...datesOf([rendering, ...served]),
      });
      waitUntil(store.put(key, page, retention));
      return page;
    },
  };
}

function isUncacheable(answer: Answer): boolean {
  const { hit = false, stored = false } = answer.cacheStatus;
  return answer.kind === "failed" || (!hit && !stored);
}

function isServed(answer: Answer): answer is Served {
  return answer.kind === "served";
}
