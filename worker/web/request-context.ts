/** Everything that handlers need for one request. It must not outlive that request. */
import type { CacheResult, Context } from "../cache/resource.ts";
import { type Config, DEFAULT_STRICT_TRANSPORT, type Environment } from "../config.ts";
import { Problem } from "../contract/problem.ts";
import type { Isolate } from "../isolate.ts";
import { consoleLog, type Log } from "../log.ts";
import { versionName } from "../resources/keys.ts";
import type { ServiceFactory, Services } from "../services.ts";
import { type AddressKind, addressKind, type MatchedAddress, matchAddress } from "./addresses.ts";
import { withoutKey } from "./http/access.ts";
import { REQUEST_ID, selectsVersion } from "./http/headers.ts";
import { allowance } from "./http/request-limits.ts";
import { cacheOutcome, Observation } from "./observe.ts";

export interface RequestContext extends Context {
  /** The URL of the request, without the API key. */
  readonly url: URL;
  /** The entry of the URL in the table, or `null` if there is none. */
  readonly matched: MatchedAddress | null;
  readonly kind: AddressKind;
  readonly requestId: string;
  readonly env: Environment;
  readonly execution: ExecutionContext;
  readonly isolate: Isolate;
  readonly observation: Observation;
  readonly site: Site;
  /** Whether the request selects a version of the Worker to test it. Shared caches then store nothing. */
  readonly isSelected: boolean;
  /** Returns the settings. Throws a SettingError. */
  readonly config: () => Config;
  /** Returns the services. Throws a SettingError. */
  readonly services: () => Services;
}

interface Arrival {
  readonly env: Environment;
  readonly execution: ExecutionContext;
  readonly isolate: Isolate;
  readonly servicesForHost: ServiceFactory;
}

export async function createRequestContext(request: Request, arrival: Arrival): Promise<RequestContext> {
  const { env, execution, isolate, servicesForHost } = arrival;
  const url = withoutKey(request.url);
  const matched = await matchAddress(url);
  const kind = addressKind(url, matched);
  const observation = new Observation(isolate.now);
  const id = requestId(request);
  const version = env.VERSION && versionName(env.VERSION.id);
  const colo = (request.cf as IncomingRequestCfProperties | undefined)?.colo;
  const log: Log = (line) => consoleLog({ ...line, version, colo, requestId: id });
  const config = () => isolate.configFor(env);
  const site = createSite(url, validConfig(config));
  const isSelected = selectsVersion(request, env.VERSION);
  const results: CacheResult[] = [];
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
    services: () => servicesForHost(env, site.origin, isSelected),
    isSelected,
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
    noteRegion(region) {
      observation.databaseRegion = region;
    },
    timedCache: (work) => observation.time("cache", work),
    allowance: () =>
      allowance(
        { kind, config: config(), caller: observation.caller },
        { request, limiters: env, missingLimits: isolate.missingLimits, log },
      ),
    observe: ({ cacheStatus, kind }) => observation.noteCache(cacheOutcome(cacheStatus, kind === "served")),
    results,
  };
}

/** Returns the settings, or `null` if they are invalid. The error is reported where the settings are used. */
export function validConfig(config: () => Config): Config | null {
  try {
    return config();
  } catch {
    return null;
  }
}

/**
 * The site from the point of view of a request. A deployment has several hosts, which the CDN cache does not
 * distinguish. Therefore absolute links use the host of SITE_URL, and only pages requested under that host may be
 * stored.
 */
interface Site {
  readonly origin: string;
  /** Whether the request used the host of SITE_URL. */
  readonly isCanonical: boolean;
  /** Whether search engines may index the pages. */
  readonly isListed: boolean;
  readonly strictTransport: string;
}

/** Creates the site for a request. `config` is `null` if the settings are invalid. */
export function createSite({ origin, hostname }: URL, config: Config | null): Site {
  const siteUrl = config?.siteUrl ?? null;
  const isCanonical = siteUrl !== null && siteUrl.origin === origin;
  // Without SITE_URL, any host is listed except those on workers.dev, which are for trials and previews.
  const isListed = (siteUrl === null || isCanonical) && !hostname.endsWith(".workers.dev");
  return {
    origin: siteUrl?.origin ?? origin,
    isCanonical,
    isListed,
    strictTransport: config?.strictTransport ?? DEFAULT_STRICT_TRANSPORT,
  };
}

/** Returns the request id from the caller if it is well-formed, and otherwise creates one. */
export function requestId(request: Request): string {
  const callersId = request.headers.get(REQUEST_ID);
  return callersId !== null && /^[\w-]{8,64}$/.test(callersId) ? callersId : crypto.randomUUID();
}

/** The maximum length of a URL in bytes. Cloudflare's own limit of 16 KiB is much higher. */
const MAX_ADDRESS = 2_048;
/** The maximum number of headers. A browser sends about 20, and Cloudflare adds about 15. */
const MAX_HEADERS = 100;
/**
 * The maximum size of all headers in bytes. It leaves room for cookies that other applications on the domain have
 * set.
 */
const MAX_HEADER_BYTES = 32 * 1024;

/** Checks the size of the URL and of the headers. Throws a Problem `address-too-long` or `headers-too-large`. */
export function checkSize(request: Request): void {
  if (countBytes(request.url) > MAX_ADDRESS) {
    throw new Problem(
      "address-too-long",
      `The URL is longer than ${MAX_ADDRESS.toLocaleString("en")} bytes.`,
    );
  }
  const fields = [...request.headers];
  const bytes = fields.reduce((sum, [name, value]) => sum + countBytes(name) + countBytes(value), 0);
  if (fields.length <= MAX_HEADERS && bytes <= MAX_HEADER_BYTES) return;
  const limit = `${MAX_HEADERS} fields or ${MAX_HEADER_BYTES.toLocaleString("en")} bytes`;
  throw new Problem("headers-too-large", `The request headers exceed the limit of ${limit}.`);
}

/** Returns the UTF-8 length of a text. Does not encode ASCII text, because this runs for every request. */
function countBytes(text: string): number {
  if (!/[^\0-\x7f]/.test(text)) return text.length;
  return new TextEncoder().encode(text).byteLength;
}
