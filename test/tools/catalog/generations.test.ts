/** Tests loads, switches and rollbacks of the two catalog slots. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { forgetGeneration, recordGeneration, switchTo } from "../../../tools/catalog/control.ts";
import { chooseDestination, switchSlots } from "../../../tools/catalog/generations.ts";
import { CommandError } from "../../../tools/options.ts";
import { oneOf, random } from "../../bench/search/titles.ts";
import { deployedDatabases, loadDeployed } from "./deployed.ts";
import { createFolder, lines, title } from "./folder.ts";
import { catalog } from "./run.ts";
import { migrated, withControl } from "./updated.ts";

const GENERATION = { titles: 1, people: 1, bytes: 1, source: "a test", loadedAt: "" };

describe("switchSlots()", () => {
  test("rolls back only to a catalog that was live", async () => {
    const next = random(453);
    for (let run = 0; run < 40; run += 1) {
      const { connections } = withControl(migrated());
      const control = await connections.control();
      const live: string[] = [];
      async function attempt(step: string): Promise<void> {
        if (step === "load") {
          const { slot, control: switched } = await chooseDestination(connections);
          const version = crypto.randomUUID();
          await forgetGeneration(control, slot);
          await recordGeneration(control, { ...GENERATION, slot, version });
          if (switched === null) await switchTo(control, slot);
          if (switched === null) live.push(version);
          return;
        }
        const before = live.at(-1);
        const { version } = await switchSlots(connections, step === "switch" ? "switch" : "rollback");
        if (step === "rollback") expect(live).toContain(version);
        expect(version).not.toBe(before);
        live.push(version);
      }
      for (let step = 0; step < 12; step += 1) {
        const chosen = oneOf(["load", "load", "switch", "rollback"], next);
        await attempt(chosen).catch((thrown: unknown) => expect(thrown).toBeInstanceOf(CommandError));
      }
      await attempt("load");
      await expect(attempt("rollback")).rejects.toThrow("was never live");
      await attempt("switch");
      await attempt("rollback");
      expect(live.at(-1)).toBe(live.at(-3));
    }
  });
});

const ALIEN = title(1, "Alien");
const ALIENS = title(2, "Aliens");
const createFiles = (titles: readonly unknown[]) => createFolder({ "titles.jsonl": lines(titles) });

describe("npm run catalog with a local state", () => {
  test("alternates slots between loads, rolls back and discards", async () => {
    const state = createFolder({});
    const run = (...words: string[]) => catalog(...words, "--state", state);
    const load = (...titles: unknown[]) => run("load", createFiles(titles));
    const status = async () => JSON.parse((await run("status", "--json")).out);
    const discard = () => run("discard");
    const nothing = { code: 0, out: "There is nothing to discard.\n" };
    expect(await discard()).toEqual(nothing);

    // A fresh checkout has this state after `npm start`.
    await load(ALIEN);
    expect(await status()).toMatchObject({
      live: { slot: "A", generation: 1, titles: 1, people: 0, updatedAt: null },
      previous: null,
      loading: null,
    });
    await load(ALIEN, ALIENS);
    await load(ALIEN);
    expect(await status()).toMatchObject({
      live: { slot: "A", generation: 3, titles: 1 },
      previous: { slot: "B", generation: 2, titles: 2 },
      loading: null,
    });
    expect((await run("rollback")).out).toMatch(/^Live: generation 2, 2 titles/);

    expect(await discard()).toEqual({ code: 0, out: "Slot A is empty.\n" });
    expect(await discard()).toEqual(nothing);
    expect(await status()).toMatchObject({ live: { slot: "B" }, previous: null });
    expect(await run("check")).toMatchObject({ code: 0 });
  });
});

describe("npm run catalog --remote", () => {
  const deployed = deployedDatabases();
  const { create, exec, rows } = deployed;
  const platform = () => deployed.platform;
  const load = (titles: readonly unknown[], isSwitched = true) =>
    loadDeployed(createFiles(titles), { state: createFolder({}), isSwitched });
  const go = (way: "switch" | "rollback") => catalog(way, "--remote", "--state", createFolder({}));
  const status = async () => JSON.parse((await catalog("status", "--remote", "--json")).out);
  beforeEach(async () => {
    for (const name of ["A", "B", "control"] as const) await create(name);
    await load([ALIEN]);
  });

  test("rolls back to the previous generation and forward again", async () => {
    expect(await go("rollback")).toEqual({
      code: 1,
      out: "There is no other generation: slot B is empty.\n",
    });
    await load([ALIEN, ALIENS], false);
    expect(await status()).toMatchObject({ live: { slot: "A" }, previous: null, next: { slot: "B" } });
    expect((await go("rollback")).out).toMatch(/^Generation 2 in slot B was never live\. Run `switch`/);
    expect((await go("switch")).out).toMatch(/^Live: generation 2, 2 titles/);
    expect(await go("switch")).toMatchObject({
      code: 1,
      out: "The latest load is live. Run `rollback` to go back.\n",
    });
    for (const slot of ["A", "B", "A"]) {
      expect(await go("rollback")).toMatchObject({ code: 0 });
      expect(await status()).toMatchObject({ live: { slot } });
    }
  });

  test("does not reuse the number of a lost generation", async () => {
    for (const number of [2, 3]) {
      await load([ALIEN]);
      expect(await status()).toMatchObject({
        live: { slot: "B", generation: number },
        previous: { slot: "A", generation: 1 },
      });
      expect((await go("rollback")).out).toMatch(/^Live: generation 1,/);
    }
  });

  test("records a change for API clients at every switch", async () => {
    await load([ALIEN, ALIENS]);
    await go("rollback");
    const changes = rows("control", "SELECT changes FROM change WHERE number > 1");
    expect(changes).toEqual(Array(3).fill({ changes: '[["*","switch"]]' }));
  });

  test("keeps the title count of each generation", async () => {
    await load([ALIEN, ALIENS]);
    const file = join(createFolder({ "update.jsonl": lines([{ op: "remove", title: 2 }]) }), "update.jsonl");
    await catalog("update", file, "--remote", "--state", createFolder({}));
    expect(await status()).toMatchObject({ live: { generation: 2, titles: 1 } });
    await go("rollback");
    expect(await status()).toMatchObject({ previous: { generation: 2, titles: 1 } });
    expect((await go("rollback")).out).toMatch(/^Live: generation 2, 1 titles/);
  });

  test("adopts a database restored by Time Travel, and purges the caches", async () => {
    exec("A", "UPDATE catalog SET version = 'restored', titles = 7");
    const { code, out } = await catalog("adopt", "--remote", "--state", createFolder({}));
    expect(out).toMatch(/^Live: slot A, generation \d+, 7 titles.*\n[\s\S]*-d '\{"stale":true\}'/);
    expect(code).toBe(0);
    expect(await status()).toMatchObject({ live: { slot: "A", titles: 7 } });
    expect(rows("control", "SELECT version FROM generation WHERE slot = 'A'")).toEqual([
      { version: "restored" },
    ]);
    expect(rows("control", "SELECT changes FROM change WHERE number > 2")).toEqual([
      { changes: '[["*","purge"]]' },
      { changes: '[["*","switch"]]' },
    ]);
  });

  test("adopts the slot named in a new CONTROL", async () => {
    await load([ALIEN, ALIENS]);
    platform().databases.delete("marquee-control");
    await create("control");
    expect(await status()).toMatchObject({ live: { slot: "A" } });
    const [, statement = ""] =
      /CONTROL[^\n]*--command "(INSERT INTO live [^"]*)"/.exec(readFileSync("docs/runbooks.md", "utf8")) ??
      [];
    exec("control", statement);
    expect((await catalog("adopt", "--remote", "--state", createFolder({}))).out).toMatch(
      /^Live: slot B, .* 2 titles/,
    );
    expect(await status()).toMatchObject({ live: { slot: "B", titles: 2 } });
  });

  test("retries an overloaded database and reports a broken one", async () => {
    let refused = 0;
    platform().failing = /query$/;
    platform().reason = "D1 DB is overloaded. Too many requests queued.";
    platform().watch = () => {
      refused += 1;
      if (refused === 3) platform().failing = null;
    };
    expect(await status()).toMatchObject({ live: { slot: "A" } });
    platform().watch = () => {};
    exec("control", "DROP TABLE live");
    expect(await catalog("status", "--remote")).toEqual({
      code: 1,
      out: expect.stringMatching(
        /^The command stopped because a database rejected it: .*no such table: live.*\n$/,
      ),
    });
  });
});
