/**
 * Requests JSON from a server. The circuit breaker has to admit each request, and one deadline covers everything. A
 * request is retried once if that may help and the budget allows it. A `Protocol` describes the differences between
 * servers.
 */
import type { Log } from "../../log.ts";
import { withDeadline } from "../deadline.ts";
import { Failure } from "../failure.ts";
import { readJson, type Verbatim } from "./body.ts";
import type { Circuit, Permit } from "./circuit.ts";
import { ABSENT, addressBelow, exchange, type Fetch, isJson, type StatusMeaning } from "./exchange.ts";
import { redaction } from "./redaction.ts";

/** A request before it is sent. It is mutable, because `authorize` adds the key. */
interface OutgoingRequest {
  readonly address: URL;
  readonly headers: Headers;
}

export interface Protocol {
  /** Adds the key to a request. This is the only use of the key. */
  readonly authorize: (request: OutgoingRequest, apiKey: string) => void;
  /** Returns the meaning of a status other than 200. */
  readonly statusMeans: (status: number) => StatusMeaning;
  /** Whether requests pause after a 429 without `Retry-After`. */
  readonly backsOffWithoutRetryAfter?: boolean;
}

export interface TransportServices {
  readonly baseUrl: URL;
  /** The key for `authorize`. It is removed from all responses. */
  readonly apiKey: string | null;
  readonly circuit: Circuit;
  readonly budget: RetryBudget;
  /** The deadline in milliseconds for connection, headers, body and retry together. */
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly now: () => number;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Requests a path below the base URL. Returns the JSON without our key and the server's host, or ABSENT if the
 * resource does not exist. Throws a Failure.
 */
export interface Transport {
  (path: string, parameters: Parameters, options?: UpstreamRequestOptions): Promise<unknown | typeof ABSENT>;
  readonly verbatim: (path: string, parameters: Parameters) => Promise<Verbatim | typeof ABSENT>;
}

type Parameters = Readonly<Record<string, string>>;

export interface UpstreamRequestOptions {
  /**
   * Whether the result is optional. Such a request is not retried, and its failure does not count for the circuit.
   */
  readonly isSecondary?: boolean;
}

/**
 * The maximum number of concurrent requests. The platform allows six connections per incoming request, and queues all
 * others (developers.cloudflare.com/workers/platform/limits).
 */
const CONCURRENT_REQUESTS = 4;
/**
 * The longest time in milliseconds that a request waits to be sent. Fifty requests of 0.4 seconds fit into it, four
 * at a time.
 */
export const MAX_WAIT_MS = 5_000;

/**
 * The upper limit of the random pause before a retry, in milliseconds. It keeps callers who failed together from
 * retrying together.
 */
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
    const response = await limited(() => ask(requestFor(path, parameters), isSecondary));
    return response === ABSENT ? ABSENT : response.json;
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
      const response = await exchange({
        address,
        init: { headers, signal },
        fetch,
        now,
        accepts: isJson,
        read: (body) => readJson(body),
        statusMeans: protocol.statusMeans,
      });
      permit.report("up");
      // The patterns are only built here, because most incoming requests never reach the server.
      return response === ABSENT ? ABSENT : redaction(apiKey, baseUrl)(response);
    } catch (thrown) {
      // The platform did not send the request, which says nothing about the server. Therefore nothing is reported,
      // not even for a probe.
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
   * Returns true if other requests would probably fail as well. A response that cannot be used only concerns one
   * request.
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
 * A budget for retries. It allows one retry at the start and then eight per hundred requests, so a failing server
 * gets less than a tenth more requests.
 */
export interface RetryBudget {
  /** Adds to the budget. Must be called for each first attempt. */
  deposit(): void;
  /** Takes a retry from the budget. Returns false if there is none left. */
  withdraw(): boolean;
}

/** The cost of a retry. Amounts are hundredths of a retry, so that all numbers are integers. */
const RETRY = 100;
const SHARE = 8;

export function createRetryBudget(): RetryBudget {
  // The balance never exceeds one retry. Otherwise a long period without failures would allow many retries at once.
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
  /** The longest time in milliseconds that work waits in the queue, after which it fails with a Failure `timeout`. */
  readonly maxWaitMs: number;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Limits how many requests to a server run at the same time for one incoming request. The other requests wait in
 * order. Their deadlines begin when they start.
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
