/** How Workers Cache has its Worker run: to fill, to revalidate, and once for all who wait. */
import { policyOf } from "./policy.ts";
import { type CacheStatus, requestForFill, requestForRevalidation } from "./serving.ts";
import { type Storage, type StoredResponse, tagsOf } from "./storage.ts";

export type Outcome =
  | { readonly kind: "stored"; readonly stored: StoredResponse; readonly cacheStatus: CacheStatus }
  /** Not stored: for the one request that the Worker ran for. */
  | { readonly kind: "passed"; readonly response: Response };

export interface Filling {
  fill(request: Request, key: string): Promise<Outcome>;
  /** As `fill`, conditional on what is stored. */
  revalidate(request: Request, key: string, stale: StoredResponse): Promise<Outcome>;
  isUnderWay(key: string): boolean;
  /** Waits for the run under way with this key, or does the work. */
  collapsed(request: Request, key: string, work: () => Promise<Outcome>): Promise<Outcome>;
}

interface Worker {
  readonly storage: Storage;
  /** Never rejects. */
  readonly run: (request: Request) => Promise<Response>;
  readonly now: () => number;
}

export function createFilling({ storage, run, now }: Worker): Filling {
  const underWay = new Map<string, Promise<Outcome>>();

  async function store(response: Response, request: Request, key: string): Promise<StoredResponse | null> {
    const policy = policyOf(request, response);
    if (policy === null) return null;
    const headers = new Headers(response.headers);
    const stored: StoredResponse = {
      status: response.status,
      headers,
      body: await response.arrayBuffer(),
      policy,
      storedAt: now(),
      path: new URL(request.url).pathname,
      tags: tagsOf(headers),
    };
    storage.set(key, stored);
    return stored;
  }

  async function fill(request: Request, key: string): Promise<Outcome> {
    const response = await run(requestForFill(request));
    const stored = await store(response, request, key);
    return stored === null ? { kind: "passed", response } : { kind: "stored", stored, cacheStatus: "MISS" };
  }

  return {
    fill,
    isUnderWay: (key) => underWay.has(key),

    async revalidate(request, key, stale) {
      const response = await run(requestForRevalidation(request, stale));
      // A failure never takes the place of what is stored: workers/cache/configuration, "Serve stale on error".
      if (response.status >= 500) return { kind: "passed", response };
      const isConfirmed = response.status === 304;
      const whole = isConfirmed ? freshened(stale, response) : response;
      const stored = await store(whole, request, key);
      if (stored === null) return { kind: "passed", response: whole };
      // workers/cache/configuration, "`no-cache` is not a bypass".
      return { kind: "stored", stored, cacheStatus: isConfirmed ? "REVALIDATED" : "EXPIRED" };
    },

    // workers/cache, "Request collapsing".
    async collapsed(request, key, work) {
      const pending = underWay.get(key);
      if (pending === undefined) {
        const started = work().finally(() => underWay.delete(key));
        underWay.set(key, started);
        return await started;
      }
      const outcome = await pending;
      if (outcome.kind === "stored") {
        return { ...outcome, cacheStatus: "HIT" };
      }
      // What may not be stored is shared with nobody: each request gets a run of its own.
      return await fill(request, key);
    },
  };
}

/** What is stored with the headers of the 304 that confirmed it (RFC 9111 section 3.2). */
function freshened({ status, headers: stored, body }: StoredResponse, confirmation: Response): Response {
  const headers = new Headers(stored);
  for (const [name, value] of confirmation.headers) {
    if (name !== "content-length") headers.set(name, value);
  }
  return new Response(body, { status, headers });
}
