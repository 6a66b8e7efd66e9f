/**
 * Responses made of several that are cached separately: answers of the API, and rendered pages. One is fresh while all
 * of its parts are, and purged with any of them. Pages are never served stale: the responses in them are.
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

/** One response of the API. `parts`: at least one. `body`: JSON, ready to send. */
export async function compose(parts: readonly Served[], body: string): Promise<Served> {
  return {
    kind: "served",
    ...(await storedResponse(body, datesOf(parts))),
    // Each part has a different rest of its policy, so the policy is the minimum of these, from now on.
    age: 0,
    policy: parts.map((part) => remaining(part.age, part.policy)).reduce(atMost, FOREVER),
    cacheStatus: together(parts.map((part) => part.cacheStatus)),
    isUncacheable: !areOfOneVersion(parts) || parts.some((part) => part.isUncacheable),
  };
}

/**
 * The age, tags and version of a response made of these. Each tag is as old as the parts that carry it: if it were as
 * old as the oldest part, a purge would invalidate responses that were made after it, until that part expires.
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

/** Otherwise the source's data was replaced while the parts were loaded. */
function areOfOneVersion(parts: readonly Dated[]): boolean {
  return new Set(parts.flatMap((part) => part.sourceVersion ?? [])).size <= 1;
}

/** A hit only if all parts are. `ttl` is that of the part that is stale for the longest time. */
function together(statuses: readonly CacheStatus[]): CacheStatus {
  const forwarded = statuses.filter(({ hit = false }) => !hit);
  const [first] = forwarded;
  if (first !== undefined) {
    // A part from the store may have been purged since: only a response that is new as a whole counts as stored now.
    return { ...first, stored: statuses.every(({ stored = false }) => stored) };
  }
  const ttls = statuses.flatMap(({ ttl }) => ttl ?? []);
  return ttls.length === 0 ? { hit: true } : { hit: true, ttl: Math.min(...ttls) };
}

export interface RenderedPage {
  readonly body: Uint8Array;
  /** Media type. */
  readonly contentType: string;
  /** The tags of the page itself; it also gets those of the answers used in it. */
  readonly tags: readonly string[];
  /** When rendering began, in milliseconds since 1970. */
  readonly renderedAt: number;
  /** Everything that was asked for in order to render it. */
  readonly answers: readonly Answer[];
}

export interface PageCache {
  get(key: string, wanted: (entityTag: string) => boolean): Promise<StoredResponse | null>;
  /** The page as it is stored; `null`: it is not fresh. */
  put(key: string, page: RenderedPage): Promise<StoredResponse | null>;
}

interface PageServices {
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** Seconds for which a page without any answer is stored: a setting may change it. */
const CONSTANT_LIFETIME = 3_600;

/** Whether no cache may store a page with these answers: one is a problem or is not stored itself, or the source changed in between. */
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
