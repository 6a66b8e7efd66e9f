/** The sources that are held to rules, and their imports. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export interface Source {
  /** From the root. */
  readonly file: string;
  readonly text: string;
  readonly lines: readonly string[];
}

export interface Import {
  readonly from: string;
  /** A path from the root for a file of ours, else the name of a package. */
  readonly to: string;
  readonly typeOnly: boolean;
}

/** `pattern`: a glob. Declarations of other people's modules are not ours. */
export function sources(pattern: string): Source[] {
  return globSync(pattern, { exclude: (name) => name.endsWith(".d.ts") || name === "node_modules" })
    .sort()
    .map((file) => {
      const text = readFileSync(file, "utf8");
      return { file, text, lines: text.trimEnd().split("\n") };
    });
}

const IMPORT = /(?:^|[\n;])\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?["']([^"']+)["']/g;

export function importsOf(files: readonly Source[]): Import[] {
  return files.flatMap(({ file: from, text }) =>
    [...text.matchAll(IMPORT)].map(([, type, to = ""]) => ({
      from,
      to: to.startsWith(".") ? normalize(join(dirname(from), to)) : to,
      typeOnly: type !== undefined,
    })),
  );
}

/** The files of one cycle of imports, the first of them once more at the end; `null`: no cycle. */
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
