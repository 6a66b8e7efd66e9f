/**
 * Rendered pages and images, stored by address and build for as long as every response that was used in
 * them is fresh; then they are rendered again. Pages are never served stale: the responses they are made of are.
 */
import { areOfOneVersion, datesOf } from "./compose.ts";
import type { Answer, Served } from "./resource.ts";
import type { Store } from "./store.ts";
import { type StoredResponse, storedResponse } from "./stored-response.ts";

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
