/**
 * Reads a plain or gzipped text file line by line with one piece in memory. A file that is incomplete or not UTF-8 is
 * rejected by name.
 */
import { isUtf8 } from "node:buffer";
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { CommandError } from "../../options.ts";
import { isStorageError } from "../storage.ts";
import type { Fault, LoadReport } from "./load-report.ts";
import { unpacked } from "./unpack.ts";

export interface LineFile {
  readonly path: string;
  readonly name: string;
  /** The file's size as stored. */
  readonly bytes: number;
}

export function lineFile(path: string): LineFile {
  return { path, name: basename(path), bytes: statSync(path).size };
}

/** Called after each piece with the number of stored bytes read up to now. */
export type Progress = (file: LineFile, read: number) => void;

const LINE_FEED = 10;
/** The maximum length in bytes. A longer line means another format. */
const MAX_LINE = 8 * 2 ** 20;

/** A line with its number from 1, or `null` if lines are not counted. */
type NumberedLine = readonly [number: number | null, text: string];

/** A line as a range of bytes. */
export interface LineBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly number: number;
}

/** Chooses the lines to decode. Defaults to all. */
interface Choice {
  /** Decodes only lines with these bytes, without counting lines. */
  readonly containing?: Buffer;
  /** Reads a line from bytes, which is faster. Returns false if it must be decoded. */
  scan?(line: LineBytes): boolean;
}

/** Yields the lines of a file in pieces. */
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
  const stored = createReadStream(file.path, { highWaterMark: 1 << 20 });
  try {
    for await (const chunk of unpacked(stored, file.path)) {
      yield chunk;
      progress(file, stored.bytesRead);
    }
  } finally {
    stored.destroy();
  }
}

/** Decodes whole lines. `first` is the number of the first, or `null` if lines are not counted. */
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

/** Called with the reason for each malformed field of a loaded row. */
export type IgnoreField = (reason: string) => unknown;

export interface RowContext {
  /** The file and line, for errors found later. */
  readonly place: string;
  /** The line from 1, or `null` if lines are not counted. */
  readonly line: number | null;
  readonly ignore: IgnoreField;
}

/** Yields every non-empty line with its number. */
export async function* numberedLines(file: LineFile): AsyncGenerator<[line: number, text: string]> {
  for await (const lines of linePieces(file)) {
    for (const [number, text] of lines) if (text !== "" && text !== "\r") yield [number ?? 0, text];
  }
}

/** Parses the lines of a file. A row is left out if a function throws. */
interface RowReader<Row> extends Choice {
  /** Returns a row, or `undefined` for a header or similar line. */
  parse(line: string, ignore: IgnoreField): Row | undefined;
  /** Returns the id for the report on a malformed row. */
  id(row: Row): unknown;
  read(row: Row, context: RowContext): void;
}

/** Reads every non-empty line and reports malformed rows. */
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
      const ignore = (reason: string) => ignored.push(fault(reason));
      try {
        // D1 would end the text there.
        if (text.includes("\0")) throw new Error("a text contains U+0000");
        const row = reader.parse(text, ignore);
        if (row === undefined) continue;
        id = reader.id(row);
        reader.read(row, { place: line === null ? file.name : `${file.name}:${line}`, line, ignore });
        report.loaded(ignored);
      } catch (thrown) {
        if (isStorageError(thrown)) throw thrown;
        report.malformed(fault(thrown instanceof Error ? thrown.message : String(thrown)));
      }
    }
  }
  report.endFile(file.name);
}
