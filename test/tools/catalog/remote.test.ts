/** Tests remote loads against a stand-in for the part of Cloudflare's API that they use. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { catalogCommand } from "../../../tools/catalog/command.ts";
import { claiming, partOfLoad, REPEATED_PART } from "../../../tools/catalog/load/sql.ts";
import { executeFile } from "../../../tools/catalog/remote.ts";
import { random } from "../../bench/search/titles.ts";
import { DATABASES, deployedDatabases, loadDeployed } from "./deployed.ts";
import { createFolder, lines, title } from "./folder.ts";
import { catalog } from "./run.ts";
import { TOLD } from "./updated.ts";

/** The approximate number of requests that a load in one part sends, in total and after it has emptied the slot. */
const REQUESTS = 42;
const AFTER_EMPTYING = 13;

const UNPACED = resolve("test/tools/catalog/unpaced.ts");

const deployed = deployedDatabases();
const { create, exec, rows } = deployed;

let files: string;
let state: string;
/** The pauses before retries, in milliseconds. */
let waited: number[];
beforeEach(() => {
  waited = [];
  state = createFolder({});
  files = createFolder({ "titles.jsonl": lines([title(1, "Alien"), title(2, "Aliens")]) });
});

function load(options: { during?: () => void; real?: true } = {}): Promise<string> {
  const { during, ...others } = options;
  async function wait(milliseconds: number) {
    // Pauses of less than a second only separate API calls.
    if (milliseconds < 1_000) return;
    waited.push(milliseconds);
    during?.();
  }
  return loadDeployed(files, { state, wait, ...others });
}

const partsKept = () => existsSync(join(state, "catalog", "parts"));

describe("remote load with the real wrangler", () => {
  test("fills one database and names the part that failed", async () => {
    onTestFinished(() => {
      delete process.env.CLOUDFLARE_API_KEY;
      delete process.env.CLOUDFLARE_EMAIL;
    });
    Object.assign(process.env, { CLOUDFLARE_API_KEY: "a-key", CLOUDFLARE_EMAIL: "operator@marquee.example" });
    for (const name of ["A", "B", "control"] as const) await create(name);
    const printed = await load({ real: true });
    expect(rows("A", "SELECT titles FROM catalog")).toEqual([{ titles: 2 }]);
    expect(partsKept()).toBe(false);
    expect(printed).toContain(
      "The CDN cache may serve the old catalog for up to a day. To purge it:\ncurl -X POST",
    );

    const sent = String(rows("A", "SELECT load FROM load_part")?.[0]?.load);
    const again = createFolder({ "part.sql": `${partOfLoad(sent, 1)};` });
    await expect(executeFile(DATABASES.A, join(again, "part.sql"))).rejects.toThrow(REPEATED_PART);
  });
});

describe("remote load next to a live catalog", () => {
  beforeEach(async () => {
    for (const name of ["A", "B", "control"] as const) await create(name);
    exec(
      "A",
      "INSERT INTO catalog (only, version, titles, source, loaded_at, gap, tokens) VALUES (1, 'old', 9, 'x', 'y', 16, 1)",
    );
  });

  test("switches the slots even if D1 fails for a minute", async () => {
    deployed.platform.failing = /import$/;
    deployed.platform.reason = "Currently processing a long-running import.";
    const minute = () => {
      if (waited.reduce((sum, pause) => sum + pause, 0) > 60_000) deployed.platform.failing = null;
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

  test("keeps its parts after three failures and resumes later", async () => {
    deployed.platform.failing = /import$/;
    deployed.platform.reason = "D1 DB is overloaded.";
    await expect(load()).rejects.toThrow("Part 1 could not be sent; the catalog is as it was.");
    expect(readdirSync(join(state, "catalog", "parts")).sort()).toEqual(["load.json", "part-1.sql"]);
    const interrupted = await catalog("status", "--remote", "--json");
    expect(JSON.parse(interrupted.out)).toMatchObject({
      live: { slot: "A", titles: 9 },
      previous: null,
      loading: { slot: "B", part: 0, parts: 1, source: files },
    });
    deployed.platform.failing = null;
    await load();
    expect(rows("control", "SELECT slot FROM live")).toEqual([{ slot: "B" }]);
    expect(partsKept()).toBe(false);
  });

  test("does not resend a part whose response was lost", async () => {
    // The import succeeds, but its response is lost.
    deployed.platform.failing = /import$/;
    deployed.platform.reason = "D1 DB is overloaded.";
    const sent = load({
      during() {
        deployed.platform.failing = null;
        const [row] = rows("B", "SELECT load FROM load_part") ?? [];
        exec("B", partOfLoad(String(row?.load), 1));
      },
    });
    // The part counts as imported and is not sent again, so no complete catalog can go live.
    await expect(sent).rejects.toThrow("There is no other generation");
    expect(rows("B", "SELECT titles FROM catalog")).toEqual([]);
  });

  /** Kills the process of a load at this request. Its wrangler may go on. */
  async function killAt(request: number): Promise<void> {
    const loading = spawn(process.execPath, [UNPACED, "load", files, "--remote", "--state", state]);
    const last = deployed.platform.asked.length + request;
    deployed.platform.watch = () => deployed.platform.asked.length >= last && loading.kill("SIGKILL");
    const [, signal] = await once(loading, "exit");
    deployed.platform.watch = () => {};
    expect(signal).toBe("SIGKILL");
  }

  const next = random(25);
  const moments = [REQUESTS, AFTER_EMPTYING].map((last) => REQUESTS - Math.floor(last * next()));
  test.each(moments)("can be repeated or discarded after a crash at request %i", async (request) => {
    await killAt(request);
    const { live, previous, next } = JSON.parse((await catalog("status", "--remote", "--json")).out);
    const old = { slot: "A", titles: 9 };
    const loaded = { slot: "B", titles: 2 };
    const isSwitched = live.slot === "B";
    expect(live).toMatchObject(isSwitched ? loaded : old);
    if (isSwitched) expect(rows("B", "SELECT count(*) AS held FROM catalog_title")).toEqual([{ held: 2 }]);
    if (next !== null) expect(next).toMatchObject(loaded);
    if (previous !== null) expect(previous).toMatchObject(old);
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
  });

  test("does not repeat a load that is already live", async () => {
    const parts = join(state, "catalog", "parts");
    const kept = createFolder({});
    mkdirSync(parts, { recursive: true });
    deployed.platform.watch = () => cpSync(parts, kept, { recursive: true });
    await load();
    deployed.platform.watch = () => {};
    cpSync(kept, parts, { recursive: true });
    await load();
    const status = await catalog("status", "--remote", "--json");
    expect(JSON.parse(status.out)).toMatchObject({
      live: { slot: "B", generation: 2, titles: 2 },
      previous: { slot: "A", generation: 1, titles: 9 },
    });
    expect(partsKept()).toBe(false);
  });

  test("stops when another load has claimed the slot", async () => {
    deployed.platform.failing = /import$/;
    const other = claiming({ load: "another", parts: 1, source: "", at: "" });
    const during = () => {
      deployed.platform.failing = null;
      for (const statement of other) exec("B", statement);
    };
    await expect(load({ during })).rejects.toThrow(
      /^Another load into marquee-catalog-b has begun, or it was discarded; this one has stopped/,
    );
    expect(rows("control", "SELECT slot FROM live")).toEqual([{ slot: "A" }]);
  });

  describe("with a remote update", () => {
    test("changes the live catalog even if the other slot fails", async () => {
      await load();
      const { platform } = deployed;
      const other = platform.databases.get(DATABASES.A)?.uuid ?? "";
      platform.failing = new RegExp(`${other}/(query|import)`);
      platform.reason = "Currently processing a long-running import.";
      const update = lines([
        {
          op: "put",
          title: title(3, "Alien 3"),
          credits: { cast: [{ id: 7, name: "Ada", character: "Clemens" }] },
        },
        { op: "remove", title: 2 },
        { op: "merge", title: 1, into: 3 },
      ]);
      const file = join(createFolder({ "update.jsonl": update }), "update.jsonl");
      const before = platform.asked.length;
      const { code, out } = await catalog("update", file, "--remote", "--state", state);
      expect(out).toMatch(
        /writing changes: 3 in .*\nDone: 3 changes, \d+ rows written \(\$0\.00\)\. Nothing was left out\.\n/,
      );
      expect(code).toBe(0);
      platform.failing = null;
      expect(platform.asked.slice(before).filter((asked) => asked.endsWith("import"))).toEqual([]);
      expect(rows("B", "SELECT id FROM catalog_title")).toEqual([{ id: 3 }]);
      expect(rows("B", "SELECT id, into_id FROM catalog_merged")).toEqual([{ id: 1, into_id: 3 }]);
      expect(rows("A", "SELECT titles FROM catalog")).toEqual([{ titles: 9 }]);
      expect(rows("control", TOLD)).toEqual([
        { tag: "title-3", op: "put", into: null },
        { tag: "title-2", op: "remove", into: null },
        { tag: "title-1", op: "merge", into: 3 },
        { tag: "person-7", op: "put", into: null },
      ]);
      const status = await catalog("status", "--remote", "--json");
      expect(JSON.parse(status.out)).toMatchObject({
        live: { slot: "B", titles: 1, updatedAt: expect.stringMatching(/^\d{4}-/) },
      });
    });

    test("needs 40 API calls for a thousand changes", async () => {
      await load();
      const { platform } = deployed;
      const changes = Array.from({ length: 1_000 }, (_, at) => ({
        op: "put",
        title: title(100 + at, `Number ${at}`),
        credits: { cast: [{ id: 7 + (at % 300), name: `Person ${at % 300}`, character: "" }] },
      }));
      const file = join(createFolder({ "update.jsonl": lines(changes) }), "update.jsonl");
      let now = 0;
      platform.clock = () => now;
      // Simulates calls that the same user makes elsewhere.
      for (let call = 0; call < 1_190; call += 1) platform.blockedFor();
      const before = platform.asked.length;
      await catalogCommand(["update", file, "--remote", "--state", state], process.stderr, async (pause) => {
        now += pause;
      });
      platform.clock = null;
      expect(rows("B", "SELECT count(*) AS titles FROM catalog_title")).toEqual([{ titles: 1_002 }]);
      expect(platform.asked.length - before).toBeLessThanOrEqual(1_000 / 25);
      expect(now).toBeGreaterThan(300_000);
    });

    test("purges the CDN cache even if the update stops", async () => {
      await load();
      const update = `${lines([{ op: "remove", title: 2 }])}{`;
      const file = join(createFolder({ "update.jsonl": update }), "update.jsonl");
      const { code, out } = await catalog("update", file, "--remote", "--state", state);
      expect(code).toBe(1);
      expect(out).toMatch(/To purge it:\n.*\n.*update\.jsonl:2: .*The lines before it are applied/);
    });
  });
});

describe("remote catalog commands", () => {
  test("announce the remaining time of a load with several parts", async () => {
    for (const name of ["A", "B", "control"] as const) await create(name);
    const plot = "-".repeat(190_000);
    const titles = Array.from({ length: 110 }, (_, at) => title(at + 1, "Alien", { plot }));
    files = createFolder({ "titles.jsonl": lines(titles) });
    expect(await load()).toMatch(/sending part 2 of 2 to marquee-catalog: about \d+ s left/);
  });

  test("use the databases named in wrangler.toml", async () => {
    const films = createFolder({
      "wrangler.toml": `name = "films"\n${["CATALOG_A", "CATALOG_B", "CONTROL"]
        .map(
          (binding) =>
            `[[d1_databases]]\nbinding = "${binding}"\ndatabase_name = "films-${binding}"\nmigrations_dir = "x"\n`,
        )
        .join("")}`,
    });
    const { platform } = deployed;
    const fill = (slot: string) =>
      `INSERT INTO catalog (only, version, titles, source, loaded_at, gap, tokens) VALUES (1, '${slot}', 1, 'x', 'y', 16, 1)`;
    const bindings = { A: "CATALOG_A", B: "CATALOG_B", control: "CONTROL" } as const;
    for (const name of ["A", "B", "control"] as const) {
      await deployed.create(name);
      if (name !== "control") exec(name, fill(name));
      else
        exec(
          name,
          `INSERT INTO generation SELECT value, key + 1, value, 1, 1, 1, '', '', NULL, 0, 1 FROM json_each('["A", "B"]');
         INSERT INTO live VALUES (1, 'A', 0)`,
        );
      const own = platform.databases.get(DATABASES[name]);
      if (own === undefined) throw new Error(name);
      // Sends the same load to the other deployment's databases.
      const file = join(createFolder({}), "copy.sqlite");
      own.sqlite.exec(`VACUUM INTO '${file}'`);
      platform.databases.set(`films-${bindings[name]}`, {
        ...own,
        uuid: `22222222-2222-4222-8222-00000000000${name === "A" ? 1 : name === "B" ? 2 : 3}`,
        sqlite: new DatabaseSync(file),
      });
    }
    const env = { ...process.env, MARQUEE_ROOT: films };
    const rollback = spawn(process.execPath, [UNPACED, "rollback", "--remote", "--state", state], { env });
    expect(await once(rollback, "exit")).toEqual([0, null]);
    const live = (name: string) =>
      platform.databases.get(name)?.sqlite.prepare("SELECT slot FROM live").all();
    expect([live("films-CONTROL"), live(DATABASES.control)]).toEqual([[{ slot: "B" }], [{ slot: "A" }]]);
  });
});
