/**
 * A local state with a filled catalog, which servers copy. The project setups share it, because they run in one
 * process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareLocalCatalog } from "../../tools/catalog/local.ts";

declare global {
  var filledStateOfTests: Promise<string> | undefined;
}

/** Returns the folder, which exists until the process ends. */
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
