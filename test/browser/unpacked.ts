/** Unpacks the browser from its package, once for all test runs. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import chromiumPackage, { inflate } from "@sparticuz/chromium";

const packageFolder = resolve(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..");
const CACHE = resolve("node_modules/.cache/marquee-browser");

/**
 * Returns the folder of the browser. It contains the executable `chromium`, its `fonts`, and its libraries in
 * `al2023/lib`.
 */
export async function unpackedBrowser(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  const folder = join(CACHE, version);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const temporary = mkdtempSync(join(CACHE, "unpacking-"));
  await unpack(temporary);
  try {
    renameSync(temporary, folder);
  } catch (error) {
    // The folder exists if another process has unpacked the browser in the meantime.
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The package always unpacks into the folder for temporary files. */
async function unpack(folder: string): Promise<void> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await chromiumPackage.executablePath();
    await inflate(join(packageFolder, "bin/al2023.tar.br"));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
