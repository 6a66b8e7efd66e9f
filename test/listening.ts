/** Starts test servers on loopback ports. */
import { createServer, Server as HttpServer } from "node:http";
import type { Server } from "node:net";

export interface Listening {
  /** The URL, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Closes the server and its connections. */
  readonly close: () => Promise<void>;
}

/** Listens on `port`, or on a free port if it is 0. */
export async function listen(server: Server, port = 0): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      if (server instanceof HttpServer) server.closeAllConnections();
      await closed;
    },
  };
}

export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}
