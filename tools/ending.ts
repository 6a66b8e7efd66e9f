/** Ends a server with this process, and this process with the server. */
import type { ChildProcess } from "node:child_process";

/** Read before anything else happens: the parent may end while this process builds. */
const PARENT = process.ppid;

export function stopWithParent(server: ChildProcess): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
  server.on("exit", (code) => process.exit(code ?? 0));
  // When npm is told to stop, it only ends the shell around this process.
  setInterval(() => process.ppid === PARENT || server.kill("SIGTERM"), 500);
}
