/** Reads the D1 databases from `wrangler.toml`. Their names differ between the deployments of an account. */
import { join } from "node:path";
import * as v from "valibot";
import { CommandError } from "./options.ts";
import { ROOT, readConfiguration } from "./wrangler.ts";

export type Binding = "CATALOG_A" | "CATALOG_B" | "CONTROL";

interface ConfiguredDatabase {
  readonly name: string;
  readonly migrations: string;
}

export type Databases = Readonly<Record<Binding, ConfiguredDatabase>>;

const Bound = v.array(
  v.object({ binding: v.string(), database_name: v.string(), migrations_dir: v.string() }),
);

export async function configuredDatabases(file?: string): Promise<Databases> {
  const bound = v.parse(Bound, (await readConfiguration(file)).d1_databases);
  function boundAs(binding: Binding): ConfiguredDatabase {
    const entry = bound.find((database) => database.binding === binding);
    if (entry === undefined) throw new CommandError(`wrangler.toml must bind a D1 database as ${binding}.`);
    return { name: entry.database_name, migrations: join(ROOT, entry.migrations_dir) };
  }
  return {
    CATALOG_A: boundAs("CATALOG_A"),
    CATALOG_B: boundAs("CATALOG_B"),
    CONTROL: boundAs("CONTROL"),
  };
}

export const Database = v.object({ uuid: v.pipe(v.string(), v.uuid()) });

/**
 * Returns the id of a database, or `null` if the account has no database with this name. `get` calls Cloudflare's
 * API, in which the path of a database may contain its name instead of its id (as in wrangler's
 * `getDatabaseByNameOrBinding`).
 */
export async function findDatabase(
  name: string,
  account: string,
  get: (path: string) => Promise<unknown>,
): Promise<string | null> {
  const response = await get(`/accounts/${account}/d1/database/${name}`).catch((thrown: unknown) => {
    if (/\[code: 7404\]/.test(String(thrown))) return null;
    throw thrown;
  });
  return response === null ? null : v.parse(Database, response).uuid;
}
