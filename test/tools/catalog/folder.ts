/** Creates folders with source files. The folders are removed after the test. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { UNKNOWN_RECORD } from "../../contract/records.ts";

/** Writes the files and returns the folder's path. Names ending in `.gz` are compressed. */
export function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "marquee-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), name.endsWith(".gz") ? gzipSync(text) : text);
  }
  return folder;
}

export const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
/** Builds a TSV file. Columns are separated by ` | ` in the rows. */
export const tsv = (rows: readonly string[]) =>
  rows.map((row) => `${row.replaceAll(" | ", "\t")}\n`).join("");

/** Returns a title record with the most relevant fields. */
export function title(id: number, name: string, more: Readonly<Record<string, unknown>> = {}) {
  return { ...UNKNOWN_RECORD, id, type: "movie", title: name, original_title: name, year: "1979", ...more };
}
