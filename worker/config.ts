/**
 * The only reader of the environment. Invalid settings stop the Worker; the message names the setting, not its value.
 */
import * as v from "valibot";
import { type FreshnessPolicy, parseFreshness, retention } from "./cache/freshness.ts";
import { BEARER_TOKEN } from "./contract/key.ts";
import type { Log } from "./log.ts";
import { DEFAULT_POLICIES, type Policies } from "./resources/resource.ts";
import { isRedactable } from "./source/transport/redaction.ts";
import { type Dialect, SOURCES, type SourceTraits, traitsOf, type UpstreamConfig } from "./sources.ts";

/** The bindings of wrangler: `wrangler.toml`, secrets and `.dev.vars`. */
export interface Environment extends RateLimiters {
  readonly ASSETS: Fetcher;
  readonly CATALOG_A?: D1Database;
  /** Absent in a preview. */
  readonly CATALOG_B?: D1Database;
  /** In a preview the same database as CATALOG_A. */
  readonly CONTROL?: D1Database;
  readonly ANALYTICS?: AnalyticsEngineDataset;
  readonly VERSION?: WorkerVersionMetadata;
  readonly SITE_URL?: string;
  readonly STRICT_TRANSPORT_SECURITY?: string;
  readonly UPSTREAM_BASE_URL?: string;
  readonly UPSTREAM_DIALECT?: string;
  readonly UPSTREAM_API_KEY?: string;
  readonly UPSTREAM_TIMEOUT_MS?: string;
  readonly SEARCH_FRESHNESS?: string;
  readonly CREDITS_FRESHNESS?: string;
  readonly IMAGE_BASE_URL?: string;
  readonly ACCESS?: string;
  readonly CLIENT_KEYS?: string;
  readonly TMDB_API?: string;
  readonly CATALOG_FALLBACK?: string;
  readonly RATE_LIMIT?: string;
  readonly ADMIN_TOKEN?: string;
}

/** `[[ratelimits]]` in `wrangler.toml`. */
export interface RateLimiters {
  /** The API by client address, with ACCESS=open. */
  readonly API_LIMIT?: RateLimit;
  /** The API by caller's key, with ACCESS=keyed. */
  readonly KEY_LIMIT?: RateLimit;
  /** Pages by client address. */
  readonly PAGE_LIMIT?: RateLimit;
  /** `/admin/*` by client address. */
  readonly ADMIN_LIMIT?: RateLimit;
  /** TMDB's API on the catalog by client address. */
  readonly TMDB_LIMIT?: RateLimit;
}

export interface Config {
  /** Scheme and host of the site; `null`: taken from each request. */
  readonly siteUrl: URL | null;
  /** Value of `Strict-Transport-Security`. */
  readonly strictTransport: string;
  readonly upstream: UpstreamConfig | null;
  readonly policies: Policies;
  readonly imageBaseUrl: URL | null;
  readonly access: AccessConfig;
  /** The access rule of TMDB's API at `/3`; `null`: the API is off. */
  readonly tmdbApi: AccessConfig | null;
  /** Whether the catalog, whose ids are the upstream's, responds where the upstream cannot. */
  readonly hasCatalogFallback: boolean;
  readonly rateLimited: boolean;
  /** Authorizes purges; `null`: purges are disabled. */
  readonly adminToken: string | null;
}

/** `open`: anyone. `keyed`: callers whose key's SHA-256, in hex, is on the list. */
export type AccessConfig =
  | { readonly mode: "open" }
  | { readonly mode: "keyed"; readonly keyDigests: readonly string[] };

export const DEFAULT_TIMEOUT_MS = 3_000;

/** The message names the setting and never contains its value. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/** `readConfig`, once for each environment: all requests of an isolate share one. Throws a SettingError. */
export function configReader(log: Log): (env: Environment) => Config {
  const configs = new WeakMap<Environment, Config>();
  return (env) => {
    const known = configs.get(env);
    if (known !== undefined) return known;
    const config = readConfig(env);
    if (config.upstream === null && env.CATALOG_A === undefined) {
      throw new SettingError("UPSTREAM_BASE_URL or the D1 binding CATALOG_A must be set.");
    }
    configs.set(env, config);
    const isKeyed = config.access.mode === "keyed" || config.tmdbApi?.mode === "keyed";
    if (!isKeyed && present(env, "CLIENT_KEYS") !== null) {
      log({
        event: "keys-ignored",
        reason: "CLIENT_KEYS is set without ACCESS=keyed or TMDB_API=keyed: no key is required.",
      });
    }
    return config;
  };
}

/** Throws a SettingError if a setting is invalid. */
export function readConfig(env: Environment): Config {
  const upstream = readUpstream(env);
  const access = readAccess(env);
  const source = traitsOf(upstream);
  const defaultImages = source?.imageBaseUrl ?? null;
  const maxRetention = source?.maxRetention ?? null;
  return {
    siteUrl: setting(env, "SITE_URL", SITE_ADDRESS),
    strictTransport: setting(env, "STRICT_TRANSPORT_SECURITY", STRICT_TRANSPORT) ?? DEFAULT_STRICT_TRANSPORT,
    upstream,
    policies: {
      search: readFreshness(env, "SEARCH_FRESHNESS", maxRetention) ?? DEFAULT_POLICIES.search,
      credits: readFreshness(env, "CREDITS_FRESHNESS", maxRetention) ?? DEFAULT_POLICIES.credits,
    },
    imageBaseUrl:
      setting(env, "IMAGE_BASE_URL", HTTP_ADDRESS) ??
      (defaultImages === null ? null : new URL(defaultImages)),
    access,
    tmdbApi: readTmdbApi(env, upstream, access),
    hasCatalogFallback: readCatalogFallback(env, upstream),
    rateLimited: setting(env, "RATE_LIMIT", oneOf("on", "off")) !== "off",
    adminToken: setting(env, "ADMIN_TOKEN", ADMIN_TOKEN),
  };
}

/** Throws a SettingError. */
export function readUpstream(env: Settings): UpstreamConfig | null {
  const given = setting(env, "UPSTREAM_BASE_URL", UPSTREAM_ADDRESS);
  const dialect =
    setting(env, "UPSTREAM_DIALECT", oneOf(...(Object.keys(SOURCES) as Dialect[]))) ?? "contract";
  const apiKey = setting(env, "UPSTREAM_API_KEY", UPSTREAM_KEY);
  const timeoutMs = setting(env, "UPSTREAM_TIMEOUT_MS", MILLISECONDS) ?? DEFAULT_TIMEOUT_MS;
  const { key, baseUrl: own }: SourceTraits = SOURCES[dialect];
  if (key !== null && !key.isValid(apiKey ?? "")) {
    throw new SettingError(`UPSTREAM_API_KEY must be ${key.expected}, with UPSTREAM_DIALECT=${dialect}.`);
  }
  const baseUrl = given ?? (own === null ? null : new URL(own));
  return baseUrl === null ? null : { dialect, baseUrl, apiKey, timeoutMs };
}

/** Defaults to false: the ids of a catalog are its own unless the operator says otherwise. */
function readCatalogFallback(env: Environment, upstream: UpstreamConfig | null): boolean {
  const isOn = setting(env, "CATALOG_FALLBACK", oneOf("on", "off")) === "on" && upstream !== null;
  if (isOn && env.CATALOG_A === undefined)
    throw new SettingError("CATALOG_FALLBACK=on needs the D1 binding CATALOG_A.");
  return isOn;
}

/** `maxRetention`: the most seconds of caching that the source's terms allow; `null`: no limit. */
function readFreshness(
  env: Environment,
  name: "SEARCH_FRESHNESS" | "CREDITS_FRESHNESS",
  maxRetention: number | null,
): FreshnessPolicy | null {
  const policy = setting(env, name, FRESHNESS);
  if (policy === null || maxRetention === null || retention(policy) <= maxRetention) return policy;
  const dialect = env.UPSTREAM_DIALECT;
  throw new SettingError(
    `${name} must end within ${maxRetention} seconds, with UPSTREAM_DIALECT=${dialect}.`,
  );
}

function readAccess(env: Environment): AccessConfig {
  const mode = setting(env, "ACCESS", oneOf("open", "keyed")) ?? "open";
  if (mode === "open") return { mode };
  const keyDigests = setting(env, "CLIENT_KEYS", KEY_DIGESTS);
  if (keyDigests === null) throw new SettingError(`CLIENT_KEYS must be ${KEY_DIGESTS.expected}.`);
  return { mode, keyDigests };
}

/** Keyed without keys admits no caller: the default in front of a source whose terms do not allow giving others access. */
function readTmdbApi(
  env: Environment,
  upstream: UpstreamConfig | null,
  access: AccessConfig,
): AccessConfig | null {
  const given = setting(env, "TMDB_API", oneOf("off", "keyed", "open"));
  const hasTmdbApi = traitsOf(upstream)?.hasTmdbApi ?? false;
  const byDefault = hasTmdbApi ? "keyed" : upstream === null ? access.mode : "off";
  const mode = given ?? byDefault;
  if (mode === "off") return null;
  if (!hasTmdbApi && env.CATALOG_A === undefined) {
    if (given === null) return null;
    throw new SettingError("TMDB_API needs the D1 binding CATALOG_A, or UPSTREAM_DIALECT=tmdb.");
  }
  if (mode === "open") return { mode };
  const keyDigests = setting(env, "CLIENT_KEYS", KEY_DIGESTS);
  if (keyDigests === null && given !== null)
    throw new SettingError(`CLIENT_KEYS must be ${KEY_DIGESTS.expected}.`);
  return { mode, keyDigests: keyDigests ?? [] };
}

/** Without includeSubDomains: the owner of the zone decides about its other hosts. */
export const DEFAULT_STRICT_TRANSPORT = "max-age=63072000";

type Setting = Exclude<
  keyof Environment,
  "ASSETS" | "CATALOG_A" | "CATALOG_B" | "CONTROL" | "ANALYTICS" | "VERSION" | keyof RateLimiters
>;
type Settings = Pick<Environment, Setting>;

/** The value of a setting; `null`: not set, or empty. */
function present(env: Settings, name: Setting): string | null {
  const value = env[name];
  return value === undefined || value === "" ? null : value;
}

function setting<Value>(
  env: Settings,
  name: Setting,
  { schema, expected }: SettingParser<Value>,
): Value | null {
  const value = present(env, name);
  if (value === null) return null;
  const read = v.safeParse(schema, value);
  if (!read.success) throw new SettingError(`${name} must be ${expected}.`);
  return read.output;
}

export interface SettingParser<Value> {
  readonly schema: v.GenericSchema<string, Value>;
  /** Follows "must be" in a message, which never shows the value. */
  readonly expected: string;
}

export function oneOf<const Word extends string>(...words: readonly Word[]): SettingParser<Word> {
  const schema = v.pipe(v.string(), v.picklist(words));
  return { schema, expected: words.join(" or ") };
}

const HttpAddress = v.pipe(
  v.string(),
  v.trim(),
  v.url(),
  v.transform((text) => new URL(text)),
  v.check((address) => address.protocol === "http:" || address.protocol === "https:"),
  v.check(({ username, password }) => username === "" && password === ""),
);

const HTTP_ADDRESS: SettingParser<URL> = {
  schema: HttpAddress,
  expected: "an http or https address without a user and a password",
};

/** No query: cache keys contain host and path only, and a query may contain a key. */
const UPSTREAM_ADDRESS: SettingParser<URL> = {
  schema: v.pipe(
    HttpAddress,
    v.check(({ search, hash }) => search === "" && hash === ""),
  ),
  expected: `${HTTP_ADDRESS.expected}, a query and a fragment`,
};

const SITE_ADDRESS: SettingParser<URL> = {
  schema: v.pipe(
    HttpAddress,
    v.check(({ pathname, search, hash }) => pathname === "/" && search === "" && hash === ""),
  ),
  expected: "the site's scheme and host, as in https://marquee.example",
};

const UPSTREAM_KEY: SettingParser<string> = {
  schema: v.pipe(v.string(), v.check(isRedactable)),
  expected:
    "16 characters or more, or 8 with a letter and a digit among them, without white space around it: a shorter one cannot be removed from responses without damage",
};

const STRICT_TRANSPORT: SettingParser<string> = {
  schema: v.pipe(v.string(), v.trim(), v.regex(/^max-age=\d{1,10}(?:; ?includeSubDomains)?(?:; ?preload)?$/)),
  expected: "as in max-age=63072000; includeSubDomains; preload",
};

/** At ten attempts a minute, 16 characters cannot be guessed. */
export const ADMIN_TOKEN: SettingParser<string> = {
  schema: v.pipe(v.string(), v.minLength(16), v.regex(new RegExp(`^${BEARER_TOKEN}$`))),
  expected:
    "16 characters or more of what a Bearer token can hold (RFC 6750): letters, digits and - . _ ~ + /, with = at the end only",
};

const MILLISECONDS: SettingParser<number> = {
  schema: v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(1), v.maxValue(60_000)),
  expected: "milliseconds from 1 to 60000",
};

export const FRESHNESS: SettingParser<FreshnessPolicy> = {
  schema: v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): FreshnessPolicy => {
      const policy = parseFreshness(dataset.value);
      if (policy !== null) return policy;
      addIssue();
      return NEVER;
    }),
  ),
  expected: "in the syntax of Cache-Control, as in max-age=3600, stale-if-error=86400",
};

const KEY_DIGESTS: SettingParser<string[]> = {
  schema: v.pipe(
    v.string(),
    v.transform((text) => text.split(",").map((digest) => digest.trim().toLowerCase())),
    v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  ),
  expected: "a comma-separated list of SHA-256 digests in hex, with ACCESS=keyed or TMDB_API=keyed",
};
