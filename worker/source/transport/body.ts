/** Reads response bodies from other servers, which must be UTF-8 JSON and may not exceed a size limit. */
import { Failure } from "../failure.ts";

/**
 * The maximum size of a decoded body in bytes. A limit before decoding would not stop a small compressed body from
 * becoming huge.
 */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Parsed JSON and its original text. */
export interface Verbatim {
  readonly text: string;
  readonly json: unknown;
}

/** Parses a body. Throws a Failure if it ends early, is larger than `max` bytes, or is not JSON in UTF-8. */
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
    // The parser's error is dropped, because its message quotes the body.
    throw new Failure("not-json");
  }
}

/** Returns true for gzip data (RFC 1952 section 2.3.1). JSON never starts with these bytes. */
function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Decodes gzip data that a server has sent without `Content-Encoding`, so that the runtime did not decode it. */
async function gunzip(bytes: Uint8Array, max: number): Promise<Uint8Array> {
  return await readBytes(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")), max);
}

/**
 * The size of a read in bytes. By default the runtime delivers a few kilobytes at a time, and many small reads cost
 * more than copying.
 */
const CHUNK_BYTES = 64 * 1024;

/**
 * Reads a body as bytes. Text would take several times as much memory while it is collected. Throws a Failure if the
 * body ends early or is larger than `max` bytes.
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
    // Cancelling stops the transfer of the rest.
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

/** The maximum depth of nesting. A contract response has three levels, but unknown fields in it may have more. */
const MAX_DEPTH = 32;
/**
 * The maximum number of arrays and objects. An entry of the contract takes at least 80 bytes, so the largest body
 * cannot contain more.
 */
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
 * Checks JSON before it is parsed. A few megabytes of brackets would become hundreds of megabytes of arrays, more
 * than the isolate has, and hundreds of thousands of names would take seconds. Throws a RangeError if there are too
 * many arrays, objects or names, or if they are nested too deeply.
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
