/** Serves the site and the API with hot reload (`npm run dev`). */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareLocalCatalog } from "./catalog/local.ts";
import { parseOptions, runCommand } from "./options.ts";
import { freePort, whenAskedToStop } from "./server.ts";
import { describeSource, loopbackSettings } from "./settings.ts";
import { ROOT, start } from "./wrangler.ts";

const USAGE = `
Usage: npm run dev -- [--port N]

Serves the product with hot reload on http://127.0.0.1:8787. Settings come from
the environment and .dev.vars.

  --port N     Listen on this port. The environment variable PORT does the same.
`;

await runCommand(USAGE, async () => {
  const { values } = parseOptions({
    options: { port: { type: "string", default: process.env.PORT ?? "8787" } },
  });
  const port = await freePort(values.port, "npm run dev --");
  // The Vite plugin keeps its state in this folder.
  const titles = await prepareLocalCatalog(".wrangler/state");
  const settings = loopbackSettings();
  const source = describeSource(settings);
  console.log(source === null ? `${titles.toLocaleString("en")} titles` : `Titles from ${source}`);
  const server = start(
    "astro",
    ["dev", "--config", "site/astro.config.mjs", "--host", "127.0.0.1", "--port", port],
    ["ignore", "inherit", "inherit"],
    { ...settings, CLOUDFLARE_INCLUDE_PROCESS_ENV: "true", DEV_CONFIGURATION: copyConfiguration() },
  );
  server.on("exit", (code) => process.exit(code ?? 0));
  whenAskedToStop((signal) => server.kill(signal));
});

/**
 * Copies `wrangler.toml` to a folder without `.dev.vars` and returns the copy's path. The Vite plugin would otherwise
 * parse that file with a parser of its own.
 */
function copyConfiguration(): string {
  const folder = ".wrangler/dev";
  mkdirSync(join(ROOT, folder), { recursive: true });
  const configuration = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  writeFileSync(
    join(ROOT, folder, "wrangler.toml"),
    configuration.replaceAll(/^(main|migrations_dir) = "/gm, "$&../../"),
  );
  return `${folder}/wrangler.toml`;
}
