/** A server that this process has started ends when this process is told to, and the other way round. */
import type { ChildProcess } from "node:child_process";

export function stopWithParent(server: ChildProcess): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
  server.on("exit", (code) => process.exit(code ?? 0));
  // When npm is told to stop it ends the shell around this process and nothing else.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || server.kill("SIGTERM"), 500);
}
