/** Test files share a runtime, and its storage: each begins with none. */
import { env, reset } from "cloudflare:test";

const MAX_ATTEMPTS = 10;
const TABLES =
  "SELECT count(*) AS tables FROM sqlite_master WHERE name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'";

/** On a busy machine a reset sometimes leaves a database that is still in use by the file before. */
async function isEmpty(): Promise<boolean> {
  return (await env.CATALOG.prepare(TABLES).first<number>("tables")) === 0;
}

let attempts = 0;
do {
  if (attempts === MAX_ATTEMPTS) throw new Error("The storage of the test file before cannot be emptied.");
  attempts += 1;
  await reset();
} while (!(await isEmpty()));
