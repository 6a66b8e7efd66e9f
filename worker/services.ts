/**
 * Builds the services of a request from bindings and settings: the only place that knows how the parts fit together, and
 * where the state of the isolate meets what a request brings along.
 */
import { type PageCache, pageCache } from "./cache/compose.ts";
import { createFrontPurges, type FrontPurges } from "./cache/front-purges.ts";
import {
  createInvalidations,
  type Invalidations,
  MAX_LOG_WAIT_MS,
  validStore,
} from "./cache/invalidation.ts";
import { createCache } from "./cache/lookup.ts";
import type { Allowance, Answer } from "./cache/resource.ts";
import { cacheStore, keepsResponses, withRecent } from "./cache/store.ts";
import { NOTHING_KNOWN } from "./cache/validity.ts";
import { type Config, DEFAULT_TIMEOUT_MS, type Environment } from "./config.ts";
import type { SearchQuery } from "./contract/query.ts";
import { accessTo } from "./http/access.ts";
import { allowance } from "./http/request-limits.ts";
import type { Site } from "./http/site.ts";
import type { Isolate } from "./isolate.ts";
import type { Log } from "./log.ts";
import { cacheOutcome, type Observation } from "./observe/observation.ts";
import { observedFetch, observedOrigin, observedStore, timedAs } from "./observe/observed.ts";
import { catalogOrigin } from "./origins/catalog/catalog.ts";
import type { LiveSlot } from "./origins/catalog/generations.ts";
import type { ChangeLog } from "./origins/change-log.ts";
import { changesOf } from "./origins/control/changes.ts";
import { controlLog } from "./origins/control/control-log.ts";
import { type CheckedHealth, checkHealth } from "./origins/health.ts";
import { imageSource } from "./origins/image-source.ts";
import type { Origin } from "./origins/origin.ts";
import type { Fetch } from "./origins/transport/exchange.ts";
import { MAX_WAIT_MS } from "./origins/transport/transport.ts";
import { createOrigins, type Origins, traitsOf } from "./origins.ts";
import { type CachedOrigin, cachedOrigin, foundValue } from "./resources/cached-origin.ts";
import { type LikelySearch, likelyMeant } from "./resources/did-you-mean.ts";
import { type ImageCache, imageCache } from "./resources/images.ts";
import { type CacheKeys, cacheKeys } from "./resources/keys.ts";
import { matchOrigin } from "./resources/match-origin.ts";
import { createTitleLookup, type TitleLookup } from "./resources/title-lookup.ts";
import type { Kind } from "./routes/addresses.ts";

const fetchFrom: Fetch = (address, init) => fetch(address, init);

export interface Services extends CachedOrigin {
  readonly config: Config;
  readonly lookupTitle: TitleLookup;
  /** The likely intended search when nothing was found; `null`: none, or unknown. Never rejects. */
  readonly didYouMean: (query: SearchQuery) => Promise<LikelySearch | null>;
  /** All answers given to this request: the parts of a page rendered for it. */
  readonly answers: Answer[];
  readonly pages: PageCache;
  readonly keys: CacheKeys;
  /** `null`: no image source. */
  readonly images: ImageCache | null;
  /** Reads and records purges. */
  readonly invalidations: Invalidations;
  readonly frontPurges: FrontPurges;
  /** Called before work that costs as much as a request to the origin. */
  readonly allowance: Allowance;
}

interface RequestDependencies extends Omit<OriginDependencies, "live"> {
  readonly execution: ExecutionContext;
  readonly request: Request;
  readonly kind: Kind;
  readonly site: Site;
}

/** Throws a SettingError if a setting is invalid. */
export function createServices(dependencies: RequestDependencies): Services {
  const { env, execution, isolate, request, kind, site, log, observation } = dependencies;
  const config = isolate.configOf(env);
  const now = Date.now;
  const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work);
  const { main, upstream, catalog, lastResort } = requestOrigins(
    { ...dependencies, live: (how) => invalidations.live(how) },
    (origin) => cachedFrom(origin),
  );
  const keys = cacheKeys(site.origin, [main.source, config.imageBaseUrl === null ? "" : "images"]);
  const cacheApi = cacheStore(caches.default, log);
  // The cache in front stores pages under their own host, and no response that needs a key.
  const isApi = kind === "api" || kind === "tmdb";
  const isForFront = kind === "page" ? site.isCanonical : !isApi || accessTo(kind, config)?.mode === "open";
  const invalidations = createInvalidations({
    log: changeLogOf(env),
    // Without the isolate's memory of responses: another isolate may have just written the copy.
    store: cacheApi,
    key: keys.invalidation,
    memory: isolate.invalidations,
    maxWaitMs: isForFront ? MAX_LOG_WAIT_MS : 0,
    now,
    waitUntil,
    report: log,
  });
  const store = observedStore(
    validStore(withRecent(cacheApi, isolate.recent), invalidations, now),
    observation,
  );
  // An upstream limits each request, and the wait before it, by itself.
  const timeoutMs = config.upstream === null ? DEFAULT_TIMEOUT_MS : MAX_WAIT_MS + config.upstream.timeoutMs;
  const cache = createCache({ ...isolate, store, invalidations, timeoutMs, now, waitUntil, log });
  const allow = allowance({ request, kind, config, limiters: env, missing: isolate.missingLimits, log });
  const answers: Answer[] = [];
  const shared = { cache, keys, policies: config.policies, allowance: allow, waitUntil };

  function cachedFrom(origin: Origin, parts: Answer[] = [], spare: Origin | null = null): CachedOrigin {
    return cachedOrigin({
      ...shared,
      origin,
      lastResort: spare,
      observe: ({ cacheStatus, kind }) => observation.noteCache(cacheOutcome(cacheStatus, kind === "served")),
      parts,
    });
  }

  const matching = (origin: Origin) => matchOrigin(origin, cachedFrom(origin));
  const resources = cachedFrom(matching(main), answers, lastResort && matching(lastResort));
  const isBeside = upstream !== null && catalog !== null;
  // Only what is used of it is a part of the page.
  const beside = isBeside ? cachedFrom(catalog) : null;
  const suggesting = isBeside ? cachedFrom(catalog, answers) : resources;
  const images =
    config.imageBaseUrl && imageSource(config.imageBaseUrl, fetchFrom, traitsOf(config.upstream)?.images);
  return {
    config,
    ...resources,
    lookupTitle: createTitleLookup({ resources, catalog: beside, answers }),
    async didYouMean(query) {
      return likelyMeant(query, foundValue(await suggesting.read("didYouMean", query)) ?? []);
    },
    answers,
    pages: pageCache({ ...isolate, store, invalidations, now, waitUntil }),
    keys,
    images:
      images &&
      imageCache({ source: images, cache: caches.default, keys, invalidations, now, waitUntil, log }),
    invalidations,
    frontPurges: createFrontPurges({
      cache: execution.cache,
      due: isolate.duePurges,
      now,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      waitUntil,
      log,
    }),
    allowance: allow,
  };
}

interface OriginDependencies {
  readonly env: Environment;
  readonly isolate: Isolate;
  readonly log: Log;
  readonly observation: Observation;
  /** Of the two catalogs. */
  readonly live: LiveSlot;
}

/** `cached`: resources of an origin that builds responses from them. Throws a SettingError if a setting is invalid. */
function requestOrigins(
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
function changeLogOf({ CONTROL }: Environment): ChangeLog | null {
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
