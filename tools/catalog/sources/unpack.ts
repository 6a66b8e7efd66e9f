/** Decompresses files as they are read. The content of a file decides, because names say little about it. */
import { closeSync, openSync, type ReadStream, readSync } from "node:fs";
import { createGunzip } from "node:zlib";
import unbzip2 from "unbzip2-stream";
import { CommandError } from "../../options.ts";

type Compression = "gzip" | "bzip2";
const MARKS = {
  gzip: Buffer.from([0x1f, 0x8b]),
  bzip2: Buffer.from("BZh"),
  "a ZIP archive": Buffer.from("PK\x03\x04"),
  "UTF-16": Buffer.from([0xff, 0xfe]),
  "UTF-16 (big-endian)": Buffer.from([0xfe, 0xff]),
} as const;

/**
 * Returns how a file is compressed, or `null` for plain text. Throws a CommandError if it has to be converted first.
 */
export function compressionOf(path: string): Compression | null {
  const beginning = Buffer.alloc(4);
  const file = openSync(path, "r");
  readSync(file, beginning);
  closeSync(file);
  const [format = null] =
    Object.entries(MARKS).find(([, mark]) => beginning.subarray(0, mark.length).equals(mark)) ?? [];
  if (format === null || format === "gzip" || format === "bzip2") return format;
  throw new CommandError(`${path} is ${format}. Convert it to UTF-8 text, plain, gzip or bzip2.`);
}

/**
 * Yields the content of a file. Throws a CommandError if the compressed data is damaged or incomplete.
 */
export async function* unpacked(
  stored: ReadStream,
  path: string,
  format: Compression | null,
): AsyncGenerator<Buffer> {
  if (format === null) return yield* stored;
  try {
    yield* format === "gzip" ? gunzipped(stored) : unbzipped(stored);
  } catch (thrown) {
    if (stored.errored !== null) throw thrown;
    throw new CommandError(`${path} is broken or cut off: ${format} says "${(thrown as Error).message}".`, {
      cause: thrown,
    });
  }
}

function gunzipped(stored: ReadStream): AsyncIterable<Buffer> {
  const text = stored.pipe(createGunzip({ chunkSize: 1 << 20 }));
  // `pipe()` does not forward errors.
  stored.on("error", (error) => text.destroy(error));
  return text;
}

/** Yields the pieces that each chunk completes. The decompressor emits them before `write()` returns. */
async function* unbzipped(stored: ReadStream): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  let error: Error | null = null;
  const decompressor = unbzip2();
  decompressor.on("data", (piece: Buffer) => pieces.push(piece));
  decompressor.on("error", (thrown: Error) => {
    error = thrown;
  });
  for await (const chunk of stored) {
    decompressor.write(chunk);
    yield* pieces.splice(0);
    if (error !== null) throw error;
  }
  decompressor.end();
  yield* pieces;
  if (error !== null) throw error;
}
