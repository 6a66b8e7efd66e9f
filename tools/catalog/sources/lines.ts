/** A text file line by line, plain or gzip, in pieces: never more of it in memory than a piece. */
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { createGunzip } from "node:zlib";
import type { Tally } from "./tally.ts";

export interface LineFile {
  readonly path: string;
  readonly name: string;
  /** As stored, compressed or not. */
  readonly bytes: number;
}

export function lineFile(path: string): LineFile {
  return { path, name: basename(path), bytes: statSync(path).size };
}

/** Told after each piece how many bytes of the stored file have been read. */
export type Progress = (file: LineFile, read: number) => void;

/** Some lines at a time; empty lines are kept, so that line numbers can be counted. */
export async function* linePieces(file: LineFile, progress: Progress = () => {}): AsyncGenerator<string[]> {
  const stored = createReadStream(file.path, { highWaterMark: 1 << 20 });
  const text = file.name.endsWith(".gz") ? stored.pipe(createGunzip({ chunkSize: 1 << 20 })) : stored;
  // A pipe does not pass errors on.
  if (text !== stored) stored.on("error", (error) => text.destroy(error));
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of text) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
    progress(file, stored.bytesRead);
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}

/** Calls `read` with every line that is not empty; a line it throws on is counted as malformed. */
export async function eachLine(
  file: LineFile,
  { tally, progress }: { readonly tally: Tally; readonly progress?: Progress | undefined },
  read: (line: string, number: number) => void,
): Promise<void> {
  let number = 0;
  for await (const lines of linePieces(file, progress)) {
    for (const line of lines) {
      number += 1;
      if (line === "" || line === "\r") continue;
      try {
        read(line, number);
        tally.good();
      } catch (thrown) {
        tally.malformed({ file: file.name, line: number, reason: reasonOf(thrown) });
      }
    }
  }
  tally.check(file.name);
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
