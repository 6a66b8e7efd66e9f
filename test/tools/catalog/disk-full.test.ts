/** A load onto a disk that is full: a file system of a few megabytes, which only this test sees. */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { command, type Outcome } from "../process.ts";
import { folderOf, lines, title } from "./folder.ts";
import { catalog } from "./run.ts";

/** A mount that goes with the process; as root, or as one who may become it in a namespace of his own. */
const UNSHARE = [["-m"], ["-rm"]].find((flags) => {
  try {
    execFileSync("unshare", [...flags, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

const LARGE = Array.from({ length: 4_000 }, (_, at) =>
  title(at + 1, `Title ${at}`, { plot: "words ".repeat(100) }),
);

/** Loads these titles with a disk of so many megabytes at `folder`, and does this before and after. */
async function load(megabytes: number, folder: string, { before = "", after = "" } = {}): Promise<Outcome> {
  const files = folderOf({ "titles.jsonl": lines(LARGE) });
  const script = `
    mount -t tmpfs -o size=${megabytes}m tmpfs ${folder} && ${before || ":"}
    "${process.execPath}" tools/catalog/main.ts load ${files} --state ${folder}
    code=$?; ${after || ":"}; exit $code`;
  return await command("unshare", [...(UNSHARE ?? []), "sh", "-c", script]);
}

describe.skipIf(UNSHARE === undefined)("a full disk is said to be full (needs a mount of its own)", () => {
  const full = (folder: string) => `The disk that holds ${folder} is full; the catalog is as it was.\n`;

  test("where it does not hold what is read of the files", async () => {
    const folder = folderOf({});
    expect(await load(2, folder)).toMatchObject({ code: 1, stderr: full(folder) });
  });

  test("where it does not hold the database, and the old catalog stands", async () => {
    const [old, folder, left] = [folderOf({}), folderOf({}), folderOf({})];
    await catalog("load", folderOf({ "titles.jsonl": lines([title(1, "Alien")]) }), "--state", old);
    const moved = { before: `cp -r ${old}/v3 ${folder}`, after: `cp -r ${folder}/v3 ${left}` };
    const stderr = expect.stringContaining(full(folder));
    expect(await load(9, folder, moved)).toMatchObject({ code: 1, stderr });
    expect((await catalog("status", "--state", left)).out).toMatch(/^1 titles and 0 people from /);
  });
});
