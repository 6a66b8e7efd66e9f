/** The local D1 as wrangler keeps it, reached from Node through wrangler's own proxy. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type RetryOptions, retryTransient } from "../../worker/origins/catalog/retry.ts";
import { silence } from "../quiet.ts";
import { ROOT, run } from "../wrangler.ts";

export const DATABASE = "marquee-catalog";

/** A server that reads the same file locks it for moments; nobody waits for an answer here. */
export const PATIENTLY: RetryOptions = { attempts: Number.POSITIVE_INFINITY, limitMs: 60_000 };

/** `state`: the folder wrangler keeps its local state in. Each migration is applied whole or not at all. */
export async function migrateLocally(state: string): Promise<void> {
  const migrate = ["d1", "migrations", "apply", DATABASE, "--local", "--persist-to", state];
  await retryTransient(() => run("wrangler", migrate), PATIENTLY);
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
