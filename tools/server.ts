/**
 * Manages a local server: finds its port, ends it with its parent process, and prints its output for `npm start`. If
 * the server ends before it is ready, all of its output is printed.
 */
import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { CommandError, UsageError } from "./options.ts";

const INTERVAL = 50;

/** Prints the server's errors and the Worker's log events, except for those about requests. */
export function printWarnings(server: ChildProcess): void {
  const startup: string[] = [];
  let logging = false;
  for (const stream of [server.stdout, server.stderr]) {
    if (stream === null) continue;
    // The lines of a log event read so far, because the runtime prints an event as an object over several lines.
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

/**
 * Returns true for lines that a user should see. Errors about workers.cloudflare.com are hidden, because local
 * runtimes request their location there, which fails without a network.
 */
function needsAttention(line: string): boolean {
  if (line.includes("workers.cloudflare.com")) return false;
  if (line.startsWith("{ event:")) return !line.startsWith("{ event: 'request'");
  return line.includes("[ERROR]");
}

/**
 * Waits until the server responds, and then prints its URL with `content`, a description of the catalog or source.
 * `content` is `null` if unknown.
 */
export async function announceReady(address: string, content: string | null): Promise<void> {
  while (!(await responds(address))) await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  console.log(`Ready: ${address}${content === null ? "" : ` · ${content}`} · Ctrl+C to stop`);
}

/**
 * Returns true if the server responds. Requests `/v1/` without parameters, because the error response does not depend
 * on the source.
 */
async function responds(address: string): Promise<boolean> {
  try {
    await (await fetch(`${address}/v1/`)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/** Returns `port` if it is valid and free. Otherwise, throws an error that suggests `command` with another port. */
export async function freePort(port: string, command: string): Promise<string> {
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    throw new UsageError(`${port} is not a port. Choose a number from 1 to 65535.`);
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

/** The id of the parent process, read at the start because the parent may end during the build. */
const PARENT = process.ppid;

export function stopWithParent(server: ChildProcess): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
  server.on("exit", (code) => process.exit(code ?? 0));
  // If npm is asked to stop, it only ends the shell between npm and this process. The server must then be stopped
  // here.
  setInterval(() => process.ppid === PARENT || server.kill("SIGTERM"), 500);
}
