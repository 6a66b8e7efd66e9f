/** Parses the log of a local server, which Node prints as JavaScript objects. */
import { runInNewContext } from "node:vm";

/** Returns the Worker's log lines in the output of a server. */
export function logLines(printed: string): Record<string, unknown>[] {
  const objects = printed.matchAll(/^\{\s+event: (?:.*\}$|[\s\S]*?^\}$)/gm);
  return [...objects].map(([object]) => runInNewContext(`(${object})`));
}
