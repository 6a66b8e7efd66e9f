/**
 * One request to the upstream and its answer. Nothing of the caller's request is forwarded:
 * what is sent is built here.
 */
import { Failure } from "../failure.ts";
import { LARGEST_BODY, readJson } from "./body.ts";
import { parseRetryAfter } from "./retry-after.ts";

export type Fetch = (address: URL, init: RequestInit) => Promise<Response>;

export interface Exchange {
  readonly address: URL;
  readonly signal: AbortSignal;
  readonly fetch: Fetch;
  readonly now: () => number;
}

/** The upstream says 404. */
export const ABSENT = Symbol("404");

/** The answer's JSON, or ABSENT. Throws a Failure for everything else. */
export async function exchange({ address, signal, fetch, now }: Exchange): Promise<unknown> {
  const response = await answerOf(
    fetch(address, { headers: { Accept: "application/json" }, redirect: "manual", signal }),
  );
  const { status, headers, body } = response;
  if (status === 200 && body !== null) {
    const refusal = refuse(headers);
    if (refusal === null) return await readJson(body);
    await discard(response);
    throw refusal;
  }
  await discard(response);
  if (status === 404) return ABSENT;
  const retryInMs = mayAskForRest(status) ? parseRetryAfter(headers.get("Retry-After"), now()) : null;
  throw new Failure("status", { status, retryInMs: retryInMs ?? undefined });
}

async function answerOf(fetched: Promise<Response>): Promise<Response> {
  try {
    return await fetched;
  } catch (thrown) {
    // The signal's own reason is a Failure; what the runtime throws may hold the address.
    throw thrown instanceof Failure ? thrown : new Failure("connection");
  }
}

/** Why the body is not worth reading; `null` when it is. */
function refuse(headers: Headers): Failure | null {
  if (!isJson(headers.get("Content-Type"))) return new Failure("content-type");
  return Number(headers.get("Content-Length")) > LARGEST_BODY ? new Failure("too-large") : null;
}

/** An absent type is let through: the body has to be JSON anyway. */
function isJson(contentType: string | null): boolean {
  if (contentType === null) return true;
  return /^(application|text)\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType.trim());
}

/** `Retry-After` with these says when to come again (RFC 9110 section 10.2.3, RFC 6585 section 4). */
function mayAskForRest(status: number): boolean {
  return status === 429 || status === 503;
}

/** The rest of the transfer is of no use. That it ends badly changes nothing. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}
