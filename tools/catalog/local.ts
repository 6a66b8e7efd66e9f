/** Prepares the local D1: migrates it, and fills it with the starter catalog if it is empty. */
import { localConnections } from "./connection.ts";
import { AnotherLoad, type LocalDatabases, withLoadLock, withLocalDatabases } from "./database.ts";
import { liveSlot } from "./generations.ts";
import { load } from "./load/load.ts";
import { readMigrations } from "./load/migrations.ts";
import { query } from "./load/statements.ts";
import { boundTarget } from "./load/target.ts";
import { starterSource } from "./starter/read.ts";

/**
 * Returns the number of titles in the live catalog; 0 if it is empty and another load is about to fill it. `state`: the folder
 * of wrangler's local state.
 */
export function prepareLocalCatalog(state: string): Promise<number> {
  return withLocalDatabases(state, async (databases) => {
    const held = await liveTitles(databases);
    if (held !== null) return held;
    return await withLoadLock(state, () => fill(databases)).catch(unlessLoading);
  });
}

/** `null`: there is no catalog. */
async function liveTitles(databases: LocalDatabases): Promise<number | null> {
  const slot = await liveSlot(localConnections(databases));
  if (slot === null) return null;
  const [[catalog] = []] = await query(await databases.open(slot), ["SELECT titles FROM catalog"]);
  return Number(catalog?.titles ?? 0);
}

async function fill(databases: LocalDatabases): Promise<number> {
  const target = boundTarget(await databases.open("A"));
  const titles = await load(starterSource(), {
    target,
    migrations: readMigrations(),
    now: () => new Date(),
  });
  await liveSlot(localConnections(databases));
  return titles;
}

function unlessLoading(thrown: unknown): number {
  if (thrown instanceof AnotherLoad) return 0;
  throw thrown;
}
