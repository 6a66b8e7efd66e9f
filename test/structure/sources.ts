/** Reads source files and their imports, for tests of code rules. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export interface Source {
  readonly file: string;
  readonly text: string;
  readonly lines: readonly string[];
}

export interface Import {
  readonly from: string;
  /** The path from the repository root, or the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
}

/** Returns the source files that match a glob, except declarations for third-party modules. */
export function readSources(pattern: string): Source[] {
  return globSync(pattern, { exclude: (name) => name.endsWith(".d.ts") || name === "node_modules" })
    .sort()
    .map((file) => {
      const text = readFileSync(file, "utf8");
      return { file, text, lines: text.trimEnd().split("\n") };
    });
}

const IMPORT = /(?:^|[\n;])\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?["']([^"']+)["']/g;

export function readImports(files: readonly Source[]): Import[] {
  return files.flatMap(({ file: from, text }) =>
    [...text.matchAll(IMPORT)].map(([, type, to = ""]) => ({
      from,
      to: to.startsWith(".") ? normalize(join(dirname(from), to)) : to,
      typeOnly: type !== undefined,
    })),
  );
}

/** Returns the files of an import cycle, with the first one repeated at the end, or `null` if there is no cycle. */
export function cycleIn(imports: readonly Import[]): string[] | null {
  const next = Map.groupBy(imports, ({ from }) => from);
  const finished = new Set<string>();
  function search(file: string, path: readonly string[]): string[] | null {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (finished.has(file)) return null;
    for (const { to } of next.get(file) ?? []) {
      const found = search(to, [...path, file]);
      if (found !== null) return found;
    }
    finished.add(file);
    return null;
  }
  for (const file of next.keys()) {
    const found = search(file, []);
    if (found !== null) return found;
  }
  return null;
}
