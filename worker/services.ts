/** From bindings and settings to the two lookups: the only place that knows how the parts fit together. */
import { type Config, type Environment, readConfig, SettingError } from "./config.ts";
import { type HealthLook, healthLook } from "./edge/health.ts";
import { createLookup, type Lookup } from "./edge/lookup.ts";
import { recordMemory, remembering } from "./edge/records.ts";
import { cacheStore } from "./edge/store.ts";
import { createTitleLookup, type TitleLookup } from "./edge/title.ts";
import { allowance } from "./http/rate-limit.ts";
import type { Log } from "./log.ts";
import type { Observation } from "./observe/observation.ts";
import { observedFetch, observedLookup, observedOrigin, observedStore } from "./observe/observed.ts";
import { type Catalog, catalogOrigin } from "./origins/catalog/catalog.ts";
import type { Origin } from "./origins/origin.ts";
import { upstreamOrigin } from "./origins/upstream/upstream.ts";

export interface Services {
  readonly config: Config;
  readonly lookup: Lookup;
  readonly lookupTitle: TitleLookup;
  readonly health: HealthLook;
}

/** What a request brings. */
export interface Given {
  readonly env: Environment;
  readonly context: ExecutionContext;
  readonly request: Request;
  readonly log: Log;
  readonly observation: Observation;
}

/** Throws a SettingError when a setting is wrong. */
export function createServices({ env, context, request, log, observation }: Given): Services {
  const config = readConfig(env);
  const waitUntil = (work: Promise<unknown>) => context.waitUntil(work);
  const now = Date.now;
  const store = observedStore(cacheStore(caches.default, log), observation);
  const memory = recordMemory({ store, now });
  const catalog = env.CATALOG === undefined ? null : observedOrigin(catalogOrigin(env.CATALOG), observation);

  const { origin, lastResort } = originsOf(config, catalog, { log, observation });
  const remembered = origin === catalog ? origin : remembering(origin, memory, waitUntil);
  const { policies } = config;
  const lookup = observedLookup(
    createLookup({
      origin: remembered,
      lastResort,
      store,
      policies,
      allowance: allowance({ request, config, limiters: env, log }),
      now,
      waitUntil,
      log,
    }),
    observation,
  );
  const lookupTitle = createTitleLookup({ catalog, origin, memory, lookup });
  const health = healthLook({ origin, catalog, now });
  return { config, lookup, lookupTitle, health };
}

/** The upstream where one is set, with the catalog behind it; else the catalog alone. */
function originsOf(
  config: Config,
  catalog: Catalog | null,
  { log, observation }: Pick<Given, "log" | "observation">,
): { origin: Origin; lastResort: Origin | null } {
  if (config.upstream !== null) {
    const observed = observedFetch((url, init) => fetch(url, init), observation);
    const upstream = upstreamOrigin({ ...config.upstream, fetch: observed, log });
    return { origin: observedOrigin(upstream, observation), lastResort: catalog };
  }
  if (catalog === null) throw new SettingError("UPSTREAM_BASE_URL or the D1 binding CATALOG must be set.");
  return { origin: catalog, lastResort: null };
}
