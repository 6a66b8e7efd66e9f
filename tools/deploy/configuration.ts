/**
 * The configuration of one deployment, made from the one the build wrote: the same Worker,
 * with the names and ids of where it goes. No id of anybody's account is in the repository.
 */
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { ROOT } from "../wrangler.ts";
import { CONFIGURATION } from "./command.ts";
import type { Target } from "./target.ts";

const BUILT = "dist/server/wrangler.json";
/** The static files of a preview: production's, with a header that keeps robots away. */
const PREVIEW_FILES = "dist/preview";
const NO_ROBOTS = "\n/*\n  X-Robots-Tag: noindex\n";

/** What is changed; all else stays as the build wrote it. */
const Built = v.looseObject({
  vars: v.record(v.string(), v.unknown()),
  assets: v.looseObject({}),
  d1_databases: v.array(v.looseObject({ binding: v.string() })),
  ratelimits: v.array(v.looseObject({ namespace_id: v.string() })),
});
type Built = v.InferOutput<typeof Built>;

export function writeConfiguration(target: Target, databaseId: string): void {
  const built = v.parse(Built, JSON.parse(readFileSync(join(ROOT, BUILT), "utf8")));
  if (target.kind === "preview") copyPreviewFiles();
  const configured = configure(built, target, databaseId, process.env.PREVIEW_UPSTREAM_BASE_URL);
  writeFileSync(join(ROOT, CONFIGURATION), JSON.stringify(configured, null, 2));
}

/** `previewUpstream`: what a preview may ask; without it a preview answers from its own catalog. */
export function configure(
  built: Built,
  target: Target,
  databaseId: string,
  previewUpstream?: string,
): object {
  const named = {
    ...built,
    name: target.worker,
    topLevelName: target.worker,
    d1_databases: built.d1_databases.map((database) =>
      database.binding === "CATALOG"
        ? { ...database, database_name: target.database, database_id: databaseId }
        : database,
    ),
  };
  if (target.kind === "production") return named;
  // The upstream is production's, and so are the callers' keys without which ACCESS=keyed stops a Worker.
  const { UPSTREAM_BASE_URL: _upstream, ACCESS: _access, ...vars } = built.vars;
  return {
    ...named,
    vars: { ...vars, ...(previewUpstream ? { UPSTREAM_BASE_URL: previewUpstream } : {}) },
    assets: { ...built.assets, directory: "../preview" },
    // A namespace counts for the whole account: previews count by themselves.
    ratelimits: built.ratelimits.map((limit) => ({ ...limit, namespace_id: `9${limit.namespace_id}` })),
    // The addresses of production are production's.
    routes: [],
    workers_dev: true,
    preview_urls: true,
  };
}

function copyPreviewFiles(): void {
  const folder = join(ROOT, PREVIEW_FILES);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(ROOT, "dist/client"), folder, { recursive: true });
  appendFileSync(join(folder, "_headers"), NO_ROBOTS);
}
