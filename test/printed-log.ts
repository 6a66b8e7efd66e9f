/** The log of a local server: objects, as Node prints them. */
import { runInNewContext } from "node:vm";

/** The Worker's lines in what a server printed. */
export function logLines(printed: string): Record<string, unknown>[] {
  const objects = printed.matchAll(/^\{\s+event: (?:.*\}$|[\s\S]*?^\}$)/gm);
  return [...objects].map(([object]) => runInNewContext(`(${object})`));
}
