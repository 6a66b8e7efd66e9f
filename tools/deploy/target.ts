/**
 * Where a deployment goes, and its configuration. Previews are versions of a Worker of their own: versions of one Worker
 * share its secrets, and a preview must have neither production's upstream key nor its database (docs/decisions/0007).
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { configuredDatabases } from "../databases.ts";
import { ROOT } from "../wrangler.ts";

export interface Target {
  readonly kind: "production" | "preview";
  readonly worker: string;
  readonly databases: readonly Database[];
  /** `null` in production. */
  readonly alias: string | null;
  /** Custom domains, as wrangler names them to the API. Previews have none. */
  readonly domains: readonly Domain[];
  /** For the platform's list of versions. */
  readonly message: string;
}

export interface Domain {
  readonly hostname: string;
  readonly zone_id?: string | undefined;
  readonly zone_name?: string | undefined;
}

export interface Database {
  readonly binding: Binding;
  readonly name: string;
}

/** A preview has the first only: it is read alone, and loaded while it is read. */
const BINDINGS = ["CATALOG_A", "CATALOG_B", "CONTROL"] as const;
export type Binding = (typeof BINDINGS)[number];

/** The ids of the databases of a target. */
export type DatabaseIds = Readonly<Partial<Record<Binding, string>>>;

interface Names {
  readonly worker: string;
  readonly databases: readonly Database[];
  readonly domains: readonly Domain[];
}

const Route = v.object({
  pattern: v.string(),
  custom_domain: v.optional(v.boolean()),
  zone_id: v.optional(v.string()),
  zone_name: v.optional(v.string()),
});

const Configuration = v.object({
  name: v.string(),
  routes: v.optional(v.array(v.union([v.string(), Route])), []),
});

/** The names in `wrangler.toml`. Throws if one is missing. */
export async function configuredNames(): Promise<Names> {
  // Loading wrangler takes a second, which --help should not.
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const { name, routes } = v.parse(Configuration, readConfig({ config: join(ROOT, "wrangler.toml") }));
  const configured = await configuredDatabases();
  const databases = BINDINGS.map((binding) => ({ binding, name: configured[binding].name }));
  const domains = routes.flatMap((route) =>
    typeof route === "object" && route.custom_domain
      ? [{ hostname: route.pattern, zone_id: route.zone_id, zone_name: route.zone_name }]
      : [],
  );
  return { worker: name, databases, domains };
}

export function productionTarget(names: Names, commit: string): Target {
  return { kind: "production", ...names, alias: null, message: commit };
}

export function previewTarget({ worker, databases }: Names, branch: string, commit: string): Target {
  const own = `${worker}-preview`;
  return {
    kind: "preview",
    worker: own,
    databases: databases
      .filter(({ binding }) => binding === "CATALOG_A")
      .map(({ binding, name }) => ({ binding, name: `${name}-preview` })),
    alias: previewAlias(branch, own),
    domains: [],
    message: `${branch} ${commit}`,
  };
}

const MAX_LABEL = 63;
/** Hexadecimal digits that tell branches apart whose names had to be changed or cut. */
const HASH = 6;

/** Names with another meaning: the production branch, hosts, punycode. */
const RESERVED =
  /^(main|master|production|prod|preview|staging|www|api|admin|localhost|mail|ftp|smtp|ns\d?|xn-.*)$/;

/** Otherwise the name of a branch could be the alias of another. */
const ENDS_IN_HASH = new RegExp(`-[0-9a-f]{${HASH}}$`);

/**
 * The alias of a branch, always the same, and of no other branch. A preview is at
 * `{alias}-{worker}.{account}.workers.dev`: alias and Worker share one DNS label (RFC 1035: 63 octets). The platform takes
 * lower-case letters, digits and dashes, beginning with a letter. A branch whose name is an alias already keeps it; any
 * other gets what remains of its name, and a hash. Throws if the Worker's name leaves no room.
 */
export function previewAlias(branch: string, worker: string): string {
  const room = MAX_LABEL - worker.length - 1;
  if (room < HASH + 2) throw new Error(`The Worker's name is too long for previews: ${worker}`);
  const readable = branch
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const isTaken = RESERVED.test(branch) || ENDS_IN_HASH.test(branch);
  if (readable === branch && /^[a-z]/.test(branch) && branch.length <= room && !isTaken) return branch;
  const hash = createHash("sha256").update(branch).digest("hex").slice(0, HASH);
  const lettered = /^[a-z]/.test(readable) ? readable : `b-${readable}`;
  const cut = lettered.slice(0, room - HASH - 1).replace(/-+$/, "");
  return `${cut}-${hash}`;
}

/** The parts of the built configuration that a deployment changes. */
export const Built = v.looseObject({
  vars: v.record(v.string(), v.unknown()),
  assets: v.looseObject({}),
  d1_databases: v.array(v.looseObject({ binding: v.string() })),
  ratelimits: v.array(v.looseObject({ namespace_id: v.string() })),
});
type Built = v.InferOutput<typeof Built>;

/** Copies of the build's static files, with what a deployment adds. */
export const DEPLOYED_FILES = "dist/deployed";

/** Production's source and callers. Without their secrets, which a preview lacks, these settings stop a Worker. */
const OF_PRODUCTION = ["UPSTREAM_BASE_URL", "ACCESS", "TMDB_API"];

/**
 * The built configuration with the names and ids of a target: the repository holds no account's ids. `previewUpstream`: the
 * source of a preview; without it, the catalog.
 */
export function configure(
  built: Built,
  target: Target,
  databaseIds: DatabaseIds,
  previewUpstream?: string,
): object {
  const named = {
    ...built,
    name: target.worker,
    topLevelName: target.worker,
    assets: { ...built.assets, directory: "../deployed" },
    d1_databases: built.d1_databases.flatMap((database) => {
      if (!BINDINGS.some((binding) => binding === database.binding)) return [database];
      const own = target.databases.filter(({ binding }) => binding === database.binding);
      return own.map(({ binding, name }) => ({
        ...database,
        database_name: name,
        database_id: databaseIds[binding],
      }));
    }),
    ratelimits: built.ratelimits.map((limit) => ({
      ...limit,
      namespace_id: namespaceOf(target.worker, limit.namespace_id),
    })),
  };
  if (target.kind === "production")
    return isCachedInFront(built) ? named : { ...named, cache: { enabled: false } };
  // Without an address, the dialect would select a source of its own.
  const dropped = previewUpstream ? OF_PRODUCTION : [...OF_PRODUCTION, "UPSTREAM_DIALECT"];
  const vars = Object.fromEntries(Object.entries(built.vars).filter(([name]) => !dropped.includes(name)));
  return {
    ...named,
    vars: previewUpstream ? { ...vars, UPSTREAM_BASE_URL: previewUpstream } : vars,
    // Production's addresses stay with production.
    routes: [],
    workers_dev: true,
    preview_urls: true,
  };
}

/**
 * No response that needs a key is stored in front, but every request looks for one in both tiers (workers/cache/configuration,
 * "Per-entrypoint caching"). Pages and images are stored in our own cache, which `workers.dev` does not have.
 */
function isCachedInFront(built: Built): boolean {
  const { routes = [] } = v.parse(Routed, built);
  return built.vars.ACCESS !== "keyed" || routes.length === 0;
}

/**
 * All Workers of an account share the namespaces of rate limits (workers/runtime-apis/bindings/rate-limit): another
 * Marquee, or a preview, would count the same callers. A positive integer of at most 28 bits.
 */
function namespaceOf(worker: string, id: string): string {
  const digest = createHash("sha256").update(`${worker} ${id}`).digest("hex");
  return String(1 + Number.parseInt(digest.slice(0, 7), 16));
}

/** A configuration without routes, custom domains included. Its Worker is at `workers.dev` only if the other's is. */
export function unrouted(configured: object): object {
  const { routes = [], workers_dev = routes.length === 0 } = v.parse(Routed, configured);
  return { ...configured, routes: [], workers_dev };
}

const Routed = v.object({ routes: v.optional(v.array(v.unknown())), workers_dev: v.optional(v.boolean()) });
