/** The local catalog as a Worker has it, loaded. */
import { type LocalDatabase, withLocalDatabases } from "../../../tools/catalog/database.ts";
import { load, type Source } from "../../../tools/catalog/load/load.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import type { PeopleStore } from "../../../tools/catalog/load/people.ts";
import { boundTarget } from "../../../tools/catalog/load/target.ts";
import { type MeteredDatabase, metered } from "./metered.ts";

/** `state`: the folder of wrangler's local state. */
export function withCatalog<T>(
  state: string,
  use: (catalog: LocalDatabase, watched: MeteredDatabase) => Promise<T>,
): Promise<T> {
  return withLocalDatabases(state, async ({ open }) => {
    const database = await open("A");
    return use(database, metered(await database.binding()));
  });
}

export function loadInto(database: LocalDatabase, source: Source, store?: PeopleStore): Promise<number> {
  const services = { target: boundTarget(database), migrations: readMigrations(), now: () => new Date() };
  return load(source, { ...services, ...(store && { store }) });
}
