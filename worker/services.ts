/** Creates the services of an isolate from its bindings and settings. No other module wires parts together. */
import { BoundedMap } from "./cache/bounded-map.ts";
import { createInvalidations, type Invalidations, withInvalidation } from "./cache/invalidation.ts";
import { type Cache, createCache } from "./cache/lookup.ts";
import type { Context } from "./cache/resource.ts";
import { cacheStore, keepsResponses, NO_STORE, withRecentResponses } from "./cache/store.ts";
import { CATALOG_IDENTITY } from "./catalog/catalog.ts";
import { controlLog } from "./changes/control-log.ts";
import { type Config, DEFAULT_TIMEOUT_MS, type Environment, servesImage } from "./config.ts";
import type { SearchQuery } from "./contract/query.ts";
import type { Isolate } from "./isolate.ts";
import { createAskStored } from "./resources/ask-stored.ts";
import { type CachedSource, createCachedSource } from "./resources/cached-source.ts";
import { type SuggestedSearch, suggestSearch } from "./resources/did-you-mean.ts";
import { type CheckedHealth, checkHealth } from "./resources/health.ts";
import { createImageCache, type ImageCache } from "./resources/images.ts";
import { type CacheKeys, createCacheKeys, updateEffect, versionTag } from "./resources/keys.ts";
import { valueOrNull } from "./resources/reading.ts";
import { createTitleLookup, type TitleLookup } from "./resources/title-lookup.ts";
import { withCommons } from "./source/commons.ts";
import { imageSource } from "./source/images.ts";
import { MAX_WAIT_MS } from "./source/transport/transport.ts";
import { createSources, findTraits, SOURCES } from "./sources.ts";
import { TMDB_IMAGES } from "./tmdb/ids.ts";

export interface Services {
  readonly config: Config;
  readonly resources: CachedSource;
  readonly lookupTitle: TitleLookup;
  /**
   * Searches the catalog for what the visitor probably meant if an upstream found nothing. Upstreams only match exact
   * words. Returns `null` if there is no suggestion or no catalog. Never rejects.
   */
  readonly didYouMean: (context: Context, query: SearchQuery) => Promise<SuggestedSearch | null>;
  readonly cache: Cache;
  readonly keys: CacheKeys;
  readonly images: ImageCache | null;
  readonly invalidations: Invalidations;
  readonly health: (context: Context) => Promise<CheckedHealth>;
}

/**
 * Returns the services for a host: the scheme and host of SITE_URL, or of the request if SITE_URL is not set. If
 * `isSelected` is true, they neither read nor write stores that other versions of the Worker share.
 */
export type ServiceFactory = (env: Environment, host: string, isSelected: boolean) => Services;

/** The maximum number of hosts to keep services for. Without SITE_URL, each host has its own cache keys. */
const MAX_HOSTS = 10;

/** Returns a factory that creates the services for a host on first use. The factory throws a SettingError. */
export function createServiceFactory(isolate: Isolate): ServiceFactory {
  const servicesByEnvironment = new WeakMap<Environment, BoundedMap<string, Services>>();
  return (env, host, isSelected) => {
    const ofHosts = servicesByEnvironment.get(env) ?? new BoundedMap<string, Services>(MAX_HOSTS);
    const key = `${host} ${isSelected}`;
    const services = ofHosts.get(key) ?? createServices(env, host, { isolate, isSelected });
    ofHosts.set(key, services);
    servicesByEnvironment.set(env, ofHosts);
    return services;
  };
}

interface Origin {
  readonly isolate: Isolate;
  readonly isSelected: boolean;
}

function createServices(env: Environment, host: string, { isolate, isSelected }: Origin): Services {
  const config = isolate.configFor(env);
  const { upstream: settings, policies, imageBaseUrl, hasCommons, siteUrl } = config;
  const { now } = isolate;
  const control = env.CONTROL ?? null;
  const log = control && controlLog(control);
  const { source } =
    settings === null ? CATALOG_IDENTITY : SOURCES[settings.dialect].createIdentity(settings);
  const keys = createCacheKeys(host, [
    source,
    `${imageBaseUrl === null ? "" : "images"}${hasCommons ? "commons" : ""}`,
  ]);
  const cacheApi = isSelected ? NO_STORE : cacheStore(caches.default);
  // Another isolate may just have written the copy of the log, so it is read without `isolate.recent`.
  const copy = { store: cacheApi, key: keys.invalidation };
  const invalidations = createInvalidations({ ...copy, log, memory: isolate.invalidations, now });
  const recent = isSelected ? NO_STORE : withRecentResponses(cacheApi, isolate.recent);
  const store = withInvalidation(recent, { invalidations, updateEffect, now });
  // The transport limits a request and the wait before it separately, so this limit is the sum of both.
  const timeoutMs = settings === null ? DEFAULT_TIMEOUT_MS : MAX_WAIT_MS + settings.timeoutMs;
  const tags = env.VERSION === undefined ? [] : [versionTag(env.VERSION.id)];
  const cache = createCache({ ...isolate, store, invalidations, timeoutMs, tags });
  const stored = { cache, keys, policies };
  const { primary, catalog, upstream } = createSources(settings, {
    ...isolate,
    random: Math.random,
    databases: selectDatabases(env),
    live: invalidations.live,
    askStored: createAskStored(stored),
  });
  const hasImages = imageBaseUrl !== null || hasCommons;
  const imagesUrl = hasImages ? (siteUrl ? new URL("/t/p/", siteUrl).href : TMDB_IMAGES) : null;
  const shared = {
    catalog,
    control,
    apiSettings: { imagesUrl, hasImage: (path: string) => servesImage(config, path) },
  };
  const resources = createCachedSource(stored, { ...shared, source: primary });
  const secondary = upstream && catalog && createCachedSource(stored, { ...shared, source: catalog });
  const imageServices = { fetch: fetchFrom, budget: isolate.imageBytes };
  const baseImages = imageBaseUrl && imageSource(imageBaseUrl, imageServices, findTraits(settings)?.images);
  const images = hasCommons ? withCommons(baseImages, { site: host }, imageServices) : baseImages;
  return {
    config,
    resources,
    lookupTitle: createTitleLookup(resources),
    async didYouMean(context, query) {
      if (secondary === null) return null;
      const result = await secondary.read(context, "search", { ...query, isLoose: true });
      return suggestSearch(query, valueOrNull(result) ?? []);
    },
    cache,
    keys,
    images: images && createImageCache({ source: images, cache, keys }),
    invalidations,
    health: (context) =>
      checkHealth({
        context,
        upstream,
        catalog: upstream === null ? catalog : null,
        live: log && (() => log.read(Number.MAX_SAFE_INTEGER)),
        keepsResponses: () => keepsResponses(context, cacheApi, { key: keys.probe, now: now() }),
        memory: isolate.health,
        now,
      }),
  };
}

const fetchFrom: typeof fetch = (address, init) => fetch(address, init);

/** Returns both databases, or `null` if none is bound. In a preview, which has only one, both are the same. */
function selectDatabases({ CATALOG_A, CATALOG_B = CATALOG_A }: Environment) {
  return CATALOG_A === undefined || CATALOG_B === undefined ? null : { A: CATALOG_A, B: CATALOG_B };
}
