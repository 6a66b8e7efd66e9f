/** Reads the settings of a local run. Settings in the environment take precedence over those in `.dev.vars`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { ROOT } from "./wrangler.ts";

const NAMES = [
  "SITE_URL",
  "STRICT_TRANSPORT_SECURITY",
  "UPSTREAM_BASE_URL",
  "UPSTREAM_DIALECT",
  "UPSTREAM_API_KEY",
  "UPSTREAM_TIMEOUT_MS",
  "SEARCH_FRESHNESS",
  "CREDITS_FRESHNESS",
  "IMAGE_BASE_URL",
  "ACCESS",
  "CLIENT_KEYS",
  "TMDB_API",
  "MCP",
  "RATE_LIMIT",
  "ADMIN_TOKEN",
];

const FILE = join(ROOT, ".dev.vars");

export function localSettings(): Record<string, string> {
  const inFile = existsSync(FILE) ? parseEnv(readFileSync(FILE, "utf8")) : {};
  const names = NAMES.filter((name) => (process.env[name] ?? inFile[name]) !== undefined);
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? inFile[name] ?? ""]));
}

/**
 * Returns the settings of a server that only this machine can reach. Rate limits are off unless they are set, because
 * one person sends all requests.
 */
export function loopbackSettings(): Record<string, string> {
  return { RATE_LIMIT: "off", ...localSettings() };
}

/**
 * Returns a description of the source, or `null` for the catalog. Omits the URL, because it may contain a password.
 */
export function describeSource({
  UPSTREAM_DIALECT,
  UPSTREAM_BASE_URL = "",
}: Readonly<Record<string, string>>): string | null {
  if (UPSTREAM_DIALECT === "tmdb") return "TMDB";
  return UPSTREAM_BASE_URL === "" ? null : "your source";
}

/** Returns the names of settings in the environment that `npm run dev` ignores, because `.dev.vars` exists. */
export function ignoredEnvironmentSettings(): string[] {
  return existsSync(FILE) ? NAMES.filter((name) => process.env[name] !== undefined) : [];
}
