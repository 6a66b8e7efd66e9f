/** How large a build is as it travels, by what it is: the Worker, and each kind of static file. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Bytes after gzip. */
export interface BundleSize {
  readonly worker: number;
  readonly scripts: number;
  readonly styles: number;
  readonly pages: number;
}

/** `dist`: what `npm run build` wrote. */
export function bundleSize(dist: string): BundleSize {
  return {
    worker: gzipped(dist, "server/**/*.mjs"),
    scripts: gzipped(dist, "client/**/*.js"),
    styles: gzipped(dist, "client/**/*.css"),
    pages: gzipped(dist, "client/**/*.html"),
  };
}

/** Each file by itself, as each is sent by itself. */
function gzipped(folder: string, pattern: string): number {
  const files = globSync(pattern, { cwd: folder });
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).byteLength, 0);
}

const LABELS: Record<keyof BundleSize, string> = {
  worker: "Worker",
  scripts: "scripts",
  styles: "styles",
  pages: "prerendered pages",
};

/** A table in Markdown. */
export function sizeTable(before: BundleSize, after: BundleSize): string {
  const rows = (Object.keys(LABELS) as (keyof BundleSize)[]).map((part) => {
    const change = after[part] - before[part];
    const signed = change === 0 ? "–" : `${change > 0 ? "+" : "−"}${kibibytes(Math.abs(change))}`;
    return `| ${LABELS[part]} | ${kibibytes(before[part])} | ${kibibytes(after[part])} | ${signed} |`;
  });
  return ["| gzip | main | here | |", "|---|---:|---:|---:|", ...rows].join("\n");
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
