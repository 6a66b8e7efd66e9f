/**
 * Rendered pages and images, stored by address and build for as long as every response that was used in
 * them is fresh; then they are rendered again. Pages are never served stale: the responses they are made of are.
 */
import type { Served } from "./resource.ts";
import type { Store } from "./store.ts";
import { type StoredResponse, storedResponse } from "./stored-response.ts";

/**
 * The freshness of a page, noted while it is rendered: it is fresh until the first of its responses is not,
 * is as old as the oldest of them, and is purged with any of them.
 */
export class PageFreshness {
  #storedAt = Number.POSITIVE_INFINITY;
  #freshUntil = Number.POSITIVE_INFINITY;
  #isUncacheable = false;
  readonly #tags = new Set<string>();
  readonly #sourceVersions = new Set<string>();

  /** When the origin was asked for the oldest response, in milliseconds since 1970. */
  get storedAt(): number {
    return this.#storedAt;
  }

  /** Milliseconds since 1970. 0: the page may not be stored, since nothing was noted, or its parts are of two versions. */
  get freshUntil(): number {
    const isOfOneVersion = this.#sourceVersions.size <= 1;
    return this.#storedAt === Number.POSITIVE_INFINITY || this.#isUncacheable || !isOfOneVersion
      ? 0
      : this.#freshUntil;
  }

  /** Whether a part may not be stored, such as a problem: then no cache may store the page. */
  get isUncacheable(): boolean {
    return this.#isUncacheable;
  }

  get tags(): ReadonlySet<string> {
    return this.#tags;
  }

  /** The version of the source's data; `null`: none of the responses has one. */
  get sourceVersion(): string | null {
    const [version = null] = this.#sourceVersions;
    return version;
  }

  /** A response that is used in the page. */
  note({ cacheStatus, storedAt, policy, tags, sourceVersion }: Noted): void {
    const { hit = false, stored = false } = cacheStatus;
    if (!hit && !stored) this.noteUncacheable();
    this.#storedAt = Math.min(this.#storedAt, storedAt);
    this.#freshUntil = Math.min(this.#freshUntil, storedAt + policy.lifetime * 1_000);
    for (const tag of tags) this.#tags.add(tag);
    if (sourceVersion !== null) this.#sourceVersions.add(sourceVersion);
  }

  /** The page is the same whatever any origin says, and may be stored although no response is used in it. */
  noteConstant(now: number): void {
    this.#storedAt = Math.min(this.#storedAt, now);
    this.#freshUntil = Math.min(this.#freshUntil, now + CONSTANT_LIFETIME * 1_000);
  }

  /** Something that may not be stored, such as a problem, is used in the page. */
  noteUncacheable(): void {
    this.#isUncacheable = true;
  }
}

/** Seconds. A setting may change what a page without any response says. */
const CONSTANT_LIFETIME = 3_600;

type Noted = Pick<Served, "cacheStatus" | "storedAt" | "policy" | "tags" | "sourceVersion">;

export interface RenderedPage {
  readonly body: Uint8Array;
  /** Media type. */
  readonly contentType: string;
}

export interface PageCache {
  get(key: string, wanted: (entityTag: string) => boolean): Promise<StoredResponse | null>;
  /** The page as it is stored, with these tags; `null`: it is not fresh. */
  put(
    key: string,
    page: RenderedPage,
    freshness: PageFreshness,
    tags: readonly string[],
  ): Promise<StoredResponse | null>;
}

interface PageServices {
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

export function pageCache({ store, now, waitUntil }: PageServices): PageCache {
  return {
    get: (key, wanted) => store.get(key, wanted),

    async put(key, { body, contentType }, { freshUntil, storedAt, sourceVersion }, tags) {
      const retention = Math.floor((freshUntil - now()) / 1_000);
      if (retention <= 0) return null;
      const page = await storedResponse(body, { contentType, storedAt, freshUntil, tags, sourceVersion });
      waitUntil(store.put(key, page, retention));
      return page;
    },
  };
}
