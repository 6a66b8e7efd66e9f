/** Files a person names, read into a staging file and given to the load in the order of popularity. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../load/load.ts";
import { estimatedBytes } from "../size.ts";
import { imdbKind, readImdb } from "./imdb.ts";
import { jsonLinesKind, readJsonLines } from "./json-lines.ts";
import { type LineFile, lineFile, type Progress } from "./lines.ts";
import { type Selection, Staging } from "./staging.ts";
import type { Tally } from "./tally.ts";

export interface StagingServices {
  /** Where the staging file is kept. */
  readonly folder: string;
  readonly tally: Tally;
  readonly progress?: Progress;
}

export interface StagedSource extends Source {
  /** How many titles there are to load. */
  readonly titles: number;
  /** Bytes of a database that holds them, about. */
  readonly bytes: number;
  /** Leaves what was read for a load that takes it up again. */
  close(): void;
  /** Forgets what was read; to be called when the load has succeeded. */
  remove(): void;
}

/** Throws when the paths hold no catalog, or two kinds of one. */
export async function stagedSource(
  paths: readonly string[],
  selection: Selection,
  { folder, tally, progress }: StagingServices,
): Promise<StagedSource> {
  const files = paths.flatMap(filesAt);
  const imdb = files.filter(({ name }) => imdbKind(name) !== null);
  const lines = files.filter(({ name }) => jsonLinesKind(name) !== null);
  if (imdb.length > 0 && lines.length > 0)
    throw new Error("Load JSON Lines or IMDb's files, not both at once.");
  if (imdb.length + lines.length === 0) throw new Error(`There is no catalog in ${paths.join(", ")}.`);
  const staging = new Staging(join(folder, `${fingerprint([...imdb, ...lines])}.sqlite`));
  try {
    for (const file of lines)
      await staging.step(file.path, () =>
        readJsonLines(file, staging, { tally, ...(progress && { progress }) }),
      );
    if (imdb.length > 0) await readImdb(imdb, staging, { tally, ...(progress && { progress }) });
    const titles = staging.select(selection);
    return {
      name: paths.join(", "),
      titles,
      bytes: estimatedBytes(staging),
      close: () => staging.close(),
      entries: () => staging.entries(),
      credits: () => staging.credits(),
      remove: () => staging.remove(),
    };
  } catch (thrown) {
    staging.close();
    throw thrown;
  }
}

/** A folder's files, or the file itself. */
function filesAt(path: string): LineFile[] {
  if (!existsSync(path)) throw new Error(`There is no ${path}.`);
  if (!statSync(path).isDirectory()) return [lineFile(path)];
  return readdirSync(path)
    .sort()
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .map(lineFile);
}

/** The same files, unchanged, are the same staging. */
function fingerprint(files: readonly LineFile[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes } of files) hash.update(`${path}\n${bytes}\n${statSync(path).mtimeMs}\n`);
  return hash.digest("hex").slice(0, 16);
}
