/**
 * A model of Workers Cache, the cache in front of a Worker (`[cache]` in wrangler.toml), written
 * from Cloudflare's pages rule by rule: the platform's own runs nowhere else. Pages are those
 * below developers.cloudflare.com. Each module beside this one has a term: directives,
 * policy, storage, filling, serving. What no response of the product has is left out.
 *
 * One model is the cache of one entrypoint. Where the pages are silent or contradict each other,
 * both readings are options, and tests have to hold under both.
 */
import { createFilling, type Outcome } from "./filling.ts";
import { forClient, serve } from "./serving.ts";
import { createStorage, type Purge, type StoredResponse } from "./storage.ts";

export interface FrontOptions {
  /** The Worker. What it throws is an error response, as any 5xx is. */
  readonly run: (request: Request) => Promise<Response>;
  /** Milliseconds. */
  readonly now: () => number;
  /**
   * What a request with `Authorization` gets where something is stored. `ignored`:
   * workers/cache/cache-keys, "What goes into the cache key": what every other request gets.
   * `bypasses`: workers/cache, "What gets cached": an automatic bypass.
   */
  readonly authorization?: "ignored" | "bypasses";
}

export interface Front {
  fetch(request: Request): Promise<Response>;
  purge(what: Purge): CachePurgeResult;
  /** Requests reach this version from now on. */
  deploy(version: string): void;
  /** How often the Worker ran so far. */
  readonly runs: number;
  /** Resolves once nothing is being revalidated in the background. */
  settle(): Promise<void>;
}

/** workers/cache/purge, "Rate limits"; cache/how-to/purge-cache, "Availability and limits", free plan. */
const PURGES = { perMinute: 5, atOnce: 25, tags: 100 };

/** Part of the key "as anti-cache-poisoning measures": workers/cache/cache-keys, "What goes into the cache key". */
const KEYED_HEADERS = [
  "x-http-method-override",
  "x-http-method",
  "x-method-override",
  "x-forwarded-host",
  "x-host",
  "x-original-url",
  "x-rewrite-url",
  "forwarded",
];

/** workers/cache/purge, "Return value". The pages name no codes. */
function refusal(message: string): CachePurgeResult {
  return { success: false, errors: [{ code: 0, message }] };
}

/** The host, the method and the body are not part of it. */
function cacheKey(request: Request, version: string): string {
  const { pathname, search } = new URL(request.url);
  const headers = KEYED_HEADERS.map((name) => request.headers.get(name));
  return JSON.stringify([`${pathname}${search}`, version, headers]);
}

export function frontCache(options: FrontOptions): Front {
  const { now, authorization = "ignored" } = options;
  const storage = createStorage();
  const background = new Set<Promise<unknown>>();
  let version = "1";
  let runs = 0;
  let purges = { left: PURGES.atOnce, at: now() };

  async function run(request: Request): Promise<Response> {
    runs += 1;
    return await options.run(request).catch(() => new Response("error code: 1101", { status: 500 }));
  }

  const { fill, revalidate, isUnderWay, collapsed } = createFilling({ storage, run, now });

  function ageOf({ storedAt }: StoredResponse): number {
    return Math.floor((now() - storedAt) / 1_000);
  }

  function answer(outcome: Outcome, request: Request): Response {
    if (outcome.kind === "passed") return forClient(outcome.response, "BYPASS", request);
    const { stored, cacheStatus } = outcome;
    return serve(stored, request, { age: cacheStatus === "HIT" ? ageOf(stored) : null, cacheStatus });
  }

  function inBackground(work: Promise<unknown>): void {
    const done = Promise.allSettled([work]).finally(() => background.delete(done));
    background.add(done);
  }

  async function answerStale(request: Request, key: string, stale: StoredResponse): Promise<Response> {
    const staleness = ageOf(stale) - stale.policy.lifetime;
    const work = () => collapsed(request, key, () => revalidate(request, key, stale));
    // cache/concepts/revalidation, "Asynchronous revalidation": everybody gets what is stale meanwhile.
    if (staleness < stale.policy.staleWhileRevalidate) {
      if (!isUnderWay(key)) inBackground(work());
      return serve(stale, request, { age: ageOf(stale), cacheStatus: "UPDATING" });
    }
    const outcome = await work();
    const isError = outcome.kind === "passed" && outcome.response.status >= 500;
    // workers/cache/configuration, "Serve stale on error".
    if (isError && staleness < stale.policy.staleIfError) {
      return serve(stale, request, { age: ageOf(stale), cacheStatus: "STALE" });
    }
    return answer(outcome, request);
  }

  return {
    async fetch(request) {
      // workers/cache, "What gets cached": other methods go to the Worker.
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (!isRead) return forClient(await run(request), "BYPASS", request);
      const key = cacheKey(request, version);
      if (authorization === "bypasses" && request.headers.has("Authorization")) {
        return answer(await fill(request, key), request);
      }
      const stored = storage.get(key);
      if (stored === undefined)
        return answer(await collapsed(request, key, () => fill(request, key)), request);
      if (ageOf(stored) < stored.policy.lifetime) {
        return answer({ kind: "stored", stored, cacheStatus: "HIT" }, request);
      }
      return await answerStale(request, key, stored);
    },

    purge(what) {
      const refilled = ((now() - purges.at) / 60_000) * PURGES.perMinute;
      const left = Math.min(PURGES.atOnce, purges.left + refilled);
      const isTooLarge = "tags" in what && what.tags.length > PURGES.tags;
      if (isTooLarge || left < 1) return refusal(isTooLarge ? "too many tags" : "rate limited");
      purges = { left: left - 1, at: now() };
      storage.purge(what);
      return { success: true, errors: [] };
    },

    deploy(next) {
      version = next;
    },

    get runs() {
      return runs;
    },

    async settle() {
      while (background.size > 0) await Promise.all(background);
    },
  };
}
