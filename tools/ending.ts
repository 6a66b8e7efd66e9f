/** Ends a server with this process, and this process with the server. */
import type { ChildProcess } from "node:child_process";

export function stopWithParent(server: ChildProcess): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
  server.on("exit", (code) => process.exit(code ?? 0));
  // When npm is told to stop, it only ends the shell around this process.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || server.kill("SIGTERM"), 500);
}
