/**
 * Reads the evaluation set for file name matching. A row has a kind, a name, the expected title and year (`-` for
 * none), and the expected details, such as `S1E2`, `E135`, a date, `cd1`, `extra` or an edition. The rows were
 * written by hand, from complaints about media servers (jellyfin#5244, #7594, #8211, #13558, #15525; Radarr#4423,
 * #5799, #11426) and from titles of the starter catalog.
 */
interface ImportMetaWithGlob {
  glob(pattern: string, options: { eager: true; query: "?raw"; import: "default" }): Record<string, string>;
}

/** The data files. The bundler inlines them, because workerd cannot read files. */
const tables = (import.meta as unknown as ImportMetaWithGlob).glob("./*.tsv", {
  eager: true,
  query: "?raw",
  import: "default",
});

export interface NamedFile {
  readonly kind: string;
  readonly name: string;
  /** The expected title and year, as in `The Matrix 1999`, or `-` for none. */
  readonly title: string;
  readonly details: string;
}

export const FILES: readonly NamedFile[] = readRows("names").map(
  ([kind = "", name = "", title = "", details = ""]) => ({
    kind,
    name,
    title,
    details,
  }),
);

export function readRows(table: string): string[][] {
  const lines = (tables[`./${table}.tsv`] ?? "").trimEnd().split("\n");
  return lines.map((line) => line.split("\t"));
}
