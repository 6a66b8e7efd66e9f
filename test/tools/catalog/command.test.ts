/** Tests the catalog commands, their options, and the files they leave. */
import { existsSync, globSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCommandLine } from "../../../tools/catalog/command.ts";
import { withLocalDatabases } from "../../../tools/catalog/database.ts";
import { claiming } from "../../../tools/catalog/load/sql.ts";
import { prepareLocalCatalog } from "../../../tools/catalog/local.ts";
import { assertFits, assertFreeRows } from "../../../tools/catalog/storage.ts";
import { UsageError } from "../../../tools/options.ts";
import { madeUpEntries, madeUpTitles } from "../../bench/search/titles.ts";
import { tool } from "../process.ts";
import { createFolder, lines, title } from "./folder.ts";
import { catalog, contents } from "./run.ts";

const main = (words: readonly string[], settings?: Record<string, string>) =>
  tool("tools/catalog/main.ts", words, settings);

describe("npm run catalog -- load", () => {
  test("fills a catalog, as status and check confirm", async () => {
    const state = createFolder({});
    const good = createFolder({ "titles.jsonl": lines([title(1, "Alien"), title(2, "Aliens")]) });
    const loaded = await catalog("load", good, "--state", state);
    expect(loaded).toMatchObject({ code: 0, out: expect.stringContaining("Done: 2 titles.") });

    const before = contents(state);
    for (const remote of [[], ["--remote"]]) {
      const { code, out } = await catalog("load", good, "--dry-run", ...remote, "--state", state);
      expect(code).toBe(0);
      expect(out).toContain("2 titles could be loaded.");
      expect(out).toMatch(/1 part with \d+\.\d MB of SQL\./);
      expect(out).toMatch(
        /D1 counts [\d,]+ rows written: on the paid plan \$\d+\.\d\d beyond 50 million a month,/,
      );
    }
    expect([contents(state), readdirSync(good)]).toEqual([before, ["titles.jsonl"]]);

    const bad = createFolder({ "titles.jsonl": "{}\n" });
    expect(await catalog("load", bad, "--state", state)).toMatchObject({
      code: 1,
      out: expect.stringContaining("malformed"),
    });
    const status = await catalog("status", "--state", state);
    expect(status).toMatchObject({ code: 0, out: expect.stringContaining("2 titles") });
    expect(await catalog("check", "--state", state)).toMatchObject({
      code: 0,
      out: "The catalog is complete.\n",
    });
  });

  test("loads a source larger than the runtime's heap", async () => {
    const titles = Array.from({ length: 130 }, (_, at) =>
      title(at + 1, "Alien", { plot: "-".repeat(100_000) }),
    );
    const files = createFolder({ "titles.jsonl": lines(titles) });
    const heap = { MINIFLARE_WORKERD_V8_FLAGS: "--max-old-space-size=12" };
    const { code, stdout } = await main(["load", files, "--state", createFolder({})], heap);
    expect(code).toBe(0);
    const last = stdout.trim().split("\n").at(-1) ?? "";
    expect(JSON.parse(last)).toEqual({ event: "load-finished", titles: 130, remote: false });
  });
});

describe("npm run catalog without a catalog", () => {
  const files = () => createFolder({ "titles.jsonl": lines([title(1, "Alien"), title(2, "Aliens")]) });

  test.each([
    ["a dry run", ["load", "FILES", "--dry-run"]],
    ["a dry run of the deployed catalog", ["load", "FILES", "--dry-run", "--remote"]],
    ["status", ["status"]],
    ["check", ["check"]],
  ])("changes nothing with %s", async (_, words) => {
    const state = join(createFolder({}), "state");
    const source = files();
    await catalog(...words.map((word) => (word === "FILES" ? source : word)), "--state", state);
    expect(existsSync(state)).toBe(false);
  });
});

describe("npm run catalog with databases that cannot be opened", () => {
  test("prints one sentence instead of the runtime's stack", async () => {
    const state = createFolder({});
    const files = createFolder({ "titles.jsonl": lines([title(1, "Alien")]), "changes.jsonl": lines([]) });
    await catalog("load", join(files, "titles.jsonl"), "--state", state);
    // A folder in the place of a file fails like a full disk, which tests cannot make.
    for (const path of globSync("**/*.sqlite", { cwd: state })) {
      rmSync(join(state, path));
      mkdirSync(join(state, path));
    }
    const { code, stderr } = await main(["update", join(files, "changes.jsonl"), "--state", state]);
    expect([code, stderr]).toEqual([
      1,
      "The local databases cannot be opened or written. Is their disk full?\n",
    ]);
  });
});

describe("npm start", () => {
  test("fills the local catalog unless a load has begun", async () => {
    const state = createFolder({});
    const begun = claiming({ load: "one", parts: 2, source: "films", at: "" });
    await withLocalDatabases(state, async ({ open }) => await (await open("A")).batch(begun));
    expect(await prepareLocalCatalog(state)).toBe(0);
    await catalog("discard", "--state", state);
    expect(await prepareLocalCatalog(state)).toBeGreaterThan(100);
  });
});

describe("npm run catalog with invalid arguments", () => {
  test.each([
    [["load"], "load needs a folder or files."],
    [["load", "x", "--limit", "none"], "--limit must be a whole number from 1."],
    [["load", "x", "--limit", "0"], "--limit must be a whole number from 1."],
    [["load", "x", "--limit", "5", "--limit=6"], "--limit is repeated."],
    [["load", "x", "--state", ""], "--state must name a folder."],
    [["load", "x", "--state", "/dev/null"], "--state must name a folder."],
    [["load", "x", "--sideways"], "--sideways"],
    [["check", "--remote"], "--remote does not apply to check of the local catalog."],
    [["check", "x", "--remote"], "--remote does not apply to check of files."],
    [["check", "x", "--state", "y"], "--state does not apply to check of files."],
    [["check", "--limit", "5"], "--limit does not apply to check of the local catalog."],
    [["check", "--dry-run"], "--dry-run does not apply to check of the local catalog."],
    [["switch", "x"], "switch takes no files."],
    [["rollback", "--json"], "--json does not apply to rollback."],
    [["discard", "--limit", "3"], "--limit does not apply to discard."],
    [["status", "--dry-run"], "--dry-run does not apply to status."],
    [["status", "x"], "status takes no files."],
    [["status", "--remote", "--state", "x"], "Use one of them."],
    [["people", "--remote"], "--remote does not apply to people."],
    [["people", "x"], "people takes no files."],
    [["forget"], "Unknown command 'forget'."],
    [[], "Missing command."],
  ])("prints the reason and the usage: %j", (words, reason) => {
    expect(() => readCommandLine(words)).toThrow(UsageError);
    expect(() => readCommandLine(words)).toThrow(reason);
  });

  test("exits with code 2, whereas --help exits with 0", async () => {
    const refused = await main(["check", "--remote"]);
    expect(refused).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^--remote does not apply to check of the local catalog\.\n\nUsage: npm run/,
      ),
    });
    const help = await main(["load", "--help"]);
    const usage = expect.stringMatching(/^Usage: npm run.*--no-switch/s);
    expect(help).toEqual({ code: 0, stdout: usage, stderr: "" });
    expect(help.stdout).not.toContain("rollback");
  });
});

describe("staging file of a load", () => {
  const staged = (state: string) => readdirSync(join(state, "catalog"));
  const two = () => createFolder({ "titles.jsonl": lines([title(1, "Alien"), title(2, "Aliens")]) });

  test("survives an interruption and is removed a day later", async () => {
    const state = createFolder({});
    const [source, other] = [two(), two()];
    // A file where a folder is expected makes the local database unusable.
    writeFileSync(join(state, "v3"), "");
    expect(await catalog("load", source, "--state", state)).toMatchObject({ code: 1 });
    rmSync(join(state, "v3"));
    expect(await catalog("load", other, "--state", state)).toMatchObject({ code: 0 });
    const [kept = ""] = staged(state);
    utimesSync(join(state, "catalog", kept), 0, 0);
    expect(await catalog("load", other, "--state", state)).toMatchObject({ code: 0 });
    expect(staged(state)).toEqual([]);
  });

  test.each([
    ["malformed rows", { "titles.jsonl": "{}\n" }, []],
    ["votes", { "titles.jsonl": lines([title(1, "Alien")]) }, ["--min-votes", "5"]],
  ])("is removed when the load rejects its %s", async (_, files, options) => {
    const state = createFolder({});
    const refused = await catalog("load", createFolder(files), "--state", state, ...options);
    expect([refused.code, staged(state)]).toEqual([1, []]);
  });
});

describe("predicted database size", () => {
  test("is close to the actual size", async () => {
    const state = createFolder({});
    const entries = [...madeUpEntries(3_000, madeUpTitles(3_000))];
    const source = createFolder({
      "titles.jsonl": lines(
        entries.map(({ record, otherNames }) => ({
          ...record,
          aliases: otherNames.map((name) => name.title),
        })),
      ),
    });
    const { out } = await catalog("load", source, "--state", state);
    const status = await catalog("status", "--state", state);
    const megabytes = (text: string) => Number(/(\d+) MB/.exec(text)?.[1]);
    expect(megabytes(out) / megabytes(status.out)).toBeGreaterThan(0.6);
    expect(megabytes(out) / megabytes(status.out)).toBeLessThan(1.7);
  });

  test("stops a load that does not fit into D1", () => {
    expect(() => assertFits(6e9, { held: 5e9, isFree: false })).toThrow("D1 holds 10.0 GB.");
    expect(() => assertFits(6e9, { held: 1e9, isFree: false })).not.toThrow();
  });

  test("stops a load that does not fit into the free plan", () => {
    expect(() => assertFits(6e8, { held: 0, isFree: true })).toThrow(
      "D1 holds 500 MB on the free plan. If the account has the paid plan, add --paid.",
    );
    expect(() => assertFits(4e8, { held: 0, isFree: true })).not.toThrow();
    expect(() => assertFits(6e9, { held: 5e9, isFree: true })).toThrow("D1 holds 500 MB.");
    expect(() => assertFreeRows(100_001)).toThrow("100,001 rows; the free plan allows 100,000 a day");
    expect(() => assertFreeRows(100_000)).not.toThrow();
  });
});
