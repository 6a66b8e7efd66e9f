/** Sends one request to a server and reads the response. Headers of the caller's request are never forwarded. */
import { Failure } from "../failure.ts";
import { MAX_BODY_BYTES } from "./body.ts";

export type Fetch = (address: URL, init: RequestInit) => Promise<Response>;

/** The meaning of a status other than 200. After `rest`, no request may be sent until `Retry-After` has passed. */
export type StatusMeaning = "absent" | "unauthorized" | "rest" | "failure";

/**
 * Returns the meaning of a status. `Retry-After` comes with 429 and 503 (RFC 6585 section 4, RFC 9110 section
 * 10.2.3).
 */
export function statusMeans(status: number): StatusMeaning {
  if (status === 404) return "absent";
  if (status === 401 || status === 403) return "unauthorized";
  return status === 429 || status === 503 ? "rest" : "failure";
}

export interface Exchange<T> {
  readonly address: URL;
  readonly init: RequestInit;
  readonly fetch: Fetch;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  readonly statusMeans: (status: number) => StatusMeaning;
  /** Returns true if a body with this `Content-Type` should be read. */
  readonly accepts: (contentType: string | null) => boolean;
  readonly read: (body: ReadableStream<Uint8Array> | null, headers: Headers) => Promise<T>;
}

/** The result if the server reports that the resource does not exist. */
export const ABSENT = Symbol("absent");

/** Sends a request. Returns the parsed body, or ABSENT if the resource does not exist. Otherwise throws a Failure. */
export async function exchange<T>(request: Exchange<T>): Promise<T | typeof ABSENT> {
  const { address, init, fetch, statusMeans, accepts, read } = request;
  const response = await awaitResponse(fetch(address, { ...init, redirect: "manual" }));
  const { status, headers, body } = response;
  const meaning = status === 200 ? null : statusMeans(status);
  const refusal = meaning === null ? refuse(headers, accepts) : null;
  if (meaning === null && refusal === null) return await read(body, headers);
  // Errors do not matter here, because the rest of the body is not needed.
  await body?.cancel().catch(() => undefined);
  if (refusal !== null) throw refusal;
  if (meaning === "absent") return ABSENT;
  const retryInMs = meaning === "rest" ? parseRetryAfter(headers.get("Retry-After"), request.now()) : null;
  throw new Failure("status", { status, retryInMs: retryInMs ?? undefined });
}

async function awaitResponse(fetched: Promise<Response>): Promise<Response> {
  try {
    return await fetched;
  } catch (thrown) {
    // A Failure is our own reason for aborting. Errors of the runtime are not passed on, because they may contain the
    // URL.
    if (thrown instanceof Failure) throw thrown;
    throw new Failure(isPastLimit(thrown) ? "subrequest-limit" : "connection");
  }
}

/**
 * Returns true if the platform's subrequest limit was reached. That error has neither a class nor a code
 * (developers.cloudflare.com/workers/platform/limits, "Subrequests").
 */
function isPastLimit(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message.startsWith("Too many subrequests");
}

/** Returns a Failure if the body should not be read, or `null`. */
function refuse(headers: Headers, accepts: Exchange<unknown>["accepts"]): Failure | null {
  if (!accepts(headers.get("Content-Type"))) return new Failure("content-type");
  return Number(headers.get("Content-Length")) > MAX_BODY_BYTES ? new Failure("too-large") : null;
}

/** Appends a path to the base URL, and keeps the query of the base URL. */
export function addressBelow(baseUrl: URL, path: string): URL {
  const address = new URL(baseUrl);
  address.pathname = `${baseUrl.pathname.replace(/\/$/, "")}/${path}`;
  return address;
}

/** Returns true for JSON. A missing type is accepted too, because the body has to parse as JSON anyway. */
export function isJson(contentType: string | null): boolean {
  if (contentType === null) return true;
  return /^(application|text)\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType.trim());
}

/** The longest pause in milliseconds that an upstream can request. */
const MAX_REST_MS = 60_000;

/**
 * Parses `Retry-After`, which is a number of seconds or a date (RFC 9110 section 10.2.3). Returns the number of
 * milliseconds to wait from `now`, at most a minute. Returns `null` if the header is absent or malformed.
 */
export function parseRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\s*\d+\s*$/.test(text)) return Math.min(Number(text) * 1000, MAX_REST_MS);
  // There are three formats of HTTP dates, all of which start with the name of a day.
  if (!/^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), MAX_REST_MS);
}
