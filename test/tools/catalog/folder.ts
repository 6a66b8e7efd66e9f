/** Files for a loader to read, in a folder of their own that goes when the test is over. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";

/** Names with `.gz` are compressed. Gives the path of the folder. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "marquee-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), name.endsWith(".gz") ? gzipSync(text) : text);
  }
  return folder;
}

export const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
/** ` | ` stands for a tab. */
export const tsv = (rows: readonly string[]) =>
  rows.map((row) => `${row.replaceAll(" | ", "\t")}\n`).join("");

/** A title record with its more telling parts. */
export function title(id: number, name: string, more: Readonly<Record<string, unknown>> = {}) {
  return {
    id,
    is_adult: 0,
    type: "movie",
    title: name,
    original_title: name,
    year: "1979",
    countries: "",
    genres: "",
    runtime: "0",
    rating: 0,
    plot: "",
    poster: null,
    ...more,
  };
}
