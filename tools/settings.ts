/** Reads the settings of a local run. Settings in the environment take precedence over those in `.dev.vars`. */
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

/**
 * Returns the parameters that pass the settings to `wrangler dev`. Settings from the environment are written to a
 * file that only this user can read, because everyone on the machine can see a command line. The file is removed when
 * the process ends.
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
  // Without the backslash, wrangler would replace variables such as `$NAME`, even in quotation marks.
  return [`${name}=${quote}${value.replaceAll("$", "\\$")}${quote}`];
}
