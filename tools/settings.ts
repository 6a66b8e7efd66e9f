/** Reads the settings of a local run. Settings in the environment take precedence over those in `.dev.vars`. */
import { existsSync, readFileSync } from "node:fs";
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
  "MCP",
  "RATE_LIMIT",
  "ADMIN_TOKEN",
];

const FILE = join(ROOT, ".dev.vars");

/** Reads the settings for a local run. Throws a CommandError if a line of `.dev.vars` is not understood. */
export function localSettings(): Record<string, string> {
  const inFile = existsSync(FILE) ? readSettings(readFileSync(FILE)) : {};
  const names = NAMES.filter((name) => (process.env[name] ?? inFile[name]) !== undefined);
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? inFile[name] ?? ""]));
}

/** Parses a settings file. Some editors add a byte order mark, and PowerShell writes UTF-16. */
function readSettings(bytes: Buffer): NodeJS.Dict<string> {
  const encoding = ENCODINGS.find(([mark]) => bytes.subarray(0, 2).equals(Buffer.from(mark)))?.[1] ?? "utf-8";
  const text = new TextDecoder(encoding).decode(bytes);
  const line = findUnknownLine(text);
  // The line itself may contain a secret.
  if (line !== null)
    throw new CommandError(`${FILE}:${line} is not a setting. Write NAME=value, or # before a comment.`);
  return parseEnv(text);
}

const ENCODINGS = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
] as const;

const QUOTED = /=[^\S\n]*(["'`])[\s\S]*?\1/g;
const LINE = /^\s*(?:(?:export\s+)?[\w.-]+\s*=.*|#.*)?$/;

/** Returns the number of the first line that is neither a setting nor a comment, or `null`. */
function findUnknownLine(text: string): number | null {
  // A value in quotes may have several lines.
  const unquoted = text.replaceAll(QUOTED, (value) => `=${value.replaceAll(/[^\n]/g, "")}`);
  const at = unquoted.split(/\r?\n/).findIndex((line) => !LINE.test(line));
  return at === -1 ? null : at + 1;
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
