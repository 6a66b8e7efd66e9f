/** Empties the storage before each test file, because the files share a runtime. */
import { env, reset } from "cloudflare:test";

/** This number of attempts fits into the timeout of a hook. */
const MAX_ATTEMPTS = 100;
const PAUSE_MS = 100;
const TABLES =
  "SELECT count(*) AS tables FROM sqlite_master WHERE name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'";

/** On a busy machine, a reset may keep a database that the previous file still uses. */
async function isEmpty(): Promise<boolean> {
  const counts = [env.CATALOG_A, env.CATALOG_B, env.CONTROL].map((database) =>
    database.prepare(TABLES).first<number>("tables"),
  );
  return (await Promise.all(counts)).every((count) => count === 0);
}

/** Background work of the previous file may still use the database. */
for (let attempt = 1; ; attempt++) {
  await reset();
  if (await isEmpty()) break;
  if (attempt === MAX_ATTEMPTS) throw new Error("The storage of the test file before cannot be emptied.");
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
