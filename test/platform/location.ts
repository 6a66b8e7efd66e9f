/**
 * The built Worker in one data center: real workerd, with a Cache API and a database of its own.
 * Its clock is the test's, and it is asked by whole addresses, so that a test chooses the host.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { load } from "../../tools/catalog/load/load.ts";
import { readMigrations } from "../../tools/catalog/load/migrations.ts";
import { boundTarget } from "../../tools/catalog/load/target.ts";
import { starterSource } from "../../tools/catalog/sources/starter.ts";
import { pause } from "../faults/asking.ts";
import type { Purge } from "./storage.ts";

const BUILT = join(import.meta.dirname, "../../dist/server");
const ENTRY = join(import.meta.dirname, "location");

export interface Location {
  /** `now`: what the Worker's clock says, in milliseconds since 1970. */
  fetch(request: Request, now: number): Promise<Response>;
  /** Once nothing is left that the Worker gave to `waitUntil`. */
  settle(): Promise<void>;
  /** Does what the Worker asks of `ctx.cache.purge`. */
  onPurge: (what: Purge) => void;
  /** What the Worker has printed so far: its log. */
  readonly printed: () => string;
  stop(): Promise<void>;
}

interface LocationOptions {
  /** Those of the Worker; none of the machine's own. */
  readonly settings: Record<string, string>;
  /** Whether the database has the starter catalog. */
  readonly catalog?: boolean;
}

export async function startLocation({ settings, catalog = false }: LocationOptions): Promise<Location> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(BUILT, "wrangler.json"));
  const { versionMetadata: _, ...options } = workerOptions;
  let printed = "";
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      name: "marquee",
      modules: modules(),
      modulesRoot: BUILT,
      bindings: { RATE_LIMIT: "off", ...settings, VERSION: { id: "1", tag: "", timestamp: "" } },
      serviceBindings: {
        async FRONT(request) {
          location.onPurge((await request.json()) as Purge);
          return Response.json({ success: true, errors: [] }) as never;
        },
      },
      handleStructuredLogs({ message }) {
        printed += `${message}\n`;
      },
    }),
  );
  if (catalog) await fillCatalog(runtime);

  const location: Location = {
    async fetch(request, now) {
      const { method, url } = request;
      const headers = { ...Object.fromEntries(request.headers), "Test-Now": String(now) };
      const body = method === "POST" ? await request.arrayBuffer() : null;
      const response = await runtime.dispatchFetch(url, { method, headers, body, redirect: "manual" });
      const bytes = await response.arrayBuffer();
      return new Response([204, 304].includes(response.status) ? null : bytes, {
        status: response.status,
        headers: Object.fromEntries(response.headers),
      });
    },
    async settle() {
      const left = async () => (await runtime.dispatchFetch("http://location.test/")).text();
      while ((await left()) !== "0") await pause(5);
    },
    onPurge() {},
    printed: () => printed,
    stop: () => runtime.dispose(),
  };
  await runtime.ready;
  return location;
}

async function fillCatalog(runtime: Miniflare): Promise<void> {
  const database = (await runtime.getD1Database("CATALOG")) as D1Database;
  const target = boundTarget(database);
  const migrations = readMigrations();
  for (const { statements } of migrations) await target.run(statements);
  await load(starterSource(), { target, migrations, now: () => new Date() });
}

/** The first is the entry. */
function modules() {
  const around = ["entry.mjs", "clock.mjs", "cache.mjs"].map((name) =>
    moduleFrom(join(ENTRY, name), join("location", name)),
  );
  return [
    ...around,
    ...globSync("**/*.mjs", { cwd: BUILT }).map((name) => moduleFrom(join(BUILT, name), name)),
  ];
}

function moduleFrom(file: string, name: string) {
  return { type: "ESModule" as const, path: join(BUILT, name), contents: readFileSync(file, "utf8") };
}
