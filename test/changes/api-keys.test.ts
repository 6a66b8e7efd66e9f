import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findKey, insertKey, type KeyRow, readKeys, replaceKey, revokeKey } from "../../tools/key-store.ts";
import { addKeyUse, createKeyReader, readKeyUse } from "../../worker/changes/api-keys.ts";
import { connectionTo } from "../d1-connection.ts";
import { control, migrateControl } from "./controlled.ts";

const connection = connectionTo(control);
const read = createKeyReader(control);
const DAY_MS = 86_400_000;

const digestOf = (start: string) => start.padEnd(64, "0");
const add = (digest: string, given: Partial<KeyRow> = {}) =>
  insertKey(connection, { digest, name: "Film club", requests: null, expires_at: null, ...given });

beforeAll(migrateControl);
beforeEach(() =>
  control.batch([control.prepare("DELETE FROM api_key"), control.prepare("DELETE FROM key_usage")]),
);

describe("createKeyReader()", () => {
  test("reads a key as `npm run keys` stored it", async () => {
    const expiresAt = Date.now() + DAY_MS;
    await add(digestOf("a1"), { requests: 60, expires_at: expiresAt });
    expect(await read(digestOf("a1"))).toEqual({ requests: 60, expiresAt, revokedAt: null });
    expect(await read(digestOf("a2"))).toBeNull();
  });

  test("reads a single row of 100,000 keys", async () => {
    await control
      .prepare(
        `WITH RECURSIVE counter (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM counter WHERE at < 100000)
        INSERT INTO api_key SELECT printf('%064x', at * 7919), 'Key ' || at, NULL, at, NULL, NULL FROM counter`,
      )
      .run();
    const digest = (4_711 * 7_919).toString(16).padStart(64, "0");
    expect(await read(digest)).toEqual({ requests: null, expiresAt: null, revokedAt: null });
    const { meta } = await control.prepare("SELECT * FROM api_key WHERE digest = ?1").bind(digest).run();
    expect(meta.rows_read).toBe(1);
    expect(await findKey(connection, digest)).toMatchObject({ name: "Key 4711" });
    const keys = await readKeys(connection);
    expect([keys.length, keys[0]?.name, keys.at(-1)?.name]).toEqual([100_000, "Key 1", "Key 100000"]);
  });
});

describe("findKey()", () => {
  test("rejects an unknown and an ambiguous id", async () => {
    await add(digestOf("abcd1"));
    await add(digestOf("abcd2"));
    await expect(findKey(connection, "ffff")).rejects.toThrow("No key has the id ffff.");
    await expect(findKey(connection, "abcd")).rejects.toThrow("Several keys have the id abcd.");
    expect(await findKey(connection, "abcd2")).toMatchObject({ digest: digestOf("abcd2") });
  });
});

describe("revokeKey()", () => {
  test("keeps the time of the first revocation", async () => {
    await add(digestOf("a"));
    await revokeKey(connection, await findKey(connection, digestOf("a")));
    const first = await findKey(connection, digestOf("a"));
    await revokeKey(connection, first);
    expect(await findKey(connection, digestOf("a"))).toEqual(first);
    expect(first.revoked_at).toBeGreaterThan(0);
  });
});

describe("replaceKey()", () => {
  test("keeps name, limit and expiry, and ends the old key within a day", async () => {
    const expiry = Date.now() + 90 * DAY_MS;
    await add(digestOf("a"), { requests: 300, expires_at: expiry });
    await replaceKey(connection, await findKey(connection, digestOf("a")), digestOf("b"));
    expect(await read(digestOf("b"))).toEqual({ requests: 300, expiresAt: expiry, revokedAt: null });
    const until = ((await read(digestOf("a")))?.expiresAt ?? 0) - Date.now();
    expect(until).toBeGreaterThan(DAY_MS - 60_000);
    expect(until).toBeLessThanOrEqual(DAY_MS);
  });

  test("does not extend a key that ends sooner", async () => {
    const expiry = Date.now() + 60_000;
    await add(digestOf("a"), { expires_at: expiry });
    await replaceKey(connection, await findKey(connection, digestOf("a")), digestOf("b"));
    expect((await read(digestOf("a")))?.expiresAt).toBe(expiry);
  });

  test("rejects a key that has ended, and adds none", async () => {
    await add(digestOf("a"), { expires_at: Date.now() - 1 });
    const old = await findKey(connection, digestOf("a"));
    await expect(replaceKey(connection, old, digestOf("b"))).rejects.toThrow("This key has ended.");
    expect(await read(digestOf("b"))).toBeNull();
  });
});

describe("readKeyUse()", () => {
  const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  const useOn = (day: string, digest: string, requests: number) => ({
    day,
    digest,
    requests,
    hits: requests - 2,
    loads: 1,
    refusals: 1,
  });

  test("adds up the writes of several isolates by day", async () => {
    await addKeyUse(control, [
      useOn(dayAgo(0), "a", 10),
      useOn(dayAgo(1), "a", 5),
      useOn(dayAgo(0), "b", 99),
    ]);
    await addKeyUse(control, [useOn(dayAgo(0), "a", 20)]);
    expect(await readKeyUse(control, "a")).toEqual([
      { day: dayAgo(0), requests: 30, hits: 26, loads: 2, refusals: 2 },
      { day: dayAgo(1), requests: 5, hits: 3, loads: 1, refusals: 1 },
    ]);
  });

  test("returns the last 31 days, and keeps 90", async () => {
    const days = [30, 31, 90, 91];
    await addKeyUse(
      control,
      days.map((days) => useOn(dayAgo(days), "a", 9)),
    );
    expect((await readKeyUse(control, "a")).map(({ day }) => day)).toEqual([dayAgo(30)]);
    const kept = await control.prepare("SELECT day FROM key_usage ORDER BY day").all<{ day: string }>();
    expect(kept.results.map(({ day }) => day)).toEqual([dayAgo(90), dayAgo(31), dayAgo(30)]);
  });
});
