/**
 * The names that reading and choosing are held to: a kind, a name, the title and year that it means (`-`: none), and what
 * else it says: `S1E2`, `E135`, a date, `cd1`, `extra`, an "edition". Made by hand, from the complaints about media
 * servers (jellyfin#5244, #7594, #8211, #13558, #15525; Radarr#4423, #5799, #11426) and from titles of the starter catalog;
 * half of the later kinds by a rule.
 */
interface ImportMetaWithGlob {
  glob(pattern: string, options: { eager: true; query: "?raw"; import: "default" }): Record<string, string>;
}

/** The Workers runtime reads no files: the bundler brings them. */
const tables = (import.meta as unknown as ImportMetaWithGlob).glob("./*.tsv", {
  eager: true,
  query: "?raw",
  import: "default",
});

export interface NamedFile {
  readonly kind: string;
  readonly name: string;
  /** `The Matrix 1999`, or `-`. */
  readonly title: string;
  readonly details: string;
}

export const FILES: readonly NamedFile[] = rowsOf("names").map(
  ([kind = "", name = "", title = "", details = ""]) => ({
    kind,
    name,
    title,
    details,
  }),
);

export function rowsOf(table: string): string[][] {
  const lines = (tables[`./${table}.tsv`] ?? "").trimEnd().split("\n");
  return lines.map((line) => line.split("\t"));
}
