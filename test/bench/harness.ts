/** Starts each measured Worker in the same way, in its own runtime. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createTestHarness, type WorkerHandle } from "wrangler";
import { silence } from "../../tools/wrangler.ts";
import { digestKey } from "../../worker/contract/key.ts";
import { runtimesUnder } from "../faults/processes.ts";
import { freePort } from "../listening.ts";

export interface MeasuredWorker {
  /** The URL, with a trailing slash. */
  readonly url: string;
  /** The processes whose CPU time is measured. */
  readonly pids: readonly number[];
  readonly stop: () => Promise<void>;
}

type Reference = "hello" | "cache-hit";

const REFERENCES: Record<Reference, string> = {
  hello: `export default { fetch: () => new Response("hello") };`,
  /** The smallest Worker that serves responses from the Cache API. A PUT request stores a response. */
  "cache-hit": `
    export default {
      async fetch(request) {
        if (request.method === "PUT") {
          const { headers, body } = await request.json();
          const stored = { ...headers, "Cache-Control": "public, max-age=86400" };
          await caches.default.put(request.url, new Response(body, { headers: stored }));
          return new Response();
        }
        return await caches.default.match(request.url);
      },
    };`,
};

export async function startReference(reference: Reference): Promise<MeasuredWorker> {
  const folder = mkdtempSync(join(tmpdir(), "marquee-bench-"));
  const config = {
    name: reference,
    main: "worker.js",
    compatibility_date: "2026-10-01",
    // Like Marquee, the reference has static files, because the platform matches every URL against them before it
    // runs the Worker.
    assets: { directory: resolve("dist/client"), binding: "ASSETS", run_worker_first: ["/v1/*"] },
  };
  writeFileSync(join(folder, "worker.js"), REFERENCES[reference]);
  writeFileSync(join(folder, "wrangler.json"), JSON.stringify(config));
  const worker = await start(join(folder, "wrangler.json"), {});
  const stop = async () => {
    await worker.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...worker, stop };
}

export async function startMarquee(upstream: string): Promise<MeasuredWorker> {
  return await start("dist/server/wrangler.json", {
    UPSTREAM_BASE_URL: upstream,
    IMAGE_BASE_URL: upstream,
    RATE_LIMIT: "off",
  });
}

/** Starts Marquee with `ACCESS=keyed` and a database with this key. */
export async function startKeyed(upstream: string, key: string): Promise<MeasuredWorker> {
  const vars = { UPSTREAM_BASE_URL: upstream, RATE_LIMIT: "off", ACCESS: "keyed" };
  const digest = Buffer.from(await digestKey(key)).toString("hex");
  return await start("dist/server/wrangler.json", vars, async (worker) => {
    await worker.applyD1Migrations("CONTROL");
    const { CONTROL } = await worker.getEnv();
    await CONTROL.prepare("INSERT INTO api_key VALUES (?1, 'Bench', NULL, 0, NULL, NULL)").bind(digest).run();
  });
}

/**
 * Starts `npm start` with the catalog in the folder `data`. The CPU time of all its runtimes counts, including D1's.
 */
export async function startCatalog(data: string): Promise<MeasuredWorker> {
  const state = mkdtempSync(join(tmpdir(), "marquee-bench-"));
  const load = ["tools/catalog/main.ts", "load", data, "--state", state];
  execFileSync(process.execPath, load, { stdio: "inherit" });
  const port = await freePort();
  const serve = ["tools/start.ts", "--built", "--filled", "--state", state, "--port", String(port)];
  const env = { ...process.env, RATE_LIMIT: "off" };
  const server = spawn(process.execPath, serve, { env, stdio: ["ignore", "pipe", "inherit"] });
  // Waits for the first line of output, which the command prints when it is ready.
  await Promise.race([once(server.stdout, "data"), once(server, "exit")]);
  const stop = async () => {
    server.kill();
    await once(server, "exit");
    rmSync(state, { recursive: true });
  };
  return { url: `http://127.0.0.1:${port}/`, pids: runtimesUnder(server.pid ?? 0), stop };
}

type Prepare = (worker: WorkerHandle<{ CONTROL: D1Database }>) => Promise<void>;

async function start(
  configPath: string,
  vars: Record<string, string>,
  prepare: Prepare = async () => {},
): Promise<MeasuredWorker> {
  silence();
  const before = runtimesUnder(process.pid);
  const harness = createTestHarness({ workers: [{ configPath, vars }] });
  const { url } = await harness.listen();
  await prepare(harness.getWorker());
  // The harness starts two runtimes. Only the last one runs the Worker, and the other one forwards requests to it.
  const pids = runtimesUnder(process.pid).filter((runtime) => !before.includes(runtime));
  return { url: url.href, pids: pids.slice(-1), stop: () => harness.close() };
}
