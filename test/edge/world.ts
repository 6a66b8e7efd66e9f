/**
 * Two data centres with two isolates each, one log of purges, one origin, and the model of the cache in
 * front: the engine as it is deployed, with a clock, an outage and a catalog that a test sets.
 */
import type { Query } from "../../worker/contract/query.ts";
import { type Answer, bodyText } from "../../worker/edge/answer.ts";
import { type CacheKeys, cacheKeys } from "../../worker/edge/cache-key.ts";
import { tagsToPurge } from "../../worker/edge/cache-tags.ts";
import { createFailedKeys } from "../../worker/edge/failed-keys.ts";
import { createFlights } from "../../worker/edge/flights.ts";
import {
  CONFIRMED_MS,
  createInvalidations,
  type Invalidations,
  invalidationMemory,
} from "../../worker/edge/invalidations.ts";
import { createLookup, type Lookup } from "../../worker/edge/lookup.ts";
import { cacheStore, validStore } from "../../worker/edge/store.ts";
import { cachingHeaders } from "../../worker/http/caching.ts";
import type { Origin } from "../../worker/origins/origin.ts";
import { type Front, frontCache } from "../platform/front.ts";
import { sharedLog } from "./kit.ts";

export const ISOLATES = 4;
export const dataCentreOf = (isolate: number) => isolate % 2;
/** When the cache in front is purged again. */
export const SECOND_PURGE_MS = CONFIRMED_MS + 2_000;

export const POLICY = { lifetime: 10, staleWhileRevalidate: 10, staleIfError: 60 };

/** What the origin gave, and when it was asked. */
export interface Given {
  readonly title: number;
  readonly askedAt: number;
  readonly catalogVersion: number;
}

export interface World {
  readonly clock: { ms: number };
  readonly origin: { isDown: boolean; catalogVersion: number };
  readonly front: Front;
  /** The isolate that the cache in front asks. */
  readonly routed: { isolate: number };
  ask(title: number, isolate: number): Promise<Response>;
  purge(title: number, isolate: number): Promise<void>;
  wait(ms: number): void;
  /** What a response was made from; `null`: a problem. */
  given(response: Response): Promise<Given | null>;
  settle(): Promise<void>;
}

interface Isolate {
  readonly lookup: Lookup;
  readonly invalidations: Invalidations;
}

let worlds = 0;

export function createWorld(age: "restarts" | "continues"): World {
  const name = ++worlds;
  const clock = { ms: 1_700_000_000_000 };
  const now = () => clock.ms;
  const log = sharedLog();
  const work: Promise<unknown>[] = [];
  const services = { now, waitUntil: (promise: Promise<unknown>) => void work.push(promise) };
  const gave: Given[] = [];
  const state = { isDown: false, catalogVersion: 1 };
  const purges: { readonly at: number; readonly tags: readonly string[] }[] = [];

  async function give(title: number): Promise<{ json: string; catalogVersion: string }> {
    if (state.isDown) throw new Error("down");
    gave.push({ title, askedAt: now(), catalogVersion: state.catalogVersion });
    return {
      json: JSON.stringify([{ id: title, given: gave.length - 1 }]),
      catalogVersion: String(state.catalogVersion),
    };
  }
  const origin: Origin = {
    name: "catalog",
    source: "catalog",
    credits: ({ id }) => give(id),
    search: async ({ text }) => ({ ...(await give(Number(text))), count: 1, more: false }),
  };
  log.read = ((read) => async (since: number) => ({
    ...(await read(since)),
    catalogVersion: String(state.catalogVersion),
  }))(log.read.bind(log));

  function isolateAt(keys: CacheKeys): Isolate {
    const store = cacheStore(caches.default, () => undefined);
    const invalidations = createInvalidations({
      ...{ log, store, key: keys.invalidation, memory: invalidationMemory(), report: () => undefined },
      ...services,
    });
    const lookup = createLookup({
      ...{ origin, lastResort: null, keys, invalidations, store: validStore(store, invalidations) },
      ...{ flights: createFlights(now), failedKeys: createFailedKeys(now) },
      ...{ policies: { search: POLICY, credits: POLICY }, allowance: async () => null },
      ...{ timeoutMs: 1_000, log: () => undefined, ...services },
    });
    return { lookup, invalidations };
  }
  const isolates = Array.from({ length: ISOLATES }, (_, isolate) =>
    isolateAt(cacheKeys(`https://world-${name}-${dataCentreOf(isolate)}.test`, ["catalog"])),
  );

  async function ask(title: number, isolate: number): Promise<Response> {
    const { lookup, invalidations } = isolates[isolate] as Isolate;
    return response(await lookup(queryFor(title)), invalidations);
  }

  const routed = { isolate: 0 };
  const run = (request: Request) =>
    ask(Number(new URL(request.url).searchParams.get("title")), routed.isolate);
  const front = frontCache({ run, now, age });

  return {
    clock,
    origin: state,
    front,
    routed,
    ask,

    async purge(title, isolate) {
      const tags = tagsToPurge(`title-${title}`);
      await isolates[isolate]?.invalidations.purge(tags);
      front.purge({ tags: [...tags] });
      purges.push({ at: now() + SECOND_PURGE_MS, tags });
    },

    wait(ms) {
      const before = now();
      clock.ms += ms;
      for (const { at, tags } of purges) if (at > before && at <= now()) front.purge({ tags: [...tags] });
    },

    async given(answer) {
      if (answer.status !== 200) return null;
      const [{ given }] = (await answer.json()) as [{ given: number }];
      return gave[given] ?? null;
    },

    async settle() {
      do {
        while (work.length > 0) await work.shift();
        await front.settle();
      } while (work.length > 0);
    },
  };
}

function response(answer: Answer, invalidations: Invalidations): Response {
  if (answer.kind === "failed") {
    return new Response(null, { status: answer.problem.status, headers: { "Cache-Control": "no-store" } });
  }
  return new Response(bodyText(answer), { headers: cachingHeaders(answer, invalidations.confirms(answer)) });
}

/** Even titles are searched for, odd ones asked for by id. */
function queryFor(title: number): Query {
  if (title % 2 === 1) return { category: "credits", id: title, lang: "en" };
  const filter = { kind: null, years: null };
  const text = String(title);
  return { category: "search", text, filter, lang: "en", paging: null, includeAdult: false };
}
