/** Manages a local server: finds its port, and ends it with its parent process. */
import { createServer } from "node:net";
import { CommandError, UsageError } from "./options.ts";

/** Returns `port` if it is valid and free. Otherwise, throws an error that suggests `command` with another port. */
export async function freePort(port: string, command: string, host = "127.0.0.1"): Promise<string> {
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    throw new UsageError(`${port} is not a port. Choose a number from 1 to 65535.`);
  const probe = createServer();
  const failure = await new Promise<string | undefined>((resolve) => {
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    probe.listen(Number(port), host, () => probe.close(() => resolve(undefined)));
  });
  if (failure === "EADDRINUSE")
    throw new CommandError(`Port ${port} is in use. Try another: ${command} --port ${Number(port) + 1}`);
  if (failure === "EACCES")
    throw new CommandError(`Port ${port} is reserved for the system. Try another: ${command} --port 8787`);
  if (failure !== undefined) throw new UsageError(`This machine has no address ${host}.`);
  return port;
}

/** The id of the parent process, read at the start because the parent may end during the build. */
const PARENT = process.ppid;

/** Calls `stop` once, when this process is asked to end or its parent has ended. */
export function whenAskedToStop(stop: (signal: "SIGINT" | "SIGTERM") => void): void {
  let isAsked = false;
  const once = (signal: "SIGINT" | "SIGTERM") => {
    if (!isAsked) stop(signal);
    isAsked = true;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, once);
  // If npm is asked to stop, it only ends the shell between npm and this process. The server must then be stopped
  // here.
  setInterval(() => process.ppid === PARENT || once("SIGTERM"), 500);
}
