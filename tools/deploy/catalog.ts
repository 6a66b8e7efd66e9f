/** The catalog of a deployment: its database exists, has every migration, and is not empty. */
import * as v from "valibot";
import { configuredWrangler, type Environment, wrangler } from "./environment.ts";
import type { Target } from "./target.ts";

const Databases = v.array(v.object({ uuid: v.pipe(v.string(), v.uuid()), name: v.string() }));
const Counted = v.tupleWithRest(
  [v.object({ results: v.tupleWithRest([v.object({ titles: v.number() })], v.unknown()) })],
  v.unknown(),
);

/** Returns the id of the database, which it creates if necessary. */
export async function findOrCreateDatabase({ database }: Target, environment: Environment): Promise<string> {
  environment.say(`Looking for the D1 database ${database}.`);
  const found = await databaseId(database, environment);
  if (found !== null) return found;
  environment.say("Not found; creating it.");
  await environment.run(wrangler("d1", "create", database));
  const created = await databaseId(database, environment);
  if (created === null) throw new Error(`The database ${database} was created, but is not listed.`);
  return created;
}

async function databaseId(name: string, environment: Environment): Promise<string | null> {
  const printed = await environment.run(wrangler("d1", "list", "--json"));
  const databases = v.parse(Databases, JSON.parse(printed));
  return databases.find((database) => database.name === name)?.uuid ?? null;
}

/** Migrations only add (CONTRIBUTING.md), so the running version can read the database before and after. */
export async function migrate({ database }: Target, environment: Environment): Promise<void> {
  environment.say(`Applying new migrations to ${database}.`);
  await environment.run(configuredWrangler("d1", "migrations", "apply", database, "--remote"));
}

/** Leaves a catalog that has titles as it is. */
export async function fillWhenEmpty({ database }: Target, environment: Environment): Promise<void> {
  environment.say(`Counting the titles in ${database}.`);
  const count = "SELECT coalesce(sum(titles), 0) AS titles FROM catalog";
  const printed = await environment.run(
    configuredWrangler("d1", "execute", database, "--remote", "--json", "--command", count),
  );
  const [{ results }] = v.parse(Counted, JSON.parse(printed));
  const { titles } = results[0];
  if (titles > 0) return environment.say(`It has ${titles}; keeping them.`);
  environment.say("It is empty; loading the starter catalog.");
  const file = await environment.writeStarter();
  await environment.run(configuredWrangler("d1", "execute", database, "--remote", "--yes", "--file", file));
}
