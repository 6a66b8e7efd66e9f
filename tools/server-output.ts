/**
 * What `npm start` prints of the local server's output: that it is ready, and what needs attention. If the server ends
 * before it is ready, everything it printed.
 */
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** Milliseconds between two attempts to reach the server. */
const INTERVAL = 50;

/** Prints errors of the server, and the Worker's log without its line for each request. */
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

/** Local runtimes ask workers.cloudflare.com for their location, which fails without a network and changes nothing. */
export function needsAttention(line: string): boolean {
  if (line.includes("workers.cloudflare.com")) return false;
  if (line.startsWith('{"event":')) return !line.startsWith('{"event":"request"');
  return line.includes("[ERROR]");
}

/** `titles`: how many the catalog holds; `null` if unknown. */
export async function announceReady(address: string, titles: number | null): Promise<void> {
  while (!(await responds(address))) await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  const catalog = titles === null ? "" : ` · ${titles} titles`;
  console.log(`Ready: ${address}${catalog} · Ctrl+C to stop`);
}

/** `/v1/` without parameters is an error that needs no origin. */
async function responds(address: string): Promise<boolean> {
  try {
    await (await fetch(`${address}/v1/`)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}
