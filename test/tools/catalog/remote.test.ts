/** A load into the deployed catalogs: the real wrangler, against as much of the platform's API as it asks for. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DATABASES, type DatabaseName } from "../../../tools/catalog/database.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import { claiming } from "../../../tools/catalog/load/sql.ts";
import { loadCommand } from "../../../tools/catalog/load-command.ts";
import { random } from "../../bench/search/titles.ts";
import { ACCOUNT, type Platform, startPlatform } from "../../deploy/platform.ts";
import { folderOf, lines, title } from "./folder.ts";
import { catalog } from "./run.ts";

/** About as many requests as a load of one part makes, and how many of them follow when the slot is empty. */
const REQUESTS = 86;
const AFTER_EMPTYING = 13;

const environment = { ...process.env };
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
  Object.assign(process.env, platform.settings);
});
afterAll(() => {
  process.env = environment;
  platform.stop();
});

async function create(name: DatabaseName): Promise<void> {
  const { CLOUDFLARE_API_BASE_URL: api } = platform.settings;
  const body = JSON.stringify({ name: DATABASES[name] });
  await fetch(`${api}/accounts/${ACCOUNT}/d1/database`, { method: "POST", body });
  databaseOf(name)?.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT, applied_at TEXT)");
  for (const migration of readMigrations(name === "control" ? "control" : "catalog")) {
    for (const statement of migration.statements) databaseOf(name)?.exec(statement);
    databaseOf(name)?.exec(`INSERT INTO d1_migrations (name, applied_at) VALUES ('${migration.name}', '')`);
  }
}

const databaseOf = (name: DatabaseName) => platform.databases.get(DATABASES[name])?.sqlite;
const rows = (name: DatabaseName, sql: string) => databaseOf(name)?.prepare(sql).all();

let state: string;
let printed: string;
/** Milliseconds that the load waited before it tried again. */
let waited: number[];

function load(options: { readonly during?: () => void; readonly isFree?: boolean } = {}): Promise<void> {
  printed = "";
  waited = [];
  const screen = { write: (text: string) => (printed += text) };
  async function wait(milliseconds: number) {
    waited.push(milliseconds);
    options.during?.();
  }
  const { isFree = false } = options;
  return loadCommand({ paths: [files], selection: {}, state, remote: true, screen, wait, isFree });
}

let files: string;
beforeEach(() => {
  platform.databases.clear();
  platform.failing = null;
  platform.reason = "";
  state = folderOf({});
  files = folderOf({ "titles.jsonl": lines([title(1, "Alien"), title(2, "Aliens")]) });
});

const partsKept = () => existsSync(join(state, "catalog", "parts"));

describe("beside one database alone", () => {
  beforeEach(() => create("A"));

  test("a load sends files that fill it, and keeps none of them", async () => {
    await load();
    expect(rows("A", "SELECT titles FROM catalog")).toEqual([{ titles: 2 }]);
    expect(partsKept()).toBe(false);
    expect(printed).toContain(
      "The cache in front may serve the old catalog for up to a day. To purge it:\ncurl -X POST",
    );
  });
});

describe("beside a live catalog", () => {
  beforeEach(async () => {
    for (const name of ["A", "B", "control"] as const) await create(name);
    databaseOf("A")?.exec(
      "INSERT INTO catalog (only, version, titles, source, loaded_at) VALUES (1, 'old', 9, 'x', 'y')",
    );
  });

  test("a load fills the other one and switches; D1 may refuse for a minute", async () => {
    platform.failing = /import$/;
    platform.reason = "Currently processing a long-running import.";
    const minute = () => {
      if (waited.reduce((sum, pause) => sum + pause, 0) > 60_000) platform.failing = null;
    };
    await load({ during: minute });
    expect(rows("A", "SELECT titles FROM catalog")).toEqual([{ titles: 9 }]);
    expect(rows("B", "SELECT titles FROM catalog")).toEqual([{ titles: 2 }]);
    expect(rows("control", "SELECT slot FROM live")).toEqual([{ slot: "B" }]);
    const status = await catalog("status", "--remote", "--json");
    expect(JSON.parse(status.out)).toMatchObject({
      live: { slot: "B", generation: 2, titles: 2 },
      previous: { slot: "A", generation: 1, titles: 9 },
      loading: null,
    });
    expect((await catalog("rollback", "--remote", "--state", state)).out).toMatch(
      /^Live: generation 1, 9 titles/,
    );
  });

  test("a load that D1 refuses three times keeps its parts, and goes on where it stopped", async () => {
    platform.failing = /import$/;
    platform.reason = "D1 DB is overloaded.";
    await expect(load()).rejects.toThrow("Part 1 could not be sent; the catalog is as it was.");
    expect(readdirSync(join(state, "catalog", "parts")).sort()).toEqual(["load.json", "part-1.sql"]);
    const interrupted = await catalog("status", "--remote", "--json");
    expect(JSON.parse(interrupted.out)).toMatchObject({
      live: { slot: "A", titles: 9 },
      previous: null,
      loading: { slot: "B", part: 0, parts: 1, source: files },
    });
    platform.failing = null;
    await load();
    expect(rows("control", "SELECT slot FROM live")).toEqual([{ slot: "B" }]);
    expect(partsKept()).toBe(false);
  });

  test("a part whose response was lost is not sent twice", async () => {
    // The import has ended, but its result does not arrive.
    const lost = { load: "", parts: 0 };
    platform.failing = /import$/;
    platform.reason = "D1 DB is overloaded.";
    await load({
      during() {
        platform.failing = null;
        const [row] = rows("B", "SELECT load FROM load_part") ?? [];
        lost.load = String(row?.load);
        databaseOf("B")?.exec(`INSERT INTO load_part (load, part) VALUES ('${lost.load}', 1)`);
      },
    }).catch(() => {});
    // Taken for done: nothing was imported a second time, and nothing whole is there to be made live.
    expect(rows("B", "SELECT titles FROM catalog")).toEqual([]);
    expect(rows("control", "SELECT slot FROM live")).toEqual([{ slot: "A" }]);
  });

  /** Kills the process of a load when it makes this request; wrangler, which it has started, may go on. */
  async function killAt(request: number): Promise<void> {
    const program = resolve("tools/catalog/main.ts");
    const loading = spawn(process.execPath, [program, "load", files, "--remote", "--state", state]);
    const last = platform.asked.length + request;
    platform.watch = () => platform.asked.length >= last && loading.kill("SIGKILL");
    const [, signal] = await once(loading, "exit");
    platform.watch = () => {};
    expect(signal).toBe("SIGKILL");
  }

  const next = random(25);
  const moments = [REQUESTS, AFTER_EMPTYING].map((last) => REQUESTS - Math.floor(last * next()));
  test.each(moments)(
    "a load whose process is killed at request %i can be repeated or discarded",
    async (request) => {
      await killAt(request);
      const { live, previous } = JSON.parse((await catalog("status", "--remote", "--json")).out);
      const old = { slot: "A", titles: 9 };
      const loaded = { slot: "B", titles: 2 };
      const isSwitched = live.slot === "B";
      expect(live).toMatchObject(isSwitched ? loaded : old);
      if (isSwitched) expect(rows("B", "SELECT count(*) AS held FROM catalog_title")).toEqual([{ held: 2 }]);
      if (previous !== null) expect(previous).toMatchObject(isSwitched ? old : loaded);
      if (isSwitched || request % 2 === 0) {
        await load();
        const status = await catalog("status", "--remote", "--json");
        expect(JSON.parse(status.out)).toMatchObject({ live: { titles: 2 }, previous: {}, loading: null });
      } else {
        expect(await catalog("discard", "--remote", "--state", state)).toMatchObject({ code: 0 });
        const status = await catalog("status", "--remote", "--json");
        expect(JSON.parse(status.out)).toMatchObject({ live: old, previous: null, loading: null });
      }
      expect(partsKept()).toBe(false);
    },
  );

  test("a load that stopped just after its switch is not sent again, into the other one", async () => {
    const parts = join(state, "catalog", "parts");
    const kept = folderOf({});
    mkdirSync(parts, { recursive: true });
    platform.watch = () => cpSync(parts, kept, { recursive: true });
    await load();
    platform.watch = () => {};
    cpSync(kept, parts, { recursive: true });
    await load();
    const status = await catalog("status", "--remote", "--json");
    expect(JSON.parse(status.out)).toMatchObject({
      live: { slot: "B", generation: 2, titles: 2 },
      previous: { slot: "A", generation: 1, titles: 9 },
    });
    expect(partsKept()).toBe(false);
  });

  test("a load that the free plan has no rows left for today is refused before anything is sent", async () => {
    platform.rowsWritten = 99_990;
    await expect(load({ isFree: true })).rejects.toThrow(
      /100,000 a day; 10 are left today; nothing was changed\.$/,
    );
    expect(rows("B", "SELECT name FROM sqlite_schema WHERE name = 'load_part'")).toEqual([]);
  });

  test("a load that another has overtaken stops, in a sentence", async () => {
    platform.failing = /import$/;
    const other = claiming({ load: "another", parts: 1, source: "", at: "" });
    const during = () => {
      platform.failing = null;
      for (const statement of other) databaseOf("B")?.exec(statement);
    };
    await expect(load({ during })).rejects.toThrow(
      /^Another load into marquee-catalog-b has begun, or it was discarded; this one has stopped/,
    );
    expect(rows("control", "SELECT slot FROM live")).toEqual([{ slot: "A" }]);
  });

  test("an update changes the live one, title by title, and records what it changed", async () => {
    await load();
    const update = lines([
      {
        op: "put",
        title: title(3, "Alien 3"),
        credits: { cast: [{ id: 7, name: "Ada", character: "Clemens" }] },
      },
      { op: "remove", title: 2 },
      { op: "merge", title: 1, into: 3 },
    ]);
    const file = join(folderOf({ "update.jsonl": update }), "update.jsonl");
    const before = platform.asked.length;
    const { code, out } = await catalog("update", file, "--remote", "--state", state);
    expect(out).toMatch(/^Done: 3 changes, \d+ rows written \(\$0\.00\); .*\.\n/);
    expect(code).toBe(0);
    expect(platform.asked.slice(before).filter((asked) => asked.endsWith("import"))).toEqual([]);
    expect(rows("B", "SELECT id FROM catalog_title")).toEqual([{ id: 3 }]);
    expect(rows("B", "SELECT id, into_id FROM catalog_merged")).toEqual([{ id: 1, into_id: 3 }]);
    expect(rows("A", "SELECT titles FROM catalog")).toEqual([{ titles: 9 }]);
    expect(rows("control", "SELECT kind, id, op, into_id FROM change WHERE kind <> 'everything'")).toEqual([
      { kind: "title", id: 3, op: "put", into_id: null },
      { kind: "person", id: 7, op: "put", into_id: null },
      { kind: "title", id: 2, op: "remove", into_id: null },
      { kind: "title", id: 1, op: "merge", into_id: 3 },
    ]);
    const status = await catalog("status", "--remote", "--json");
    expect(JSON.parse(status.out)).toMatchObject({
      live: { slot: "B", titles: 1, updatedAt: expect.stringMatching(/^\d{4}-/) },
    });
  });
});
