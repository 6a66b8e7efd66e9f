/** The local catalog as a Worker has it. */
import { withLocalDatabases } from "../../../tools/catalog/database.ts";
import type { Statements } from "../../../tools/catalog/load/target.ts";

/** Migrated. `state`: the folder of wrangler's local state. */
export function withCatalog<T>(
  state: string,
  use: (database: D1Database, statements: Statements) => Promise<T>,
): Promise<T> {
  return withLocalDatabases(state, async ({ open }) => {
    const { binding, statements } = await open("A");
    return use(await binding(), statements);
  });
}
