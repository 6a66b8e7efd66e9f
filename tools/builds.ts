/** Builds the Worker and its site into `dist`. Each server runs a copy, so that a later build does not affect it. */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "./options.ts";
import { ROOT, run } from "./wrangler.ts";

export const DIST = join(ROOT, "dist");

export async function build(): Promise<void> {
  // Astro imports its files by URLs in which neither is escaped.
  if (/['#]/.test(ROOT))
    throw new CommandError(`Astro cannot build in a folder with ' or # in its path: rename or move ${ROOT}`);
  await run("astro", ["build", "--config", "site/astro.config.mjs", "--outDir", DIST]);
  // Imported on demand, because a server that uses an existing build does not need the compiler.
  const { buildClient } = await import("./client/package.ts");
  mkdirSync(join(DIST, "client/client"));
  copyFileSync(await buildClient(), join(DIST, "client/client/marquee.tgz"));
  await writeWorkerOptions();
}

/**
 * Writes Miniflare's options for the Worker to the last file of the build, so that servers do not need wrangler. Omits
 * what wrangler reads from `.dev.vars`, because a build contains no secrets.
 */
async function writeWorkerOptions(): Promise<void> {
  const { unstable_getMiniflareWorkerOptions: optionsOf, unstable_readConfig: readConfig } = await import(
    "wrangler"
  );
  const config = readConfig({ config: join(DIST, "server/wrangler.json") });
  const options = optionsOf(config).workerOptions;
  writeFileSync(join(DIST, "worker-options.json"), JSON.stringify({ ...options, bindings: config.vars }));
}

/** Returns the folder of a copy of the build, which is removed when the process ends. */
export function copyOfBuild(): string {
  const copy = mkdtempSync(join(tmpdir(), "marquee-start-"));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  cpSync(DIST, copy, { recursive: true });
  return copy;
}
