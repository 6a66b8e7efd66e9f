/** The bytes of a file as they were before it was compressed. */
import { spawn } from "node:child_process";
import type { ReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CommandError } from "../../options.ts";

/** Names end in `.gz` or `.bz2`, or the file is not compressed. Throws a CommandError if the file is broken or cut off. */
export function unpacked(stored: ReadStream, path: string): AsyncIterable<Buffer> {
  if (path.endsWith(".gz")) return gunzipped(stored, path);
  return path.endsWith(".bz2") ? bunzipped(stored, path) : stored;
}

async function* gunzipped(stored: ReadStream, path: string): AsyncGenerator<Buffer> {
  const text = stored.pipe(createGunzip({ chunkSize: 1 << 20 }));
  passErrorsOn(stored, text);
  try {
    yield* text as AsyncIterable<Buffer>;
  } catch (thrown) {
    if (!String((thrown as { code?: unknown }).code).startsWith("Z_")) throw thrown;
    throw broken(path, `gzip says "${(thrown as Error).message}"`, thrown);
  }
}

/** Node cannot read bzip2, and its program is faster than any reader in JavaScript: the largest dumps have 100 GB. */
async function* bunzipped(stored: ReadStream, path: string): AsyncGenerator<Buffer> {
  const program = spawn("bzip2", ["-dc"], { stdio: ["pipe", "pipe", "pipe"] });
  let complaint = "";
  program.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const ended = new Promise<number | null>((resolve, reject) => {
    program.on("close", resolve).on("error", reject);
  });
  ended.catch((error) => program.stdout.destroy(error));
  // A program that has ended takes no more; why it ended is in its status.
  program.stdin.on("error", () => {});
  stored.pipe(program.stdin);
  passErrorsOn(stored, program.stdout);
  try {
    yield* program.stdout as AsyncIterable<Buffer>;
    if ((await ended) !== 0) throw broken(path, `bzip2 says "${complaint.trim().split("\n")[0]}"`);
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code !== "ENOENT") throw thrown;
    const detail = "install bzip2, or take the file that ends in .gz";
    throw new CommandError(`${path} needs the program bzip2, which is not installed: ${detail}.`, {
      cause: thrown,
    });
  } finally {
    program.kill();
  }
}

/** A pipe does not. */
function passErrorsOn(from: Readable, to: Readable): void {
  from.on("error", (error) => to.destroy(error));
}

function broken(path: string, reason: string, cause?: unknown): CommandError {
  return new CommandError(`${path} is broken or cut off: ${reason}.`, { cause });
}
