/** The catalog of a deployment: there, of the form this version reads, and not empty. */
import * as v from "valibot";
import { configuredWrangler, wrangler } from "./command.ts";
import type { Outside } from "./outside.ts";
import type { Target } from "./target.ts";

const Databases = v.array(v.object({ uuid: v.pipe(v.string(), v.uuid()), name: v.string() }));
const Counted = v.tupleWithRest(
  [v.object({ results: v.tupleWithRest([v.object({ titles: v.number() })], v.unknown()) })],
  v.unknown(),
);

/** Gives the id of the target's database, which is created when it is missing. */
export async function findOrCreateDatabase({ database }: Target, outside: Outside): Promise<string> {
  outside.say(`Looking for the D1 database ${database}.`);
  const found = await databaseId(database, outside);
  if (found !== null) return found;
  outside.say(`There is none: creating it.`);
  await outside.run(wrangler("d1", "create", database));
  const created = await databaseId(database, outside);
  if (created === null) throw new Error(`The database ${database} was created and cannot be found.`);
  return created;
}

async function databaseId(name: string, outside: Outside): Promise<string | null> {
  const printed = await outside.run(wrangler("d1", "list", "--json"));
  const databases = v.parse(Databases, JSON.parse(printed));
  return databases.find((database) => database.name === name)?.uuid ?? null;
}

/**
 * Migrations only ever add (CONTRIBUTING.md), so the version that is running reads the
 * database before and after. Those already applied are left alone.
 */
export async function migrate({ database }: Target, outside: Outside): Promise<void> {
  outside.say(`Applying the migrations that ${database} does not have yet.`);
  await outside.run(configuredWrangler("d1", "migrations", "apply", database, "--remote"));
}

/** A catalog that holds anything is left as it is. */
export async function fillWhenEmpty({ database }: Target, outside: Outside): Promise<void> {
  outside.say(`Counting the titles of ${database}.`);
  const count = "SELECT coalesce(sum(titles), 0) AS titles FROM catalog";
  const printed = await outside.run(
    configuredWrangler("d1", "execute", database, "--remote", "--json", "--command", count),
  );
  const [{ results }] = v.parse(Counted, JSON.parse(printed));
  const { titles } = results[0];
  if (titles > 0) {
    outside.say(`It holds ${titles}; they stay as they are.`);
    outside.say(
      "A catalog that an earlier version loaded needs another load for people, suggestions and browsing.",
    );
    return;
  }
  outside.say("It is empty: filling it with the starter catalog.");
  const file = await outside.writeStarter();
  await outside.run(configuredWrangler("d1", "execute", database, "--remote", "--yes", "--file", file));
}
