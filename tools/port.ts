/** The port of a local server. */
import { createServer } from "node:net";
import { CommandError, UsageError } from "./options.ts";

/** Throws where it is not a port, or in use. `command` is shown with a port to try instead. */
export async function freePort(port: string, command: string): Promise<string> {
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    throw new UsageError(`${port} is not a port: choose a number from 1 to 65535.`);
  const probe = createServer();
  const inUse = await new Promise<boolean>((resolve) => {
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    probe.listen(Number(port), "127.0.0.1", () => probe.close(() => resolve(false)));
  });
  if (inUse)
    throw new CommandError(`Port ${port} is in use. Try another: ${command} --port ${Number(port) + 1}`);
  return port;
}
