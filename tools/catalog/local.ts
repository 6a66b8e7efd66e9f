/** Loads catalogs into a local database. Loads the starter catalog if there is no catalog. */
import { randomUUID } from "node:crypto";
import { type Connections, localConnections } from "./connection.ts";
import { withLocalDatabases } from "./database.ts";
import {
  AnotherLoad,
  chooseDestination,
  type Destination,
  emptySlot,
  endLoad,
  readStatus,
} from "./generations.ts";
import { type CatalogLoadServices, load, type Source } from "./load/load.ts";
import { readMigrations } from "./load/migrations.ts";
import { claiming, partOfLoad, partsDone, stillLoading } from "./load/sql.ts";
import { starterSource } from "./starter/read.ts";

interface LocalLoad {
  readonly connections: Connections;
  readonly destination: Destination;
  readonly services: Omit<CatalogLoadServices, "target">;
  /** Whether the catalog goes live at the end. Has no effect on the first catalog, which always goes live. */
  readonly isSwitched: boolean;
}

/** Loads a catalog and returns the number of titles. Throws an AnotherLoad if another load begins meanwhile. */
export async function loadLocally(
  source: Source,
  { connections, destination, services, isSwitched }: LocalLoad,
): Promise<number> {
  const catalog = await connections.catalog(destination.slot);
  const loadId = randomUUID();
  const at = services.now().toISOString();
  await catalog.batch(claiming({ load: loadId, parts: 1, source: source.name, at }));
  try {
    if (destination.control !== null) await emptySlot(connections, destination, loadId);
    const target = (statements: readonly string[]) => catalog.batch([stillLoading(loadId), ...statements]);
    const { titles } = await load(source, { ...services, target });
    await catalog.batch([partOfLoad(loadId, 1)]);
    await endLoad(connections, destination, { load: loadId, isSwitched });
    return titles;
  } catch (thrown) {
    const isOwn = (await partsDone(catalog, loadId).catch(() => 0)) !== null;
    throw isOwn || thrown instanceof AnotherLoad
      ? thrown
      : new AnotherLoad(`slot ${destination.slot}`, thrown);
  }
}

/**
 * Returns the number of titles in the live catalog. Loads the starter catalog if there is none. Returns 0 if another
 * load has begun. `state` is the folder of wrangler's local state.
 */
export function prepareLocalCatalog(state: string): Promise<number> {
  return withLocalDatabases(state, async (databases) => {
    const connections = localConnections(databases);
    const destination = await chooseDestination(connections);
    const { live, loading } = await readStatus(connections);
    if (live !== null) return live.titles;
    const source = starterSource();
    if (loading !== null && loading.source !== source.name) return 0;
    const services = { migrations: readMigrations(), now: () => new Date() };
    const options = { connections, destination, services, isSwitched: true };
    return await loadLocally(source, options).catch((thrown: unknown) => {
      if (thrown instanceof AnotherLoad) return 0;
      throw thrown;
    });
  });
}
