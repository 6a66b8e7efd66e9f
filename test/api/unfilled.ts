/**
 * The built Worker with a catalog that was never filled, so that a failure of the upstream is
 * left without its last resort. `npm start` would fill it, hence not by way of it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { start } from "../../tools/wrangler.ts";
import { freePort } from "../product/server.ts";

export interface Unfilled {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export async function startUnfilled(settings: Record<string, string>): Promise<Unfilled> {
  const state = mkdtempSync(join(tmpdir(), "marquee-unfilled-"));
  const file = join(state, "settings.env");
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  writeFileSync(file, lines.join("\n"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = start(
    "wrangler",
    [
      ...["dev", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"],
      ...["--persist-to", state, "--log-level", "error", "--env-file", file],
    ],
    "ignore",
  );
  const gone = new Promise<void>((resolve) => server.on("exit", () => resolve()));
  async function stop(): Promise<void> {
    server.kill("SIGTERM");
    await gone;
    rmSync(state, { recursive: true, force: true });
  }
  for (let tries = 0; tries < 300 && server.exitCode === null; tries++) {
    if (await fetch(url).catch(() => null)) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  throw new Error("The server did not answer.");
}
