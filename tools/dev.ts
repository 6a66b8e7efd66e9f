/**
 * `npm run dev`: the whole product with hot reload, on http://127.0.0.1:8787 (`PORT` changes it).
 * Settings come from `.dev.vars`, or from the environment where there is no such file.
 */
import { prepareLocalCatalog } from "./catalog/local.ts";
import { stopWithParent } from "./ending.ts";
import { localPort } from "./port.ts";
import { hiddenSettings } from "./settings.ts";
import { start } from "./wrangler.ts";

const port = await localPort();

// Where the Vite plugin keeps its local state, unless told otherwise.
console.log(`The local catalog holds ${await prepareLocalCatalog(".wrangler/state")} titles.`);

for (const name of hiddenSettings()) {
  console.log(`${name} of the environment is not used: with a .dev.vars, all settings come from there.`);
}
process.env.CLOUDFLARE_INCLUDE_PROCESS_ENV = "true";
const server = start(
  "astro",
  ["dev", "--config", "site/astro.config.mjs", "--host", "127.0.0.1", "--port", port],
  ["ignore", "inherit", "inherit"],
);
stopWithParent(server);
