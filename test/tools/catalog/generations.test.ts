/** Two catalogs that take turns: loads, switches, rollbacks. */
import { describe, expect, test } from "vitest";
import { localConnections } from "../../../tools/catalog/connection.ts";
import { withLocalDatabases } from "../../../tools/catalog/database.ts";
import { mayContain } from "../../../worker/origins/control/bloom.ts";
import { folderOf, lines, title } from "./folder.ts";
import { catalog } from "./run.ts";

const ALIEN = title(1, "Alien");
const filesOf = (...titles: unknown[]) => folderOf({ "titles.jsonl": lines(titles) });

async function statusOf(state: string) {
  return JSON.parse((await catalog("status", "--state", state, "--json")).out);
}

/** A state with one catalog, as a fresh checkout has after `npm start`. */
async function oneCatalog(): Promise<string> {
  const state = folderOf({});
  await catalog("load", filesOf(ALIEN), "--state", state);
  return state;
}

test("the first load fills A alone; the next goes to B, the third to A again", async () => {
  const state = await oneCatalog();
  expect(await statusOf(state)).toMatchObject({
    live: { slot: "A", generation: 1, titles: 1, people: 0, updatedAt: null },
    previous: null,
    loading: null,
  });
  await catalog("load", filesOf(ALIEN, title(2, "Aliens")), "--state", state);
  expect(await statusOf(state)).toMatchObject({
    live: { slot: "B", generation: 2, titles: 2 },
    previous: { slot: "A", generation: 1, titles: 1 },
  });
  await catalog("load", filesOf(ALIEN), "--state", state);
  expect(await statusOf(state)).toMatchObject({
    live: { slot: "A", generation: 3, titles: 1 },
    previous: { slot: "B", generation: 2, titles: 2 },
    loading: null,
  });
});

test("a rollback goes to the generation before, and back; a load without a switch waits for it", async () => {
  const state = await oneCatalog();
  const refused = await catalog("rollback", "--state", state);
  expect(refused).toEqual({ code: 1, out: "There is no other generation: slot B is empty.\n" });
  await catalog("load", filesOf(ALIEN, title(2, "Aliens")), "--state", state, "--no-switch");
  expect(await statusOf(state)).toMatchObject({ live: { slot: "A" }, previous: { slot: "B" } });
  expect((await catalog("switch", "--state", state)).out).toMatch(/^Live: generation 2, 2 titles/);
  expect(await catalog("switch", "--state", state)).toMatchObject({
    code: 1,
    out: "The latest load is live; to go back to the one before: rollback.\n",
  });
  for (const slot of ["A", "B", "A"]) {
    expect(await catalog("rollback", "--state", state)).toMatchObject({ code: 0 });
    expect(await statusOf(state)).toMatchObject({ live: { slot } });
  }
});

test("a number stays taken when its generation is gone", async () => {
  const state = await oneCatalog();
  for (const number of [2, 3]) {
    await catalog("load", filesOf(ALIEN), "--state", state);
    expect(await statusOf(state)).toMatchObject({
      live: { slot: "B", generation: number },
      previous: { slot: "A", generation: 1 },
    });
    expect((await catalog("rollback", "--state", state)).out).toMatch(/^Live: generation 1,/);
  }
});

describe("discard", () => {
  test("empties the slot that is not live, once; then there is nothing to go back to", async () => {
    const state = await oneCatalog();
    await catalog("load", filesOf(ALIEN), "--state", state);
    expect(await catalog("discard", "--state", state)).toEqual({ code: 0, out: "Slot A is empty.\n" });
    expect(await catalog("discard", "--state", state)).toEqual({
      code: 0,
      out: "There is nothing to discard.\n",
    });
    expect(await statusOf(state)).toMatchObject({ live: { slot: "B" }, previous: null });
    expect((await catalog("rollback", "--state", state)).out).toBe(
      "There is no other generation: slot A is empty.\n",
    );
    expect(await catalog("check", "--state", state)).toMatchObject({ code: 0 });
  });

  test("has nothing to do where nothing was ever loaded", async () => {
    expect(await catalog("discard", "--state", folderOf({}))).toMatchObject({ code: 0 });
  });
});

test("a switch publishes what differs between the two generations; it has an entry for callers, like the first load", async () => {
  const state = await oneCatalog();
  const changed = { ...ALIEN, plot: "In space." };
  await catalog("load", filesOf(changed, title(2, "Aliens")), "--state", state);
  await catalog("load", filesOf(changed, title(2, "Aliens"), title(3, "Alien 3")), "--state", state);
  await withLocalDatabases(state, async (databases) => {
    const control = await localConnections(databases).control();
    const read = await control?.batch([
      "SELECT ids, filter FROM difference ORDER BY at",
      "SELECT kind FROM change WHERE number > 1",
    ]);
    const [differences = [], changes = []] = read?.map(({ rows }) => rows) ?? [];
    expect(differences.map(({ ids }) => ids)).toEqual([2, 1]);
    const filter = Buffer.from(String(differences[1]?.filter), "base64");
    expect(mayContain(filter, "title-3")).toBe(true);
    expect(mayContain(filter, "title-1")).toBe(false);
    expect(changes).toEqual(Array(3).fill({ kind: "everything" }));
  });
});
