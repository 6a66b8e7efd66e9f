/**
 * Reads a text file, which may be compressed, line by line, in chunks. Throws a CommandError with the file's path if the
 * file is incomplete or not in UTF-8.
 */
import { isUtf8 } from "node:buffer";
import { createReadStream, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { CommandError } from "../../options.ts";
import { isStorageError } from "../storage.ts";
import type { Fault, LoadReport } from "./load-report.ts";
import { compressionOf, unpacked } from "./unpack.ts";
import type { IgnoreField } from "./values.ts";

export interface LineFile {
  readonly path: string;
  readonly name: string;
  /** The size of the file on disk, in bytes. */
  readonly bytes: number;
}

export function lineFile(path: string): LineFile {
  // Windows unpacks title.basics.tsv.gz to a file in a folder of this name.
  const named = basename(path) === "data.tsv" ? dirname(path) : path;
  return { path, name: basename(named), bytes: statSync(path).size };
}

/** Called after each chunk with the number of bytes read from the disk so far. */
export type Progress = (file: LineFile, read: number) => void;

const LINE_FEED = 10;
/** The maximum length of a line in bytes. A longer line means that the file is in another format. */
const MAX_LINE = 8 * 2 ** 20;

/** A line with its number, starting with 1. The number is `null` if lines are not counted. */
type NumberedLine = readonly [number: number | null, text: string];

export interface LineBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly number: number;
}

/** The lines that are decoded to text. Defaults to all lines. */
interface Choice {
  /** If set, only lines that contain these bytes are decoded. Lines are then not counted. */
  readonly containing?: Buffer;
  /** Parses the bytes of a line, which is faster than decoding it. Returns false if the line must be decoded. */
  scan?(line: LineBytes): boolean;
}

/** Yields the decoded lines of a file, one iterable per chunk. */
async function* linePieces(
  file: LineFile,
  progress: Progress = () => {},
  { containing, scan }: Choice = {},
): AsyncGenerator<Iterable<NumberedLine>> {
  let rest = Buffer.alloc(0);
  let number = 1;
  function* piece(bytes: Buffer): Generator<NumberedLine> {
    if (containing !== undefined) {
      for (const line of linesWith(containing, bytes)) yield [null, decoded(file, line, null)];
    } else if (scan !== undefined) {
      for (let start = 0; start <= bytes.length; number += 1) {
        const next = bytes.indexOf(LINE_FEED, start);
        const end = next === -1 ? bytes.length : next;
        if (!scan({ bytes, start, end, number }))
          yield [number, decoded(file, bytes.subarray(start, end), number)];
        start = end + 1;
      }
    } else {
      for (const text of decoded(file, bytes, number).split("\n")) {
        yield [number, text];
        number += 1;
      }
    }
  }
  for await (const chunk of chunks(file, progress)) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(LINE_FEED);
    rest = bytes.subarray(end + 1);
    if (end !== -1) yield piece(bytes.subarray(0, end));
    if (rest.length > MAX_LINE)
      throw new CommandError(
        `${placeIn(file, containing ? null : number)} is too long for a row of a catalog.`,
      );
  }
  if (rest.length > 0) yield piece(rest);
}

const placeIn = ({ path }: LineFile, line: number | null) => (line === null ? path : `${path}:${line}`);

function linesWith(text: Buffer, bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = bytes.indexOf(text); at !== -1; ) {
    const next = bytes.indexOf(LINE_FEED, at);
    const end = next === -1 ? bytes.length : next;
    lines.push(bytes.subarray(bytes.lastIndexOf(LINE_FEED, at) + 1, end));
    at = bytes.indexOf(text, end);
  }
  return lines;
}

async function* chunks(file: LineFile, progress: Progress): AsyncGenerator<Buffer> {
  const compression = compressionOf(file.path);
  const stored = createReadStream(file.path, { highWaterMark: 1 << 20 });
  try {
    for await (const chunk of unpacked(stored, file.path, compression)) {
      yield chunk;
      progress(file, stored.bytesRead);
    }
  } finally {
    stored.destroy();
  }
}

/** Decodes consecutive lines. `first` is the number of the first one, or `null` if lines are not counted. */
function decoded(file: LineFile, bytes: Uint8Array, first: number | null): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: first !== 1 }).decode(bytes);
  } catch {
    const place = placeIn(file, first && lineNotInUtf8(bytes, first));
    throw new CommandError(`${place} is not UTF-8. Convert the file first.`);
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

export interface RowContext {
  /** The file and line, for the messages of later errors. */
  readonly place: string;
  /** The number of the line, starting with 1, or `null` if lines are not counted. */
  readonly line: number | null;
  readonly ignore: IgnoreField;
}

/** Yields the number and text of every non-empty line. */
export async function* numberedLines(file: LineFile): AsyncGenerator<[line: number, text: string]> {
  for await (const lines of linePieces(file)) {
    for (const [number, text] of lines) if (text !== "" && text !== "\r") yield [number ?? 0, text];
  }
}

/** The functions that parse the lines of a file. If one of them throws, the row is omitted and reported. */
interface RowReader<Row> extends Choice {
  /** Returns the row, or `undefined` if the line contains none, for example the header. */
  parse(line: string, ignore: IgnoreField): Row | undefined;
  /** Returns the id of a row, for the report about malformed rows. */
  id(row: Row): unknown;
  read(row: Row, context: RowContext): void;
}

/** Passes the rows of a file to `reader`, and reports malformed ones. */
export async function eachRow<Row>(
  file: LineFile,
  { report, progress }: { readonly report: LoadReport; readonly progress?: Progress | undefined },
  reader: RowReader<Row>,
): Promise<void> {
  function scan(line: LineBytes): boolean {
    const isRead = reader.scan?.(line) === true;
    if (isRead) report.loaded([]);
    return isRead;
  }
  for await (const lines of linePieces(file, progress, { ...reader, ...(reader.scan && { scan }) })) {
    for (const [line, text] of lines) {
      if (text === "" || text === "\r") continue;
      let id: unknown;
      const fault = (reason: string): Fault => ({ file: file.name, line, id, reason });
      const ignored: Fault[] = [];
      const ignore: IgnoreField = (reason, field, value) => ignored.push({ ...fault(reason), field, value });
      try {
        // D1 would cut the text off at this character.
        if (text.includes("\0")) throw new Error("a text contains U+0000");
        const row = reader.parse(text, ignore);
        if (row === undefined) continue;
        id = reader.id(row);
        reader.read(row, { place: line === null ? file.name : `${file.name}:${line}`, line, ignore });
        report.loaded(ignored);
      } catch (thrown) {
        if (isStorageError(thrown) || thrown instanceof CommandError) throw thrown;
        report.malformed(fault(thrown instanceof Error ? thrown.message : String(thrown)));
      }
    }
  }
  report.endFile(file.name);
}
