/**
 * One request to a server and its response. Nothing of the caller's request is forwarded: every
 * request is built here.
 */
import { Failure } from "../failure.ts";
import { MAX_BODY_BYTES } from "./body.ts";

export type Fetch = (address: URL, init: RequestInit) => Promise<Response>;

/** What a status other than 200 means. `rest`: `Retry-After` with it says when to ask again. */
export type StatusMeaning = "absent" | "unauthorized" | "rest" | "failure";

export interface Exchange<T> {
  readonly address: URL;
  readonly init: RequestInit;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly statusMeans: (status: number) => StatusMeaning;
  /** Whether a body of this `Content-Type` is read at all. */
  readonly accepts: (contentType: string | null) => boolean;
  readonly read: (body: ReadableStream<Uint8Array> | null) => Promise<T>;
}

/** The server says that there is no such thing. */
export const ABSENT = Symbol("absent");

/** The body as `read` gives it, or ABSENT. Throws a Failure for everything else. */
export async function exchange<T>(request: Exchange<T>): Promise<T | typeof ABSENT> {
  const { address, init, fetch, statusMeans, accepts, read } = request;
  const response = await responseOf(fetch(address, { ...init, redirect: "manual" }));
  const { status, headers, body } = response;
  const meaning = status === 200 ? null : statusMeans(status);
  const refusal = meaning === null ? refuse(headers, accepts) : null;
  if (meaning === null && refusal === null) return await read(body);
  // The rest of the transfer is not needed. How it ends does not matter.
  await body?.cancel().catch(() => undefined);
  if (refusal !== null) throw refusal;
  if (meaning === "absent") return ABSENT;
  const retryInMs = meaning === "rest" ? parseRetryAfter(headers.get("Retry-After"), request.now()) : null;
  throw new Failure("status", { status, retryInMs: retryInMs ?? undefined });
}

async function responseOf(fetched: Promise<Response>): Promise<Response> {
  try {
    return await fetched;
  } catch (thrown) {
    // The signal's own reason is a Failure; what the runtime throws may contain the address.
    if (thrown instanceof Failure) throw thrown;
    throw new Failure(isPastLimit(thrown) ? "subrequest-limit" : "connection");
  }
}

/** What the runtime throws when the platform's limit is reached has no class or code of its own (workers/platform/limits, "Subrequests"). */
function isPastLimit(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message.startsWith("Too many subrequests");
}

/** Why the body is not worth reading; `null` when it is. */
function refuse(headers: Headers, accepts: Exchange<unknown>["accepts"]): Failure | null {
  if (!accepts(headers.get("Content-Type"))) return new Failure("content-type");
  return Number(headers.get("Content-Length")) > MAX_BODY_BYTES ? new Failure("too-large") : null;
}

/** The address of a path below the base address, whose query is kept. */
export function addressBelow(baseUrl: URL, path: string): URL {
  const address = new URL(baseUrl);
  address.pathname = `${baseUrl.pathname.replace(/\/$/, "")}/${path}`;
  return address;
}

/** An absent type is accepted: the body has to parse as JSON anyway. */
export function isJson(contentType: string | null): boolean {
  if (contentType === null) return true;
  return /^(application|text)\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType.trim());
}

/** No upstream makes callers wait longer than this. */
const MAX_REST_MS = 60_000;

/**
 * `Retry-After`, RFC 9110 section 10.2.3: seconds, or a date. Milliseconds from `now`, at most a minute;
 * `null` when the header is absent or malformed.
 */
export function parseRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\s*\d+\s*$/.test(text)) return Math.min(Number(text) * 1000, MAX_REST_MS);
  // HTTP has three date formats, and each begins with the name of a day.
  if (!/^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), MAX_REST_MS);
}
