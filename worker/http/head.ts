/**
 * HEAD is answered like GET up to here; then the body is given up unread. What GET would send is said by its
 * length where that is known: reading a body for the sake of a header that is optional
 * (RFC 9110 section 9.3.2) would hold all of it in memory, and fail where it breaks off.
 */
import type { Log } from "../log.ts";

interface HeadServices {
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly log: Log;
}

export function withoutBody(response: Response, request: Request, services: HeadServices): Response {
  const { body } = response;
  const headed = new Response(null, response);
  if (!saysLength(headed, request)) headed.headers.delete("Content-Length");
  // Not waited for: a body that is also being stored is given up when that is done.
  if (body !== null) services.waitUntil(giveUp(body, services.log));
  return headed;
}

async function giveUp(body: ReadableStream, log: Log): Promise<void> {
  try {
    await body.cancel();
  } catch (thrown) {
    log({ event: "body-failed", reason: thrown instanceof Error ? thrown.name : "unknown" });
  }
}

/** Not of pages, which are sent as they are rendered, and not of what the platform compresses on its way out. */
function saysLength({ status, headers }: Response, { cf }: Request): boolean {
  if (status === 204 || status === 304) return false;
  const type = headers.get("Content-Type") ?? "";
  // Images other than SVG are not compressed again.
  if (/^image\/(?!svg)/.test(type)) return true;
  const encodings = String(cf?.clientAcceptEncoding ?? "");
  return !type.startsWith("text/html") && !/gzip|br|zstd/.test(encodings);
}
