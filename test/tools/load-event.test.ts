import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { record } from "../contract/records.ts";

test("a load whose output is collected ends with one line of the log", () => {
  const folder = mkdtempSync(join(tmpdir(), "marquee-load-"));
  writeFileSync(join(folder, "titles.jsonl"), `${JSON.stringify(record())}\n`);
  const parameters = ["tools/catalog/main.ts", "load", folder, "--state", join(folder, "state")];
  const printed = execFileSync(process.execPath, parameters, { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const last = printed.trim().split("\n").at(-1) ?? "";
  expect(JSON.parse(last)).toEqual({ event: "load-finished", titles: 1, remote: false });
});
