/** Reading a body from outside: never more bytes than allowed. JSON is UTF-8, or refused. */
import { Failure } from "../failure.ts";
import { checkNesting } from "./nesting.ts";

/** Counts decoded bytes, so that a small compressed body cannot grow past it. */
export const LARGEST_BODY = 8 * 1024 * 1024;

/** Throws a Failure when the body ends early, is larger than `most` bytes, not UTF-8 or not JSON. */
export async function readJson(body: ReadableStream<Uint8Array>, most = LARGEST_BODY): Promise<unknown> {
  const bytes = await readBytes(body, most);
  try {
    checkNesting(bytes);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    // What a parser says is not kept: it quotes what it could not read.
    throw new Failure("not-json");
  }
}

/** The runtime hands out a body a few kilobytes at a time, and each time costs more than reading them. */
const PIECE = 64 * 1024;

/**
 * Bytes, not text, are gathered: they are outside of the heap, which would grow by several times as much.
 * Throws a Failure when the body ends early or is larger than `most` bytes.
 */
export async function readBytes(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const reader = body.getReader({ mode: "byob" });
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { value, done } = await reader.readAtLeast(PIECE, new Uint8Array(PIECE));
      if (value !== undefined) pieces.push(value);
      size += value?.byteLength ?? 0;
      if (size > most) throw new Failure("too-large");
      if (done) return joined(pieces, size);
    }
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown : new Failure("truncated");
  } finally {
    // Ends the transfer, where there is more to come.
    await reader.cancel().catch(() => undefined);
  }
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
