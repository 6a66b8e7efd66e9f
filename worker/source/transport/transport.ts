/**
 * Requests JSON from a server: admitted by the circuit, within one deadline, and with one retry if it may
 * help and the budget allows it. A `Protocol` describes how servers differ.
 */
import type { Log } from "../../log.ts";
import { withDeadline } from "../deadline.ts";
import { Failure } from "../failure.ts";
import { readJson, type Verbatim } from "./body.ts";
import type { Circuit, Permit } from "./circuit.ts";
import { ABSENT, addressBelow, exchange, type Fetch, isJson, type StatusMeaning } from "./exchange.ts";
import { redaction } from "./redaction.ts";

/** Mutable, because `authorize` adds the key. */
interface OutgoingRequest {
  readonly address: URL;
  readonly headers: Headers;
}

export interface Protocol {
  /** Adds the key to a request. This is the only use of the key. */
  readonly authorize: (request: OutgoingRequest, apiKey: string) => void;
  /** Returns the meaning of a status other than 200. */
  readonly statusMeans: (status: number) => StatusMeaning;
  /** Whether a 429 without `Retry-After` pauses requests. */
  readonly backsOffWithoutRetryAfter?: boolean;
}

export interface TransportServices {
  readonly baseUrl: URL;
  /** The key that `authorize` sends, and that is removed from all responses. */
  readonly apiKey: string | null;
  readonly circuit: Circuit;
  readonly budget: RetryBudget;
  /** The deadline for connection, headers, body and retry together. */
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly now: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Requests a path below the base URL. Returns the JSON without our key and the server's host, or ABSENT.
 * Throws a Failure, which may be `circuit-open` or `retry-after`.
 */
export interface Transport {
  (path: string, parameters: Parameters, options?: UpstreamRequestOptions): Promise<unknown | typeof ABSENT>;
  readonly verbatim: (path: string, parameters: Parameters) => Promise<Verbatim | typeof ABSENT>;
}

type Parameters = Readonly<Record<string, string>>;

export interface UpstreamRequestOptions {
  /**
   * Whether the result can do without it. Such a request is never retried, and its failures do not count
   * towards the circuit.
   */
  readonly isSecondary?: boolean;
}

/**
 * Below the platform's six connections per request (workers/platform/limits), so that none waits in its
 * queue.
 */
const CONCURRENT_REQUESTS = 4;
/** Fifty requests of 0.4 seconds, four at a time. */
export const MAX_WAIT_MS = 5_000;

/** The longest pause before a retry, so that callers who failed together do not retry together. */
const MAX_PAUSE_MS = 100;

export function createTransport(protocol: Protocol, services: TransportServices): Transport {
  const { baseUrl, apiKey, circuit, budget, timeoutMs, fetch, now, random, log } = services;
  const limited = createConcurrencyLimit({ concurrency: CONCURRENT_REQUESTS, maxWaitMs: MAX_WAIT_MS, now });
  const verbatim: Transport["verbatim"] = (path, parameters) =>
    limited(() => ask(requestFor(path, parameters), false));
  async function parsed(
    path: string,
    parameters: Parameters,
    { isSecondary = false }: UpstreamRequestOptions = {},
  ) {
    const answer = await limited(() => ask(requestFor(path, parameters), isSecondary));
    return answer === ABSENT ? ABSENT : answer.json;
  }
  return Object.assign(parsed, { verbatim });

  async function ask(request: OutgoingRequest, isSecondary: boolean): Promise<Verbatim | typeof ABSENT> {
    const permit = acquire(timeoutMs, isSecondary);
    return await withDeadline(permit.timeoutMs, async (signal) => {
      budget.deposit();
      try {
        return await attempt(request, permit, signal);
      } catch (thrown) {
        if (isSecondary || permit.isProbe || !isWorthRetrying(thrown) || !budget.withdraw()) throw thrown;
      }
      await new Promise((resolve) => setTimeout(resolve, random() * MAX_PAUSE_MS));
      return await attempt(request, circuit.admit(timeoutMs), signal);
    });
  }

  function acquire(ms: number, isSecondary: boolean): Permit {
    const permit = circuit.admit(ms);
    if (!isSecondary || permit.isProbe) return permit;
    return { ...permit, report: (outcome) => outcome === "up" && permit.report(outcome) };
  }

  function requestFor(path: string, parameters: Parameters): OutgoingRequest {
    const address = addressBelow(baseUrl, path);
    const request = { address, headers: new Headers({ Accept: "application/json" }) };
    if (apiKey !== null) protocol.authorize(request, apiKey);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return request;
  }

  async function attempt(
    { address, headers }: OutgoingRequest,
    permit: Permit,
    signal: AbortSignal,
  ): Promise<Verbatim | typeof ABSENT> {
    try {
      const answer = await exchange({
        address,
        init: { headers, signal },
        fetch,
        now,
        accepts: isJson,
        read: readJson,
        statusMeans: protocol.statusMeans,
      });
      permit.report("up");
      // The patterns are built only here, because most incoming requests never reach the server.
      return answer === ABSENT ? ABSENT : redaction(apiKey, baseUrl)(answer);
    } catch (thrown) {
      // The platform did not send the request, which says nothing about the server, so a probe is lost.
      if (thrown instanceof Failure && thrown.reason === "subrequest-limit") throw thrown;
      if (thrown instanceof Failure) noteFailure(thrown);
      // If the signal is aborted, the deadline has passed.
      permit.report(signal.aborted || isServerFailure(thrown) ? "down" : "up");
      throw thrown;
    }
  }

  function noteFailure({ retryInMs, status }: Failure): void {
    if (retryInMs !== undefined) circuit.rest(retryInMs);
    else if (status === 429 && protocol.backsOffWithoutRetryAfter) circuit.backOff();
    if (status === undefined || status === 200 || protocol.statusMeans(status) !== "unauthorized") return;
    log({ event: "upstream-key-rejected", setting: "UPSTREAM_API_KEY", status });
  }

  /**
   * Returns true if any other request would fail in the same way. An unusable response concerns one request
   * only.
   */
  function isServerFailure(thrown: unknown): boolean {
    if (!(thrown instanceof Failure)) return false;
    const { reason, status = 0 } = thrown;
    if (reason === "status") return status >= 500 || protocol.statusMeans(status) !== "failure";
    return reason === "connection";
  }
}

function isWorthRetrying(thrown: unknown): boolean {
  if (!(thrown instanceof Failure) || thrown.retryInMs !== undefined) return false;
  return thrown.reason === "connection" || [502, 503, 504].includes(thrown.status ?? 0);
}

/**
 * A budget for retries, which first attempts fill: eight retries per hundred requests, and one at the start.
 * So a failing server gets less than a tenth more requests.
 */
export interface RetryBudget {
  /** Counts a first attempt. */
  deposit(): void;
  /** Returns true, and pays for the retry, if one may be made. */
  withdraw(): boolean;
}

/** The price of a retry, in hundredths to keep integers. */
const RETRY = 100;
const SHARE = 8;

export function createRetryBudget(): RetryBudget {
  // At most one retry is saved up, because a long quiet period must not pay for many retries at once.
  let balance = RETRY;
  return {
    deposit() {
      balance = Math.min(balance + SHARE, RETRY);
    },
    withdraw() {
      if (balance < RETRY) return false;
      balance -= RETRY;
      return true;
    },
  };
}

type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

interface Limits {
  readonly concurrency: number;
  /** The longest wait of work in the queue, after which it fails with a Failure `timeout`. */
  readonly maxWaitMs: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Limits the concurrent requests to a server for one incoming request, in order. Waiting does not count
 * towards a request's own deadline.
 */
export function createConcurrencyLimit({ concurrency, maxWaitMs, now }: Limits): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let busy = 0;

  return async (work) => {
    const endsAt = now() + maxWaitMs;
    if (busy < concurrency) busy++;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      if (now() >= endsAt) throw new Failure("timeout");
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) busy--;
      else next();
    }
  };
}
