/**
 * Reads a text file line by line, plain or gzip, with only one piece in memory at a time. A file that cannot be read to its
 * end, or that is not UTF-8, is refused by name.
 */
import { isUtf8 } from "node:buffer";
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { createGunzip } from "node:zlib";
import { CommandError } from "../../options.ts";
import { isStorageError } from "../storage.ts";
import type { Fault, LoadReport } from "./load-report.ts";

export interface LineFile {
  readonly path: string;
  readonly name: string;
  /** As stored, compressed or not. */
  readonly bytes: number;
}

export function lineFile(path: string): LineFile {
  return { path, name: basename(path), bytes: statSync(path).size };
}

/** Called after each piece with the bytes of the stored file read so far. */
export type Progress = (file: LineFile, read: number) => void;

const LINE_FEED = 10;
/** In bytes. No catalog row is nearly as long: the file has another format. */
const MAX_LINE = 8 * 2 ** 20;

/** Yields some lines at a time. Keeps empty lines, so that line numbers can be counted. */
async function* linePieces(file: LineFile, progress: Progress = () => {}): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0);
  let number = 1;
  for await (const chunk of chunks(file, progress)) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(LINE_FEED);
    rest = bytes.subarray(end + 1);
    if (end !== -1) {
      const lines = decoded(file, bytes.subarray(0, end), number);
      number += lines.length;
      yield lines;
    }
    if (rest.length > MAX_LINE)
      throw new CommandError(`${file.path}:${number} is too long for a row of a catalog.`);
  }
  if (rest.length > 0) yield decoded(file, rest, number);
}

async function* chunks(file: LineFile, progress: Progress): AsyncGenerator<Buffer> {
  const stored = createReadStream(file.path, { highWaterMark: 1 << 20 });
  const isCompressed = file.name.endsWith(".gz");
  const text = isCompressed ? stored.pipe(createGunzip({ chunkSize: 1 << 20 })) : stored;
  // A pipe does not pass errors on.
  if (text !== stored) stored.on("error", (error) => text.destroy(error));
  try {
    for await (const chunk of text) {
      yield chunk as Buffer;
      progress(file, stored.bytesRead);
    }
  } catch (thrown) {
    const isBroken = isCompressed && String((thrown as { code?: unknown }).code).startsWith("Z_");
    if (!isBroken) throw thrown;
    const { message } = thrown as Error;
    throw new CommandError(`${file.path} is broken or cut off: gzip says "${message}".`, { cause: thrown });
  } finally {
    stored.destroy();
  }
}

/** `bytes`: whole lines, from line `first` of the file. */
function decoded(file: LineFile, bytes: Uint8Array, first: number): string[] {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: first > 1 }).decode(bytes);
    return text.split("\n");
  } catch {
    throw new CommandError(
      `${file.path}:${lineNotInUtf8(bytes, first)} is not UTF-8; convert the file first.`,
    );
  }
}

function lineNotInUtf8(bytes: Uint8Array, first: number): number {
  let line = first;
  for (let at = 0; at < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, at);
    const next = end === -1 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(at, next))) return line;
    at = next;
  }
  return line;
}

/** Called with the reason for each malformed field that a row is loaded without. */
export type IgnoreField = (reason: string) => unknown;

export interface RowContext {
  /** File and line, for errors that are found later. */
  readonly place: string;
  readonly ignore: IgnoreField;
}

/** How the lines of a file become rows. If a function throws, the row is left out for that reason. */
interface RowReader<Row> {
  /** `undefined`: the line is not a row but, for example, a header. */
  parse(line: string, ignore: IgnoreField): Row | undefined;
  /** For the report on a malformed row. */
  id(row: Row): unknown;
  read(row: Row, context: RowContext): void;
}

/** Reads every line that is not empty. Reports malformed rows. */
export async function eachRow<Row>(
  file: LineFile,
  { report, progress }: { readonly report: LoadReport; readonly progress?: Progress | undefined },
  reader: RowReader<Row>,
): Promise<void> {
  let line = 0;
  for await (const lines of linePieces(file, progress)) {
    for (const text of lines) {
      line += 1;
      if (text === "" || text === "\r") continue;
      let id: unknown;
      const fault = (reason: string): Fault => ({ file: file.name, line, id, reason });
      const ignored: Fault[] = [];
      const ignore = (reason: string) => ignored.push(fault(reason));
      try {
        const row = reader.parse(text, ignore);
        if (row === undefined) continue;
        id = reader.id(row);
        reader.read(row, { place: `${file.name}:${line}`, ignore });
        report.loaded(ignored);
      } catch (thrown) {
        if (isStorageError(thrown)) throw thrown;
        report.malformed(fault(thrown instanceof Error ? thrown.message : String(thrown)));
      }
    }
  }
  report.endFile(file.name);
}
