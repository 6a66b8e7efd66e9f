/** Parses the log of a local server, which Node prints as objects. */
import { runInNewContext } from "node:vm";

/** Returns the Worker's lines among what a server printed. */
export function logLines(printed: string): Record<string, unknown>[] {
  const objects = printed.matchAll(/^\{\s+event: (?:.*\}$|[\s\S]*?^\}$)/gm);
  return [...objects].map(([object]) => runInNewContext(`(${object})`));
}
