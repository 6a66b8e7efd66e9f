/** The origins of one request: measured, and with the state that the requests of an isolate share. */
import { cacheStore, keepsResponses } from "./cache/store.ts";
import { NOTHING_KNOWN } from "./cache/validity.ts";
import type { Environment } from "./config.ts";
import type { Site } from "./http/site.ts";
import type { Isolate } from "./isolate.ts";
import type { Log } from "./log.ts";
import type { Observation } from "./observe/observation.ts";
import { observedFetch, observedOrigin, timedAs } from "./observe/observed.ts";
import { catalogOrigin } from "./origins/catalog/catalog.ts";
import type { LiveSlot } from "./origins/catalog/generations.ts";
import type { ChangeLog } from "./origins/change-log.ts";
import { changesOf } from "./origins/control/changes.ts";
import { controlLog } from "./origins/control/control-log.ts";
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
  /** Of the two catalogs. */
  readonly live: LiveSlot;
}

/** `cached`: resources of an origin that builds responses from them. Throws a SettingError if a setting is invalid. */
export function requestOrigins(
  { env, isolate, log, observation, live }: OriginDependencies,
  cached: (origin: Origin) => CachedOrigin,
): Origins {
  const { upstream } = isolate.configOf(env);
  const databases = databasesOf(env, live);
  const timed = { time: timedAs("catalog", observation) };
  const catalog = databases && catalogOrigin(databases, timed);
  return createOrigins(upstream, catalog, {
    circuit: isolate.circuit,
    budget: isolate.budget,
    fetch: observedFetch(fetchFrom, observation),
    observed: (origin) => observedOrigin(origin, observation),
    now: Date.now,
    random: Math.random,
    log,
    cached,
    changes: env.CONTROL ? changesOf(env.CONTROL, timed) : null,
  });
}

/** `null`: none is bound. A preview has the first one only. */
function databasesOf({ CATALOG_A, CATALOG_B = CATALOG_A }: Environment, live: LiveSlot) {
  if (CATALOG_A === undefined || CATALOG_B === undefined) return null;
  return { databases: { A: CATALOG_A, B: CATALOG_B }, live };
}

/** `null`: there is no database to keep it in. */
export function changeLogOf({ CONTROL }: Environment): ChangeLog | null {
  return CONTROL === undefined ? null : controlLog(CONTROL);
}

/** Whether the parts of the service work. Throws a SettingError if a setting is invalid. */
export async function requestHealth(
  dependencies: Omit<OriginDependencies, "live"> & { readonly site: Site },
): Promise<CheckedHealth> {
  const { env, isolate, log, site } = dependencies;
  const changes = changeLogOf(env);
  const known = changes?.read(Number.MAX_SAFE_INTEGER);
  const live = async () => (await known) ?? NOTHING_KNOWN;
  const { upstream, catalog, hasStandIn } = requestOrigins({ ...dependencies, live }, () => {
    throw new Error("Health is checked without a cache.");
  });
  const store = cacheStore(caches.default, log);
  return await checkHealth({
    upstream,
    catalog: upstream === null || hasStandIn ? catalog : null,
    live: known ?? null,
    keepsResponses: () => keepsResponses(store, cacheKeys(site.origin, []).probe, Date.now()),
    memory: isolate.health,
    now: Date.now,
  });
}

export const fetchFrom: Fetch = (address, init) => fetch(address, init);
