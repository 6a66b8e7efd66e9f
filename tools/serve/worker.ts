/** Converts a built Worker to Miniflare's options. Wrangler writes most of them at build time (`tools/builds.ts`). */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { unstable_getMiniflareWorkerOptions } from "wrangler";

export type WorkerOptions = ReturnType<typeof unstable_getMiniflareWorkerOptions>["workerOptions"];

export interface WorkerModule {
  readonly type: "ESModule";
  readonly path: string;
  readonly contents: string;
}

export interface BuiltWorker {
  /** The folder of the build, such as `dist`. */
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Modules that replace the entry module. The first one imports `../entry.mjs`. */
  readonly around?: readonly WorkerModule[];
}

/** Returns Miniflare's options for a built Worker. The id of its version is that of its modules. */
export function builtWorker({ folder, settings, around = [] }: BuiltWorker) {
  const modulesRoot = join(folder, "server");
  const read = (path: string) => moduleAt(path, readFileSync(join(modulesRoot, path), "utf8"));
  const others = globSync("**/*.mjs", { cwd: modulesRoot }).filter((path) => path !== "entry.mjs");
  const modules = [...around, ...["entry.mjs", ...others.toSorted()].map(read)];
  const { versionMetadata: _, ...options }: WorkerOptions = JSON.parse(
    readFileSync(join(folder, "worker-options.json"), "utf8"),
  );
  const id = createHash("sha256")
    .update(modules.map(({ contents }) => contents).join("\n"))
    .digest("hex");
  return {
    ...options,
    assets: { ...(options.assets as object), directory: join(folder, "client") },
    modules: modules.map((module) => ({ ...module, path: join(modulesRoot, module.path) })),
    modulesRoot,
    bindings: {
      ...(options.bindings as object),
      VERSION: { id: asUuid(id), tag: "", timestamp: "" },
      ...settings,
    },
  };
}

/** Returns a module of the Worker. `path` is the path by which other modules import it. */
export function moduleAt(path: string, contents: string): WorkerModule {
  return { type: "ESModule", path, contents };
}

/** Formats the first digits of a hash as the platform formats the id of a version. */
const asUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
