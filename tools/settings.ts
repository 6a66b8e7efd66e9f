/** The settings of a local run: from `.dev.vars` where there is one, over it those of the environment. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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
  "RATE_LIMIT",
  "ADMIN_TOKEN",
];

const FILE = join(ROOT, ".dev.vars");

/** The settings that a local run has. */
export function localSettings(): Record<string, string> {
  const inFile = existsSync(FILE) ? parseEnv(readFileSync(FILE, "utf8")) : {};
  const names = NAMES.filter((name) => (process.env[name] ?? inFile[name]) !== undefined);
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? inFile[name] ?? ""]));
}

/** Settings of the environment that a tool does not see which reads the file alone, where there is one. */
export function hiddenSettings(): string[] {
  return existsSync(FILE) ? NAMES.filter((name) => process.env[name] !== undefined) : [];
}

/**
 * What `wrangler dev` has to be told for them. The environment's go through a file that only
 * its owner can read, since a command line is visible to everyone on the machine.
 */
export function settingParameters(state: string): string[] {
  const files = existsSync(FILE) ? [FILE] : [];
  mkdirSync(state, { recursive: true });
  const file = join(state, "settings.env");
  writeFileSync(file, NAMES.flatMap(line).join("\n"), { mode: 0o600 });
  return [...files, file].flatMap((name) => ["--env-file", name]);
}

function line(name: string): string[] {
  const value = process.env[name];
  if (value === undefined) return [];
  const quote = ["'", '"', "`"].find((mark) => !value.includes(mark));
  if (quote === undefined) throw new Error(`${name} holds every kind of quotation mark.`);
  // Wrangler puts variables into what it reads, within quotation marks of every kind.
  return [`${name}=${quote}${value.replaceAll("$", "\\$")}${quote}`];
}
