import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { limitStored } from "../../../tools/serve/stored.ts";
import { createFolder } from "../catalog/folder.ts";

/** Creates stored responses of 100 bytes as Miniflare does, the oldest first. */
function createStored(...keys: readonly string[]) {
  const state = createFolder({});
  const cache = join(state, "v3/cache");
  const blobs = join(cache, "default/blobs");
  mkdirSync(blobs, { recursive: true });
  mkdirSync(join(cache, "miniflare-CacheObject"));
  const database = new DatabaseSync(join(cache, "miniflare-CacheObject/0a.sqlite"));
  database.exec(
    "CREATE TABLE _mf_entries (key TEXT PRIMARY KEY, blob_id TEXT NOT NULL, expiration INTEGER, metadata TEXT)",
  );
  const put = database.prepare("INSERT INTO _mf_entries (key, blob_id) VALUES (?, ?)");
  for (const key of keys) {
    put.run(key, `blob-${key}`);
    writeFileSync(join(blobs, `blob-${key}`), "x".repeat(100));
  }
  const remaining = () =>
    database
      .prepare("SELECT key FROM _mf_entries ORDER BY rowid")
      .all()
      .map(({ key }) => key);
  return { state, remaining, hasBlob: (key: string) => existsSync(join(blobs, `blob-${key}`)) };
}

describe("limitStored()", () => {
  test("removes the oldest responses with their bodies", () => {
    const { state, remaining, hasBlob } = createStored("a", "b", "c", "d", "e");
    expect(limitStored(state, 400)).toBe(200);
    expect(remaining()).toEqual(["c", "d", "e"]);
    expect(["a", "b", "c"].map(hasBlob)).toEqual([false, false, true]);
  });

  test("removes nothing within the limit", () => {
    const { state, remaining } = createStored("a", "b");
    expect(limitStored(state, 200)).toBe(0);
    expect(remaining()).toEqual(["a", "b"]);
  });

  test("does nothing without stored responses", () => {
    expect(limitStored(createFolder({}), 0)).toBe(0);
  });
});
