/** Reading a body from outside: never more bytes than allowed, never anything but UTF-8 JSON. */

/** Counts decoded bytes, so that a small compressed body cannot grow past it. */
export const LARGEST_BODY = 8 * 1024 * 1024;

/** Throws an Error when the body is larger than `most` bytes, not UTF-8 or not JSON. */
export async function readJson(body: ReadableStream<Uint8Array>, most = LARGEST_BODY): Promise<unknown> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  const parts: string[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the stream, and with it the rest of the transfer.
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > most) throw new Error(`body of more than ${most} bytes`);
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  parts.push(decoder.decode());
  return JSON.parse(parts.join(""));
}
