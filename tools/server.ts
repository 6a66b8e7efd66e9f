/**
 * Manages a local server: its port, its end, and the output that `npm start` shows. If the server ends before it is
 * ready, all of its output is printed.
 */
import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { CommandError, UsageError } from "./options.ts";

const INTERVAL = 50;

/** Prints the errors of the server and the log of the Worker, except lines about requests. */
export function printWarnings(server: ChildProcess): void {
  const startup: string[] = [];
  let logging = false;
  for (const stream of [server.stdout, server.stderr]) {
    if (stream === null) continue;
    // The lines of an object in the log, which spans several lines.
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
 * Returns true unless the line is harmless. Local runtimes request their location from workers.cloudflare.com, which
 * fails without a network.
 */
function needsAttention(line: string): boolean {
  if (line.includes("workers.cloudflare.com")) return false;
  if (line.startsWith("{ event:")) return !line.startsWith("{ event: 'request'");
  return line.includes("[ERROR]");
}

/**
 * Waits until the server responds, and then prints its URL. `content` describes the catalog or source, or is `null`
 * if it is unknown.
 */
export async function announceReady(address: string, content: string | null): Promise<void> {
  while (!(await responds(address))) await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  console.log(`Ready: ${address}${content === null ? "" : ` · ${content}`} · Ctrl+C to stop`);
}

/** Requests `/v1/` without parameters, because this error does not depend on the source. */
async function responds(address: string): Promise<boolean> {
  try {
    await (await fetch(`${address}/v1/`)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the port as a number. Throws if it is invalid or in use, with an error that suggests `command` with another
 * port.
 */
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

/** Read at the start, because the parent process may end during the build. */
const PARENT = process.ppid;

export function stopWithParent(server: ChildProcess): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
  server.on("exit", (code) => process.exit(code ?? 0));
  // When npm is asked to stop, it only ends the shell that started this process.
  setInterval(() => process.ppid === PARENT || server.kill("SIGTERM"), 500);
}
