/**
 * Builds a copy of the sources below `build/`, so that tests do not affect the checkout's own build. It is only
 * rebuilt when a source has changed. For `test/platform/build.test.ts`, the build runs under adverse conditions:
 * secrets in `.dev.vars` and the environment, a site URL, a space in the path, and no network.
 */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, matchesGlob, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { inBackground } from "./after-setup.ts";
import { outboundIn, watchOutbound } from "./faults/outbound.ts";

/** The folder of the copy. `vitest.config.ts` makes the tools use it as the repository. */
export const COPY = resolve("build/under test");

const SECRETS = ["UPSTREAM_API_KEY", "CLIENT_KEYS", "ADMIN_TOKEN", "CLOUDFLARE_API_TOKEN"];
export const IN_A_FILE = "canary-in-dev-vars";
export const IN_THE_ENVIRONMENT = "canary-in-environment";
export const SITE = "https://films.example";

/** The files that the build reads. */
const SOURCES = ["LICENSE", "package.json", "tsconfig.json", "wrangler.toml", "site", "tools", "worker"];
/** The last file that the build writes. */
const LAST_FILE = join(COPY, "dist/worker-options.json");
const OUTBOUND_LOG = join(COPY, "outbound.log");

declare global {
  var copyOfTests: Promise<void> | undefined;
}

export default function setup(project: TestProject): () => Promise<void> {
  return inBackground(project, async () => void (await buildCopy()));
}

/** Builds the copy once per run. The setups of all projects call it in the same process. */
export function buildCopy(): Promise<void> {
  globalThis.copyOfTests ??= build();
  return globalThis.copyOfTests;
}

async function build(): Promise<void> {
  updateCopy();
  if (existsSync(LAST_FILE)) return;
  rmSync(OUTBOUND_LOG, { force: true });
  const settingsFile = join(COPY, ".dev.vars");
  writeFileSync(settingsFile, SECRETS.map((name) => `${name}="${IN_A_FILE}"\n`).join(""));
  try {
    const secrets = Object.fromEntries(SECRETS.map((name) => [name, IN_THE_ENVIRONMENT]));
    const settings = { ...secrets, SITE_URL: `${SITE}/`, ...watchOutbound(OUTBOUND_LOG) };
    await buildWith("tools/build.ts", settings);
  } finally {
    rmSync(settingsFile);
  }
}

/** Returns the other machines that the build tried to contact. */
export function outboundOfBuild(): string[] {
  return outboundIn(OUTBOUND_LOG);
}

/** Copies the sources that have changed. */
export function updateCopy(): void {
  mkdirSync(COPY, { recursive: true });
  const modules = join(COPY, "node_modules");
  if (!existsSync(modules)) symlinkSync(resolve("node_modules"), modules);
  const sources = SOURCES.flatMap((name) => filesBelow(".", name));
  const changed = sources.filter((name) => !isSame(name, join(COPY, name)));
  for (const name of changed) cpSync(name, join(COPY, name));
  const current = new Set(sources);
  const removed = SOURCES.flatMap((name) => filesBelow(COPY, name)).filter((name) => !current.has(name));
  for (const name of removed) rmSync(join(COPY, name));
  if (changed.length + removed.length > 0) rmSync(LAST_FILE, { force: true });
}

/** Runs a tool on the copy. Throws an error with its output if it fails. */
async function buildWith(tool: string, settings: object): Promise<void> {
  const env = { ...process.env, MARQUEE_ROOT: COPY, ...settings };
  await promisify(execFile)(process.execPath, [tool], { cwd: COPY, env });
}

/** Returns the paths of all files that git does not ignore, even if git is not installed. */
export function sourceFiles(): string[] {
  return filesBelow(".", ".");
}

/** Returns the paths of all files in a folder, relative to `root`. */
function filesBelow(root: string, name: string): string[] {
  const ignored = [".git", ...readFileSync(".gitignore", "utf8").trim().split("\n")];
  const patterns = ignored.map((pattern) => pattern.replace(/\/$/, ""));
  function below(path: string): string[] {
    return readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => !patterns.some((pattern) => matchesGlob(entry.name, pattern)))
      .flatMap((entry) => {
        const inner = join(path, entry.name);
        return entry.isDirectory() ? below(inner) : [inner];
      });
  }
  if (!existsSync(join(root, name))) return [];
  return statSync(join(root, name)).isDirectory() ? below(name) : [name];
}

function isSame(source: string, copy: string): boolean {
  return existsSync(copy) && readFileSync(source).equals(readFileSync(copy));
}
