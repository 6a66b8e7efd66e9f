/** The local D1 as wrangler keeps it, reached from Node through wrangler's own proxy. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  openSession,
  type RetryOptions,
  retryTransient,
  type Session,
} from "../../worker/origins/catalog/session.ts";
import { silence } from "../quiet.ts";
import { ROOT, run } from "../wrangler.ts";
import { readMigrations } from "./load/migrations.ts";

export const DATABASE = "marquee-catalog";

/** A server that reads the same file locks it for moments; nobody waits for an answer here. */
export const PATIENTLY: RetryOptions = { attempts: Number.POSITIVE_INFINITY, limitMs: 60_000 };

/**
 * Applies the migrations that are missing, each of them whole or not at all. Wrangler does not retry what meets a lock, and
 * takes several locks, so that it is only run where there is something to apply.
 */
async function migrate(state: string, database: D1Database): Promise<void> {
  if (await isMigrated(openSession(database, PATIENTLY))) return;
  const command = ["d1", "migrations", "apply", DATABASE, "--local", "--persist-to", state];
  await retryTransient(() => run("wrangler", command), PATIENTLY);
}

async function isMigrated({ statement, rows }: Session): Promise<boolean> {
  const tables = await rows(statement("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'"));
  if (tables.length === 0) return false;
  const applied = await rows<{ name: string }>(statement("SELECT name FROM d1_migrations"));
  return readMigrations().every(({ name }) => applied.some((migration) => migration.name === name));
}

/** `state`: the folder wrangler keeps its local state in. The database is migrated before, and closed afterwards. */
export async function withMigratedDatabase<T>(
  state: string,
  use: (database: D1Database) => Promise<T>,
): Promise<T> {
  return withLocalDatabase(state, async (database) => {
    await migrate(state, database);
    return use(database);
  });
}

/** Whether there is one: opening it would create it. */
export function hasLocalDatabase(state: string): boolean {
  return existsSync(join(state, "v3", "d1"));
}

/**
 * Megabytes of heap for the runtime that holds the local database. Rows go through it as text, which
 * it would let pile up to more than a gigabyte before it tidies.
 */
const RUNTIME_HEAP = "--max-old-space-size=192";

/** The database as it is, migrated or not; closed afterwards. */
export async function withLocalDatabase<T>(
  state: string,
  use: (database: D1Database) => Promise<T>,
): Promise<T> {
  silence();
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= RUNTIME_HEAP;
  // Takes a second to load, which no other command should wait for.
  const { getPlatformProxy } = await import("wrangler");
  const proxy = await getPlatformProxy<{ CATALOG: D1Database }>({
    configPath: join(ROOT, "wrangler.toml"),
    persist: { path: join(state, "v3") },
  });
  try {
    return await use(proxy.env.CATALOG);
  } finally {
    await proxy.dispose();
  }
}
