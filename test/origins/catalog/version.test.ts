/** The version of the catalog, remembered in the isolate: what one request reads belongs to it alone. */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { versions } from "../../../worker/origins/catalog/version.ts";

const LATER = 6_000;
const never = () => new Promise<string>(() => {});
const unread = () => Promise.reject(new Error("read again"));
/** A database of which no version is remembered. */
const database = (): D1Database => Object.create(env.CATALOG);

test("a version is read once in five seconds", async () => {
  const one = database();
  expect(await versions.recall(one, 0, async () => "first")).toBe("first");
  expect(await versions.recall(one, 4_999, unread)).toBe("first");
  expect(await versions.recall(one, 5_000, async () => "second")).toBe("second");
});

test("no request awaits what another reads: while one reads it anew, the others go on with what is known", async () => {
  const one = database();
  await versions.recall(one, 0, async () => "known");
  versions.recall(one, LATER, never);
  expect(await versions.recall(one, LATER, unread)).toBe("known");
});

test("no request awaits what another reads, nor where nothing is known yet", async () => {
  const one = database();
  versions.recall(one, 0, never);
  expect(await versions.recall(one, 0, async () => "own")).toBe("own");
});

test("a database that cannot be read leaves the last version standing, and a first read tells", async () => {
  const one = database();
  await expect(versions.recall(one, 0, unread)).rejects.toThrow("read again");
  await versions.recall(one, 0, async () => "last");
  expect(await versions.recall(one, LATER, unread)).toBe("last");
});
