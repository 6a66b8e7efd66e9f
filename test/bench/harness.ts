/** Workers to be measured, each in a runtime of its own, all started the same way. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createTestHarness, type TestHarness } from "wrangler";
import { silence } from "../../tools/wrangler.ts";
import { runtimesUnder } from "../faults/processes.ts";

export interface MeasuredWorker {
  /** With a slash at the end. */
  readonly url: string;
  /** The process in which the Worker runs. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

type Reference = "hello" | "cache-hit";

const REFERENCES: Record<Reference, string> = {
  hello: `export default { fetch: () => new Response("hello") };`,
  /** What is put is served, with the headers put: the smallest Worker that answers from the Cache API. */
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
    // As Marquee has them: the platform looks at every address before the Worker does.
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

export async function startMarquee(
  upstream: string,
  settings: Record<string, string> = {},
): Promise<MeasuredWorker> {
  const vars = { UPSTREAM_BASE_URL: upstream, RATE_LIMIT: "off", ...settings };
  return await start("dist/server/wrangler.json", vars, (harness) =>
    harness.getWorker<{ CATALOG: D1Database }>().applyD1Migrations("CATALOG"),
  );
}

/** `prepare`: before the first request. */
async function start(
  configPath: string,
  vars: Record<string, string>,
  prepare?: (harness: TestHarness) => Promise<void>,
): Promise<MeasuredWorker> {
  silence();
  const before = runtimesUnder(process.pid);
  const harness = createTestHarness({ workers: [{ configPath, vars }] });
  const { url } = await harness.listen();
  await prepare?.(harness);
  // The harness starts two: one that passes requests on, and after it the Worker's own.
  const pid = runtimesUnder(process.pid)
    .filter((runtime) => !before.includes(runtime))
    .at(-1);
  if (pid === undefined) throw new Error("There is no runtime.");
  return { url: url.href, pid, stop: () => harness.close() };
}
