/**
 * The one reader of the environment. A setting that is wrong stops the Worker with a
 * message that names it and never shows its value.
 */
import * as v from "valibot";
import { type FreshnessPolicy, parseFreshness, retention } from "./cache/freshness.ts";
import { BEARER_TOKEN } from "./contract/key.ts";
import { TMDB_IMAGES } from "./origins/tmdb/images.ts";
import { isTmdbKey, TMDB_API } from "./origins/tmdb/protocol.ts";
import { isRedactable } from "./origins/transport/redaction.ts";
import { DEFAULT_POLICIES, type Policies } from "./resources/policies.ts";

/** What wrangler binds: `wrangler.toml`, secrets and `.dev.vars`. */
export interface Environment extends RateLimiters {
  readonly ASSETS: Fetcher;
  readonly CATALOG?: D1Database;
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
}

export interface Config {
  /** Scheme and host of the site; `null`: whichever host is asked. */
  readonly siteUrl: URL | null;
  /** Value of the header of that name. */
  readonly strictTransport: string;
  readonly upstream: UpstreamConfig | null;
  readonly policies: Policies;
  readonly imageBaseUrl: URL | null;
  readonly access: AccessConfig;
  readonly rateLimited: boolean;
  /** Who has it may purge; `null`: nobody may. */
  readonly adminToken: string | null;
}

/** What the upstream speaks: the contract, or TMDB's API version 3. */
export type Dialect = "contract" | "tmdb";

export interface UpstreamConfig {
  readonly dialect: Dialect;
  readonly baseUrl: URL;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
}

/** `open`: anyone. `keyed`: callers whose key's SHA-256, in hex, is on the list. */
export type AccessConfig =
  | { readonly mode: "open" }
  | { readonly mode: "keyed"; readonly keyDigests: readonly string[] };

export const DEFAULT_TIMEOUT_MS = 3_000;

/** The message names the setting; its value is not in it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

/** As `readConfig`, once for an environment: it is the same for all requests of an isolate. */
export function configOf(env: Environment, read: WeakMap<Environment, Config>): Config {
  const known = read.get(env);
  if (known !== undefined) return known;
  const config = readConfig(env);
  read.set(env, config);
  return config;
}

export function readConfig(env: Environment): Config {
  const upstream = readUpstream(env);
  const isTmdb = upstream?.dialect === "tmdb";
  return {
    siteUrl: setting(env, "SITE_URL", SiteAddress, SITE_ADDRESS_MUST),
    strictTransport:
      setting(env, "STRICT_TRANSPORT_SECURITY", StrictTransport, STRICT_TRANSPORT_MUST) ??
      DEFAULT_STRICT_TRANSPORT,
    upstream,
    policies: {
      search: readFreshness(env, "SEARCH_FRESHNESS", isTmdb) ?? DEFAULT_POLICIES.search,
      credits: readFreshness(env, "CREDITS_FRESHNESS", isTmdb) ?? DEFAULT_POLICIES.credits,
    },
    imageBaseUrl:
      setting(env, "IMAGE_BASE_URL", HttpAddress, HTTP_ADDRESS_MUST) ??
      (isTmdb ? new URL(TMDB_IMAGES) : null),
    access: readAccess(env),
    rateLimited: setting(env, "RATE_LIMIT", v.picklist(["on", "off"]), "on or off") !== "off",
    adminToken: readAdminToken(env),
  };
}

/** Throws a SettingError. */
export function readUpstream(env: Settings): UpstreamConfig | null {
  const given = setting(env, "UPSTREAM_BASE_URL", UpstreamAddress, UPSTREAM_ADDRESS_MUST);
  const dialect =
    setting(env, "UPSTREAM_DIALECT", v.picklist(["contract", "tmdb"]), "contract or tmdb") ?? "contract";
  const apiKey = setting(env, "UPSTREAM_API_KEY", UpstreamKey, UPSTREAM_KEY_MUST);
  const timeoutMs =
    setting(env, "UPSTREAM_TIMEOUT_MS", Milliseconds, "milliseconds from 1 to 60000") ?? DEFAULT_TIMEOUT_MS;
  if (dialect === "tmdb" && (apiKey === null || !isTmdbKey(apiKey))) {
    throw new SettingError(`UPSTREAM_API_KEY must be ${TMDB_KEY_MUST}.`);
  }
  const baseUrl = given ?? (dialect === "tmdb" ? new URL(TMDB_API) : null);
  return baseUrl && { dialect, baseUrl, apiKey, timeoutMs };
}

/** `isTmdb`: its terms of use end caching after six months (themoviedb.org/api-terms-of-use). */
function readFreshness(
  env: Environment,
  name: "SEARCH_FRESHNESS" | "CREDITS_FRESHNESS",
  isTmdb: boolean,
): FreshnessPolicy | null {
  const policy = setting(env, name, FreshnessSetting, FRESHNESS_MUST);
  if (policy === null || !isTmdb || retention(policy) <= MAX_TMDB_SECONDS) return policy;
  throw new SettingError(`${name} must end within ${MAX_TMDB_SECONDS} seconds, with UPSTREAM_DIALECT=tmdb.`);
}

function readAdminToken(env: Environment): string | null {
  const token = setting(env, "ADMIN_TOKEN", AdminToken, ADMIN_TOKEN_MUST);
  if (token === null || env.CATALOG !== undefined) return token;
  throw new SettingError("ADMIN_TOKEN needs the D1 binding CATALOG, where purges are recorded.");
}

function readAccess(env: Environment): AccessConfig {
  const mode = setting(env, "ACCESS", v.picklist(["open", "keyed"]), "open or keyed") ?? "open";
  if (mode === "open") return { mode };
  const must = "a comma-separated list of SHA-256 digests in hex, with ACCESS=keyed";
  const keyDigests = setting(env, "CLIENT_KEYS", KeyDigests, must);
  if (keyDigests === null) throw new SettingError(`CLIENT_KEYS must be ${must}.`);
  return { mode, keyDigests };
}

const HTTP_ADDRESS_MUST = "an http or https address without a user and a password";
const HttpAddress = v.pipe(
  v.string(),
  v.trim(),
  v.url(),
  v.transform((text) => new URL(text)),
  v.check((address) => address.protocol === "http:" || address.protocol === "https:"),
  v.check(({ username, password }) => username === "" && password === ""),
);

const UPSTREAM_KEY_MUST =
  "16 characters or more, or 8 with a letter and a digit among them, without white space around it: a shorter one cannot be taken out of answers without damage";
const UpstreamKey = v.pipe(v.string(), v.check(isRedactable));

const TMDB_KEY_MUST = "a v3 API key or a v4 read access token, with UPSTREAM_DIALECT=tmdb";
/** Six months of 30 days. */
const MAX_TMDB_SECONDS = 15_552_000;

/** Host and path tell one source from another in cache keys, where a key in a query must not be. */
const UPSTREAM_ADDRESS_MUST = `${HTTP_ADDRESS_MUST}, a query and a fragment`;
const UpstreamAddress = v.pipe(
  HttpAddress,
  v.check(({ search, hash }) => search === "" && hash === ""),
);

const SITE_ADDRESS_MUST = "the site's scheme and host, as in https://marquee.example";
const SiteAddress = v.pipe(
  HttpAddress,
  v.check(({ pathname, search, hash }) => pathname === "/" && search === "" && hash === ""),
);

/** For this host only: what holds for others below it is for whoever owns the zone to say. */
export const DEFAULT_STRICT_TRANSPORT = "max-age=63072000";
const STRICT_TRANSPORT_MUST = "as in max-age=63072000; includeSubDomains; preload";
const StrictTransport = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^max-age=\d{1,10}(?:; ?includeSubDomains)?(?:; ?preload)?$/),
);

/** Ten attempts a minute are far from guessing 16 characters. */
const ADMIN_TOKEN_MUST =
  "16 characters or more of what a Bearer token can hold (RFC 6750): letters, digits and - . _ ~ + /, with = at the end only";
const AdminToken = v.pipe(v.string(), v.minLength(16), v.regex(new RegExp(`^${BEARER_TOKEN}$`)));

const Milliseconds = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/),
  v.transform(Number),
  v.minValue(1),
  v.maxValue(60_000),
);

const FRESHNESS_MUST = "in the syntax of Cache-Control, as in max-age=3600, stale-if-error=86400";
const FreshnessSetting = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): FreshnessPolicy => {
    const policy = parseFreshness(dataset.value);
    if (policy !== null) return policy;
    addIssue();
    return NEVER;
  }),
);

const KeyDigests = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").map((digest) => digest.trim().toLowerCase())),
  v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
);

type Setting = Exclude<
  keyof Environment,
  "ASSETS" | "CATALOG" | "ANALYTICS" | "VERSION" | keyof RateLimiters
>;
type Settings = Pick<Environment, Setting>;

/** A setting that is given, or `null`; an empty one counts as not given. */
function present(env: Settings, name: Setting): string | null {
  const value = env[name];
  return value === undefined || value === "" ? null : value;
}

function setting<S extends v.GenericSchema<string, unknown>>(
  env: Settings,
  name: Setting,
  schema: S,
  must: string,
): v.InferOutput<S> | null {
  const value = present(env, name);
  if (value === null) return null;
  const read = v.safeParse(schema, value);
  if (!read.success) throw new SettingError(`${name} must be ${must}.`);
  return read.output;
}
