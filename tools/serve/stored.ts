/** Limits the size of stored responses on disk. Miniflare itself never removes a response that is not replaced. */
import { existsSync, globSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The share of the limit that remains after responses were removed, so that not every round removes a few. */
const KEPT = 0.9;

/**
 * Removes the responses that were stored first until the rest fits into nine tenths of the limit, if they exceed it.
 * `state` is the state folder. Returns the number of bytes that were removed.
 */
export function limitStored(state: string, limitBytes: number): number {
  const folder = join(state, "v3/cache");
  const blobs = new Map(
    globSync("*/blobs/*", { cwd: folder }).map((path) => [path, sizeOf(join(folder, path))] as const),
  );
  const stored = [...blobs.values()].reduce((sum, size) => sum + size, 0);
  if (stored <= limitBytes) return 0;
  const sizes = new Map([...blobs].map(([path, size]) => [path.split("/").at(-1) ?? "", { path, size }]));
  const excess = stored - limitBytes * KEPT;
  let removed = 0;
  for (const file of globSync("miniflare-CacheObject/*.sqlite", { cwd: folder })) {
    const database = new DatabaseSync(join(folder, file), { timeout: 5_000 });
    try {
      if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_mf_entries'").get() === undefined)
        continue;
      const remove = database.prepare("DELETE FROM _mf_entries WHERE key = ?");
      // A response that is replaced gets a new rowid.
      const entries = database.prepare("SELECT key, blob_id FROM _mf_entries ORDER BY rowid").all();
      for (const { key, blob_id } of entries) {
        if (removed >= excess) break;
        const blob = sizes.get(String(blob_id));
        remove.run(String(key));
        if (blob === undefined) continue;
        rmSync(join(folder, blob.path), { force: true });
        removed += blob.size;
      }
    } finally {
      database.close();
    }
  }
  return removed;
}

/** Returns the size of a file, or 0 if it was removed meanwhile. */
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Removes all stored responses. */
export function removeStored(state: string): void {
  const folder = join(state, "v3/cache");
  if (existsSync(folder)) rmSync(folder, { recursive: true });
}
