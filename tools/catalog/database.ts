/** Opens the local D1 databases in wrangler's state folder. A local runtime serves them while they are open. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../../worker/changes/change-log.ts";
import { type RetryOptions, retryTransient } from "../../worker/source/d1.ts";
import type { Binding } from "../databases.ts";
import { CommandError } from "../options.ts";
import { silence } from "../wrangler.ts";
import { migrate, readMigrations } from "./load/migrations.ts";
import { type Connection, parseResults, toQuery } from "./load/statements.ts";

export type DatabaseName = Slot | "control";

/** The binding of each database. Wrangler names the local files after the bindings. */
const LOCAL: Readonly<Record<DatabaseName, Binding>> = { A: "CATALOG_A", B: "CATALOG_B", control: "CONTROL" };

/**
 * The retry options for a locked file. A local server locks a database briefly whenever it reads, so commands retry
 * for up to a minute.
 */
export const WAIT_FOR_LOCKS: RetryOptions = { attempts: Number.POSITIVE_INFINITY, limitMs: 60_000 };

/** Returns true if there are local databases. Never creates one. */
export function hasLocalDatabase(state: string): boolean {
  return existsSync(join(persistedIn(state), "d1"));
}

/** Returns the folder within the state folder in which wrangler keeps its data. */
const persistedIn = (state: string) => join(state, "v3");

export interface LocalDatabase extends Connection {
  /** Opens the database as a Worker's binding. This takes half a second, because it starts a Miniflare proxy. */
  readonly binding: () => Promise<D1Database>;
}

export interface LocalDatabases {
  /** Opens a database. Creates it and applies migrations if necessary. */
  open(name: DatabaseName): Promise<LocalDatabase>;
}

/** Calls `use` with the local databases, and closes them afterwards. */
export async function withLocalDatabases<T>(
  state: string,
  use: (databases: LocalDatabases) => Promise<T>,
): Promise<T> {
  silence();
  // Imported on demand, because loading Miniflare takes half a second.
  const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
  const secret = randomUUID();
  const options = convertV4MiniflareOptions({
    modules: true,
    script: STATEMENT_WORKER,
    bindings: { SECRET: secret },
    d1Databases: LOCAL,
    resourcePersistencePath: persistedIn(state),
    // Otherwise, the runtime prints its own stack when a database fails.
    handleStructuredLogs: () => {},
  });

  const runtime = await whileCreated(async () => {
    process.env.MINIFLARE_WORKERD_V8_FLAGS = GIVEN_FLAGS ?? RUNTIME_HEAP;
    const started = new Miniflare(options);
    try {
      await started.ready;
      return started;
    } catch (thrown) {
      await started.dispose().catch(() => {});
      throw explained(thrown as Error);
    } finally {
      // Otherwise, processes that are started later would inherit the limit on the heap.
      if (GIVEN_FLAGS === undefined) delete process.env.MINIFLARE_WORKERD_V8_FLAGS;
    }
  });
  const address = new URL(secret, await runtime.ready);
  async function migrated(name: DatabaseName): Promise<LocalDatabase> {
    const database = {
      ...databaseAt(address, name),
      binding: async () => (await runtime.getD1Database(name)) as unknown as D1Database,
    };
    await migrate(database, readMigrations(name === "control" ? "control" : "catalog"));
    return database;
  }

  try {
    return await use({ open: (name) => whileCreated(() => migrated(name)) });
  } finally {
    await runtime.dispose();
  }
}

/** Repeats `work` if it fails because another process is creating the same database files. */
async function whileCreated<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (thrown) {
      const isPassing = /SQLITE_BUSY/.test(String(thrown)) || String(thrown).includes(UNUSABLE);
      if (!isPassing || attempt === ATTEMPTS) throw thrown;
      await sleep(1_000 * Math.random());
    }
  }
}

const ATTEMPTS = 10;
const GIVEN_FLAGS = process.env.MINIFLARE_WORKERD_V8_FLAGS;
/** The V8 flag that limits the heap of the local runtime to 96 MB. */
const RUNTIME_HEAP = "--max-old-space-size=96";

/**
 * A Worker that runs queries in the format of D1's API. Miniflare's own proxy for D1 would copy and escape each
 * statement three times and keep the copies until garbage collection, so large loads would fill the heap.
 */
const STATEMENT_WORKER = `
  export default {
    async fetch(request, bindings) {
      const { pathname, searchParams } = new URL(request.url);
      // A page in a browser can send requests to ports of this machine.
      if (pathname !== "/" + bindings.SECRET) return new Response(null, { status: 403 });
      const database = bindings[searchParams.get("database")];
      try {
        const { batch } = await request.json();
        const prepared = batch.map(({ sql, params }) => database.prepare(sql).bind(...params));
        return Response.json(await database.batch(prepared));
      } catch (thrown) {
        return new Response(String(thrown), { status: 500 });
      }
    },
  };`;

/**
 * Explains a failed batch or start of the runtime, which prints stacks and hides why it could not open a file, such as
 * on a full disk. Returns other errors as they are.
 */
function explained(thrown: Error): Error {
  if (!/internal error; reference|SQLITE_(?:CANTOPEN|FULL|IOERR)/.test(thrown.message)) return thrown;
  return new CommandError(`${UNUSABLE}. Is their disk full?`, { cause: thrown });
}

const UNUSABLE = "The local databases cannot be opened or written";

/**
 * Connects to a local database. `address` is the URL of `STATEMENT_WORKER`, including the secret. Uses Node's HTTP
 * client, because Miniflare's `dispatchFetch` makes more copies of each text. Opens a new connection for each
 * request, because this process does not notice that the server has closed an idle connection while it is busy
 * sorting.
 */
function databaseAt(address: URL, name: DatabaseName): Connection {
  async function send(body: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(new URL(`?database=${name}`, address).href, { method: "POST", agent: false }, resolve)
      .on("error", reject)
      .end(body);
    const response = await promise;
    const responseText = await text(response);
    if (response.statusCode !== 200) throw explained(new Error(responseText));
    return responseText;
  }
  return {
    async batch(statements) {
      const query = JSON.stringify(toQuery(statements));
      return parseResults(JSON.parse(await retryTransient(() => send(query), WAIT_FOR_LOCKS)));
    },
  };
}
