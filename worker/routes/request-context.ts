/** Everything that handlers get for a request. Passed down, never kept. */
import type { Answer, Context } from "../cache/resource.ts";
import type { Config, Environment } from "../config.ts";
import { accessTo, withoutKey } from "../http/access.ts";
import { requestId } from "../http/headers.ts";
import { allowance } from "../http/request-limits.ts";
import { type Site, siteAt } from "../http/site.ts";
import type { Isolate } from "../isolate.ts";
import { consoleLog, logFor } from "../log.ts";
import { cacheOutcome, Observation } from "../observe/observation.ts";
import type { Services, ServicesAt } from "../services.ts";
import { type Kind, kindOf, type MatchedAddress, matchAddress } from "./addresses.ts";

export interface RequestContext extends Context {
  /** The URL of the request without the caller's key. */
  readonly url: URL;
  /** The requested address; `null`: not in the table. */
  readonly matched: MatchedAddress | null;
  readonly kind: Kind;
  readonly requestId: string;
  readonly env: Environment;
  readonly execution: ExecutionContext;
  readonly isolate: Isolate;
  readonly observation: Observation;
  /** The site, under the host of this request. */
  readonly site: Site;
  /** Throws a SettingError if a setting is invalid. */
  readonly config: () => Config;
  /** Throws a SettingError if a setting is invalid. */
  readonly services: () => Services;
}

interface Arrival {
  readonly env: Environment;
  readonly execution: ExecutionContext;
  readonly isolate: Isolate;
  readonly servicesAt: ServicesAt;
}

export function contextOf(request: Request, arrival: Arrival): RequestContext {
  const { env, execution, isolate, servicesAt } = arrival;
  const url = withoutKey(request.url);
  const matched = matchAddress(url);
  const kind = kindOf(url, matched);
  const observation = new Observation(isolate.now);
  const id = requestId(request);
  const log = logFor(id, consoleLog);
  const config = () => isolate.configOf(env);
  const site = siteAt(url, config);
  const answers: Answer[] = [];
  return {
    url,
    matched,
    kind,
    requestId: id,
    env,
    execution,
    isolate,
    observation,
    site,
    config,
    services: () => servicesAt(env, site.origin),
    log,
    waitUntil: (work) => execution.waitUntil(work),
    async fetch(address, init) {
      const response = await fetch(address, init);
      observation.upstreamStatus = response.status;
      return response;
    },
    timed(origin, work) {
      observation.origin = origin;
      return observation.time("origin", work);
    },
    timedCache: (work) => observation.time("cache", work),
    allowance: () => allowance({ request, kind, config: config(), limiters: env, isolate, log }),
    // The cache in front stores pages under their own host, and no response that needs a key.
    get isForFront() {
      if (kind === "page") return site.isCanonical;
      return (kind !== "api" && kind !== "tmdb") || accessTo(kind, config())?.mode === "open";
    },
    observe: ({ cacheStatus, kind: answered }) =>
      observation.noteCache(cacheOutcome(cacheStatus, answered === "served")),
    answers,
  };
}
