/**
 * Builds the configuration of a deployment from the built configuration, the ids of the account's databases and the
 * site's URL.
 */
import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Unstable_Config as Config } from "wrangler";
import { ROOT } from "../wrangler.ts";
import { listOwnFiles } from "./files.ts";

/** The name, routes and settings of the Worker in `wrangler.toml`. */
export type Configured = Pick<Config, "name" | "routes" | "workers_dev" | "vars">;

/** Returns true if the Worker is served at `workers.dev`. Wrangler does this by default if there are no routes. */
export function isAtWorkersDev({ workers_dev, routes = [] }: Configured): boolean {
  return workers_dev ?? routes.length === 0;
}

const HOST = /^(?:https?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:\/|$)/i;

/** Returns the first host in the routes, or `null` if there is none. */
export function routedHost({ routes = [] }: Configured): string | null {
  const patterns = routes.map((route) => (typeof route === "string" ? route : route.pattern));
  return patterns.flatMap((pattern) => HOST.exec(pattern)?.[1] ?? [])[0] ?? null;
}

export const CONFIGURATION = "dist/server/deployment.json";
/**
 * The configuration without routes and custom domains. It is used to create a Worker before its domains are checked,
 * because they may be in use.
 */
export const UNROUTED = "dist/server/unrouted.json";
export const DEPLOYED_FILES = join(ROOT, "dist/deployed");

/**
 * Writes the configuration files of a deployment. `from` changes the built configuration, which wrangler has
 * validated.
 */
export function configure(from: (built: Config) => Partial<Config>): void {
  rmSync(DEPLOYED_FILES, { recursive: true, force: true });
  cpSync(join(ROOT, "dist/client"), DEPLOYED_FILES, { recursive: true });
  listOwnFiles(DEPLOYED_FILES);
  const built: Config = JSON.parse(readFileSync(join(ROOT, "dist/server/wrangler.json"), "utf8"));
  const configured = from({ ...built, assets: { ...built.assets, directory: "../deployed" } });
  write(CONFIGURATION, configured);
  write(UNROUTED, { ...configured, routes: [], workers_dev: isAtWorkersDev(built) });
}

export const EMPTY = "dist/server/empty.json";

/** Writes the configuration of a Worker without code, and returns the Worker's name. */
export function configureEmpty(worker: string): string {
  const name = `${worker}-empty`;
  writeFileSync(join(ROOT, "dist/server/empty.js"), "export default {};");
  write(EMPTY, { name, main: "empty.js", compatibility_date: "2026-01-01", workers_dev: false });
  return name;
}

function write(file: string, configuration: object): void {
  writeFileSync(join(ROOT, file), JSON.stringify(configuration, null, 2));
}

type DatabaseIds = Readonly<Record<string, string>>;

/**
 * Builds the configuration for production. It contains the ids of the databases, because wrangler would otherwise
 * take them from the running version, which fails if one of these databases was deleted (`D1Handler.canInherit`).
 */
export function production(built: Config, siteUrl: string, ids: DatabaseIds): Partial<Config> {
  const { name = "", vars, routes = [] } = built;
  // If every response needs a key, the CDN cache stores nothing, but requests would still pass through both of its
  // tiers (developers.cloudflare.com/workers/cache/configuration, "Per-entrypoint caching"). It is therefore disabled
  // if the site has a route. Without a route, pages and images need it, because there is no Cache API at
  // `workers.dev`.
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

/** The bindings of a preview. They use the same database, because a preview has no second catalog to switch to. */
export const PREVIEW_BINDINGS: readonly string[] = ["CATALOG_A", "CONTROL"];

interface PreviewDatabase {
  readonly name: string;
  /** The id of the database. Wrangler does not look up names in the block `previews` (`extractBindings`). */
  readonly id: string;
}

/**
 * Builds the configuration of a preview. Previews belong to a separate Worker, because they need version URLs, which
 * production does not have (docs/decisions/0007). The preview itself only uses the block `previews`. The databases
 * outside this block are for wrangler's D1 commands.
 */
export function preview(built: Config, worker: string, { name, id }: PreviewDatabase): Partial<Config> {
  const { previews, version_metadata } = built;
  const d1_databases = built.d1_databases
    .filter(({ binding }) => PREVIEW_BINDINGS.includes(binding))
    .map((database) => ({ ...database, database_name: name, database_id: id }));
  const overrides = { d1_databases, ratelimits: ownLimits(built, worker) };
  return {
    ...built,
    ...overrides,
    name: worker,
    topLevelName: worker,
    vars: {},
    routes: [],
    workers_dev: true,
    preview_urls: true,
    previews: { ...previews, ...overrides, ...(version_metadata && { version_metadata }) },
  };
}

/**
 * Returns the rate limits with namespaces that only this Worker uses. The Workers of an account share namespaces
 * (developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit), so the same client would otherwise be counted
 * together for production, previews and other deployments. A namespace is a positive integer of up to 28 bits.
 */
function ownLimits({ ratelimits }: Config, worker: string): Config["ratelimits"] {
  return ratelimits.map((limit) => {
    const digest = createHash("sha256").update(`${worker} ${limit.namespace_id}`).digest("hex");
    return { ...limit, namespace_id: String(1 + Number.parseInt(digest.slice(0, 7), 16)) };
  });
}
