/** From bindings and settings to services: the only place that knows how the parts fit together. */

import { type PageCache, pageCache } from "./cache/compose.ts";
import { createInvalidations, type Invalidations, validStore } from "./cache/invalidation.ts";
import { createCache } from "./cache/lookup.ts";
import { withRecent } from "./cache/recent.ts";
import type { Allowance, Answer } from "./cache/resource.ts";
import { cacheStore } from "./cache/store.ts";
import { type Config, DEFAULT_TIMEOUT_MS, type Environment } from "./config.ts";
import { configuredOrigin } from "./configured-origin.ts";
import type { SearchQuery, TitleQuery } from "./contract/query.ts";
import type { TitleRecord } from "./contract/record.ts";
import { allowance } from "./http/request-limits.ts";
import { type Site, siteOf } from "./http/site.ts";
import type { Isolate } from "./isolate.ts";
import type { Log } from "./log.ts";
import type { Observation } from "./observe/observation.ts";
import { observedCache, observedOrigin, observedStore, timedAs } from "./observe/observed.ts";
import { catalogOrigin } from "./origins/catalog/catalog.ts";
import { purgeLog } from "./origins/catalog/purge-log.ts";
import { imageSource } from "./origins/image-source.ts";
import type { Capability, Origin } from "./origins/origin.ts";
import { tmdbImagePath } from "./origins/tmdb/images.ts";
import { type Browsing, browsing } from "./resources/browse.ts";
import { type CheckedHealth, checkHealth } from "./resources/health.ts";
import { type ImageCache, imageCache } from "./resources/images.ts";
import { type CacheKeys, cacheKeys } from "./resources/keys.ts";
import { type Listing, listing } from "./resources/listing.ts";
import { tmdbParts } from "./resources/parts.ts";
import { type Ask, type CachedOrigin, cachedOrigin, noted, offers } from "./resources/resource.ts";
import { lookupSuggestion, type Suggestion } from "./resources/suggestion.ts";
import {
  createTitleLookup,
  lookupNamesakes,
  storingRecords,
  type TitleLookup,
  title,
} from "./resources/title.ts";
import type { Kind } from "./routes/addresses.ts";

export interface Services {
  readonly config: Config;
  readonly ask: Ask;
  /** Whether the origin can do this by itself. */
  readonly offers: (capability: Capability) => boolean;
  readonly lookupTitle: TitleLookup;
  readonly lookupNamesakes: (query: TitleQuery) => Promise<readonly TitleRecord[]>;
  readonly lookupSuggestion: (query: SearchQuery) => Promise<Suggestion | null>;
  readonly listing: Listing;
  readonly browsing: Browsing;
  readonly health: () => Promise<CheckedHealth>;
  /** What the page that this request renders is made of. */
  readonly answers: readonly Answer[];
  readonly pages: PageCache;
  readonly keys: CacheKeys;
  /** `null` where there is no source of images. */
  readonly images: ImageCache | null;
  /** What was purged, and how to purge. */
  readonly invalidations: Invalidations;
  /** Asked before what costs as much as a request to the origin. */
  readonly allowance: Allowance;
}

export interface RequestDependencies {
  readonly env: Environment;
  readonly execution: ExecutionContext;
  readonly isolate: Isolate;
  readonly request: Request;
  readonly kind: Kind;
  readonly site: Site;
  readonly log: Log;
  readonly observation: Observation;
}

/** Never throws: a wrong setting is for `createServices` to report. */
export function siteAt(url: URL, env: Environment, { configOf }: Isolate): Site {
  try {
    return siteOf(url, configOf(env), env.VERSION);
  } catch {
    return siteOf(url, null, env.VERSION);
  }
}

/** Throws a SettingError when a setting is wrong. */
export function createServices(dependencies: RequestDependencies): Services {
  const { env, execution, isolate, request, kind, site, log, observation } = dependencies;
  const config = isolate.configOf(env);
  const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work);
  const now = Date.now;
  const catalog =
    env.CATALOG === undefined ? null : catalogOrigin(env.CATALOG, { time: timedAs("catalog", observation) });
  const isTmdb = config.upstream?.dialect === "tmdb";
  // Its parts are asked for in a request that is timed as a whole.
  const parts = tmdbParts(() => resourcesOf(ofParts, null));
  const plain = configuredOrigin(config, catalog, { parts, titlesAreSecondary: false }, dependencies);
  const ofParts = isTmdb
    ? configuredOrigin(config, catalog, { parts, titlesAreSecondary: true }, dependencies)
    : plain;
  const origin = plain === catalog ? catalog : observedOrigin(plain, observation);
  const keys = cacheKeys(site.origin, [origin.source, config.imageBaseUrl === null ? "" : "images"]);
  const cacheApi = cacheStore(caches.default, log);
  const invalidations = createInvalidations({
    log: env.CATALOG === undefined ? null : purgeLog(env.CATALOG),
    // Another isolate may have written the copy a moment ago, so it is read from the cache each time.
    store: cacheApi,
    key: keys.invalidation,
    memory: isolate.invalidations,
    now,
    waitUntil,
    report: log,
  });
  const store = observedStore(validStore(withRecent(cacheApi, isolate.recent), invalidations), observation);
  const cache = observedCache(
    createCache({
      ...isolate,
      store,
      invalidations,
      timeoutMs: config.upstream?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      now,
      waitUntil,
      log,
    }),
    observation,
  );
  const allow = allowance({ request, kind, config, limiters: env, missing: isolate.missingLimits, log });
  const answers: Answer[] = [];

  function resourcesOf(source: Origin, lastResort: Origin | null): CachedOrigin {
    return cachedOrigin({
      cache,
      origin: source,
      lastResort,
      keys,
      policies: config.policies,
      allowance: allow,
    });
  }

  const upstream = origin === catalog ? null : origin;
  const beside = catalog === null || upstream === null ? null : resourcesOf(catalog, null);
  const resources = noted(
    resourcesOf(
      offers(origin, title)
        ? origin
        : storingRecords(origin, { resources: resourcesOf(origin, null), now, waitUntil }),
      // The catalog's ids are not TMDB's: it would answer for another title.
      upstream === null || isTmdb ? null : catalog,
    ),
    answers,
  );
  return {
    config,
    ask: resources.ask,
    offers: (capability) => offers(origin, { needs: capability }),
    lookupTitle: createTitleLookup({ origin, resources, catalog: beside, answers }),
    lookupNamesakes: (query) => lookupNamesakes(resources, query),
    lookupSuggestion: (query) => lookupSuggestion((beside ?? resources).ask, query),
    listing: listing(resources.ask, origin),
    browsing: browsing({ origin, resources, now }),
    health: () => checkHealth({ upstream, catalog: isTmdb ? null : catalog, memory: isolate.health, now }),
    answers,
    pages: pageCache({ store, now, waitUntil }),
    keys,
    images:
      config.imageBaseUrl &&
      imageCache({
        source: imageSource(
          config.imageBaseUrl,
          (address, init) => fetch(address, init),
          isTmdb ? { pathOf: tmdbImagePath, resizes: false } : {},
        ),
        ...{ cache: caches.default, keys, invalidations, now, waitUntil, log },
      }),
    invalidations,
    allowance: allow,
  };
}
