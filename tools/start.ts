/**
 * `npm start`: builds, fills the local catalog when it is empty, and serves the whole product,
 * as deployed, on http://127.0.0.1:8787.
 *
 *     --port N      another port, as does PORT=N
 *     --built       serve what npm run build made, as it is
 *     --filled      serve the local catalog as it is, without checking it
 *     --state DIR   keep the local database and cache there
 *     --verbose     print everything that the server prints, the request log too
 */
import { join } from "node:path";
import { currentBuild, DIST } from "./builds.ts";
import { prepareLocalCatalog } from "./catalog/local.ts";
import { stopWithParent } from "./ending.ts";
import { parseOptions } from "./options.ts";
import { localPort } from "./port.ts";
import { announceReady, printWarnings } from "./server-output.ts";
import { settingParameters } from "./settings.ts";
import { start } from "./wrangler.ts";

const { values } = parseOptions("npm start -- [--port N] [--built] [--filled] [--state DIR] [--verbose]", {
  options: {
    port: { type: "string" },
    built: { type: "boolean" },
    filled: { type: "boolean" },
    verbose: { type: "boolean", default: false },
    state: { type: "string", default: ".wrangler/state" },
  },
});

const port = await localPort(values.port);

const folder = values.built ? DIST : (await currentBuild(() => console.log("Building …"))).folder;
if (!values.filled) {
  console.log("Checking the local catalog …");
}
const titles = values.filled ? null : await prepareLocalCatalog(values.state);

const server = start(
  "wrangler",
  [
    ...[
      "dev",
      "--config",
      join(folder, "server/wrangler.json"),
      "--ip",
      "127.0.0.1",
      "--port",
      port,
      "--inspector-port",
      "0",
    ],
    ...["--persist-to", values.state],
    ...settingParameters(values.state),
  ],
  values.verbose ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
);
if (!values.verbose) printWarnings(server);
stopWithParent(server);
await announceReady(`http://127.0.0.1:${port}`, titles);
