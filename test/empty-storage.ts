/** Test files share a runtime, and its storage: each begins with none. */
import { env, reset } from "cloudflare:test";

/** Within the time that a hook has. */
const MAX_ATTEMPTS = 100;
const PAUSE_MS = 100;
const TABLES =
  "SELECT count(*) AS tables FROM sqlite_master WHERE name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'";

/** On a busy machine a reset sometimes leaves a database that is still in use by the file before. */
async function isEmpty(): Promise<boolean> {
  const counts = [env.CATALOG_A, env.CATALOG_B, env.CONTROL].map((database) =>
    database.prepare(TABLES).first<number>("tables"),
  );
  return (await Promise.all(counts)).every((count) => count === 0);
}

/** What the file before has given to `waitUntil` may hold it for a while. */
for (let attempt = 1; ; attempt++) {
  await reset();
  if (await isEmpty()) break;
  if (attempt === MAX_ATTEMPTS) throw new Error("The storage of the test file before cannot be emptied.");
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
