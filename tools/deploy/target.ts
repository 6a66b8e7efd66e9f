/**
 * Where a deployment goes, and its configuration. Previews are versions of a Worker of their own: versions of one Worker
 * share its secrets, and a preview must have neither production's upstream key nor its database (docs/decisions/0007).
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { ROOT } from "../wrangler.ts";

export interface Target {
  readonly kind: "production" | "preview";
  readonly worker: string;
  readonly database: string;
  /** `null` in production. */
  readonly alias: string | null;
  /** For the platform's list of versions. */
  readonly message: string;
}

interface Names {
  readonly worker: string;
  readonly database: string;
}

const Configuration = v.object({
  name: v.string(),
  d1_databases: v.array(v.object({ binding: v.string(), database_name: v.string() })),
});

/** The names in `wrangler.toml`. Throws if one is missing. */
export async function configuredNames(): Promise<Names> {
  // Loading wrangler takes a second, which --help should not.
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const { name, d1_databases } = v.parse(Configuration, readConfig({ config: join(ROOT, "wrangler.toml") }));
  const catalog = d1_databases.find(({ binding }) => binding === "CATALOG");
  if (catalog === undefined) throw new Error("wrangler.toml must bind a D1 database as CATALOG.");
  return { worker: name, database: catalog.database_name };
}

export function productionTarget({ worker, database }: Names, commit: string): Target {
  return { kind: "production", worker, database, alias: null, message: commit };
}

export function previewTarget({ worker, database }: Names, branch: string, commit: string): Target {
  const own = `${worker}-preview`;
  return {
    kind: "preview",
    worker: own,
    database: `${database}-preview`,
    alias: previewAlias(branch, own),
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

/**
 * The built configuration with the names and ids of a target: the repository holds no account's ids. `previewUpstream`: the
 * source of a preview; without it, the catalog.
 */
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
  // The upstream is production's; so are the callers' keys, without which ACCESS=keyed stops a Worker.
  const { UPSTREAM_BASE_URL: _upstream, ACCESS: _access, ...vars } = built.vars;
  return {
    ...named,
    vars: previewUpstream ? { ...vars, UPSTREAM_BASE_URL: previewUpstream } : vars,
    assets: { ...built.assets, directory: "../preview" },
    // The account shares namespaces: previews count separately.
    ratelimits: built.ratelimits.map((limit) => ({ ...limit, namespace_id: `9${limit.namespace_id}` })),
    // Production's addresses stay with production.
    routes: [],
    workers_dev: true,
    preview_urls: true,
  };
}
