/**
 * Creates the databases of a deployment, applies migrations, and loads the starter catalog if there is no catalog.
 */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { load } from "../catalog/load/load.ts";
import { readMigrations } from "../catalog/load/migrations.ts";
import { asFile } from "../catalog/load/sql.ts";
import { starterSource } from "../catalog/starter/read.ts";
import { Database, findDatabase } from "../databases.ts";
import { CONFIGURATION } from "./configuration.ts";
import type { Command, Deployer } from "./deployer.ts";

const CREATED = { uuid: "00000000-0000-4000-8000-000000000000" };

/** Returns the id of a database. Creates the database if it does not exist. */
export async function findOrCreate(name: string, { account, call, print }: Deployer): Promise<string> {
  const path = `/accounts/${account}/d1/database`;
  let id = await findDatabase(name, account, (databasePath) =>
    call({ method: "GET", path: databasePath }, v.unknown(), null),
  );
  if (id === null) {
    const { where, place } = chosenPlace();
    print(`Creating the database ${name} ${place}. It cannot be moved later.`);
    id = (await call({ method: "POST", path, body: { name, ...where } }, Database, CREATED)).uuid;
  }
  return id;
}

const Replication = v.object({ read_replication: v.object({ mode: v.string() }) });

/**
 * Enables read replicas (developers.cloudflare.com/d1/best-practices/read-replication) unless they are. Must follow the
 * imports of a first deployment, because an import soon after this change fails (cloudflare/workers-sdk#13690). Reads
 * are only slower if this fails, so the deployment continues.
 */
export async function enableReplicas(
  ids: Readonly<Record<string, string>>,
  { account, call, print }: Deployer,
): Promise<void> {
  const body = { read_replication: { mode: "auto" } };
  for (const [binding, id] of Object.entries(ids)) {
    const path = `/accounts/${account}/d1/database/${id}`;
    try {
      const { read_replication: current } = await call({ method: "GET", path }, Replication, body);
      if (current.mode !== "auto") await call({ method: "PUT", path, body }, v.unknown(), null);
    } catch (thrown) {
      print(`${binding} has no replicas: ${thrown}. The next deployment will try again.`);
    }
  }
}

/**
 * Returns where to create a database, as parameters of the API
 * (developers.cloudflare.com/api/resources/d1/subresources/database/methods/create) and as text. A jurisdiction takes
 * precedence, because D1 then ignores the location.
 */
function chosenPlace(): { readonly where: object; readonly place: string } {
  const { CATALOG_LOCATION: location, CATALOG_JURISDICTION: jurisdiction } = process.env;
  if (jurisdiction)
    return { where: { jurisdiction }, place: `in the jurisdiction ${jurisdiction} (CATALOG_JURISDICTION)` };
  if (location)
    return { where: { primary_location_hint: location }, place: `in ${location} (CATALOG_LOCATION)` };
  return { where: {}, place: "near this computer, because CATALOG_LOCATION is not set" };
}

/**
 * Applies migrations. They only add tables or columns (CONTRIBUTING.md), so the running version can still read the
 * databases.
 */
export async function migrateRemotely(bindings: readonly string[], { run, print }: Deployer): Promise<void> {
  print("Applying new migrations.");
  for (const binding of bindings) await run(d1("migrations", "apply", binding, "--remote"));
}

const Filled = v.tuple([v.object({ results: v.tuple([v.object({ filled: v.number() })]) })]);
const EMPTY: v.InferOutput<typeof Filled> = [{ results: [{ filled: 0 }] }];
const body = { sql: "SELECT EXISTS (SELECT 1 FROM catalog_title) AS filled" };

/**
 * Loads the starter catalog into slot A if both slots are empty. Checks both, because slot A may be empty while slot
 * B is live.
 */
export async function fillWhenEmpty(
  catalogIds: readonly string[],
  { account, call, run, print, isDry }: Deployer,
): Promise<void> {
  for (const id of catalogIds) {
    const path = `/accounts/${account}/d1/database/${id}/query`;
    const [{ results }] = await call({ method: "POST", path, body, isRepeatable: true }, Filled, EMPTY);
    if (results[0].filled !== 0) return print("The catalog already has titles.");
  }
  print("The catalog is empty. Loading the starter.");
  const folder = mkdtempSync(join(tmpdir(), "marquee-starter-"));
  try {
    const file = join(folder, "starter.sql");
    if (!isDry) await writeStarter(file);
    await run(d1("execute", "CATALOG_A", "--remote", "--yes", "--file", file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function writeStarter(file: string): Promise<void> {
  const target = async (statements: readonly string[]) => appendFileSync(file, asFile(statements));
  await load(starterSource(), { target, migrations: readMigrations(), now: () => new Date() });
}

function d1(...parameters: string[]): Command {
  return { program: "wrangler", parameters: ["d1", ...parameters, "--config", CONFIGURATION] };
}
