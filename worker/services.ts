/** From bindings and settings to the two lookups: the only place that knows how the parts fit together. */
import { type Config, configOf, DEFAULT_TIMEOUT_MS, type Environment, SettingError } from "./config.ts";
import type { SearchQuery } from "./contract/query.ts";
import { cacheKeys } from "./edge/cache-key.ts";
import { type HealthLook, healthLook } from "./edge/health.ts";
import { Ingredients, noting } from "./edge/ingredients.ts";
import { createInvalidations, type Invalidations } from "./edge/invalidations.ts";
import { type KeptImages, keptImages } from "./edge/kept-images.ts";
import { type KeptPages, keptPages } from "./edge/kept-pages.ts";
import { type Allowance, createLookup, type Lookup } from "./edge/lookup.ts";
import { createNamesakesLookup, type NamesakesLookup } from "./edge/namesakes.ts";
import { recalling } from "./edge/recent.ts";
import { recordMemory, remembering } from "./edge/records.ts";
import { cacheStore, validStore } from "./edge/store.ts";
import { createSuggestionLookup, type SuggestionLookup } from "./edge/suggestion.ts";
import { createTitleLookup, type TitleLookup } from "./edge/title.ts";
import { allowance } from "./http/rate-limit.ts";
import { type Site, siteOf } from "./http/site.ts";
import type { Isolate } from "./isolate.ts";
import type { Log } from "./log.ts";
import type { Observation } from "./observe/observation.ts";
import { observedFetch, observedLookup, observedOrigin, observedStore } from "./observe/observed.ts";
import { type Catalog, catalogOrigin } from "./origins/catalog/catalog.ts";
import { catalogListing, type Listing } from "./origins/catalog/listing.ts";
import { purgeLog } from "./origins/catalog/purge-log.ts";
import { imageSource } from "./origins/image-source.ts";
import type { Origin } from "./origins/origin.ts";
import { upstreamOrigin } from "./origins/upstream/upstream.ts";

export interface Services {
  readonly config: Config;
  readonly lookup: Lookup;
  readonly lookupTitle: TitleLookup;
  readonly lookupNamesakes: NamesakesLookup;
  readonly lookupSuggestion: SuggestionLookup;
  /** `null` where the catalog is not what answers. */
  readonly listing: Listing | null;
  /** Why the titles of a search come in their order; `null` where the origin cannot say or the caller may not ask. */
  readonly explain: (query: SearchQuery) => Promise<string | null>;
  readonly health: HealthLook;
  readonly keptPages: KeptPages;
  /** `null` where there is no source of images. */
  readonly keptImages: KeptImages | null;
  /** What the request's lookups gave. */
  readonly ingredients: Ingredients;
  /** What was purged, and how to purge. */
  readonly invalidations: Invalidations;
  /** Asked before what costs as much as the origin would. */
  readonly allowance: Allowance;
}

/** What a request brings. */
export interface Given {
  readonly env: Environment;
  readonly context: ExecutionContext;
  /** What the requests of an isolate share. */
  readonly isolate: Isolate;
  readonly request: Request;
  readonly site: Site;
  readonly log: Log;
  readonly observation: Observation;
}

/** Never throws: a wrong setting is for `createServices` to report. */
export function siteAt(url: URL, env: Environment, { configs }: Isolate): Site {
  try {
    return siteOf(url, configOf(env, configs), env.VERSION);
  } catch {
    return siteOf(url, null, env.VERSION);
  }
}

/** Throws a SettingError when a setting is wrong. */
export function createServices({ env, context, isolate, request, site, log, observation }: Given): Services {
  const config = configOf(env, isolate.configs);
  const waitUntil = (work: Promise<unknown>) => context.waitUntil(work);
  const now = Date.now;
  const catalog = env.CATALOG === undefined ? null : observedOrigin(catalogOrigin(env.CATALOG), observation);
  const { origin, lastResort } = originsOf(config, catalog, { isolate, log, observation });
  const keys = cacheKeys(site.origin, [origin.source, config.imageBaseUrl === null ? "" : "images"]);
  const cache = cacheStore(caches.default, log);
  const invalidations = createInvalidations({
    log: env.CATALOG === undefined ? null : purgeLog(env.CATALOG),
    // Another isolate may have written the copy a moment ago, so it is read from the cache each time.
    store: cache,
    key: keys.invalidation,
    memory: isolate.invalidations,
    now,
    waitUntil,
    report: log,
  });
  const store = observedStore(validStore(recalling(cache, isolate.recent), invalidations), observation);
  const memory = recordMemory({ store, keys, policies: config.policies });
  const allow = allowance({ request, config, limiters: env, log });
  const ingredients = new Ingredients();
  const observed = observedLookup(
    createLookup({
      ...isolate,
      origin: origin === catalog ? origin : remembering(origin, { memory, now, waitUntil }),
      lastResort,
      store,
      keys,
      invalidations,
      policies: config.policies,
      allowance: allow,
      timeoutMs: config.upstream?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      now,
      waitUntil,
      log,
    }),
    observation,
  );
  const lookup = noting(observed, ingredients);
  return {
    config,
    lookup,
    lookupTitle: createTitleLookup({
      ...{ catalog, origin, memory, lookup, ingredients, now },
      policies: config.policies,
    }),
    lookupNamesakes: createNamesakesLookup(origin, catalog),
    lookupSuggestion: createSuggestionLookup({ catalog, allowance: allow }),
    listing: env.CATALOG === undefined || origin !== catalog ? null : catalogListing(env.CATALOG),
    // Goes to D1 whether or not the answer was stored, so it counts as a request to the origin.
    explain: async (query: SearchQuery) =>
      origin !== catalog || (await allow()) !== null ? null : await catalog.explain(query),
    health: healthLook({ origin, catalog, now }),
    keptPages: keptPages({ store, keys, build: env.VERSION?.id ?? "", now, waitUntil }),
    keptImages:
      config.imageBaseUrl &&
      keptImages({
        source: imageSource(config.imageBaseUrl, (address, init) => fetch(address, init)),
        cache: caches.default,
        keys,
        invalidations,
        now,
        waitUntil,
        log,
      }),
    ingredients,
    invalidations,
    allowance: allow,
  };
}

/** The upstream where one is set, with the catalog behind it; else the catalog alone. */
function originsOf(
  config: Config,
  catalog: Catalog | null,
  { isolate, log, observation }: Pick<Given, "isolate" | "log" | "observation">,
): { origin: Origin; lastResort: Origin | null } {
  if (config.upstream !== null) {
    const upstream = upstreamOrigin({
      ...config.upstream,
      circuit: isolate.circuit,
      budget: isolate.budget,
      fetch: observedFetch((address, init) => fetch(address, init), observation),
      now: Date.now,
      random: Math.random,
      log,
    });
    return { origin: observedOrigin(upstream, observation), lastResort: catalog };
  }
  if (catalog === null) throw new SettingError("UPSTREAM_BASE_URL or the D1 binding CATALOG must be set.");
  return { origin: catalog, lastResort: null };
}
