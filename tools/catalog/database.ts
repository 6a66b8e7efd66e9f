/** The local D1 in wrangler's state folder: served by a runtime for as long as it is used, loaded by one process at a time. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openSession, type RetryOptions, retryTransient } from "../../worker/origins/catalog/session.ts";
import { lock, tryLock } from "../lock.ts";
import { CommandError } from "../options.ts";
import { silence } from "../quiet.ts";
import { ROOT } from "../wrangler.ts";
import { type MigrationFile, readMigrations } from "./load/migrations.ts";
import type { Statements } from "./load/target.ts";

export const DATABASE = "marquee-catalog";

/** A server that reads the same file locks it briefly; a command has time to wait. */
export const WAIT_FOR_LOCKS: RetryOptions = { attempts: Number.POSITIVE_INFINITY, limitMs: 60_000 };

/** The table of `wrangler d1 migrations`, so that neither repeats a migration of the other. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Applies missing migrations, each in one transaction. Starting wrangler for this takes four seconds. */
export async function migrate(database: D1Database): Promise<void> {
  for (const { name, statements } of await missingMigrations(database)) {
    const recorded = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
    const all = [APPLIED, ...statements].map((statement) => database.prepare(statement));
    try {
      await retryTransient(() => database.batch([...all, recorded]), WAIT_FOR_LOCKS);
    } catch (thrown) {
      // Another command may have applied it in the meantime.
      if ((await missingMigrations(database)).some((missing) => missing.name === name)) throw thrown;
    }
  }
}

async function missingMigrations(database: D1Database): Promise<MigrationFile[]> {
  const { statement, rows } = openSession(database, WAIT_FOR_LOCKS);
  const tables = await rows(statement("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'"));
  if (tables.length === 0) return readMigrations();
  const applied = await rows<{ name: string }>(statement("SELECT name FROM d1_migrations"));
  return readMigrations().filter(({ name }) => !applied.some((migration) => migration.name === name));
}

/** Migrates the database before use and closes it afterwards. `state`: the folder of wrangler's local state. */
export async function withMigratedDatabase<T>(state: string, use: UseDatabase<T>): Promise<T> {
  return withLocalDatabase(state, async (database, statements) => {
    await migrate(database);
    return use(database, statements);
  });
}

/** Whether there is a database: opening it would create it. */
export function hasLocalDatabase(state: string): boolean {
  return existsSync(join(persistedIn(state), "d1"));
}

/** The folder that wrangler's own commands use within the state folder. */
const persistedIn = (state: string) => join(state, "v3");

/** `statements`: for large parameters, which `database` would keep in memory for long. */
type UseDatabase<T> = (database: D1Database, statements: Statements) => Promise<T>;

/** Closes the database afterwards. Does not migrate it. */
export async function withLocalDatabase<T>(state: string, use: UseDatabase<T>): Promise<T> {
  silence();
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= RUNTIME_HEAP;
  // These take a second to load, and other commands should not wait for them.
  const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, "wrangler.toml"));
  const d1Databases = workerOptions.d1Databases as Record<string, { id: string }>;
  const secret = randomUUID();
  const agent = new Agent({ keepAlive: true });
  // Two runtimes that create the same files at once fail with SQLITE_BUSY.
  const opening = await lock(join(state, "opening.lock"), "exclusive");
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: STATEMENT_WORKER,
      bindings: { SECRET: secret },
      d1Databases,
      resourcePersistencePath: persistedIn(state),
    }),
  );
  try {
    const database = (await runtime.getD1Database("CATALOG_A")) as unknown as D1Database;
    await retryTransient(() => database.prepare("SELECT 1").run(), WAIT_FOR_LOCKS);
    opening.release();
    return await use(database, statementsAt(new URL(secret, await runtime.ready), agent));
  } finally {
    opening.release();
    agent.destroy();
    await runtime.dispose();
  }
}

/** Megabytes of heap for the runtime that holds the local database. */
const RUNTIME_HEAP = "--max-old-space-size=192";

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
 * Accepts statements as text. A statement bound in this process is copied and escaped three times on its way, and the runtime
 * keeps its parameter until this process collects garbage: a large load filled the runtime's heap.
 */
export const STATEMENT_WORKER = `
  export default {
    async fetch(request, { CATALOG_A, SECRET }) {
      const { pathname, searchParams } = new URL(request.url);
      // A page in a browser can send requests to ports of this machine.
      if (pathname !== "/" + SECRET) return new Response(null, { status: 403 });
      const statement = searchParams.get("statement");
      const body = await request.text();
      try {
        if (statement !== null) await CATALOG_A.prepare(statement).bind(body).run();
        else await CATALOG_A.batch(JSON.parse(body).map((text) => CATALOG_A.prepare(text)));
        return new Response();
      } catch (thrown) {
        return new Response(String(thrown), { status: 500 });
      }
    },
  };`;

/** `address`: the Worker's URL with the secret. Miniflare's `dispatchFetch` copies a text two times more than Node's client. */
export function statementsAt(address: URL, agent: Agent): Statements {
  async function send(query: string, body: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(new URL(query, address).href, { method: "POST", agent }, resolve).on("error", reject).end(body);
    const response = await promise;
    const said = await text(response);
    if (response.statusCode !== 200) throw new Error(said);
  }
  return {
    batch: (statements) => send("", JSON.stringify(statements)),
    run: (statement, parameter) => send(`?${new URLSearchParams({ statement })}`, parameter),
  };
}
