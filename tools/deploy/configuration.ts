/**
 * What is deployed: what `wrangler.toml` says, and the built configuration with what only a deployment knows, the ids of the
 * account's databases and the address of the site.
 */
import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Unstable_Config as Config } from "wrangler";
import { ROOT } from "../wrangler.ts";
import { listOwnFiles } from "./files.ts";

/** What `wrangler.toml` says of the Worker: its name, its addresses, its settings. */
export type Configured = Pick<Config, "name" | "routes" | "workers_dev" | "vars">;

/** Wrangler's default is yes where nothing else leads to the Worker. */
export function isAtWorkersDev({ workers_dev, routes = [] }: Configured): boolean {
  return workers_dev ?? routes.length === 0;
}

const HOST = /^(?:https?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:\/|$)/i;

/** The first host of the routes; `null`: none of them names one. */
export function routedHost({ routes = [] }: Configured): string | null {
  const patterns = routes.map((route) => (typeof route === "string" ? route : route.pattern));
  return patterns.flatMap((pattern) => HOST.exec(pattern)?.[1] ?? [])[0] ?? null;
}

/** The configuration of this deployment. */
export const CONFIGURATION = "dist/server/deployment.json";
/** The same without routes and domains, for creating a Worker: whether they would replace others is not checked yet. */
export const UNROUTED = "dist/server/unrouted.json";
/** Copies of the build's static files, with earlier builds' files. */
export const DEPLOYED_FILES = join(ROOT, "dist/deployed");

/** Writes the configuration for a Worker, made from the built one, which wrangler has checked and checks again. */
export function configure(from: (built: Config) => Partial<Config>): void {
  rmSync(DEPLOYED_FILES, { recursive: true, force: true });
  cpSync(join(ROOT, "dist/client"), DEPLOYED_FILES, { recursive: true });
  listOwnFiles(DEPLOYED_FILES);
  const built: Config = JSON.parse(readFileSync(join(ROOT, "dist/server/wrangler.json"), "utf8"));
  const configured = from({ ...built, assets: { ...built.assets, directory: "../deployed" } });
  write(CONFIGURATION, configured);
  write(UNROUTED, { ...configured, routes: [], workers_dev: isAtWorkersDev(built) });
}

function write(file: string, configuration: object): void {
  writeFileSync(join(ROOT, file), JSON.stringify(configuration, null, 2));
}

/** The id of the database of each binding. */
export type DatabaseIds = Readonly<Record<string, string>>;

/**
 * Wrangler would find the databases by their names, but it looks up the running version's first, and fails if that was deleted
 * (`D1Handler.canInherit`): a deployment could not replace it.
 */
export function production(built: Config, siteUrl: string, ids: DatabaseIds): Partial<Config> {
  const { name = "", vars, routes = [] } = built;
  // No response that needs a key is stored in front, but every request looks for one in both tiers (workers/cache/configuration,
  // "Per-entrypoint caching"). Pages and images are stored in our own cache, which `workers.dev` does not have.
  const isCachedInFront = vars.ACCESS !== "keyed" || routes.length === 0;
  return {
    ...built,
    vars: { ...vars, SITE_URL: siteUrl },
    d1_databases: built.d1_databases.map((database) => {
      const id = ids[database.binding];
      return id === undefined ? database : { ...database, database_id: id };
    }),
    ratelimits: ownLimits(built, name),
    ...(isCachedInFront ? {} : { cache: { enabled: false } }),
  };
}

/** The bindings of a preview: with no second catalog to switch to, one database is all of them. */
export const PREVIEW_BINDINGS: readonly string[] = ["CATALOG_A", "CONTROL"];

interface PreviewDatabase {
  readonly name: string;
  /** Wrangler looks up no name in the block `previews` (`extractBindings`). */
  readonly id: string;
}

/**
 * Previews belong to a Worker of their own: they need version URLs, which are off for production's (docs/decisions/0007). A
 * preview gets only what the block `previews` has; the databases above it are for wrangler's commands for D1.
 */
export function preview(built: Config, worker: string, { name, id }: PreviewDatabase): Partial<Config> {
  const { previews, version_metadata } = built;
  const d1_databases = built.d1_databases
    .filter(({ binding }) => PREVIEW_BINDINGS.includes(binding))
    .map((database) => ({ ...database, database_name: name, database_id: id }));
  const own = { d1_databases, ratelimits: ownLimits(built, worker) };
  return {
    ...built,
    ...own,
    name: worker,
    topLevelName: worker,
    vars: {},
    routes: [],
    workers_dev: true,
    preview_urls: true,
    previews: { ...previews, ...own, ...(version_metadata && { version_metadata }) },
  };
}

/**
 * All Workers of an account share the namespaces of rate limits (workers/runtime-apis/bindings/rate-limit): another
 * Marquee, or a preview, would count the same callers. A positive integer of at most 28 bits.
 */
function ownLimits({ ratelimits }: Config, worker: string): Config["ratelimits"] {
  return ratelimits.map((limit) => {
    const digest = createHash("sha256").update(`${worker} ${limit.namespace_id}`).digest("hex");
    return { ...limit, namespace_id: String(1 + Number.parseInt(digest.slice(0, 7), 16)) };
  });
}
