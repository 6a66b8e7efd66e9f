/** The port of a local server: the one chosen, else `PORT`, else 8787. Ends the process with a sentence where it is none, or another one has it. */
import { createServer } from "node:net";

export async function localPort(chosen?: string): Promise<string> {
  const port = chosen ?? process.env.PORT ?? "8787";
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    console.error(`${port} is not a port: choose a number from 1 to 65535.`);
    process.exit(2);
  }
  const probe = createServer();
  const taken = await new Promise<boolean>((resolve) => {
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    probe.listen(Number(port), "127.0.0.1", () => probe.close(() => resolve(false)));
  });
  if (!taken) return port;
  console.error(
    `Port ${port} is in use. Stop what uses it, or choose another: PORT=${Number(port) + 1} npm start`,
  );
  process.exit(1);
}
