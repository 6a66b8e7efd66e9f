/**
 * The public side of a local server. Miniflare's own socket would let every caller name its own address and its own
 * data centre, and responds below `/cdn-cgi/`. This module removes what only Miniflare may set, adds the caller's
 * address, and forwards requests to a socket that only this machine can reach.
 */
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream";

interface Front {
  /** Miniflare's socket. */
  readonly target: URL;
  /** Returns the address of the caller. */
  readonly callerOf: (incoming: IncomingMessage) => string;
}

/** Creates a server that is not listening yet. */
export function createFront({ target, callerOf }: Front): Server {
  const agent = new Agent({ keepAlive: true });
  const forward: RequestListener = (incoming, outgoing) => {
    const path = incoming.url ?? "";
    const status = refusedStatus(path);
    if (status !== null) return refuse(outgoing, status);
    const { method = "GET" } = incoming;
    const headers = [...ownHeaders(incoming.rawHeaders), "CF-Connecting-IP", callerOf(incoming)];
    const { hostname, port } = target;
    const forwarded = request({ hostname, port, path, method, headers, agent });
    forwarded.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 502, endToEnd(response.rawHeaders));
      pipeline(response, outgoing, () => {});
    });
    forwarded.on("error", () => (outgoing.headersSent ? outgoing.destroy() : refuse(outgoing, 502)));
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  };
  return createServer(forward).on("close", () => agent.destroy());
}

function refuse(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { "Cache-Control": "no-store", "Content-Length": 0 }).end();
}

/** Returns the status for a path that is not forwarded, or `null`. Compares the path as Miniflare would parse it. */
function refusedStatus(path: string): number | null {
  if (!path.startsWith("/")) return 400;
  const url = URL.parse(`http://localhost${path}`);
  if (url === null) return 400;
  return /^\/cdn-cgi(?:\/|$)/i.test(url.pathname) ? 404 : null;
}

/** Matches headers that describe a connection (RFC 9110 section 7.6.1). */
const OF_CONNECTION = /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;
/** Matches headers that Miniflare obeys, or that name the caller. */
const RESERVED = /^(?:mf-|cf-)/i;

function endToEnd(raw: readonly string[]): string[] {
  return pairs(raw).flatMap(([name, value]) => (OF_CONNECTION.test(name) ? [] : [name, value]));
}

/** Returns the headers of a request that are forwarded. The framing of its body remains as it is. */
function ownHeaders(raw: readonly string[]): string[] {
  return pairs(raw).flatMap(([name, value]) => {
    const isFraming = name.toLowerCase() === "transfer-encoding";
    return (OF_CONNECTION.test(name) && !isFraming) || RESERVED.test(name) ? [] : [name, value];
  });
}

const pairs = (raw: readonly string[]) =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []));
