/** Runs `npm start` as a separate process, without any settings of the machine. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { outboundIn, watchOutbound } from "../faults/outbound.ts";
import { freePort } from "../listening.ts";
import type { Server } from "./server.ts";

export interface NpmStart extends Server {
  /** Returns the hosts that the tools' processes tried to reach. */
  readonly outbound: () => string[];
}

const { PATH, NODE_COMPILE_CACHE, MARQUEE_ROOT } = process.env;
const ENVIRONMENT = { PATH, NODE_COMPILE_CACHE, MARQUEE_ROOT };

/** Resolves once the server responds. `filled` is the state to copy. */
export async function npmStart(
  settings: Record<string, string> = {},
  filled = inject("filledState"),
): Promise<NpmStart> {
  const folder = mkdtempSync(join(tmpdir(), "marquee test-"));
  const state = join(folder, "state");
  const log = join(folder, "outbound.log");
  cpSync(filled, state, { recursive: true });
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["tools/start.ts", "--built", "--filled", "--log", "json", "--state", state],
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
