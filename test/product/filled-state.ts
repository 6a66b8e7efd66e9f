/**
 * A local state whose catalog is filled, for servers to be given a copy of. Filled once, however many projects of a run ask for it:
 * their setups share a process, but no module.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareLocalCatalog } from "../../tools/catalog/local.ts";

declare global {
  var filledStateOfTests: Promise<string> | undefined;
}

/** Its folder, which is there until the process ends. */
export function filledState(): Promise<string> {
  globalThis.filledStateOfTests ??= fill();
  return globalThis.filledStateOfTests;
}

async function fill(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "marquee-filled-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  await prepareLocalCatalog(folder);
  return folder;
}
