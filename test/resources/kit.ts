/** The resources of an origin as the Worker has them, with an origin and a clock that a test sets. */

import type { Invalidations } from "../../worker/cache/invalidation.ts";
import type { Allowance, Answer } from "../../worker/cache/resource.ts";
import type { Store } from "../../worker/cache/store.ts";
import { Problem } from "../../worker/contract/problem.ts";
import type { LogLine } from "../../worker/log.ts";
import { Json, titleList } from "../../worker/origins/loaded.ts";
import type { Capabilities, Origin } from "../../worker/origins/origin.ts";
import { type CachedOrigin, cachedOrigin } from "../../worker/resources/cached-origin.ts";
import { cacheKeys } from "../../worker/resources/keys.ts";
import type { Call } from "../../worker/resources/operation.ts";
import { DEFAULT_POLICIES } from "../../worker/resources/resource.ts";
import { engineOf, isolate } from "../cache/kit.ts";

export interface Resources {
  readonly resources: CachedOrigin;
  /** Milliseconds since 1970. */
  readonly clock: { now: number };
  readonly store: Store;
  readonly invalidations: Invalidations;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly logged: LogLine[];
  /** Ends when all that was to be done after the answers is done. */
  settle(): Promise<void>;
}

interface Setting {
  readonly lastResort?: Origin;
  readonly parts?: Answer[];
  readonly allowance?: Allowance;
}

let hosts = 0;

export function resourcesOf(
  origin: Origin,
  { lastResort, allowance = async () => null, parts = [] }: Setting = {},
): Resources {
  const clock = { now: 1_700_000_000_000 };
  const now = () => clock.now;
  const { logged, settle, ...services } = isolate(now);
  const { cache, store, invalidations } = engineOf(services);
  const keys = cacheKeys(`https://resources-${++hosts}.test`, []);
  return {
    resources: cachedOrigin({
      ...services,
      cache,
      origin,
      lastResort: lastResort ?? null,
      keys,
      policies: DEFAULT_POLICIES,
      allowance,
      observe: () => undefined,
      parts,
    }),
    clock,
    store,
    invalidations,
    waitUntil: services.waitUntil,
    logged,
    settle,
  };
}

/** A limit that counts, and refuses once nothing is left. */
export function counting() {
  const limit = { counted: 0, left: Number.POSITIVE_INFINITY };
  const allowance: Allowance = async () => {
    limit.counted++;
    return limit.counted > limit.left ? new Problem("rate-limited", "Too many.") : null;
  };
  return { limit, allowance };
}

/** A request for an operation, with this query string. */
export function callOf(
  { ask, askSet, peek }: CachedOrigin,
  query: string,
  {
    path = {},
    body = "",
    allowance = async () => null,
  }: Partial<Pick<Call, "path" | "allowance">> & { body?: string } = {},
): Call {
  const values = new URLSearchParams(query);
  const wanted = () => true;
  return { values, path, ask, askSet, peek, allowance, body: async () => body, wanted, isConditional: false };
}

/** An origin that can do this. */
export function originThat(can: Partial<Capabilities>, name = "upstream"): Origin {
  return { name, source: name, traits: { creditsHeedLanguage: true }, can };
}

/** An origin that gives the same to every question, and can only do what every origin can. */
export function originGiving(json: () => string | null | Promise<string | null>, name = "upstream"): Origin {
  return originThat(
    {
      async credits() {
        const given = await json();
        return { value: given === null ? null : new Json(given) };
      },
      async search() {
        const given = (await json()) ?? "[]";
        // Not every text that a test gives is JSON.
        const titles = given.startsWith("[{") ? JSON.parse(given) : [];
        return { ...titleList(titles), value: new Json(given), isEmpty: given === "[]" };
      },
    },
    name,
  );
}
