/** A load onto a disk that is full: a file system of a few megabytes, which only this test sees. */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { folderOf, lines, title } from "./folder.ts";
import { command } from "./run.ts";

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

const LOAD = `"${process.execPath}" tools/catalog/main.ts`;

/** Runs it with a disk of so many megabytes at `folder`. */
async function onDisk(megabytes: number, folder: string, script: string): Promise<string> {
  const mounted = `mount -t tmpfs -o size=${megabytes}m tmpfs ${folder}\n${script}`;
  return (await command("unshare", ...(UNSHARE ?? []), "sh", "-c", mounted)).out;
}

describe.skipIf(UNSHARE === undefined)("a full disk is said to be full (needs a mount of its own)", () => {
  test("where it does not hold what is read of the files", async () => {
    const folder = folderOf({});
    const files = folderOf({ "titles.jsonl": lines(LARGE) });
    const out = await onDisk(2, folder, `${LOAD} load ${files} --state ${folder}`);
    expect(out).toBe(`The disk that holds ${folder} is full; the catalog is as it was.\n`);
  });

  test("where it does not hold the database, and the old catalog stands", async () => {
    const folder = folderOf({});
    const small = folderOf({ "titles.jsonl": lines([title(1, "Alien")]) });
    const large = folderOf({ "titles.jsonl": lines(LARGE) });
    const script = `
      ${LOAD} load ${small} --state ${folder}
      ${LOAD} load ${large} --state ${folder}; echo "code $?"
      rm -r ${folder}/catalog
      ${LOAD} status --state ${folder}`;
    const out = await onDisk(9, folder, script);
    expect(out).toContain(`The disk that holds ${folder} is full; the catalog is as it was.\n`);
    expect(out).toContain("code 1\n");
    expect(out).toMatch(/^1 titles and 0 people from /m);
  });
});
