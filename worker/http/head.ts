/**
 * HEAD runs like GET, then the body is cancelled. `Content-Length` is only sent if it is known: reading a body for an
 * optional header (RFC 9110 section 9.3.2) would hold all of it in memory, and fail if it breaks off.
 */
import type { Log } from "../log.ts";

interface HeadServices {
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly log: Log;
}

export function withoutBody(response: Response, request: Request, services: HeadServices): Response {
  const { body } = response;
  const headed = new Response(null, response);
  if (!sendsLength(headed, request)) headed.headers.delete("Content-Length");
  // Not awaited: a body that is also being stored is only cancelled after that.
  if (body !== null) services.waitUntil(cancelBody(body, services.log));
  return headed;
}

async function cancelBody(body: ReadableStream, log: Log): Promise<void> {
  try {
    await body.cancel();
  } catch (thrown) {
    log({ event: "body-failed", reason: thrown instanceof Error ? thrown.name : "unknown" });
  }
}

/** Pages are sent as they are rendered, and the platform compresses other types: neither has a known length. */
function sendsLength({ status, headers }: Response, { cf }: Request): boolean {
  if (status === 204 || status === 304) return false;
  const type = headers.get("Content-Type") ?? "";
  // Images other than SVG are not compressed again.
  if (/^image\/(?!svg)/.test(type)) return true;
  const encodings = String(cf?.clientAcceptEncoding ?? "");
  return !type.startsWith("text/html") && !/gzip|br|zstd/.test(encodings);
}
