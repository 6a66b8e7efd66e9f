/**
 * A stub of TMDB's API and images on a loopback port. Tests inside workerd request a fault in the first segment of
 * the path, as in `/{mode}/3/…`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { TestProject } from "vitest/node";
import { type Listening, listen } from "../listening.ts";
import { drawPicture } from "./pictures.ts";
import { failure, KEY, type Reply, replyTo } from "./responses.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The stub's URL, without a trailing slash. */
    readonly tmdb: string;
  }
}

/** The running stub. Its API is at `/3`, and its images are at `/t/p`. */
export interface TmdbStandIn extends Listening {
  /** The fault that the stub simulates, or an empty string for none. */
  mode: Mode;
  /** The paths and queries that were requested, in order and relative to `/3`. */
  readonly calls: string[];
  readonly images: string[];
}

/** Returns the settings of a server that has the stub as its source. */
export function settingsFor({ url }: Pick<TmdbStandIn, "url">): Record<string, string> {
  return {
    UPSTREAM_DIALECT: "tmdb",
    UPSTREAM_BASE_URL: `${url}/3`,
    UPSTREAM_API_KEY: KEY,
    IMAGE_BASE_URL: `${url}/t/p/`,
  };
}

const MODES = {
  "": (reply: Reply) => reply,
  "429": () => failure(429, 25, "Your request count is over the allowed limit."),
  "500": () => failure(500, 11, "Internal error: Something went wrong."),
  "503": () => failure(503, 46, "The API is undergoing maintenance."),
  "no-results": (reply: Reply) => without(reply, "results"),
  "no-credits": (reply: Reply) => ["credits", "aggregate_credits", "combined_credits"].reduce(without, reply),
  "null-results": (reply: Reply) => ({ ...reply, body: { results: null } }),
  "wrong-types": (reply: Reply) => ({ ...reply, body: spoilTypes(reply.body) }),
  gzip: (reply: Reply) => reply,
  html: (reply: Reply) => reply,
  "slow-details": (reply: Reply) => reply,
  "no-details": (reply: Reply) => reply,
} as const satisfies Record<string, (reply: Reply) => Reply>;
export type Mode = keyof typeof MODES;

function without({ status, body }: Reply, field: string): Reply {
  return { status, body: { ...(body as object), [field]: undefined } };
}

/** Replaces every field except ids by a value of another type, to simulate a malformed response. */
function spoilTypes(value: unknown, name = ""): unknown {
  if (name === "id" || name === "media_type") return value;
  if (Array.isArray(value)) return value.map((entry) => spoilTypes(entry));
  if (typeof value === "string") return { text: value };
  if (typeof value === "number") return name === "total_pages" || name === "page" ? value : String(value);
  if (typeof value === "boolean") return "yes";
  if (value === null) return 7;
  if (typeof value !== "object" || value === undefined) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, spoilTypes(inner, field)]));
}

/** Starts the stub on `port`, or on a free port if it is 0. */
export async function startTmdb(port = 0): Promise<TmdbStandIn> {
  const server = createServer((request, response) => answer(request, response, standIn));
  const standIn: TmdbStandIn = { ...(await listen(server, port)), mode: "", calls: [], images: [] };
  return standIn;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await startTmdb();
  project.provide("tmdb", url);
  return close;
}

function answer(request: IncomingMessage, response: ServerResponse, standIn: TmdbStandIn): void {
  const { pathname, search, searchParams } = new URL(request.url ?? "", standIn.url);
  if (pathname.startsWith("/t/p/")) {
    standIn.images.push(pathname.slice(5));
    response.setHeader("Content-Type", "image/png");
    response.end(drawPicture(pathname.slice(5)));
    return;
  }
  const [, prefix = "", path = ""] = /^\/(?:([\w-]+)\/)?3\/(.*)$/.exec(pathname) ?? [];
  standIn.calls.push(path + search);
  const mode = isMode(prefix) && prefix !== "" ? prefix : standIn.mode;
  const isDetails =
    /^(movie|tv)\//.test(path) && !searchParams.get("append_to_response")?.includes("credits");
  if (isDetails && mode === "slow-details") return;
  const reply = MODES[mode](replyTo(path, searchParams, request.headers.authorization ?? null));
  const { status, body } = isDetails && mode === "no-details" ? failure(404, 34, "Gone.") : reply;
  const json = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": mode === "html" ? "text/html" : "application/json;charset=utf-8",
  });
  response.end(mode === "gzip" ? gzipSync(json) : mode === "html" ? "<h1>We will be back soon</h1>" : json);
}

function isMode(text: string): text is Mode {
  return text in MODES;
}
