/**
 * Requests JSON from a server over HTTP: admitted by the circuit, under one deadline, with one retry where it may help
 * and the budget allows it. A `Protocol` describes how servers differ.
 */
import type { Log } from "../../log.ts";
import { withDeadline } from "../deadline.ts";
import { Failure } from "../failure.ts";
import { readJson, type Verbatim } from "./body.ts";
import type { Circuit, Permit } from "./circuit.ts";
import { ABSENT, addressBelow, exchange, type Fetch, isJson, type StatusMeaning } from "./exchange.ts";
import { redaction } from "./redaction.ts";

/** Mutable: `authorize` adds the key. */
interface OutgoingRequest {
  readonly address: URL;
  readonly headers: Headers;
}

export interface Protocol {
  /** The only use of the key: adds it to a request. */
  readonly authorize: (request: OutgoingRequest, apiKey: string) => void;
  /** The meaning of a status other than 200. */
  readonly statusMeans: (status: number) => StatusMeaning;
  /** Whether 429 without `Retry-After` also stops requests for a while. */
  readonly restsWithoutRetryAfter?: boolean;
}

export interface TransportServices {
  readonly baseUrl: URL;
  /** Sent by `authorize`, and removed from all responses. */
  readonly apiKey: string | null;
  readonly circuit: Circuit;
  readonly budget: RetryBudget;
  /** Milliseconds for connection, headers, body and retry together. */
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * `path`: below the base address, without a leading slash. Returns the JSON without our key and the server's host, or
 * ABSENT. Throws a Failure, which may be `circuit-open` or `retry-after`.
 */
export interface Transport {
  (path: string, parameters: Parameters, options?: UpstreamRequestOptions): Promise<unknown | typeof ABSENT>;
  readonly verbatim: (path: string, parameters: Parameters) => Promise<Verbatim | typeof ABSENT>;
}

type Parameters = Readonly<Record<string, string>>;

export interface UpstreamRequestOptions {
  /** Not essential to the result: never retried, and its failures do not count towards the circuit. */
  readonly isSecondary?: boolean;
}

/** Below the platform's six connections for a request (workers/platform/limits): none waits in its queue. */
const CONCURRENT_REQUESTS = 4;
/** Fifty requests of 0.4 seconds, four at a time. */
export const MAX_WAIT_MS = 5_000;

/** The pause before a retry, so that callers who failed together do not retry together. */
const MAX_PAUSE_MS = 100;

export function createTransport(protocol: Protocol, services: TransportServices): Transport {
  const { baseUrl, apiKey, circuit, budget, timeoutMs, fetch, now, random, log } = services;
  const limited = concurrencyLimit({ concurrency: CONCURRENT_REQUESTS, maxWaitMs: MAX_WAIT_MS, now });
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
      // The patterns are only made here: most incoming requests never ask the server.
      return answer === ABSENT ? ABSENT : redaction(apiKey, baseUrl)(answer);
    } catch (thrown) {
      // The platform did not send it: that says nothing about the server, and a probe is lost.
      if (thrown instanceof Failure && thrown.reason === "subrequest-limit") throw thrown;
      if (thrown instanceof Failure) noteFailure(thrown);
      // Aborted: the deadline has passed.
      permit.report(signal.aborted || isOfTheServer(thrown) ? "down" : "up");
      throw thrown;
    }
  }

  function noteFailure({ retryInMs, status }: Failure): void {
    if (retryInMs !== undefined) circuit.rest(retryInMs);
    else if (status === 429 && protocol.restsWithoutRetryAfter) circuit.backOff();
    if (status === undefined || status === 200 || protocol.statusMeans(status) !== "unauthorized") return;
    log({ event: "upstream-key-refused", setting: "UPSTREAM_API_KEY", status });
  }

  /** Whether any other request would fail in the same way. An unusable response concerns one request only. */
  function isOfTheServer(thrown: unknown): boolean {
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
 * First attempts fill a budget that retries are paid from: eight retries for a hundred requests, and one at the start. So
 * retries add less than a tenth to the requests that a failing server gets.
 */
export interface RetryBudget {
  /** Counts a first attempt. */
  deposit(): void;
  /** Whether a retry may be made; if so, pays for it. */
  withdraw(): boolean;
}

/** In hundredths of a retry, to keep whole numbers. */
const RETRY = 100;
const SHARE = 8;

export function createRetryBudget(): RetryBudget {
  // At most one retry is saved up: a long quiet time must not pay for many retries at once.
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
  /** Milliseconds. Work that has waited longer does not begin: it fails with a Failure `timeout`. */
  readonly maxWaitMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Limits the concurrent requests to a server for one incoming request: a few at a time, in order. Waiting does not
 * count towards a request's own deadline, and has its own limit.
 */
export function concurrencyLimit({ concurrency, maxWaitMs, now }: Limits): ConcurrencyLimit {
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
