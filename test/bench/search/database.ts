/** The local catalog as a Worker has it. */
import { type LocalDatabase, withLocalDatabases } from "../../../tools/catalog/database.ts";

interface BenchCatalog extends Omit<LocalDatabase, "binding"> {
  readonly database: D1Database;
}

/** Migrated. `state`: the folder of wrangler's local state. */
export function withCatalog<T>(state: string, use: (catalog: BenchCatalog) => Promise<T>): Promise<T> {
  return withLocalDatabases(state, async ({ open }) => {
    const { binding, ...others } = await open("A");
    return use({ ...others, database: await binding() });
  });
}
