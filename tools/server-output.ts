/**
 * What `npm start` shows of the local server: that it is ready, and what needs attention. When the
 * server ends before it was ready, everything it printed is shown.
 */
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** Milliseconds between two attempts to reach the server. */
const INTERVAL = 50;

/** Prints the Worker's log without its line for each request, and errors of the server. */
export function printWarnings(server: ChildProcess): void {
  const startup: string[] = [];
  let logging = false;
  for (const stream of [server.stdout, server.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      if (!logging) startup.push(line);
      if (line.includes("Ready on")) logging = true;
      if (needsAttention(line)) console.error(line);
    });
  }
  server.on("exit", (code) => {
    if (!logging && code) console.error(startup.join("\n"));
  });
}

/** Local runtimes ask workers.cloudflare.com where they are: that fails without a network and changes nothing. */
export function needsAttention(line: string): boolean {
  if (line.includes("workers.cloudflare.com")) return false;
  if (line.startsWith('{"event":')) return !line.startsWith('{"event":"request"');
  return line.includes("[ERROR]");
}

/** `titles`: how many the catalog holds, `null` where that is not known. */
export async function announceReady(address: string, titles: number | null): Promise<void> {
  while (!(await answers(address))) await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  const catalog = titles === null ? "" : ` · ${titles} titles`;
  console.log(`Ready: ${address}${catalog} · Ctrl+C stops it`);
}

/** `/v1/` without parameters is answered without asking the origin. */
async function answers(address: string): Promise<boolean> {
  try {
    await (await fetch(`${address}/v1/`)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}
