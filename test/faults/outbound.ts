/** Records the hosts that the Node processes of a command try to contact, with a preloaded module. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Returns the environment that makes a command record them in `file`. */
export function watchOutbound(file: string): Record<string, string> {
  const module = pathToFileURL(join(import.meta.dirname, "outbound-watch.mjs"));
  return { NODE_OPTIONS: `--import=${module}`, OUTBOUND_LOG: file };
}

/** Returns the `host:port` of each connection attempt, in order. */
export function outboundIn(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}
