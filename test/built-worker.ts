/** The Worker that was built for the tests, as Miniflare takes it: what `wrangler dev` would run, without wrangler around it. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { unstable_getMiniflareWorkerOptions } from "wrangler";
import { COPY, WORKER_OPTIONS } from "./built-copy.ts";

type WorkerOptions = ReturnType<typeof unstable_getMiniflareWorkerOptions>["workerOptions"];

const BUILT = join(COPY, "dist/server");

/** A module of a Worker by the path that imports know it by. */
export function moduleFrom(file: string, name: string) {
  return { type: "ESModule" as const, path: join(BUILT, name), contents: readFileSync(file, "utf8") };
}

/** `around`: modules to run in its place, the entry first, which imports `../entry.mjs`. */
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
