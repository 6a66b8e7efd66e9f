import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { session } from "../../../worker/origins/catalog/session.ts";

const database: D1Database = env.CATALOG;

test("the catalog is read through a session where the binding offers one", async () => {
  const reads = session(database);
  expect(reads).not.toBe(database);
  expect(reads).toHaveProperty("getBookmark");
  await expect(reads.prepare("SELECT 1 AS one").first()).resolves.toEqual({ one: 1 });
  await expect(reads.batch([reads.prepare("SELECT 2 AS two")])).resolves.toMatchObject([
    { results: [{ two: 2 }] },
  ]);
});

test("and directly where it offers none", () => {
  const methods = { prepare: database.prepare.bind(database), batch: database.batch.bind(database) };
  const older: D1Database = Object.assign(Object.create(null), methods);
  expect(session(older)).toBe(older);
});
