/** The local D1 in wrangler's state folder, served by a runtime for as long as it is used. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { openSession, type RetryOptions, retryTransient } from "../../worker/origins/catalog/session.ts";
import { lock } from "../lock.ts";
import { silence } from "../quiet.ts";
import { ROOT } from "../wrangler.ts";
import { type MigrationFile, readMigrations } from "./load/migrations.ts";
import type { Statements } from "./load/target.ts";
import { STATEMENT_WORKER, statementsAt } from "./statement-worker.ts";

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
    const database = (await runtime.getD1Database("CATALOG")) as unknown as D1Database;
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
