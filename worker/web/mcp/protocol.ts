/**
 * The Model Context Protocol over streamable HTTP, without sessions: each POST is one JSON-RPC message, and its
 * response is JSON. Serves the stateless revision 2026-07-28, whose requests describe themselves in `_meta` and in
 * headers, and the two revisions before it, which begin with `initialize`.
 */
import * as v from "valibot";

const STATELESS = "2026-07-28";
/** The revisions that begin with `initialize`, newest first. */
const WITH_HANDSHAKE = ["2025-11-25", "2025-06-18"] as const;
const VERSIONS: readonly string[] = [STATELESS, ...WITH_HANDSHAKE];

const PREFIX = "io.modelcontextprotocol/";
/** The time for which clients may keep lists, in milliseconds. They only change with the Worker's version. */
const LIST_TTL_MS = 3_600_000;

const CODES = {
  parse: -32_700,
  "invalid-request": -32_600,
  "unknown-method": -32_601,
  "invalid-params": -32_602,
  internal: -32_603,
  "header-mismatch": -32_020,
  "unsupported-version": -32_022,
} as const;

type Id = string | number;

/** An error of the protocol. Failures of a tool are results with `isError` instead. */
export class ProtocolError extends Error {
  readonly code: keyof typeof CODES;
  readonly data?: object;

  constructor(code: keyof typeof CODES, message: string, data?: object) {
    super(message);
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

const Fields = v.custom<Readonly<Record<string, unknown>>>(isObject);

const Message = v.object({
  jsonrpc: v.literal("2.0"),
  id: v.optional(v.union([v.string(), v.pipe(v.number(), v.safeInteger())])),
  method: v.string(),
  params: v.optional(Fields),
});
type Message = v.InferOutput<typeof Message>;

/** A response to a request of the server. This server sends none, so it accepts them without a look. */
const Reply = v.object({ jsonrpc: v.literal("2.0"), method: v.optional(v.never()) });

export interface Server {
  readonly info: { readonly name: string; readonly version: string };
  readonly instructions: string;
  listTools(): Promise<readonly unknown[]>;
  /** Throws a ProtocolError if there is no such tool. */
  callTool(name: string, parameters: unknown): Promise<object>;
}

/** Responds to the body of a POST. Rejects only if a tool throws something other than a ProtocolError. */
export async function respondToMessage(body: string, headers: Headers, server: Server): Promise<Response> {
  let id: Id | null = null;
  try {
    const message = parseMessage(body);
    if (message?.id === undefined) return new Response(null, { status: 202 });
    id = message.id;
    const isStateless = checkVersion(message, headers);
    const result = await dispatch(message, server, isStateless);
    return sendJson({ jsonrpc: "2.0", id, result: isStateless ? complete(result, server) : result });
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) throw thrown;
    const { code, message, data } = thrown;
    const error = { code: CODES[code], message, ...(data && { data }) };
    return sendJson({ jsonrpc: "2.0", id, error }, statusOf(code, headers));
  }
}

/** Responds to a request whose sender is not allowed. */
export function refuse(message: string): Response {
  return sendJson({ jsonrpc: "2.0", id: null, error: { code: CODES["invalid-request"], message } }, 403);
}

/** Returns the message, or `null` for a reply. Throws a ProtocolError. */
function parseMessage(body: string): Message | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new ProtocolError("parse", "The body must be JSON.");
  }
  if (Array.isArray(parsed)) throw new ProtocolError("invalid-request", "Batches are not supported.");
  const message = v.safeParse(Message, parsed);
  if (message.success) return message.output;
  if (v.is(Reply, parsed)) return null;
  throw new ProtocolError("invalid-request", "The body must be a JSON-RPC 2.0 message.");
}

/**
 * Returns true if the request follows the stateless revision. Throws a ProtocolError if the revision is not
 * supported, or if the headers contradict the message.
 */
function checkVersion({ method, params = {} }: Message, headers: Headers): boolean {
  const meta = v.is(Fields, params._meta) ? params._meta : {};
  const named = headers.get("MCP-Protocol-Version");
  const claimed = meta[`${PREFIX}protocolVersion`];
  if (claimed === undefined && named !== STATELESS) {
    if (named !== null) checkSupported(named);
    return false;
  }
  if (typeof claimed !== "string" || !isObject(meta[`${PREFIX}clientCapabilities`])) {
    throw new ProtocolError(
      "invalid-params",
      `_meta must have ${PREFIX}protocolVersion and clientCapabilities.`,
    );
  }
  const expected = { "MCP-Protocol-Version": claimed, "Mcp-Method": method, ...nameHeader(params) };
  for (const [name, value] of Object.entries(expected)) {
    if (headers.get(name)?.trim() === value) continue;
    throw new ProtocolError("header-mismatch", `The header ${name} must repeat the value in the body.`);
  }
  checkSupported(claimed, [STATELESS]);
  return true;
}

function checkSupported(requested: string, supported = VERSIONS): void {
  if (supported.includes(requested)) return;
  throw new ProtocolError("unsupported-version", "Unsupported protocol version.", { supported, requested });
}

const nameHeader = ({ name }: Readonly<Record<string, unknown>>) =>
  typeof name === "string" ? { "Mcp-Name": name } : {};

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function dispatch(
  { method, params = {} }: Message,
  server: Server,
  isStateless: boolean,
): Promise<object> {
  if (method === "tools/list") return { tools: await server.listTools(), ...(isStateless && CACHEABLE) };
  if (method === "tools/call") {
    if (typeof params.name !== "string") throw new ProtocolError("invalid-params", "name must be a string.");
    return await server.callTool(params.name, params.arguments);
  }
  const described = { capabilities: { tools: {} }, instructions: server.instructions };
  if (isStateless && method === "server/discover")
    return { supportedVersions: [STATELESS], ...described, ...CACHEABLE };
  if (!isStateless && method === "ping") return {};
  if (!isStateless && method === "initialize") {
    const protocolVersion = WITH_HANDSHAKE.find((version) => version === params.protocolVersion);
    return { protocolVersion: protocolVersion ?? WITH_HANDSHAKE[0], serverInfo: server.info, ...described };
  }
  throw new ProtocolError("unknown-method", "Unknown method.");
}

const CACHEABLE = { ttlMs: LIST_TTL_MS, cacheScope: "public" };

/** Adds the fields that each result of the stateless revision has. */
function complete(result: object, { info }: Server): object {
  return { resultType: "complete", ...result, _meta: { [`${PREFIX}serverInfo`]: info } };
}

/** Returns the HTTP status of an error. With the older revisions, errors of a single method are 200. */
function statusOf(code: keyof typeof CODES, headers: Headers): number {
  const isStateless = headers.get("MCP-Protocol-Version") === STATELESS;
  if (code === "internal") return 500;
  if (code === "unknown-method") return isStateless ? 404 : 200;
  if (code === "invalid-params") return isStateless ? 400 : 200;
  return 400;
}

function sendJson(message: object, status = 200): Response {
  return Response.json(message, { status });
}
