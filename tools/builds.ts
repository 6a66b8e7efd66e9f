/** Builds the Worker and its site into `dist`. Each server runs a copy, so that a later build does not affect it. */
import { copyFileSync, cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "./wrangler.ts";

export const DIST = join(ROOT, "dist");

export async function build(): Promise<void> {
  await run("astro", ["build", "--config", "site/astro.config.mjs", "--outDir", DIST]);
  // Imported on demand, because a server that uses an existing build does not need the compiler.
  const { buildClient } = await import("./client/package.ts");
  mkdirSync(join(DIST, "client/client"));
  copyFileSync(await buildClient(), join(DIST, "client/client/marquee.tgz"));
}

export function copyOfBuild(): string {
  const copy = join(ROOT, "build", `start-${process.pid}`);
  const remove = () => rmSync(copy, { recursive: true, force: true });
  remove();
  cpSync(DIST, copy, { recursive: true });
  process.on("exit", remove);
  return copy;
}
