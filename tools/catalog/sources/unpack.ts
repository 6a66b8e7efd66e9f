/** Decompresses files as they are read. */
import type { ReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { CommandError } from "../../options.ts";

/**
 * Yields the content of a file, and decompresses it if the path ends in `.gz`. Throws a CommandError if the
 * compressed data is damaged or incomplete.
 */
export async function* unpacked(stored: ReadStream, path: string): AsyncGenerator<Buffer> {
  if (!path.endsWith(".gz")) return yield* stored;
  const text = stored.pipe(createGunzip({ chunkSize: 1 << 20 }));
  // `pipe()` does not forward errors.
  stored.on("error", (error) => text.destroy(error));
  try {
    yield* text as AsyncIterable<Buffer>;
  } catch (thrown) {
    if (!String((thrown as { code?: unknown }).code).startsWith("Z_")) throw thrown;
    throw new CommandError(`${path} is broken or cut off: gzip says "${(thrown as Error).message}".`, {
      cause: thrown,
    });
  }
}
