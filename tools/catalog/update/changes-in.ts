/** The changes of an update in files, with what is needed to go on after a line that cannot be applied. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { CommandError } from "../../options.ts";
import { type LineFile, lineFile, numberedLines } from "../sources/lines.ts";
import type { Fault, LoadReport } from "../sources/load-report.ts";
import type { Change } from "./change.ts";
import { ChangeReader } from "./change-reader.ts";

export interface PlacedChange {
  readonly change: Change;
  /** File and line, or the source. */
  readonly place: string;
  /** Identifies the lines up to this one; `null`: there is nothing to go on from. */
  readonly mark: string | null;
}

/** A line, or a title of a source, that cannot be applied. */
export class LineError extends CommandError {
  override readonly name = "LineError";
}

/** Makes a LineError of what a line throws. */
export function at(place: string, id: number | string) {
  return (thrown: unknown): never => {
    if (thrown instanceof CommandError) throw thrown;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new LineError(`${place}: ${id === "" ? "" : `id ${id}: `}${reason}`, { cause: thrown });
  };
}

/** `applied`: the mark of the lines to leave out, if these files begin with them. */
export async function* changesIn(
  paths: readonly string[],
  applied: string | null,
  report: LoadReport,
): AsyncGenerator<PlacedChange> {
  const files = paths.map(fileAt);
  const skipped = applied !== null && (await beginWith(files, applied)) ? Number(applied.split(" ")[0]) : 0;
  const reader = new ChangeReader();
  const digest = createHash("sha256");
  let count = 0;
  try {
    for (const file of files) {
      for await (const [line, text] of numberedLines(file)) {
        count += 1;
        digest.update(`${text}\n`);
        if (count <= skipped) continue;
        const place = `${file.path}:${line}`;
        const ignored: Fault[] = [];
        const ignore = (reason: string) =>
          ignored.push({ file: file.path, line, id: Number(idIn(text)), reason });
        const change = read(reader, text, { place, ignore });
        report.loaded(ignored);
        yield { change, place, mark: markOf(count, digest) };
      }
    }
  } finally {
    reader.close();
  }
}

function fileAt(path: string): LineFile {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandError(`No such file: ${path}`);
  if (found.isDirectory())
    throw new CommandError(`${path} is a folder; to apply what differs: update --from`);
  return lineFile(path);
}

function read(reader: ChangeReader, text: string, context: Parameters<ChangeReader["read"]>[1]): Change {
  try {
    return reader.read(text, context);
  } catch (thrown) {
    return at(context.place, idIn(text))(thrown);
  }
}

/** For messages about a line. */
function idIn(text: string): string {
  const [, id] = /"(?:id|title)":\s*(\d+)/.exec(text) ?? [];
  return id ?? "";
}

const markOf = (lines: number, digest: ReturnType<typeof createHash>) =>
  `${lines} ${digest.copy().digest("hex").slice(0, 32)}`;

async function beginWith(files: readonly LineFile[], mark: string): Promise<boolean> {
  const lines = Number(mark.split(" ")[0]);
  const digest = createHash("sha256");
  let count = 0;
  for (const file of files) {
    for await (const [, text] of numberedLines(file)) {
      if (count === lines) break;
      count += 1;
      digest.update(`${text}\n`);
    }
  }
  return markOf(count, digest) === mark;
}
