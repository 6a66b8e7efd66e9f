import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { ROOT } from "../wrangler.ts";

/** The hashes in CLIENT_KEYS, in its order, each once. Those of a deployment are its secret and cannot be read back. */
export function clientKeys(): string[] {
  const file = join(ROOT, ".dev.vars");
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")).CLIENT_KEYS : undefined;
  const list = process.env.CLIENT_KEYS ?? fromFile ?? "";
  const hashes = list.split(",").map((hash) => hash.trim().toLowerCase());
  return [...new Set(hashes.filter((hash) => hash !== ""))];
}
