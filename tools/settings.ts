/** Reads the settings of a local run from the environment, or otherwise from `.dev.vars`. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { CommandError } from "./options.ts";
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
  "CATALOG_FALLBACK",
  "RATE_LIMIT",
  "ADMIN_TOKEN",
];

const FILE = join(ROOT, ".dev.vars");

export function localSettings(): Record<string, string> {
  const inFile = existsSync(FILE) ? parseEnv(readFileSync(FILE, "utf8")) : {};
  const names = NAMES.filter((name) => (process.env[name] ?? inFile[name]) !== undefined);
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? inFile[name] ?? ""]));
}

/** Turns RATE_LIMIT off unless it is set, because all requests to a local server come from one person. */
export function setLocalDefaults(): void {
  if (localSettings().RATE_LIMIT === undefined) process.env.RATE_LIMIT = "off";
}

/** Describes the source without its URL, which may contain a password, or returns `null` for the catalog. */
export function describeSource({
  UPSTREAM_DIALECT,
  UPSTREAM_BASE_URL = "",
}: Readonly<Record<string, string>>): string | null {
  if (UPSTREAM_DIALECT === "tmdb") return "TMDB";
  return UPSTREAM_BASE_URL === "" ? null : "your source";
}

/** Returns the settings in the environment that are ignored because `.dev.vars` exists. */
export function ignoredEnvironmentSettings(): string[] {
  return existsSync(FILE) ? NAMES.filter((name) => process.env[name] !== undefined) : [];
}

/**
 * Returns the parameters of `wrangler dev` for these settings. Settings from the environment are written to a private
 * file, because everyone on the machine can see a command line. The file is removed when the process ends.
 */
export function settingParameters(): string[] {
  const files = existsSync(FILE) ? [FILE] : [];
  const folder = mkdtempSync(join(tmpdir(), "marquee-settings-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "settings.env");
  writeFileSync(file, NAMES.flatMap(line).join("\n"), { mode: 0o600, flag: "wx" });
  return [...files, file].flatMap((name) => ["--env-file", name]);
}

function line(name: string): string[] {
  const value = process.env[name];
  if (value === undefined) return [];
  const quote = ["'", '"', "`"].find((mark) => !value.includes(mark));
  if (quote === undefined) throw new CommandError(`${name} contains every kind of quotation mark.`);
  // Wrangler expands variables in quotation marks of any kind.
  return [`${name}=${quote}${value.replaceAll("$", "\\$")}${quote}`];
}
