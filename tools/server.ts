/**
 * The local server: its port, its end, and what `npm start` prints of its output: that it is ready, and what needs
 * attention. If the server ends before it is ready, everything it printed.
 */
import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { CommandError, UsageError } from "./options.ts";

/** Milliseconds between two attempts to reach the server. */
const INTERVAL = 50;

/** Prints errors of the server, and the Worker's log without its line for each request. */
export function printWarnings(server: ChildProcess): void {
  const startup: string[] = [];
  let logging = false;
  for (const stream of [server.stdout, server.stderr]) {
    if (stream === null) continue;
    // The log's objects are printed on several lines.
    const object: string[] = [];
    createInterface({ input: stream }).on("line", (line) => {
      if (!logging) startup.push(line);
      if (line.includes("Ready on")) logging = true;
      if (line === "{" || object.length > 0) {
        object.push(line.trim());
        if (line !== "}") return;
      }
      const printed = object.splice(0).join(" ") || line;
      if (needsAttention(printed)) console.error(printed);
    });
  }
  server.on("exit", (code) => {
    if (!logging && code) console.error(startup.join("\n"));
  });
}

/** Local runtimes ask workers.cloudflare.com for their location, which fails without a network and changes nothing. */
function needsAttention(line: string): boolean {
  if (line.includes("workers.cloudflare.com")) return false;
  if (line.startsWith("{ event:")) return !line.startsWith("{ event: 'request'");
  return line.includes("[ERROR]");
}

/** `content`: the served catalog or source, in words; `null` if unknown. */
export async function announceReady(address: string, content: string | null): Promise<void> {
  while (!(await responds(address))) await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  console.log(`Ready: ${address}${content === null ? "" : ` · ${content}`} · Ctrl+C to stop`);
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

/** Throws where it is not a port, or in use. `command` is shown with a port to try instead. */
export async function freePort(port: string, command: string): Promise<string> {
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    throw new UsageError(`${port} is not a port: choose a number from 1 to 65535.`);
  const probe = createServer();
  const failure = await new Promise<string | undefined>((resolve) => {
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    probe.listen(Number(port), "127.0.0.1", () => probe.close(() => resolve(undefined)));
  });
  if (failure === "EADDRINUSE")
    throw new CommandError(`Port ${port} is in use. Try another: ${command} --port ${Number(port) + 1}`);
  if (failure === "EACCES")
    throw new CommandError(`Port ${port} is reserved for the system. Try another: ${command} --port 8787`);
  return port;
}

/** Read before anything else happens: the parent may end while this process builds. */
const PARENT = process.ppid;

export function stopWithParent(server: ChildProcess): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
  server.on("exit", (code) => process.exit(code ?? 0));
  // When npm is told to stop, it only ends the shell around this process.
  setInterval(() => process.ppid === PARENT || server.kill("SIGTERM"), 500);
}
