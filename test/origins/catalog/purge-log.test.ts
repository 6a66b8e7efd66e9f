/** Purges in D1, which every data centre reads. */
import { beforeEach, expect, test } from "vitest";
import { purgeLog } from "../../../worker/origins/catalog/purge-log.ts";
import { EVERYTHING, MAX_PURGES } from "../../../worker/origins/purge-log.ts";
import { database, fill, migrate } from "./filled.ts";

const log = purgeLog(database);

beforeEach(async () => {
  await migrate();
  await database.exec("DELETE FROM purge");
});

test("says what was purged since, and which catalog is in place", async () => {
  expect(await log.read(0)).toEqual({ sourceVersion: null, slot: "A", purges: {}, differences: [] });
  await log.append(["title-1", "search"], 1_000);
  await log.append(["title-1"], 2_000);
  await fill([{ title: "Alien" }]);
  const { sourceVersion, purges } = await log.read(0);
  expect(purges).toEqual({ "title-1": 2_000, search: 1_000 });
  expect(sourceVersion).toMatch(/./);
  expect((await log.read(1_000)).purges).toEqual({ "title-1": 2_000 });
});

test("a purge by a clock that is behind takes nothing back", async () => {
  await log.append(["title-1"], 2_000);
  await log.append(["title-1"], 1_000);
  expect((await log.read(0)).purges).toEqual({ "title-1": 2_000 });
});

test("is bounded: the oldest of too many purges become one of everything", async () => {
  const tags = (first: number) => Array.from({ length: MAX_PURGES }, (_, at) => `title-${first + at}`);
  await log.append(["title-1"], 1_000);
  await log.append(tags(10), 2_000);
  const { purges } = await log.read(0);
  expect(purges).toMatchObject({ [EVERYTHING]: 1_000, "title-10": 2_000 });
  expect(purges).not.toHaveProperty("title-1");
  // Known to whoever has read all the rest before.
  expect((await log.read(5_000)).purges).toEqual({ [EVERYTHING]: 1_000 });
});

test("a purge that cannot be recorded says so", async () => {
  await database.exec("ALTER TABLE purge RENAME TO elsewhere");
  await expect(log.append(["search"], 1)).rejects.toMatchObject({
    type: "upstream-unavailable",
    retryAfter: 5,
  });
  await database.exec("ALTER TABLE elsewhere RENAME TO purge");
});
