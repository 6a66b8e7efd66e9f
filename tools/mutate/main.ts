/**
 * `npm run mutate [-- FOLDER …]`: whether the tests of a folder of `worker/` notice a fault in it. StrykerJS changes one thing at
 * a time (a condition, a comparison, a value, a call) and runs `test/FOLDER`; a change that no test notices is printed as
 * survived. Fails when fewer than 85 % are noticed. StrykerJS is installed apart: `npm ci --prefix tools/mutate`.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../wrangler.ts";

const STRYKER = join(import.meta.dirname, "node_modules/@stryker-mutator/core/bin/stryker.js");
const FOLDERS = ["cache", "contract", "http", "origins"];

function mutate(folder: string): boolean {
  const { status } = spawnSync(
    process.execPath,
    [STRYKER, "run", "tools/mutate/stryker.json", "--mutate", `worker/${folder}/**/*.ts`],
    { cwd: ROOT, env: { ...process.env, MUTATE: folder }, stdio: "inherit" },
  );
  return status === 0;
}

if (existsSync(STRYKER)) {
  const asked = process.argv.slice(2);
  for (const folder of asked.length > 0 ? asked : FOLDERS) if (!mutate(folder)) process.exitCode = 1;
} else {
  console.error("StrykerJS is not installed: npm ci --prefix tools/mutate");
  process.exitCode = 1;
}
