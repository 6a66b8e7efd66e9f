/**
 * Records the hosts that the Node processes of a command try to contact. A module preloaded into these processes
 * writes them to a file.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Returns environment variables that make a command record its connection attempts in `file`. */
export function watchOutbound(file: string): Record<string, string> {
  const module = pathToFileURL(join(import.meta.dirname, "outbound-watch.mjs"));
  return { NODE_OPTIONS: `--import=${module}`, OUTBOUND_LOG: file };
}

/** Returns the `host:port` of each recorded connection attempt, in order. */
export function outboundIn(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}
