/** Builds the services from bindings and settings: the only place that knows how the parts fit together. */

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
import { cacheStore, withRecent } from "./cache/store.ts";
import { type Config, DEFAULT_TIMEOUT_MS } from "./config.ts";
import type { SearchQuery } from "./contract/query.ts";
import { accessTo } from "./http/access.ts";
import { allowance } from "./http/request-limits.ts";
import type { Site } from "./http/site.ts";
import { observedCache, observedStore } from "./observe/observed.ts";
import { imageSource } from "./origins/image-source.ts";
import type { Origin } from "./origins/origin.ts";
import { MAX_WAIT_MS } from "./origins/transport/transport.ts";
import { traitsOf } from "./origins.ts";
import { changeLogOf, fetchFrom, type OriginDependencies, requestOrigins } from "./request-origins.ts";
import { type CachedOrigin, cachedOrigin, foundValue, noted, readAnswer } from "./resources/cached-origin.ts";
import { type LikelySearch, likelyMeant } from "./resources/did-you-mean.ts";
import { type ImageCache, imageCache } from "./resources/images.ts";
import { type CacheKeys, cacheKeys } from "./resources/keys.ts";
import { matchOrigin } from "./resources/match-origin.ts";
import { createTitleLookup, type TitleLookup } from "./resources/title-lookup.ts";
import type { Kind } from "./routes/addresses.ts";

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
  const engine = createCache({ ...isolate, store, invalidations, timeoutMs, now, waitUntil, log });
  const cache = observedCache(engine, observation);
  const allow = allowance({ request, kind, config, limiters: env, missing: isolate.missingLimits, log });
  const answers: Answer[] = [];

  function cachedFrom(origin: Origin, spare: Origin | null = null): CachedOrigin {
    const { policies } = config;
    const shared = { cache, keys, policies, allowance: allow, waitUntil };
    return cachedOrigin({ ...shared, origin, lastResort: spare });
  }

  const matching = (origin: Origin) => matchOrigin(origin, cachedFrom(origin));
  const resources = noted(cachedFrom(matching(main), lastResort && matching(lastResort)), answers);
  const beside = upstream === null || catalog === null ? null : cachedFrom(catalog);
  // Noted, since the page is made from its answer as well.
  const suggesting = beside === null ? resources : noted(beside, answers);
  const images =
    config.imageBaseUrl && imageSource(config.imageBaseUrl, fetchFrom, traitsOf(config.upstream)?.images);
  return {
    config,
    ...resources,
    lookupTitle: createTitleLookup({ resources, catalog: beside, answers }),
    async didYouMean(query) {
      const read = readAnswer("didYouMean", await suggesting.ask("didYouMean", query));
      return likelyMeant(query, foundValue(read) ?? []);
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
