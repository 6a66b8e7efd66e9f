/**
 * An upstream on raw TCP, because an HTTP library would correct faulty responses. Tests can change how it behaves at
 * any time.
 */
import { createServer, type Server, type Socket } from "node:net";
import { listen } from "../listening.ts";
import { wellBehaved } from "./behaviours.ts";
import type { TestedDialect } from "./dialects.ts";

export interface Call {
  /** The parameters, including the key. They have the names of the contract in every dialect. */
  readonly parameters: URLSearchParams;
  readonly dialect: TestedDialect["name"];
  /** The request line and the headers, as received. */
  readonly head: string;
}

/** Responds to a call through the socket of its connection. */
export type Behaviour = (socket: Socket, call: Call) => void;

export interface FaultyUpstream {
  /** The value of the setting `UPSTREAM_BASE_URL`. */
  readonly url: string;
  readonly host: string;
  behaviour: Behaviour;
  /** The complete calls so far. Calls for single titles during a search always succeed and are not included. */
  readonly calls: Call[];
  /** Returns the largest number of concurrent calls so far. */
  readonly mostAtOnce: () => number;
  /** Closes the port, so that connections are refused until `listen()` is called. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
}

export async function startFaultyUpstream(behaviour: Behaviour): Promise<FaultyUpstream> {
  const calls: Call[] = [];
  const sockets = new Set<Socket>();
  let busy = 0;
  let mostBusy = 0;

  function connection(socket: Socket): void {
    sockets.add(socket);
    let received = "";
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
      if (!received.endsWith("\r\n\r\n")) return;
      const call = parseCall(received);
      received = "";
      if (call.parameters.get("category") === "title") return wellBehaved(socket, call);
      calls.push(call);
      mostBusy = Math.max(mostBusy, ++busy);
      socket.once("close", () => busy--);
      upstream.behaviour(socket, call);
    });
  }

  let server: Server = createServer(connection);
  const { port } = await listen(server);

  async function refuse(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }

  const upstream: FaultyUpstream = {
    url: `http://127.0.0.1:${port}/v1/`,
    host: `127.0.0.1:${port}`,
    behaviour,
    calls,
    mostAtOnce: () => mostBusy,
    refuse,
    async listen() {
      server = createServer(connection);
      await listen(server, port);
    },
    close: refuse,
  };
  return upstream;
}

function parseCall(head: string): Call {
  const { pathname, searchParams: parameters } = new URL(head.split(" ")[1] ?? "/", "http://upstream.test");
  const [, path] = /^\/3\/(.+)$/.exec(pathname) ?? [];
  if (path === undefined) return { head, parameters, dialect: "contract" };
  const [kind, number] = path.split("/");
  if (kind === "search") {
    parameters.set("category", "search");
    parameters.set("q", parameters.get("query") ?? "");
  } else {
    const isCredits = parameters.get("append_to_response")?.endsWith("credits");
    parameters.set("category", isCredits ? "credits" : "title");
    parameters.set("id", String(Number(number) * 2 + (kind === "tv" ? 1 : 0)));
  }
  return { head, parameters, dialect: "tmdb" };
}
