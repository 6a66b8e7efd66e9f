/**
 * Where a deployment goes. Previews live in a Worker of their own beside production: versions
 * of one Worker share its secrets, and a preview must have neither production's upstream key
 * nor its database (docs/decisions/).
 */
import { join } from "node:path";
import * as v from "valibot";
import { ROOT } from "../wrangler.ts";
import { previewAlias } from "./preview-alias.ts";

export interface Target {
  readonly kind: "production" | "preview";
  readonly worker: string;
  readonly database: string;
  /** `null`: production, which has no alias. */
  readonly alias: string | null;
  /** Said in the platform's list of versions. */
  readonly message: string;
}

export interface Names {
  readonly worker: string;
  readonly database: string;
}

const Configuration = v.object({
  name: v.string(),
  d1_databases: v.array(v.object({ binding: v.string(), database_name: v.string() })),
});

/** The names that `wrangler.toml` gives. Throws when one is missing. */
export async function names(): Promise<Names> {
  // Loading wrangler takes a second, which --help should not.
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const { name, d1_databases } = v.parse(Configuration, readConfig({ config: join(ROOT, "wrangler.toml") }));
  const catalog = d1_databases.find(({ binding }) => binding === "CATALOG");
  if (catalog === undefined) throw new Error("wrangler.toml has to bind a D1 database as CATALOG.");
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
