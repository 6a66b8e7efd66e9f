/** Reads response bodies from outside, up to a size limit and only as UTF-8 JSON. */
import { Failure } from "../failure.ts";

/** The limit applies to decoded bytes, so that a small compressed body cannot exceed it. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Parsed JSON with its text. */
export interface Verbatim {
  readonly text: string;
  readonly json: unknown;
}

/** Throws a Failure if the body ends early, is larger than `max` bytes, or is not JSON in UTF-8. */
export async function readJson(
  body: ReadableStream<Uint8Array> | null,
  max = MAX_BODY_BYTES,
): Promise<Verbatim> {
  const sent = await readBytes(body, max);
  const bytes = isGzip(sent) ? await gunzip(sent, max) : sent;
  try {
    checkNesting(bytes);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    return { text, json: JSON.parse(text) };
  } catch {
    // The parser's message is dropped, because it quotes the body.
    throw new Failure("not-json");
  }
}

/** Returns true for gzip (RFC 1952 section 2.3.1). JSON never begins with these bytes. */
function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Decodes gzip that a server sent without `Content-Encoding`, which the runtime therefore left encoded. */
async function gunzip(bytes: Uint8Array, max: number): Promise<Uint8Array> {
  return await readBytes(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")), max);
}

/** The runtime delivers a body a few kilobytes at a time, and each read costs more than copying. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Collects bytes rather than text, because text would grow the heap several times as much. Throws a Failure
 * if the body ends early or is larger than `max` bytes.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  max = MAX_BODY_BYTES,
): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader({ mode: "byob" });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { value, done } = await reader.readAtLeast(CHUNK_BYTES, new Uint8Array(CHUNK_BYTES));
      if (value !== undefined) chunks.push(value);
      size += value?.byteLength ?? 0;
      if (size > max) throw new Failure("too-large");
      if (done) return concatenate(chunks, size);
    }
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown : new Failure("truncated");
  } finally {
    // Ends the transfer of the rest.
    await reader.cancel().catch(() => undefined);
  }
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** A response of the contract is three levels deep; unknown fields may be deeper. */
const MAX_DEPTH = 32;
/** An entry of the contract takes about 80 bytes, so the largest response has no more entries. */
const MAX_CONTAINERS = 100_000;

/** The maximum number of different member names. TMDB's largest response has about 300. */
const MAX_NAMES = 2_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** FNV-1a hash constants (isthe.com/chongo/tech/comp/fnv). */
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Checks JSON before it is parsed. A few megabytes of brackets would become a few hundred megabytes of
 * arrays, more than the isolate has, and hundreds of thousands of member names would take seconds. Throws a
 * RangeError if arrays and objects are too many or nested too deeply, or if there are too many names.
 */
export function checkNesting(json: Uint8Array): void {
  let depth = 0;
  let count = 0;
  let quoted = false;
  let escaped = false;
  let hash = 0;
  const names = new Set<number>();
  for (const byte of json) {
    if (byte === QUOTE && !escaped) {
      quoted = !quoted;
      if (quoted) hash = FNV_BASIS;
    } else if (quoted) {
      escaped = !escaped && byte === BACKSLASH;
      hash = Math.imul(hash ^ byte, FNV_PRIME);
    } else if (byte === COLON) {
      if (names.add(hash).size > MAX_NAMES) throw new RangeError("too many names");
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH || ++count > MAX_CONTAINERS) throw new RangeError("too much nesting");
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
}
