/** The local D1: migrated, and filled with the starter catalog when it is empty. */
import { catalogOrigin } from "../../worker/origins/catalog/catalog.ts";
import { migrateLocally, withLocalDatabase } from "./database.ts";
import { load } from "./load/load.ts";
import { readMigrations } from "./load/migrations.ts";
import { boundTarget } from "./load/target.ts";
import { starterSource } from "./sources/starter.ts";

/** `state`: the folder wrangler keeps its local state in. Gives how many titles the catalog holds. */
export async function prepareLocalCatalog(state: string): Promise<number> {
  await migrateLocally(state);
  return withLocalDatabase(state, async (database) => {
    const { titles: held } = await catalogOrigin(database).state();
    if (held > 0) return held;
    const services = { target: boundTarget(database), migrations: readMigrations(), now: () => new Date() };
    return load(starterSource(), services);
  });
}
