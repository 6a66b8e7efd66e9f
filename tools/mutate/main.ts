/**
 * `npm run mutate`: mutation tests of `worker/`. StrykerJS is installed below `build/` when it is first needed: few
 * people need it, and it brings 170 packages.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommandError, parseOptions, runCommand, UsageError } from "../options.ts";
import { ROOT } from "../wrangler.ts";

const VERSION = "10.1.1";
const FOLDER = join(ROOT, `build/stryker-${VERSION}`);
const STRYKER = join(FOLDER, "node_modules/@stryker-mutator/core/bin/stryker.js");
const PACKAGES = ["@stryker-mutator/core", "@stryker-mutator/vitest-runner"];

/** The folders that are tested by themselves. */
const FOLDERS = [
  "cache",
  "contract",
  "http",
  "origins",
  "origins/upstream",
  "origins/transport",
  "origins/tmdb",
  "origins/catalog",
];

const USAGE = `
Usage: npm run mutate -- [FOLDER | FILE]…

Changes the code of worker/ in one place at a time (a condition, a value, a call),
runs the tests of its folder, and prints each change that no test detects. Fails
below 85 % detected.

  FOLDER  A folder below worker/; ${FOLDERS.slice(0, 3).join(", ")} and the parts of origins
          unless given, which takes hours.
  FILE    A file below worker/, such as cache/invalidation.ts.
`;

await runCommand(USAGE, () => {
  const { words } = parseOptions({ words: "any" });
  const unknown = words.find((word) => !existsSync(join(ROOT, "worker", word)));
  if (unknown !== undefined) throw new UsageError(`Unexpected argument '${unknown}'.`);
  if (!existsSync(STRYKER)) install();
  const parts = words.length === 0 ? FOLDERS : words.flatMap(partsOf);
  for (const part of parts) if (!mutate(part)) process.exitCode = 1;
});

/** Below the checkout, so that the runner finds the checkout's own Vitest. */
function install(): void {
  const versions = PACKAGES.map((name) => `${name}@${VERSION}`);
  const flags = ["--no-save", "--no-package-lock", "--legacy-peer-deps", "--ignore-scripts"];
  const { status } = spawnSync("npm", ["install", "--prefix", FOLDER, ...flags, ...versions], {
    stdio: "inherit",
  });
  if (status !== 0) throw new CommandError("StrykerJS could not be installed.");
}

/** A folder stands for those of FOLDERS below it, too. */
function partsOf(word: string): string[] {
  const below = FOLDERS.filter((folder) => folder === word || folder.startsWith(`${word}/`));
  return below.length > 0 ? below : [word];
}

function mutate(part: string): boolean {
  const isFile = part.endsWith(".ts");
  const within = FOLDERS.filter((known) => known === part || part.startsWith(`${known}/`));
  // The longest; a folder of no other is tested by itself.
  const folder = within.toSorted().at(-1) ?? (isFile ? dirname(part) : part);
  // Files directly in origins/ are tested with the parts that use them; the tests of all origins would take hours.
  const tests = folder === "origins" ? "origins/{*,transport/*,upstream/*}" : `${folder}/**/*`;
  const below = part === "origins" ? "*.ts" : "**/*.ts";
  const files = `worker/${isFile ? part : `${part}/${below}`}`;
  const parameters = [STRYKER, "run", "tools/mutate/stryker.json", "--mutate", files];
  const env = { ...process.env, MUTATE: `test/${tests}.test.ts` };
  return spawnSync(process.execPath, parameters, { cwd: ROOT, env, stdio: "inherit" }).status === 0;
}
