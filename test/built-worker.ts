/** Converts the built Worker to Miniflare's options, as `wrangler dev` does. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { unstable_getMiniflareWorkerOptions } from "wrangler";
import { COPY, WORKER_OPTIONS } from "./built-copy.ts";

type WorkerOptions = ReturnType<typeof unstable_getMiniflareWorkerOptions>["workerOptions"];

const BUILT = join(COPY, "dist/server");

/** Returns a file as a module of the Worker. `name` is the path by which other modules import it. */
export function moduleFrom(file: string, name: string) {
  return { type: "ESModule" as const, path: join(BUILT, name), contents: readFileSync(file, "utf8") };
}

/** Returns Miniflare's options. `around` replaces the entry module by modules that import `../entry.mjs`. */
export function builtWorker(settings: Readonly<Record<string, string>>, around = [entry("entry.mjs")]) {
  const read: WorkerOptions = JSON.parse(readFileSync(WORKER_OPTIONS, "utf8"));
  const { versionMetadata: _, ...options } = read;
  return {
    ...options,
    modules: [...around, ...globSync("**/*.mjs", { cwd: BUILT }).map(entry)],
    modulesRoot: BUILT,
    bindings: { VERSION: { id: "1", tag: "", timestamp: "" }, ...settings },
  };
}

function entry(name: string) {
  return moduleFrom(join(BUILT, name), name);
}
