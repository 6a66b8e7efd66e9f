/** A request as it arrives, and everything that handlers get for it. Passed down, never kept. */
import type { Answer, Context } from "../cache/resource.ts";
import { type Config, DEFAULT_STRICT_TRANSPORT, type Environment } from "../config.ts";
import { Problem } from "../contract/problem.ts";
import type { Isolate } from "../isolate.ts";
import { consoleLog, type Log } from "../log.ts";
import type { Services, ServicesAt } from "../services.ts";
import { type AddressKind, addressKind, type MatchedAddress, matchAddress } from "./addresses.ts";
import { accessTo, withoutKey } from "./http/access.ts";
import { REQUEST_ID, versionName } from "./http/headers.ts";
import { allowance } from "./http/request-limits.ts";
import { cacheOutcome, Observation } from "./observe.ts";

export interface RequestContext extends Context {
  /** The URL of the request without the caller's key. */
  readonly url: URL;
  /** The requested address; `null`: not in the table. */
  readonly matched: MatchedAddress | null;
  readonly kind: AddressKind;
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

export async function contextOf(request: Request, arrival: Arrival): Promise<RequestContext> {
  const { env, execution, isolate, servicesAt } = arrival;
  const url = withoutKey(request.url);
  const matched = await matchAddress(url);
  const kind = addressKind(url, matched);
  const observation = new Observation(isolate.now);
  const id = requestId(request);
  const version = env.VERSION && versionName(env.VERSION.id);
  const colo = (request.cf as IncomingRequestCfProperties | undefined)?.colo;
  const log: Log = (line) => consoleLog({ ...line, version, colo, requestId: id });
  const config = () => isolate.configOf(env);
  const site = siteOf(url, validConfig(config));
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
    noteRegion(region) {
      observation.databaseRegion = region;
    },
    timedCache: (work) => observation.time("cache", work),
    allowance: () => allowance({ request, kind, config: config(), limiters: env, isolate, log }),
    // The cache in front stores pages under their own host, and no response that needs a key.
    get isForCdnCache() {
      if (kind === "page") return site.isCanonical;
      return (kind !== "api" && kind !== "tmdb") || accessTo(kind, config())?.mode === "open";
    },
    observe: ({ cacheStatus, kind: answered }) =>
      observation.noteCache(cacheOutcome(cacheStatus, answered === "served")),
    answers,
  };
}

/** `null`: a setting is invalid, which is reported where it is used. */
function validConfig(config: () => Config): Config | null {
  try {
    return config();
  } catch {
    return null;
  }
}

/**
 * The site's host. A deployment has several, which the cache in front does not distinguish: absolute links use the host
 * of SITE_URL, and only pages requested under it may be stored there.
 */
export interface Site {
  /** Scheme and host for absolute links. */
  readonly origin: string;
  /** Whether the request came to the host of SITE_URL. */
  readonly isCanonical: boolean;
  /** Whether search engines may list its pages. */
  readonly isListed: boolean;
  /** Value of the header Strict-Transport-Security. */
  readonly strictTransport: string;
}

/** `config`: `null` if a setting is invalid; then every host is its own site. */
export function siteOf({ origin, hostname }: URL, config: Config | null): Site {
  const siteUrl = config?.siteUrl ?? null;
  const isCanonical = siteUrl !== null && siteUrl.origin === origin;
  // Without SITE_URL any host may be the site's. The platform's hosts are for trials and previews.
  const isListed = (siteUrl === null || isCanonical) && !hostname.endsWith(".workers.dev");
  return {
    origin: siteUrl?.origin ?? origin,
    isCanonical,
    isListed,
    strictTransport: config?.strictTransport ?? DEFAULT_STRICT_TRANSPORT,
  };
}

/** The caller's own id if it is well formed, otherwise a new one. */
export function requestId(request: Request): string {
  const callersId = request.headers.get(REQUEST_ID);
  return callersId !== null && /^[\w-]{8,64}$/.test(callersId) ? callersId : crypto.randomUUID();
}

/** Bytes. Size limits are well below the platform's (16 KiB of address, 128 KiB of headers). */
const MAX_ADDRESS = 2_048;
/** A browser sends about 20, the platform adds about 15. */
const MAX_HEADERS = 100;
/** Bytes of names and values together: room for the cookies of other applications on the domain. */
const MAX_HEADER_BYTES = 32 * 1024;

/** Throws a Problem `address-too-long` or `headers-too-large`. */
export function checkSize(request: Request): void {
  if (bytesOf(request.url) > MAX_ADDRESS) {
    throw new Problem(
      "address-too-long",
      `The URL is longer than ${MAX_ADDRESS.toLocaleString("en")} bytes.`,
    );
  }
  const fields = [...request.headers];
  const bytes = fields.reduce((sum, [name, value]) => sum + bytesOf(name) + bytesOf(value), 0);
  if (fields.length <= MAX_HEADERS && bytes <= MAX_HEADER_BYTES) return;
  const limit = `${MAX_HEADERS} fields or ${MAX_HEADER_BYTES.toLocaleString("en")} bytes`;
  throw new Problem("headers-too-large", `The request headers exceed the limit of ${limit}.`);
}

/** Called for every request, so ASCII, the usual case, is not encoded. */
function bytesOf(text: string): number {
  if (!/[^\0-\x7f]/.test(text)) return text.length;
  return new TextEncoder().encode(text).byteLength;
}
