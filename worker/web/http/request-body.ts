/**
 * Reads request bodies, including those of rejected requests, because an unread body would break a keep-alive
 * connection. A body longer than `MAX_READ` is cancelled, which closes the connection.
 */
import { Problem } from "../../contract/problem.ts";

/** The maximum size of a body in bytes. 100 names of 1,000 characters fit into it if most of them are ASCII. */
const MAX_BODY = 128 * 1024;
const MAX_READ = 1024 * 1024;

/** Returns the JSON text of a body. Throws a Problem `unsupported-media-type` or `body-too-large`. */
export async function readJsonBody(request: Request): Promise<string> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^\s*application\/json\s*(?:;|$)/i.test(type)) {
    throw new Problem("unsupported-media-type", "Content-Type must be application/json.");
  }
  if (/[^,\s]/.test(request.headers.get("Content-Encoding")?.replace(/\bidentity\b/i, "") ?? "")) {
    throw new Problem("unsupported-media-type", "Send the body without a Content-Encoding.");
  }
  const body = await readBody(request, MAX_BODY);
  if (body !== null) return body;
  throw new Problem("body-too-large", `The body is longer than ${MAX_BODY.toLocaleString("en")} bytes.`);
}

/**
 * Returns the body, or `null` if it is longer than `max` bytes. Its length may not be known in advance (chunked, RFC
 * 9112 section 7.1).
 */
export async function readBody({ body }: Request, max: number): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length <= max) text += decoder.decode(chunk, { stream: true });
    if (length > MAX_READ) break;
  }
  return length > max ? null : text + decoder.decode();
}

/** Reads and discards a body that no handler has read. Never rejects. */
export async function drainBody(request: Request): Promise<void> {
  if (request.body === null || request.bodyUsed) return;
  // If reading fails, the client has disconnected.
  await readBody(request, 0).catch(() => null);
}
