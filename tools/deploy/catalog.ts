/** The catalog of a deployment: its databases exist, have every migration, and one of them is filled. */
import * as v from "valibot";
import { connectionAt } from "../catalog/connection.ts";
import { migrate, readMigrations } from "../catalog/load/migrations.ts";
import { type Connection, query } from "../catalog/load/statements.ts";
import { asCurl } from "./api.ts";
import { configuredWrangler, type Environment } from "./environment.ts";
import type { Binding, DatabaseIds, Target } from "./target.ts";

const Database = v.object({ uuid: v.pipe(v.string(), v.uuid()), name: v.string() });
const Databases = v.array(Database);
/** A database, as the API describes it (api/resources/d1/subresources/database/methods/get). */
const Replicated = v.object({ read_replication: v.object({ mode: v.literal("auto") }) });

/** `null`: the target has no such database. */
export type ConnectionTo = (binding: Binding) => Connection | null;

export function connections(ids: DatabaseIds, account: string, { callApi }: Environment): ConnectionTo {
  return (binding) => {
    const id = ids[binding];
    return id === undefined ? null : connectionAt(`/accounts/${account}/d1/database/${id}`, callApi);
  };
}

/** Creates missing databases. */
export async function findOrCreateDatabases(
  { databases }: Target,
  account: string,
  environment: Environment,
): Promise<DatabaseIds> {
  const path = `/accounts/${account}/d1/database`;
  const ids: Partial<Record<Binding, string>> = {};
  for (const { binding, name } of databases) {
    environment.say(`Looking for the D1 database ${name}.`);
    // Names that contain this one are listed as well.
    const listed = await environment.callApi({ method: "GET", path: `${path}?name=${name}&per_page=100` });
    let database = v.parse(Databases, listed).find((found) => found.name === name);
    if (database !== undefined) {
      environment.say("Found; CATALOG_LOCATION and CATALOG_JURISDICTION are ignored.");
    } else {
      const { where, place } = chosenPlace();
      environment.say(`Not found; creating it ${place}. It cannot move later.`);
      const created = await environment.callApi({ method: "POST", path, body: { name, ...where } });
      database = v.parse(Database, created);
    }
    await replicate(`${path}/${database.uuid}`, environment);
    ids[binding] = database.uuid;
  }
  return ids;
}

/** For the API (api/resources/d1/subresources/database/methods/create), and in words. A jurisdiction makes D1 ignore the location. */
function chosenPlace(): { readonly where: object; readonly place: string } {
  const { CATALOG_LOCATION: location, CATALOG_JURISDICTION: jurisdiction } = process.env;
  if (jurisdiction)
    return { where: { jurisdiction }, place: `in the jurisdiction ${jurisdiction} (CATALOG_JURISDICTION)` };
  if (location)
    return { where: { primary_location_hint: location }, place: `in ${location} (CATALOG_LOCATION)` };
  return { where: {}, place: "near this computer, because CATALOG_LOCATION is not set" };
}

/** Reads go to the nearest replica (d1/best-practices/read-replication). A catalog without replicas works, only slower. */
async function replicate(path: string, environment: Environment): Promise<void> {
  const call = { method: "PUT", path, body: { read_replication: { mode: "auto" } } } as const;
  environment.say("Switching on read replication, unless it is on.");
  const state = await environment.callApi({ method: "GET", path }).catch(() => null);
  if (v.is(Replicated, state)) return;
  await environment.callApi(call).catch((thrown: unknown) => {
    environment.say(`It stays off: ${String(thrown)}. To switch it on: ${asCurl(call)}`);
  });
}

/** Migrations only add (CONTRIBUTING.md), so the running version can read the database before and after. */
export async function migrateDatabases(
  { databases }: Target,
  connectionTo: ConnectionTo,
  environment: Environment,
): Promise<void> {
  for (const { binding, name } of databases) {
    environment.say(`Applying new migrations to ${name}.`);
    const connection = connectionTo(binding);
    if (connection !== null)
      await migrate(connection, readMigrations(binding === "CONTROL" ? "control" : "catalog"));
  }
}

/** The live catalog; without CONTROL, or before anything was switched, the first one. */
const TITLES = [
  ["CONTROL", "SELECT coalesce(sum(titles), 0) AS titles FROM generation JOIN live USING (slot)"],
  ["CATALOG_A", "SELECT coalesce(sum(titles), 0) AS titles FROM catalog"],
] as const;

/** Leaves a catalog that has titles as it is. While the other one is live, the first one may be empty, or being loaded. */
export async function fillWhenEmpty(
  target: Target,
  connectionTo: ConnectionTo,
  environment: Environment,
): Promise<void> {
  environment.say("Counting the titles of the catalog.");
  for (const [binding, count] of TITLES) {
    const connection = connectionTo(binding);
    if (connection === null) continue;
    const [[counted] = []] = await query(connection, [count]);
    const titles = counted?.titles;
    // Otherwise the catalog would seem to be empty, and be replaced.
    if (typeof titles !== "number") throw new Error(`The titles of ${binding} could not be counted.`);
    if (titles > 0) return environment.say(`It has ${titles}; keeping them.`);
  }
  environment.say("It is empty; loading the starter catalog.");
  const file = await environment.writeStarter();
  const database = nameOf(target, "CATALOG_A");
  await environment.run(configuredWrangler("d1", "execute", database, "--remote", "--yes", "--file", file));
}

function nameOf({ databases }: Target, wanted: Binding): string {
  const found = databases.find(({ binding }) => binding === wanted);
  if (found === undefined) throw new Error(`The target has no database ${wanted}.`);
  return found.name;
}
