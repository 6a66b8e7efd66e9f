/**
 * Simulates two data centres with two isolates each, a log, an origin and the CDN cache. Tests control the clock,
 * outages and the catalog. Each data centre reads from its own replica of the origin, which may lag behind.
 */
import { CONFIRMED_MS, type Invalidations } from "../../worker/cache/invalidation.ts";
import type { Cache } from "../../worker/cache/lookup.ts";
import type { CacheResult, Representation } from "../../worker/cache/resource.ts";
import { toSendable } from "../../worker/web/api.ts";
import { send } from "../../worker/web/http/send.ts";
import { type Front, frontCache } from "../platform/front.ts";
import { type Bound, createEngine, isolate, sharedLog } from "./kit.ts";

export const ISOLATES = 4;
export const dataCentreOf = (isolate: number) => isolate % 2;
export const KNOWN_MS = CONFIRMED_MS + 2_000;

export const POLICY = { lifetime: 10, staleWhileRevalidate: 10, staleIfError: 60 };

export interface Given {
  readonly title: number;
  readonly askedAt: number;
  readonly catalogVersion: number;
}

export interface World {
  readonly clock: { ms: number };
  readonly origin: { isDown: boolean; catalogVersion: number };
  /** The version of the catalog on each data centre's replica, or `null` if the replica is up to date. */
  readonly replicas: (number | null)[];
  readonly front: Front;
  readonly routed: { isolate: number };
  ask(title: number, isolate: number): Promise<Response>;
  purge(title: number, isolate: number): Promise<void>;
  /** Replaces the catalog. The replicas keep the old one until a test updates them. */
  load(): void;
  wait(ms: number): void;
  /** Returns the origin's data that a response contains, or `null` if the response is a problem. */
  given(response: Response): Promise<Given | null>;
  settle(): Promise<void>;
}

interface Isolate {
  readonly cache: Bound<Cache>;
  /** The scheme and host in the cache keys, different for each data centre. */
  readonly host: string;
  readonly invalidations: Bound<Invalidations>;
}

let worlds = 0;

export function createWorld(): World {
  const name = ++worlds;
  const clock = { ms: 1_700_000_000_000 };
  const now = () => clock.ms;
  const log = Object.assign(sharedLog(), { sourceVersion: "1" });
  const { settle, ...services } = isolate(now);
  const gave: Given[] = [];
  const state = { isDown: false, catalogVersion: 1 };
  const replicas: (number | null)[] = Array.from({ length: ISOLATES / 2 }, () => null);
  const delayed: { readonly at: number; readonly work: () => unknown }[] = [];
  let loadedAt = now();

  /** Calls `work` once every isolate knows of a change that was just logged. */
  const runOnceKnown = (work: () => unknown) => delayed.push({ at: now() + KNOWN_MS, work });

  async function loadTitle(title: number, isolate: number): Promise<Representation> {
    if (state.isDown) throw new Error("down");
    const catalogVersion = replicas[dataCentreOf(isolate)] ?? state.catalogVersion;
    gave.push({ title, askedAt: now(), catalogVersion });
    return {
      body: JSON.stringify([{ id: title, given: gave.length - 1 }]),
      outcome: "found",
      tags: [`title-${title}`],
      sourceVersion: String(catalogVersion),
    };
  }

  function isolateAt(host: string): Isolate {
    const { cache, invalidations } = createEngine(services, { purges: log, key: `${host}/purges` });
    return { cache, invalidations, host };
  }
  const isolates = Array.from({ length: ISOLATES }, (_, isolate) =>
    isolateAt(`https://world-${name}-${dataCentreOf(isolate)}.test`),
  );

  async function ask(title: number, isolate: number): Promise<Response> {
    const { cache, invalidations, host } = isolates[isolate] as Isolate;
    const key = `${host}/title/${title}`;
    const request = { name: "made-up", key, policy: () => POLICY, mayBeReplaced: true };
    return response(await cache.lookup({ ...request, load: () => loadTitle(title, isolate) }), invalidations);
  }

  const routed = { isolate: 0 };
  const run = (request: Request) =>
    ask(Number(new URL(request.url).searchParams.get("title")), routed.isolate);
  const front = frontCache({ run, now });

  return {
    clock,
    origin: state,
    replicas,
    front,
    routed,
    ask,

    async purge(title, isolate) {
      const tags = [`title-${title}`];
      await isolates[isolate]?.invalidations.purge(tags);
      front.purge({ tags });
      runOnceKnown(() => front.purge({ tags }));
    },

    load() {
      for (const at of replicas.keys()) replicas[at] ??= state.catalogVersion;
      log.otherVersion = String(state.catalogVersion);
      state.catalogVersion += 1;
      log.sourceVersion = String(state.catalogVersion);
      loadedAt = now();
      runOnceKnown(() => front.invalidate({ purgeEverything: true }));
    },

    wait(ms) {
      const before = now();
      clock.ms += ms;
      log.liveForMs = now() - loadedAt;
      for (const { at, work } of delayed) if (at > before && at <= now()) work();
    },

    async given(result) {
      if (result.status !== 200) return null;
      const [{ given }] = (await result.json()) as [{ given: number }];
      return gave[given] ?? null;
    },

    async settle() {
      await settle();
      await front.settle();
      await settle();
    },
  };
}

const ANY_REQUEST = new Request("https://world.test/");

async function response(result: CacheResult, invalidations: Bound<Invalidations>): Promise<Response> {
  if (result.kind === "failed") {
    return new Response(null, { status: result.problem.status, headers: { "Cache-Control": "no-store" } });
  }
  const cdnSeconds = await invalidations.sharedLifetime(result, result.cacheStatus.stored);
  return send(ANY_REQUEST, { ...toSendable(result, cdnSeconds), body: result.body });
}
