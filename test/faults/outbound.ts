/** Which other machines the Node processes of a command asked for anything: seen from within, by a module loaded first. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** For the environment of the command. `file`: where they are written. */
export function watchOutbound(file: string): Record<string, string> {
  const module = pathToFileURL(join(import.meta.dirname, "outbound-watch.mjs"));
  return { NODE_OPTIONS: `--import=${module}`, OUTBOUND_LOG: file };
}

/** `host:port` of each connection that was begun to another machine, in order. */
export function outboundIn(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}
