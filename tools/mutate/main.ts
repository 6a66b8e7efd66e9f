/**
 * `npm run mutate [-- PART …]`: whether the tests of a part of `worker/` notice a fault in it. StrykerJS changes one thing at a
 * time (a condition, a comparison, a value, a call) and runs the tests of the part and no others; a change that no test notices
 * is printed as survived. A part is a folder, with those of PARTS that are below it, or a file. Fails when fewer than 85 % are
 * noticed. StrykerJS is installed apart: `npm ci --prefix tools/mutate`.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../wrangler.ts";

const STRYKER = join(import.meta.dirname, "node_modules/@stryker-mutator/core/bin/stryker.js");
const PARTS = [
  "cache",
  "contract",
  "http",
  "origins",
  "origins/upstream",
  "origins/transport",
  "origins/tmdb",
  "origins/catalog",
];

function mutate(part: string): boolean {
  const isFile = part.endsWith(".ts");
  const folder = isFile ? dirname(part) : part;
  // What several origins use is tested with what they ask servers by: the tests of all origins would take hours.
  const tests = folder === "origins" ? "origins/{*,transport/*,upstream/*}" : `${folder}/**/*`;
  const { status } = spawnSync(
    process.execPath,
    [STRYKER, "run", "tools/mutate/stryker.json", "--mutate", `worker/${isFile ? part : `${part}/*.ts`}`],
    { cwd: ROOT, env: { ...process.env, MUTATE: `test/${tests}.test.ts` }, stdio: "inherit" },
  );
  return status === 0;
}

if (existsSync(STRYKER)) {
  const asked = process.argv.slice(2);
  const within = (part: string) => PARTS.filter((known) => known === part || known.startsWith(`${part}/`));
  const parts = asked.flatMap((part) => (PARTS.includes(part) ? within(part) : part));
  for (const part of asked.length > 0 ? parts : PARTS) if (!mutate(part)) process.exitCode = 1;
} else {
  console.error("StrykerJS is not installed: npm ci --prefix tools/mutate");
  process.exitCode = 1;
}
