/** A whole Marquee for a test: the built Worker, served by the code behind `npm start`, with a state of its own. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { outboundIn, watchOutbound } from "../faults/outbound.ts";

export interface Server {
  /** Without a slash at the end. */
  readonly url: string;
  readonly pid: number;
  /** The folder of its local database. */
  readonly state: string;
  /** What it has printed so far: its log. */
  readonly printed: () => string;
  /** Other machines that the processes around the Worker asked for anything. */
  readonly outbound: () => string[];
  readonly stop: () => Promise<void>;
}

const { PATH, NODE_COMPILE_CACHE, MARQUEE_ROOT } = process.env;
const ENVIRONMENT = { PATH, NODE_COMPILE_CACHE, MARQUEE_ROOT };

/**
 * Starts it with these settings, none of the machine's own and another home, and waits until it answers.
 * `filled`: a state whose catalog is filled, which is copied rather than filled anew.
 */
export async function startServer(
  settings: Record<string, string> = {},
  filled = inject("filledState"),
): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "marquee test-"));
  const state = join(folder, "state");
  const log = join(folder, "outbound.log");
  cpSync(filled, state, { recursive: true });
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["tools/start.ts", "--built", "--filled", "--verbose", "--state", state],
    {
      env: { ...ENVIRONMENT, HOME: folder, ...watchOutbound(log), ...settings, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const gone = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(
    url,
    () => child.exitCode !== null,
    () => printed,
  );
  return {
    url,
    pid: child.pid ?? 0,
    state,
    printed: () => printed,
    outbound: () => outboundIn(log),
    async stop() {
      child.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswering(url: string, ended: () => boolean, printed: () => string): Promise<void> {
  for (let tries = 0; tries < 1_200 && !ended(); tries++) {
    try {
      await fetch(`${url}/v1/`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`The server did not answer. It printed:\n${printed()}`);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
