/** Serves the product on this machine as it would be deployed (`npm start`). */
import { join, resolve } from "node:path";
import { build, copyOfBuild } from "./builds.ts";
import { prepareLocalCatalog } from "./catalog/local.ts";
import { parseOptions, runCommand } from "./options.ts";
import { announceReady, freePort, printWarnings, stopWithParent } from "./server.ts";
import { describeSource, localSettings, setLocalDefaults, settingParameters } from "./settings.ts";
import { start } from "./wrangler.ts";

const USAGE = `
Usage: npm start -- [options]

Builds the product, fills the local catalog if it is empty, and serves the
product on http://127.0.0.1:8787.

  --port N     Listen on this port. The environment variable PORT does the same.
  --state DIR  Keep the local database and cache in this folder.
  --built      Serve what npm run build made, without building.
  --filled     Serve the local catalog as it is, without checking it.
  --verbose    Print everything the server prints, including the request log.
`;

await runCommand(USAGE, async () => {
  const { values } = parseOptions({
    options: {
      port: { type: "string", default: process.env.PORT ?? "8787" },
      state: { type: "string", default: ".wrangler/state" },
      built: { type: "boolean" },
      filled: { type: "boolean" },
      verbose: { type: "boolean", default: false },
    },
  });
  const port = await freePort(values.port, "npm start --");
  if (!values.built) {
    console.log("Building …");
    await build();
  }
  if (!values.filled) console.log("Checking the local catalog …");
  const titles = values.filled ? null : await prepareLocalCatalog(values.state);
  const folder = copyOfBuild();
  // Resolved here, because wrangler would resolve a relative path against the configuration's folder.
  const state = resolve(values.state);

  const config = join(folder, "server/wrangler.json");
  setLocalDefaults();
  const address = ["--ip", "127.0.0.1", "--port", port, "--inspector-port", "0"];
  const parameters = ["--config", config, "--persist-to", state, ...address];
  const server = start(
    "wrangler",
    ["dev", ...parameters, ...settingParameters()],
    values.verbose ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
  );
  if (!values.verbose) printWarnings(server);
  stopWithParent(server);
  const source = describeSource(localSettings());
  const content = titles === null ? null : `${titles.toLocaleString("en")} titles`;
  await announceReady(`http://127.0.0.1:${port}`, source === null ? content : `titles from ${source}`);
});
