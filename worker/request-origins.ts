/** The origins of one request: measured, and with the state that the requests of an isolate share. */
import { cacheStore, keepsResponses } from "./cache/store.ts";
import type { Environment } from "./config.ts";
import type { Site } from "./http/site.ts";
import type { Isolate } from "./isolate.ts";
import type { Log } from "./log.ts";
import type { Observation } from "./observe/observation.ts";
import { observedFetch, observedOrigin, timedAs } from "./observe/observed.ts";
import { catalogOrigin } from "./origins/catalog/catalog.ts";
import { purgeLog } from "./origins/catalog/purge-log.ts";
import { type CheckedHealth, checkHealth } from "./origins/health.ts";
import type { Origin } from "./origins/origin.ts";
import type { Fetch } from "./origins/transport/exchange.ts";
import { createOrigins, type Origins } from "./origins.ts";
import type { CachedOrigin } from "./resources/cached-origin.ts";
import { cacheKeys } from "./resources/keys.ts";

export interface OriginDependencies {
  readonly env: Environment;
  readonly isolate: Isolate;
  readonly log: Log;
  readonly observation: Observation;
}

/** `cached`: resources of an origin that builds responses from them. Throws a SettingError if a setting is invalid. */
export function requestOrigins(
  { env, isolate, log, observation }: OriginDependencies,
  cached: (origin: Origin) => CachedOrigin,
): Origins {
  const { upstream, correctsSearches } = isolate.configOf(env);
  const catalog = env.CATALOG_A && catalogOrigin(env.CATALOG_A, { time: timedAs("catalog", observation) });
  return createOrigins(upstream, catalog ?? null, {
    circuit: isolate.circuit,
    budget: isolate.budget,
    fetch: observedFetch(fetchFrom, observation),
    observed: (origin) => observedOrigin(origin, observation),
    now: Date.now,
    random: Math.random,
    log,
    cached,
    correctsSearches,
  });
}

/** Whether the parts of the service work. Throws a SettingError if a setting is invalid. */
export async function requestHealth(
  dependencies: OriginDependencies & { readonly site: Site },
): Promise<CheckedHealth> {
  const { env, isolate, log, site } = dependencies;
  const { upstream, catalog, hasStandIn } = requestOrigins(dependencies, () => {
    throw new Error("Health is checked without a cache.");
  });
  const store = cacheStore(caches.default, log);
  return await checkHealth({
    upstream,
    catalog: upstream === null || hasStandIn ? catalog : null,
    purges: env.CATALOG_A === undefined ? null : purgeLog(env.CATALOG_A),
    keepsResponses: () => keepsResponses(store, cacheKeys(site.origin, []).probe, Date.now()),
    memory: isolate.health,
    now: Date.now,
  });
}

export const fetchFrom: Fetch = (address, init) => fetch(address, init);
