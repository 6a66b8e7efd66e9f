/** Reading a body from outside: never more bytes than allowed, never anything but UTF-8 JSON. */
import { Failure } from "../failure.ts";
import { createNesting } from "./nesting.ts";

/** Counts decoded bytes, so that a small compressed body cannot grow past it. */
export const LARGEST_BODY = 8 * 1024 * 1024;

const PIECE = 64 * 1024;

/** Throws a Failure when the body ends early, is larger than `most` bytes, not UTF-8 or not JSON. */
export async function readJson(body: ReadableStream<Uint8Array>, most = LARGEST_BODY): Promise<unknown> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  const nesting = createNesting();
  const parts: string[] = [];
  let size = 0;
  try {
    // Leaving the loop by an error cancels the stream, and with it the rest of the transfer.
    for await (const chunk of inLargePieces(body)) {
      size += chunk.byteLength;
      if (size > most) throw new Failure("too-large");
      asJson(() => nesting.watch(chunk));
      parts.push(asJson(() => decoder.decode(chunk, { stream: true })));
    }
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown : new Failure("truncated");
  }
  return asJson((): unknown => {
    parts.push(decoder.decode());
    return JSON.parse(parts.join(""));
  });
}

/** What a parser says is not kept: it quotes what it could not read. */
function asJson<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new Failure("not-json");
  }
}

/** The runtime hands out a body a few kilobytes at a time, and each time costs more than reading them. */
async function* inLargePieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: "byob" });
  try {
    for (;;) {
      const { value, done } = await reader.readAtLeast(PIECE, new Uint8Array(PIECE));
      if (value !== undefined && value.byteLength > 0) yield value;
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}
