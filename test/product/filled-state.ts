/** Creates a local state with a filled catalog, which servers copy. All setups run in one process and share it. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareLocalCatalog } from "../../tools/catalog/local.ts";

declare global {
  var filledStateOfTests: Promise<string> | undefined;
}

/** Returns the state's folder. */
export function filledState(): Promise<string> {
  globalThis.filledStateOfTests ??= fill();
  return globalThis.filledStateOfTests;
}

async function fill(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "marquee-filled-"));
  await prepareLocalCatalog(folder);
  return folder;
}
