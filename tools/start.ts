/**
 * `npm start`: builds, fills the local catalog when it is empty, and serves the whole product,
 * as deployed, on http://127.0.0.1:8787.
 *
 *     PORT          another port
 *     --built       serve what was built before
 *     --filled      serve the local catalog as it is, without a look at it
 *     --state DIR   keep the local database and cache there
 */
import { parseArgs } from "node:util";
import { prepareLocalCatalog } from "./catalog/local.ts";
import { stopWithParent } from "./ending.ts";
import { localPort } from "./port.ts";
import { settingParameters } from "./settings.ts";
import { run, start } from "./wrangler.ts";

const { values } = parseArgs({
  options: {
    built: { type: "boolean" },
    filled: { type: "boolean" },
    state: { type: "string", default: ".wrangler/state" },
  },
});

const port = await localPort();

if (!values.built) {
  console.log("Building …");
  await run("astro", ["build", "--config", "site/astro.config.mjs"]);
}
if (!values.filled) {
  console.log("Looking at the local catalog …");
  console.log(`It holds ${await prepareLocalCatalog(values.state)} titles.`);
}

const server = start(
  "wrangler",
  [
    ...["dev", "--ip", "127.0.0.1", "--port", port, "--inspector-port", "0"],
    ...["--persist-to", values.state],
    ...settingParameters(values.state),
  ],
  ["ignore", "inherit", "inherit"],
);
console.log(`Marquee is on its way to http://127.0.0.1:${port}`);
stopWithParent(server);
