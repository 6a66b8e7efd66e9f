/** Serves the site and the API with hot reload (`npm run dev`). */
import { prepareLocalCatalog } from "./catalog/local.ts";
import { parseOptions, runCommand } from "./options.ts";
import { freePort, whenAskedToStop } from "./server.ts";
import { describeSource, ignoredEnvironmentSettings, localSettings, loopbackSettings } from "./settings.ts";
import { start } from "./wrangler.ts";

const USAGE = `
Usage: npm run dev -- [--port N]

Serves the product with hot reload on http://127.0.0.1:8787. Settings come from
.dev.vars or, without that file, from the environment.

  --port N     Listen on this port. The environment variable PORT does the same.
`;

await runCommand(USAGE, async () => {
  const { values } = parseOptions({
    options: { port: { type: "string", default: process.env.PORT ?? "8787" } },
  });
  const port = await freePort(values.port, "npm run dev --");
  // The Vite plugin keeps its state in this folder.
  const titles = await prepareLocalCatalog(".wrangler/state");
  const source = describeSource(localSettings());
  console.log(source === null ? `${titles.toLocaleString("en")} titles` : `Titles from ${source}`);
  for (const name of ignoredEnvironmentSettings())
    console.warn(`Ignoring ${name} of the environment: all settings come from .dev.vars.`);
  process.env.RATE_LIMIT = loopbackSettings().RATE_LIMIT;
  process.env.CLOUDFLARE_INCLUDE_PROCESS_ENV = "true";
  const server = start(
    "astro",
    ["dev", "--config", "site/astro.config.mjs", "--host", "127.0.0.1", "--port", port],
    ["ignore", "inherit", "inherit"],
  );
  server.on("exit", (code) => process.exit(code ?? 0));
  whenAskedToStop((signal) => server.kill(signal));
});
