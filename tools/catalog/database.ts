/** The local D1 in wrangler's state folder: served by a runtime for as long as it is used, loaded by one process at a time. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type RetryOptions, retryTransient } from "../../worker/origins/catalog/session.ts";
import type { Slot } from "../../worker/origins/change-log.ts";
import { lock, tryLock } from "../lock.ts";
import { CommandError } from "../options.ts";
import { silence } from "../wrangler.ts";
import { migrate, readMigrations } from "./load/migrations.ts";
import { type LoadConnection, queryOf, resultsOf } from "./load/statements.ts";

export type DatabaseName = Slot | "control";

/** The names of their files, which wrangler derives from wrangler.toml: asking it takes half a second. */
const LOCAL: Readonly<Record<DatabaseName, string>> = { A: "CATALOG", B: "CATALOG_B", control: "CONTROL" };

/** A server that reads the same file locks it briefly; a command has time to wait. */
export const WAIT_FOR_LOCKS: RetryOptions = { attempts: Number.POSITIVE_INFINITY, limitMs: 60_000 };

/** Whether there is a database: opening it would create it. */
export function hasLocalDatabase(state: string): boolean {
  return existsSync(join(persistedIn(state), "d1"));
}

/** The folder that wrangler's own commands use within the state folder. */
const persistedIn = (state: string) => join(state, "v3");

export interface LocalDatabase extends LoadConnection {
  /** As a Worker has it, through a proxy of Miniflare that takes half a second to open. */
  readonly binding: () => Promise<D1Database>;
}

export interface LocalDatabases {
  /** Creates and migrates the database if necessary. */
  open(name: DatabaseName): Promise<LocalDatabase>;
}

/** Closes the databases afterwards. */
export async function withLocalDatabases<T>(
  state: string,
  use: (databases: LocalDatabases) => Promise<T>,
): Promise<T> {
  silence();
  // Takes half a second to load, and other commands should not wait for it.
  const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
  const secret = randomUUID();
  // Two runtimes that create the same files at once fail with SQLITE_BUSY.
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const creating = await lock(join(state, "opening.lock"), "exclusive");
    return await work().finally(creating.release);
  }
  const runtime = await alone(async () => {
    process.env.MINIFLARE_WORKERD_V8_FLAGS = GIVEN_FLAGS ?? RUNTIME_HEAP;
    try {
      const started = new Miniflare(
        convertV4MiniflareOptions({
          modules: true,
          script: STATEMENT_WORKER,
          bindings: { SECRET: secret },
          d1Databases: LOCAL,
          resourcePersistencePath: persistedIn(state),
        }),
      );
      await started.ready;
      return started;
    } finally {
      // Or the product that this process starts next would have no more memory than this runtime.
      if (GIVEN_FLAGS === undefined) delete process.env.MINIFLARE_WORKERD_V8_FLAGS;
    }
  });

  const address = new URL(secret, await runtime.ready);
  async function migrated(name: DatabaseName): Promise<LocalDatabase> {
    const found = {
      ...databaseAt(address, name),
      binding: async () => (await runtime.getD1Database(name)) as unknown as D1Database,
    };
    await migrate(found, readMigrations(name === "control" ? "control" : "catalog"));
    return found;
  }

  try {
    return await use({ open: (name) => alone(() => migrated(name)) });
  } finally {
    await runtime.dispose();
  }
}

const GIVEN_FLAGS = process.env.MINIFLARE_WORKERD_V8_FLAGS;
/** Megabytes of heap for the runtime that holds the local database. */
const RUNTIME_HEAP = "--max-old-space-size=96";

export class AnotherLoad extends CommandError {
  override readonly name = "AnotherLoad";
}

/** Throws AnotherLoad at once while another process loads. */
export async function withLoadLock<T>(state: string, work: () => Promise<T>): Promise<T> {
  const held = tryLock(join(state, "catalog-load.lock"), "exclusive");
  if (held === null) throw new AnotherLoad(`Another load into ${state} is running; wait until it has ended.`);
  try {
    return await work();
  } finally {
    held.release();
  }
}

/**
 * Accepts queries in the form of D1's API, and statements with one parameter as text. A statement bound in this process is
 * copied and escaped three times on its way, and the runtime keeps its parameter until this process collects garbage: a
 * large load filled the runtime's heap.
 */
const STATEMENT_WORKER = `
  export default {
    async fetch(request, bindings) {
      const { pathname, searchParams } = new URL(request.url);
      // A page in a browser can send requests to ports of this machine.
      if (pathname !== "/" + bindings.SECRET) return new Response(null, { status: 403 });
      const statement = searchParams.get("statement");
      const database = bindings[searchParams.get("database")];
      const body = await request.text();
      try {
        if (statement !== null) return Response.json(await database.prepare(statement).bind(body).run());
        const { batch } = JSON.parse(body);
        const prepared = batch.map(({ sql, params }) => database.prepare(sql).bind(...params));
        return Response.json(await database.batch(prepared));
      } catch (thrown) {
        return new Response(String(thrown), { status: 500 });
      }
    },
  };`;

/**
 * `address`: the Worker's URL with the secret. Miniflare's `dispatchFetch` copies a text two times more than Node's client.
 * Each request has a connection of its own: while this process sorts, it would miss that the runtime closes an idle one.
 */
function databaseAt(address: URL, name: DatabaseName): LoadConnection {
  async function send(parameters: Readonly<Record<string, string>>, body: string): Promise<string> {
    const query = `?${new URLSearchParams({ database: name, ...parameters })}`;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(new URL(query, address).href, { method: "POST", agent: false }, resolve)
      .on("error", reject)
      .end(body);
    const response = await promise;
    const said = await text(response);
    if (response.statusCode !== 200) throw new Error(said);
    return said;
  }
  return {
    async batch(statements) {
      const query = JSON.stringify(queryOf(statements));
      return resultsOf(JSON.parse(await retryTransient(() => send({}, query), WAIT_FOR_LOCKS)));
    },
    run: (statement, parameter) => retryTransient(() => send({ statement }, parameter), WAIT_FOR_LOCKS),
  };
}
