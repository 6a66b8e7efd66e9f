/**
 * Reads the environment, which no other module does. An invalid setting throws an error that names the setting but
 * does not contain its value.
 */
import * as v from "valibot";
import { type FreshnessPolicy, parseFreshness, retention } from "./cache/freshness.ts";
import { isCommonsPath } from "./contract/commons.ts";
import { BEARER_TOKEN } from "./contract/key.ts";
import type { Log } from "./log.ts";
import { DEFAULT_POLICIES, type Policies } from "./resources/resource.ts";
import { isRedactable } from "./source/transport/redaction.ts";
import { type Dialect, findTraits, SOURCES, type SourceTraits, type UpstreamConfig } from "./sources.ts";

export interface Environment extends RateLimiters {
  readonly ASSETS: Fetcher;
  readonly CATALOG_A?: D1Database;
  /** The second catalog database. Absent in a preview. */
  readonly CATALOG_B?: D1Database;
  /** The database of the change log and the API keys. In a preview, it is the same as CATALOG_A. */
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
  readonly MCP?: string;
  readonly RATE_LIMIT?: string;
  readonly ADMIN_TOKEN?: string;
}

/** Bindings from `[[ratelimits]]` in `wrangler.toml`. */
export interface RateLimiters {
  /** The limit of the API with ACCESS=open, per client address. */
  readonly API_LIMIT?: RateLimit;
  /** The limit of the API with ACCESS=keyed, per API key. */
  readonly KEY_LIMIT?: RateLimit;
  readonly PAGE_LIMIT?: RateLimit;
  readonly IMAGE_LIMIT?: RateLimit;
  readonly ADMIN_LIMIT?: RateLimit;
  /** The limit of TMDB's API served from the catalog, per client address. */
  readonly TMDB_LIMIT?: RateLimit;
}

export interface Config {
  /** The scheme and host of the site, or `null` to use the scheme and host of each request. */
  readonly siteUrl: URL | null;
  readonly strictTransport: string;
  readonly upstream: UpstreamConfig | null;
  readonly policies: Policies;
  readonly imageBaseUrl: URL | null;
  /** Whether pictures of Wikimedia Commons are served. */
  readonly hasCommons: boolean;
  /** The access rule for `/v1`. */
  readonly access: Access;
  /** The access rule for `/3`, or `null` if it is disabled. */
  readonly tmdbApi: Access | null;
  /** The access rule for `/mcp`, or `null` if it is disabled. */
  readonly mcp: Access | null;
  /** The SHA-256 digests of the keys in CLIENT_KEYS, in hex. CONTROL may have further keys. */
  readonly keyDigests: readonly string[];
  readonly rateLimited: boolean;
  /** The token for purges, or `null` if they are disabled. */
  readonly adminToken: string | null;
}

/** The access rule of an API. With `keyed`, callers need a key. */
export type Access = "open" | "keyed";

export const DEFAULT_TIMEOUT_MS = 3_000;

/** The error for an invalid setting. Its message names the setting, but does not contain the value. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/**
 * Creates a function that parses each environment once. The function throws a SettingError if a setting is invalid.
 */
export function createConfigReader(log: Log): (env: Environment) => Config {
  const configs = new WeakMap<Environment, Config>();
  return (env) => {
    const cachedConfig = configs.get(env);
    if (cachedConfig !== undefined) return cachedConfig;
    const config = readConfig(env);
    if (config.upstream === null && env.CATALOG_A === undefined) {
      throw new SettingError("UPSTREAM_BASE_URL or the D1 binding CATALOG_A must be set.");
    }
    configs.set(env, config);
    const isKeyed = [config.access, config.tmdbApi, config.mcp].includes("keyed");
    if (!isKeyed && config.keyDigests.length > 0) {
      log({
        event: "keys-ignored",
        reason: "CLIENT_KEYS is set without ACCESS=keyed, TMDB_API=keyed or MCP=keyed: no key is required.",
      });
    }
    return config;
  };
}

/** Parses all settings. Throws a SettingError. */
export function readConfig(env: Environment): Config {
  const upstream = readUpstream(env);
  const access = parseSetting(env, "ACCESS", ACCESS) ?? "open";
  const mcp = parseSetting(env, "MCP", OPTIONAL_ACCESS) ?? access;
  const source = findTraits(upstream);
  const images = parseSetting(env, "IMAGE_BASE_URL", IMAGE_SOURCES);
  const defaultImages = source?.imageBaseUrl ?? null;
  const maxRetention = source?.maxRetention ?? null;
  return {
    siteUrl: parseSetting(env, "SITE_URL", SITE_ADDRESS),
    strictTransport:
      parseSetting(env, "STRICT_TRANSPORT_SECURITY", STRICT_TRANSPORT) ?? DEFAULT_STRICT_TRANSPORT,
    upstream,
    policies: {
      search: readFreshness(env, "SEARCH_FRESHNESS", maxRetention) ?? DEFAULT_POLICIES.search,
      credits: readFreshness(env, "CREDITS_FRESHNESS", maxRetention) ?? DEFAULT_POLICIES.credits,
    },
    imageBaseUrl: images?.baseUrl ?? (defaultImages === null ? null : new URL(defaultImages)),
    hasCommons: images?.hasCommons ?? false,
    access,
    tmdbApi: readTmdbApi(env, upstream, access),
    mcp: mcp === "off" ? null : mcp,
    keyDigests: readKeyDigests(env),
    rateLimited: parseSetting(env, "RATE_LIMIT", oneOf("on", "off")) !== "off",
    adminToken: parseSetting(env, "ADMIN_TOKEN", ADMIN_TOKEN),
  };
}

/** Returns true if images at this path are served. */
export function servesImage({ imageBaseUrl, hasCommons }: Config, path: string): boolean {
  return isCommonsPath(path) ? hasCommons : imageBaseUrl !== null;
}

/** Parses the settings of the upstream. Throws a SettingError. */
export function readUpstream(env: Settings): UpstreamConfig | null {
  const configured = parseSetting(env, "UPSTREAM_BASE_URL", UPSTREAM_ADDRESS);
  const dialect =
    parseSetting(env, "UPSTREAM_DIALECT", oneOf(...(Object.keys(SOURCES) as Dialect[]))) ?? "contract";
  const apiKey = parseSetting(env, "UPSTREAM_API_KEY", UPSTREAM_KEY);
  const timeoutMs = parseSetting(env, "UPSTREAM_TIMEOUT_MS", MILLISECONDS) ?? DEFAULT_TIMEOUT_MS;
  const { key, baseUrl: defaultUrl }: SourceTraits = SOURCES[dialect];
  if (key !== null && !key.isValid(apiKey ?? "")) {
    throw new SettingError(`UPSTREAM_API_KEY must be ${key.expected}, with UPSTREAM_DIALECT=${dialect}.`);
  }
  const baseUrl = configured ?? (defaultUrl === null ? null : new URL(defaultUrl));
  return baseUrl === null ? null : { dialect, baseUrl, apiKey, timeoutMs };
}

/** Reads a freshness policy. `maxRetention` is the longest time, in seconds, that the source's terms allow. */
function readFreshness(
  env: Environment,
  name: "SEARCH_FRESHNESS" | "CREDITS_FRESHNESS",
  maxRetention: number | null,
): FreshnessPolicy | null {
  const policy = parseSetting(env, name, FRESHNESS);
  if (policy === null || maxRetention === null || retention(policy) <= maxRetention) return policy;
  const dialect = env.UPSTREAM_DIALECT;
  throw new SettingError(
    `${name} must end within ${maxRetention} seconds, with UPSTREAM_DIALECT=${dialect}.`,
  );
}

/** Reads CLIENT_KEYS. Throws a SettingError if a setting requires keys, but there is no database with any either. */
function readKeyDigests(env: Environment): readonly string[] {
  const { ACCESS: access, TMDB_API: tmdbApi, MCP: mcp } = env;
  const keyDigests = parseSetting(env, "CLIENT_KEYS", KEY_DIGESTS);
  if (keyDigests === null && env.CONTROL === undefined && [access, tmdbApi, mcp].includes("keyed"))
    throw new SettingError(`CLIENT_KEYS must be ${KEY_DIGESTS.expected}.`);
  return keyDigests ?? [];
}

/**
 * Reads the access rule for `/3`. With a TMDB upstream, it is `keyed` by default, because TMDB's terms do not allow us
 * to pass on access to everybody.
 */
function readTmdbApi(env: Environment, upstream: UpstreamConfig | null, access: Access): Access | null {
  const configured = parseSetting(env, "TMDB_API", OPTIONAL_ACCESS);
  const hasTmdbApi = findTraits(upstream)?.hasTmdbApi ?? false;
  const byDefault = hasTmdbApi ? "keyed" : upstream === null ? access : "off";
  const mode = configured ?? byDefault;
  if (mode === "off") return null;
  if (!hasTmdbApi && env.CATALOG_A === undefined) {
    if (configured === null) return null;
    throw new SettingError("TMDB_API needs the D1 binding CATALOG_A, or UPSTREAM_DIALECT=tmdb.");
  }
  return mode;
}

/**
 * The default Strict-Transport-Security header. It omits `includeSubDomains`, because other hosts of the zone may not
 * support HTTPS.
 */
export const DEFAULT_STRICT_TRANSPORT = "max-age=63072000";

type Setting = Exclude<
  keyof Environment,
  "ASSETS" | "CATALOG_A" | "CATALOG_B" | "CONTROL" | "ANALYTICS" | "VERSION" | keyof RateLimiters
>;
type Settings = Pick<Environment, Setting>;

/** Returns a setting, or `null` if it is missing or empty. */
function readSetting(env: Settings, name: Setting): string | null {
  const value = env[name];
  return value === undefined || value === "" ? null : value;
}

function parseSetting<Value>(
  env: Settings,
  name: Setting,
  { schema, expected }: SettingParser<Value>,
): Value | null {
  const value = readSetting(env, name);
  if (value === null) return null;
  const read = v.safeParse(schema, value);
  if (!read.success) throw new SettingError(`${name} must be ${expected}.`);
  return read.output;
}

interface SettingParser<Value> {
  readonly schema: v.GenericSchema<string, Value>;
  /** The end of the error message, as in "must be a number". */
  readonly expected: string;
}

function oneOf<const Word extends string>(...words: readonly Word[]): SettingParser<Word> {
  const schema = v.pipe(v.string(), v.picklist(words));
  return { schema, expected: words.join(" or ") };
}

const ACCESS = oneOf("open", "keyed");
const OPTIONAL_ACCESS = oneOf("off", "keyed", "open");

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
  expected: "an http or https URL without user name and password",
};

/** A base URL, "commons", or both, separated by a comma. */
const IMAGE_SOURCES: SettingParser<{ readonly baseUrl: URL | null; readonly hasCommons: boolean }> = {
  schema: v.pipe(
    v.string(),
    v.transform((text) => {
      const base = text.replace(/(?:^|,)\s*commons\s*$/, "");
      return { baseUrl: base.trim() === "" ? null : base, hasCommons: base !== text };
    }),
    v.object({ baseUrl: v.nullable(HttpAddress), hasCommons: v.boolean() }),
  ),
  expected: `${HTTP_ADDRESS.expected}, "commons", or both, separated by a comma`,
};

/** A URL without a query, because cache keys contain only its host and path, and a query might contain an API key. */
const UPSTREAM_ADDRESS: SettingParser<URL> = {
  schema: v.pipe(
    HttpAddress,
    v.check(({ search, hash }) => search === "" && hash === ""),
  ),
  expected: `${HTTP_ADDRESS.expected}, query and fragment`,
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
    "at least 16 characters, or 8 with a letter and a digit, without white space around it, because a shorter key cannot be removed from responses without damage",
};

const STRICT_TRANSPORT: SettingParser<string> = {
  schema: v.pipe(v.string(), v.trim(), v.regex(/^max-age=\d{1,10}(?:; ?includeSubDomains)?(?:; ?preload)?$/)),
  expected: "as in max-age=63072000; includeSubDomains; preload",
};

/** A token of at least 16 characters, which cannot be guessed at ten attempts per minute. */
export const ADMIN_TOKEN: SettingParser<string> = {
  schema: v.pipe(v.string(), v.minLength(16), v.regex(new RegExp(`^${BEARER_TOKEN}$`))),
  expected:
    "at least 16 characters of a Bearer token (RFC 6750): letters, digits and - . _ ~ + /, with = only at the end",
};

const MILLISECONDS: SettingParser<number> = {
  schema: v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.minValue(1), v.maxValue(60_000)),
  expected: "milliseconds from 1 to 60000",
};

const FRESHNESS: SettingParser<FreshnessPolicy> = {
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
  expected:
    "a comma-separated list of SHA-256 digests in hex, with ACCESS=keyed, TMDB_API=keyed or MCP=keyed",
};
