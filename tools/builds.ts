/**
 * Builds of the Worker and its site. `npm run build` and a deployment use `dist`. `npm start` uses a build that never
 * changes: its folder is named after a digest of the sources, and is removed once no process uses it.
 */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join, relative } from "node:path";
import { lock, tryLock } from "./lock.ts";
import { ROOT, run } from "./wrangler.ts";

export const DIST = join(ROOT, "dist");
const BUILDS = join(ROOT, "build/app");
const SOURCES = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "wrangler.toml",
  "site",
  "worker",
  "tools/client",
];

interface Build {
  /** With the Worker in `server` and the static files in `client`. */
  readonly folder: string;
  /** From then on the folder may be removed. The end of the process releases it, too. */
  readonly release: () => void;
}

/** Builds into a folder. One build at a time: the adapter notes the last one in `.wrangler/deploy`, and reads it back. */
export async function build(folder: string): Promise<void> {
  const building = await lock(join(BUILDS, "building.lock"), "exclusive");
  try {
    await astroBuild(folder);
  } finally {
    building.release();
  }
}

/** The build of the sources as they are now, made first if there is none. `onBuild` is called before it is made. */
export async function currentBuild(onBuild = () => {}): Promise<Build> {
  const building = await lock(join(BUILDS, "building.lock"), "exclusive");
  try {
    const name = sourceDigest();
    const folder = join(BUILDS, name);
    const using = await lock(lockOf(name), "shared");
    removeUnused();
    if (!existsSync(folder)) {
      onBuild();
      // Under another name until it is complete, at the same depth: its configuration holds relative paths.
      const unfinished = `${folder}.unfinished`;
      rmSync(unfinished, { recursive: true, force: true });
      await astroBuild(unfinished);
      renameSync(unfinished, folder);
    }
    return { folder, release: using.release };
  } finally {
    building.release();
  }
}

async function astroBuild(folder: string): Promise<void> {
  await run("astro", ["build", "--config", "site/astro.config.mjs", "--outDir", folder]);
  // Loaded here: a server whose build is current does without the compiler.
  const { buildClient } = await import("./client/package.ts");
  mkdirSync(join(folder, "client/client"));
  copyFileSync(await buildClient(), join(folder, "client/client/marquee.tgz"));
}

function removeUnused(): void {
  for (const entry of readdirSync(BUILDS, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const [name = ""] = entry.name.split(".");
    const unused = tryLock(lockOf(name), "exclusive");
    if (unused === null) continue;
    rmSync(join(BUILDS, entry.name), { recursive: true, force: true });
    rmSync(lockOf(name));
    unused.release();
  }
}

function lockOf(name: string): string {
  return join(BUILDS, `${name}.lock`);
}

function sourceDigest(): string {
  const digest = createHash("sha256");
  for (const file of SOURCES.flatMap(filesIn).sort()) {
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update("\0");
  }
  return digest.digest("hex").slice(0, 16);
}

/** A file itself, or every file below a folder; relative to the root. */
function filesIn(path: string): string[] {
  const found = join(ROOT, path);
  if (!statSync(found).isDirectory()) return [path];
  const entries = readdirSync(found, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));
}
