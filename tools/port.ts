/** The port of a local server: `PORT`, else 8787. Ends the process with a sentence where another one has it. */
import { createServer } from "node:net";

export async function localPort(): Promise<string> {
  const port = process.env.PORT ?? "8787";
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
