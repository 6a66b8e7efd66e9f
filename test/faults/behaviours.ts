/** Correct and faulty behaviours of an upstream. They control every byte of a response. */
import { gzipSync } from "node:zlib";
import type { Behaviour, Call } from "./upstream.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

/** Sends a complete response with Content-Length. */
export function respond(status: number, headers: Record<string, string>, body: string | Buffer): Behaviour {
  const bytes = Buffer.from(body);
  const fields = { "Content-Length": String(bytes.byteLength), Connection: "close", ...headers };
  return (socket) => {
    socket.write(head(status, fields));
    socket.end(bytes);
  };
}

/**
 * Responds as the contract requires: with a record whose title is the query, or with the credits for the requested
 * id.
 */
export const wellBehaved: Behaviour = (socket, call) => respond(200, JSON_TYPE, bodyFor(call))(socket, call);

export function withHeaders(headers: Record<string, string>): Behaviour {
  return (socket, call) => respond(200, { ...JSON_TYPE, ...headers }, bodyFor(call))(socket, call);
}

export function delayed(ms: number): Behaviour {
  return (socket, call) => {
    setTimeout(() => wellBehaved(socket, call), ms);
  };
}

export function status(code: number, headers: Record<string, string> = {}): Behaviour {
  return respond(code, { ...JSON_TYPE, ...headers }, '{"error":"no"}');
}

export function json(body: string | Buffer): Behaviour {
  return respond(200, JSON_TYPE, body);
}

export const reset: Behaviour = (socket) => socket.resetAndDestroy();

export const hang: Behaviour = () => undefined;

export const hangInBody: Behaviour = (socket) => {
  socket.write(`${head(200, { ...JSON_TYPE, "Content-Length": "1000" })}[{"id":1,`);
};

/** Sends a byte every 100 ms and never ends. */
export const drip: Behaviour = (socket) => {
  socket.write(head(200, { ...JSON_TYPE, "Content-Length": "1000000" }));
  const timer = setInterval(() => socket.write(" "), 100);
  socket.on("close", () => clearInterval(timer));
};

/** Sends an interim response (RFC 9110 section 15.2) but no final one. */
export function interimThenHang(code: 100 | 103): Behaviour {
  return (socket) => {
    socket.write(`HTTP/1.1 ${code} Interim\r\n\r\n`);
  };
}

/** Closes the connection before Content-Length is reached. */
export const truncated: Behaviour = (socket, call) => {
  const body = bodyFor(call);
  const length = String(Buffer.byteLength(body));
  socket.end(head(200, { ...JSON_TYPE, "Content-Length": length }) + body.slice(0, body.length / 2));
};

/** Closes the connection within a chunk. */
export const truncatedChunk: Behaviour = (socket) => {
  socket.end(`${head(200, { ...JSON_TYPE, "Transfer-Encoding": "chunked" })}ff\r\n[{"id":1`);
};

export const badGzip: Behaviour = respond(
  200,
  { "Content-Type": "application/json", "Content-Encoding": "gzip" },
  gzipSync(JSON.stringify([{ id: 1, title: "x".repeat(500) }])).fill(0x55, 12, 24),
);

/** Sends 100 MB of white space, compressed to 100 KB. */
export const gzipBomb: Behaviour = respond(
  200,
  { "Content-Type": "application/json", "Content-Encoding": "gzip" },
  gzipSync(Buffer.alloc(100 * 1024 * 1024, " ")),
);

/** Sends 64 MB as fast as possible. */
export const huge: Behaviour = (socket) => {
  socket.write(head(200, { ...JSON_TYPE, "Transfer-Encoding": "chunked" }));
  const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
  let left = 1_024;
  function writeMore(): void {
    while (left-- > 0 && socket.writable) {
      if (!socket.write(chunk)) return void socket.once("drain", writeMore);
    }
    socket.end("0\r\n\r\n");
  }
  writeMore();
};

export const deeplyNested: Behaviour = json("[".repeat(4_000_000));

/**
 * Responds with a record or credits that contain the request, including the key, and with headers that the Worker
 * must not pass on.
 */
export const echo: Behaviour = (socket, call) => {
  const cookie = { "Set-Cookie": "session=upstream-cookie", "X-Upstream": "upstream-header" };
  const record = { id: 1, title: call.head, plot: String(call.parameters), type: "movie", poster: null };
  const person = { id: 2, name: call.head, character: String(call.parameters) };
  const body = call.parameters.get("category") === "search" ? records(call, record) : credits(call, person);
  respond(200, { ...JSON_TYPE, ...cookie }, body)(socket, call);
};

/** Returns a behaviour that uses the given ones in turn, one for each call. */
export function alternate(...behaviours: readonly [Behaviour, ...Behaviour[]]): Behaviour {
  let turn = 0;
  return (socket, call) => (behaviours[turn++ % behaviours.length] ?? behaviours[0])(socket, call);
}

function head(code: number, headers: Record<string, string>): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${code} Status\r\n${fields.join("")}\r\n`;
}

function bodyFor(call: Call): string {
  const { parameters } = call;
  const title = { id: 1, title: parameters.get("q"), type: "movie", year: "1999", poster: null };
  switch (parameters.get("category")) {
    case "search":
      return records(call, title);
    case "title":
      return JSON.stringify({ ...title, runtime: 90 });
    default:
      return credits(call, { id: 2, name: "A Person", profile_path: null, character: "A Role" });
  }
}

/** Returns a search response with one record, in the dialect of the call. */
function records(
  { dialect }: Call,
  record: { readonly title: string | null; readonly plot?: string },
): string {
  if (dialect === "contract") return JSON.stringify([record]);
  return JSON.stringify({ results: [{ ...record, media_type: "movie", overview: record.plot }] });
}

/** Returns credits with one person, in the dialect of the call. */
function credits({ dialect, parameters }: Call, person: object): string {
  const cast = [person];
  if (dialect === "contract") return JSON.stringify({ id: Number(parameters.get("id")), cast });
  return JSON.stringify({ id: 1, credits: { cast, crew: [] }, aggregate_credits: { cast, crew: [] } });
}
