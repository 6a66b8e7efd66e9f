/**
 * Keeps the hashed files of earlier builds for a day. Static files belong to a version of the Worker, but browsers
 * and the CDN cache may keep a page that refers to files of an earlier version. So each version also contains the
 * files that were replaced in the last day. A fresh checkout does not have these files, so a deployment downloads
 * them from the running version, which also has a list of them
 * (developers.cloudflare.com/workers/static-assets/routing/advanced/gradual-rollouts).
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { FetchAddress } from "./responding.ts";

const FOLDER = "_astro";
const LIST = "list.json";
const KEPT_MS = 86_400_000;

/**
 * The time until which each earlier file is kept, in epoch milliseconds, or `null` for a file of the current build.
 */
const FileList = v.record(
  v.pipe(v.string(), v.regex(/^\w[\w-]*(?:\.[\w-]+)+$/)),
  v.nullable(v.pipe(v.number(), v.integer())),
);
type FileList = v.InferOutput<typeof FileList>;

/** Writes the list for a folder in which all files belong to the current build. */
export function listOwnFiles(folder: string): void {
  writeList(folder, ownFiles(folder));
}

function ownFiles(folder: string): FileList {
  const names = readdirSync(join(folder, FOLDER)).filter((name) => name !== LIST);
  return Object.fromEntries(names.map((name) => [name, null]));
}

function writeList(folder: string, files: FileList): void {
  writeFileSync(join(folder, FOLDER, LIST), JSON.stringify(files));
}

/**
 * Downloads the files of earlier builds from the running version at `address`, and returns their number. Returns 0 if
 * the running version has no list. Skips files that cannot be downloaded. `now` is in epoch milliseconds.
 */
export async function addEarlierFiles(
  folder: string,
  address: string,
  now: number,
  fetch: FetchAddress,
): Promise<number> {
  const currentFiles = ownFiles(folder);
  // The query string makes the URL unique, because caches may keep everything in this folder for a year.
  const earlier = parseList(await fetchFile(`${address}/${FOLDER}/${LIST}?at=${now}`, fetch));
  const files = { ...currentFiles };
  for (const [name, until] of Object.entries(earlier)) {
    if (name in currentFiles || (until !== null && until <= now)) continue;
    const bytes = await fetchFile(`${address}/${FOLDER}/${name}`, fetch);
    if (bytes === null) continue;
    writeFileSync(join(folder, FOLDER, name), bytes);
    files[name] = until ?? now + KEPT_MS;
  }
  writeList(folder, files);
  return Object.keys(files).length - Object.keys(currentFiles).length;
}

function parseList(bytes: Uint8Array | null): FileList {
  if (bytes === null) return {};
  try {
    return v.parse(FileList, JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
}

async function fetchFile(address: string, fetch: FetchAddress): Promise<Uint8Array | null> {
  try {
    const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(15_000) });
    return response.ok ? await response.bytes() : null;
  } catch {
    return null;
  }
}
