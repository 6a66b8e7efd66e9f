/**
 * Runs the built Worker in workerd as if it were deployed. Each data centre has its own Cache API, and all of them
 * share the databases. Tests set the clock and choose the host of each request.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import type { Connections } from "../../tools/catalog/connection.ts";
import type { AppliedChange } from "../../tools/catalog/control.ts";
import { chooseDestination, liveSlot, recordLoad, switchSlots } from "../../tools/catalog/generations.ts";
import { load, type Source } from "../../tools/catalog/load/load.ts";
import { migrate, readMigrations } from "../../tools/catalog/load/migrations.ts";
import type { Connection } from "../../tools/catalog/load/statements.ts";
import { LoadReport } from "../../tools/catalog/sources/load-report.ts";
import { starterSource } from "../../tools/catalog/starter/read.ts";
import { applyChanges } from "../../tools/catalog/update/batch.ts";
import { moduleAt } from "../../tools/serve/worker.ts";
import { builtWorker } from "../built-worker.ts";
import { connectionTo } from "../d1-connection.ts";
import { pause } from "../faults/asking.ts";
import { recordUpdate } from "../recorded-update.ts";
import type { Front, Selection } from "./front.ts";

const AROUND = ["entry.mjs", "clock.mjs", "cache.mjs", "subrequests.mjs"];

const DONE = { success: true, errors: [] };

type Instance = "primary" | "replica" | "spent" | "failing" | "silent";

export interface Location {
  /** Sends a request to the Worker. `now` is the Worker's time in epoch milliseconds. */
  fetch(request: Request, now: number): Promise<Response>;
  /** Resolves once all work passed to `waitUntil` is done. */
  settle(): Promise<void>;
  /** Returns how many requests to other servers and Cache API calls there have been. */
  subrequests(): Promise<number>;
  /** Returns the number of D1 statements so far. `calls` counts a batch of statements as one. */
  queries(): Promise<number>;
  calls(): Promise<number>;
  /** Returns the number of timers over five seconds that are still waiting. `now` moves the Worker's clock first. */
  timers(now?: number): Promise<number>;
  /**
   * Selects the database instance for reads. A `replica` lags behind, a `spent` one has used up its quota, a
   * `failing` one is overloaded, and a `silent` one does not respond until another instance is selected.
   */
  readFrom(instance: Instance): Promise<void>;
}

export interface Deployment {
  /** A data centre in which the platform serves the build's files without running the Worker. */
  readonly here: Location;
  /** Another data centre, in which requests for files also run the Worker. */
  readonly there: Location;
  /** The id of the Worker's version. */
  readonly version: string;
  front: Pick<Front, "purge" | "invalidate">;
  /** Loads a catalog into the replicas of both slots. Can be called only once. */
  replicate(source: Source): Promise<void>;
  /** Loads a catalog into the idle slot and makes it live, like `catalog load`. */
  load(source: Source): Promise<void>;
  /** Logs changes, like `catalog update`. */
  change(...changes: readonly AppliedChange[]): Promise<void>;
  /** Removes a title from the live catalog with an update. */
  remove(id: number): Promise<void>;
  readonly printed: () => string;
  stop(): Promise<void>;
}

interface DeploymentOptions {
  readonly settings: Record<string, string>;
  /** Whether the databases contain the starter catalog. If not, they contain empty tables. */
  readonly catalog?: boolean;
}

export async function startDeployment({ settings, catalog = false }: DeploymentOptions): Promise<Deployment> {
  const around = AROUND.map((name) =>
    moduleAt(join("location", name), readFileSync(join(import.meta.dirname, "location", name), "utf8")),
  );
  let printed = "";
  const built = (name: string) => builtWorker({ RATE_LIMIT: "off", ...settings, LOCATION: name }, around);
  const worker = (name: string) => ({
    ...built(name),
    d1Databases: listDatabases(built(name)),
    name,
    serviceBindings: {
      async FRONT(request: { readonly url: string; json(): Promise<unknown> }) {
        const method = request.url.endsWith("/purge") ? "purge" : "invalidate";
        return Response.json(deployment.front[method]((await request.json()) as Selection)) as never;
      },
    },
  });
  const state = await stateWith(catalog);
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      resourcePersistencePath: state,
      workers: [worker("here"), worker("there")],
      handleStructuredLogs({ message }) {
        printed += `${message}\n`;
      },
    }),
  );
  const connections = createConnections(runtime);
  const there = await runtime.getWorker("there");
  const deployment: Deployment = {
    here: locationBy((url, init) => runtime.dispatchFetch(url, init)),
    there: locationBy((url, init) => there.fetch(url, init as never)),
    version: built("here").bindings.VERSION.id,
    front: { purge: () => DONE, invalidate: () => DONE },
    replicate: async (source) => await loadInto(await openDatabase(runtime, "REPLICA"), source),
    async load(source) {
      const destination = await chooseDestination(connections);
      await loadInto(await openDatabase(runtime, `CATALOG_${destination.slot}`), source);
      await recordLoad(connections, destination);
      await switchSlots(connections, "switch");
    },
    change: async (...changes) =>
      await recordUpdate(await connections.control(), changes, { version: "", writes: 0 }),
    async remove(id) {
      const live = await connections.catalog((await liveSlot(connections)) ?? "A");
      const control = await connections.control();
      async function* lines() {
        yield { place: "1", change: { op: "remove", kind: "title", id } as const };
      }
      await applyChanges(lines(), { live, control, report: new LoadReport() });
    },
    printed: () => printed,
    async stop() {
      await runtime.dispose();
      rmSync(state, { recursive: true });
    },
  };
  return deployment;
}

const listDatabases = (worker: object) => ({ ...(worker as WithDatabases).d1Databases, REPLICA: "replica" });

interface WithDatabases {
  readonly d1Databases?: Record<string, string>;
}

/**
 * Creates a state folder with the databases of a new deployment. They are copied from a template, because filling
 * them takes seconds.
 */
async function stateWith(catalog: boolean): Promise<string> {
  const filled = FILLED.get(catalog) ?? filledState(catalog);
  FILLED.set(catalog, filled);
  const state = mkdtempSync(join(tmpdir(), "marquee-state-"));
  cpSync(await filled, state, { recursive: true });
  return state;
}

const FILLED = new Map<boolean, Promise<string>>();

async function filledState(catalog: boolean): Promise<string> {
  const state = mkdtempSync(join(tmpdir(), "marquee-filled-"));
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default {}",
      resourcePersistencePath: state,
      d1Databases: listDatabases(builtWorker({})),
    }),
  );
  for (const name of ["CATALOG_A", "CATALOG_B", "REPLICA", "CONTROL"])
    await migrate(
      await openDatabase(runtime, name),
      readMigrations(name === "CONTROL" ? "control" : "catalog"),
    );
  if (catalog) await loadInto(await openDatabase(runtime, "CATALOG_A"), starterSource());
  await liveSlot(createConnections(runtime));
  await runtime.dispose();
  return state;
}

type Ask = (url: string, init: Init) => Promise<Pick<Response, "status" | "arrayBuffer" | "text"> & Headed>;

interface Init {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: ArrayBuffer | null;
  readonly redirect: "manual";
}

interface Headed {
  readonly headers: Iterable<[string, string]>;
}

function locationBy(ask: Ask): Location {
  let settling: Promise<void> | undefined;

  async function state(
    of: "" | "subrequests" | "queries" | "calls" | "timers" | Instance,
    headers: Record<string, string> = {},
  ): Promise<number> {
    const init = { method: "GET", headers, body: null, redirect: "manual" } as const;
    return Number(await (await ask(`http://location.test/${of}`, init)).text());
  }

  async function untilIdle(): Promise<void> {
    while ((await state("")) !== 0) await pause(5);
  }

  return {
    async fetch(request, now) {
      const { method, url } = request;
      const headers = { ...Object.fromEntries(request.headers), "Test-Now": String(now) };
      const body = method === "POST" ? await request.arrayBuffer() : null;
      const response = await ask(url, { method, headers, body, redirect: "manual" });
      const bytes = await response.arrayBuffer();
      return new Response([204, 304].includes(response.status) ? null : bytes, {
        status: response.status,
        headers: Object.fromEntries(response.headers),
      });
    },
    subrequests: () => state("subrequests"),
    queries: () => state("queries"),
    calls: () => state("calls"),
    timers: (now) => state("timers", now === undefined ? {} : { "Test-Now": String(now) }),
    async readFrom(instance) {
      await state(instance);
    },

    settle() {
      settling ??= untilIdle().finally(() => {
        settling = undefined;
      });
      return settling;
    },
  };
}

const openDatabase = async (runtime: Miniflare, name: string) =>
  connectionTo((await runtime.getD1Database(name)) as D1Database);

const createConnections = (runtime: Miniflare): Connections => ({
  catalog: (slot) => openDatabase(runtime, `CATALOG_${slot}`),
  control: () => openDatabase(runtime, "CONTROL"),
});

/**
 * Loads a catalog, a second time if the first fails: Miniflare's proxy closes an idle connection after five seconds,
 * which this process notices too late on a busy machine, while it computes.
 */
async function loadInto({ batch: target }: Connection, source: Source): Promise<void> {
  const begin = () => load(source, { target, migrations: readMigrations(), now: () => new Date() });
  await begin().catch(begin);
}
