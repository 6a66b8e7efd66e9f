/** Runs a built Worker on this machine with Miniflare's API: one runtime, no development tools. */
import { once } from "node:events";
import type { BlockList } from "node:net";
import { join } from "node:path";
import { silence } from "../wrangler.ts";
import { createFront } from "./front.ts";
import { JSON_LOG, type RuntimeLine } from "./log.ts";
import { callerAddress } from "./proxies.ts";
import { limitStored } from "./stored.ts";
import { builtWorker } from "./worker.ts";

interface Serving {
  /** The folder of the build. */
  readonly folder: string;
  readonly state: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly host: string;
  readonly port: number;
  readonly trusted: BlockList;
  readonly storedLimitBytes: number;
  readonly print: (line: RuntimeLine) => void;
}

export interface LocalServer {
  /** Accepts requests. */
  listen(): Promise<void>;
  /** Lets running requests finish for a second, and ends the runtime. */
  stop(): Promise<void>;
}

/** Starts the runtime. The server accepts no requests yet. */
export async function startServer(serving: Serving): Promise<LocalServer> {
  const { folder, state, settings, host, port, trusted, print } = serving;
  silence();
  // Imported on demand, because loading Miniflare takes half a second.
  const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      resourcePersistencePath: join(state, "v3"),
      workers: [{ ...builtWorker({ folder, settings, around: [JSON_LOG] }), name: "marquee" }],
      handleStructuredLogs: print,
    }),
  );
  const target = await runtime.ready;
  const callerOf = ({ socket, headers }: Parameters<Parameters<typeof createFront>[0]["callerOf"]>[0]) =>
    callerAddress(socket.remoteAddress ?? "", headers, trusted);
  const front = createFront({ target, callerOf });
  const trim = () => void limitStored(state, serving.storedLimitBytes);
  const trimming = setInterval(trim, TRIM_MS);
  return {
    async listen() {
      trim();
      front.listen(port, host);
      await once(front, "listening");
    },
    async stop() {
      clearInterval(trimming);
      const closed = once(front, "close");
      front.close();
      const overdue = setTimeout(() => front.closeAllConnections(), DRAIN_MS);
      await closed;
      clearTimeout(overdue);
      await runtime.dispose();
    },
  };
}

/** The interval between two checks of the size of stored responses. */
const TRIM_MS = 60_000;
const DRAIN_MS = 1_000;
