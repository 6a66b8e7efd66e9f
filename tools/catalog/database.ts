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

export type Slot = "A" | "B";
export type DatabaseName = Slot | "control";

/** The names of the deployed databases, as in wrangler.toml. */
export const DATABASES: Readonly<Record<DatabaseName, string>> = {
  A: "marquee-catalog",
  B: "marquee-catalog-b",
  control: "marquee-control",
};
const BINDINGS: Readonly<Record<DatabaseName, string>> = {
  A: "CATALOG_A",
  B: "CATALOG_B",
  control: "CONTROL",
};

/** A server that reads the same file locks it briefly; a command has time to wait. */
export const WAIT_FOR_LOCKS: RetryOptions = { attempts: Number.POSITIVE_INFINITY, limitMs: 60_000 };

/** The table of `wrangler d1 migrations`, so that neither repeats a migration of the other. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Applies missing migrations, each in one transaction. Starting wrangler for this takes four seconds. */
async function migrate(database: D1Database, all: readonly MigrationFile[]): Promise<void> {
  for (const { name, statements } of await missing(database, all)) {
    const recorded = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
    const prepared = [APPLIED, ...statements].map((statement) => database.prepare(statement));
    try {
      await retryTransient(() => database.batch([...prepared, recorded]), WAIT_FOR_LOCKS);
    } catch (thrown) {
      // Another command may have applied it in the meantime.
      if ((await missing(database, all)).some((migration) => migration.name === name)) throw thrown;
    }
  }
}

async function missing(database: D1Database, all: readonly MigrationFile[]): Promise<MigrationFile[]> {
  const { statement, rows } = openSession(database, WAIT_FOR_LOCKS);
  const tables = await rows(statement("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'"));
  if (tables.length === 0) return [...all];
  const applied = await rows<{ name: string }>(statement("SELECT name FROM d1_migrations"));
  return all.filter(({ name }) => !applied.some((migration) => migration.name === name));
}

/** The first catalog, migrated. `state`: the folder of wrangler's local state. */
export async function withMigratedDatabase<T>(state: string, use: UseDatabase<T>): Promise<T> {
  return withLocalDatabases(state, async ({ open }) => {
    const { database, statements } = await open("A");
    return use(database, statements);
  });
}

/** Whether there is a database: opening it would create it. */
export function hasLocalDatabase(state: string): boolean {
  return existsSync(join(persistedIn(state), "d1"));
}

/** The folder that wrangler's own commands use within the state folder. */
const persistedIn = (state: string) => join(state, "v3");

export interface LocalDatabase {
  readonly database: D1Database;
  /** For large parameters, which `database` would keep in memory for long. */
  readonly statements: Statements;
}

export interface LocalDatabases {
  /** Creates and migrates the database if necessary. */
  open(name: DatabaseName): Promise<LocalDatabase>;
  /** As it is. */
  take(name: DatabaseName): Promise<LocalDatabase>;
}

type UseDatabase<T> = (database: D1Database, statements: Statements) => Promise<T>;

/** The first catalog, as it is. Closes it afterwards. */
export async function withLocalDatabase<T>(state: string, use: UseDatabase<T>): Promise<T> {
  return withLocalDatabases(state, async ({ take }) => {
    const { database, statements } = await take("A");
    return use(database, statements);
  });
}

/** Closes the databases afterwards. */
export async function withLocalDatabases<T>(
  state: string,
  use: (databases: LocalDatabases) => Promise<T>,
): Promise<T> {
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
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const creating = await lock(join(state, "opening.lock"), "exclusive");
    return await work().finally(creating.release);
  }
  const runtime = await alone(async () => {
    const started = new Miniflare(
      convertV4MiniflareOptions({
        modules: true,
        script: STATEMENT_WORKER,
        bindings: { SECRET: secret },
        d1Databases,
        resourcePersistencePath: persistedIn(state),
      }),
    );
    await started.ready;
    return started;
  });

  async function taken(name: DatabaseName): Promise<LocalDatabase> {
    const binding = BINDINGS[name];
    const database = (await runtime.getD1Database(binding)) as unknown as D1Database;
    await retryTransient(() => database.prepare("SELECT 1").run(), WAIT_FOR_LOCKS);
    const address = new URL(secret, await runtime.ready);
    return { database, statements: statementsAt(address, { database: binding, agent }) };
  }

  async function migrated(name: DatabaseName): Promise<LocalDatabase> {
    const found = await taken(name);
    await migrate(found.database, readMigrations(name === "control" ? "control" : "catalog"));
    return found;
  }

  try {
    return await use({
      take: (name) => alone(() => taken(name)),
      open: (name) => alone(() => migrated(name)),
    });
  } finally {
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
    async fetch(request, bindings) {
      const { pathname, searchParams } = new URL(request.url);
      // A page in a browser can send requests to ports of this machine.
      if (pathname !== "/" + bindings.SECRET) return new Response(null, { status: 403 });
      const statement = searchParams.get("statement");
      const database = bindings[searchParams.get("database")];
      const body = await request.text();
      try {
        if (statement !== null) await database.prepare(statement).bind(body).run();
        else await database.batch(JSON.parse(body).map((text) => database.prepare(text)));
        return new Response();
      } catch (thrown) {
        return new Response(String(thrown), { status: 500 });
      }
    },
  };`;

/** `address`: the Worker's URL with the secret. Miniflare's `dispatchFetch` copies a text two times more than Node's client. */
function statementsAt(
  address: URL,
  { database, agent }: { readonly database: string; readonly agent: Agent },
): Statements {
  async function send(parameters: Readonly<Record<string, string>>, body: string): Promise<void> {
    const query = `?${new URLSearchParams({ database, ...parameters })}`;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(new URL(query, address).href, { method: "POST", agent }, resolve).on("error", reject).end(body);
    const response = await promise;
    const said = await text(response);
    if (response.statusCode !== 200) throw new Error(said);
  }
  return {
    batch: (statements) => send({}, JSON.stringify(statements)),
    run: (statement, parameter) => send({ statement }, parameter),
  };
}
