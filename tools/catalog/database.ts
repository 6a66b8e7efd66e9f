/** The local D1 as wrangler keeps it, reached from Node through wrangler's own proxy. */
import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { silence } from "../quiet.ts";
import { ROOT, run } from "../wrangler.ts";

export const DATABASE = "marquee-catalog";

/** `state`: the folder wrangler keeps its local state in. */
export async function migrateLocally(state: string): Promise<void> {
  await run("wrangler", ["d1", "migrations", "apply", DATABASE, "--local", "--persist-to", state]);
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
