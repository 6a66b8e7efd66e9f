/**
 * Asking a server over HTTP for JSON: admitted by the circuit, under one deadline, asked a second
 * time where that may help and the budget allows it. What it needs to know of a protocol is told.
 */
import type { Log } from "../../log.ts";
import { withDeadline } from "../deadline.ts";
import { Failure } from "../failure.ts";
import { readJson } from "./body.ts";
import type { Circuit, Permit } from "./circuit.ts";
import { concurrencyLimit } from "./concurrency.ts";
import { type ABSENT, addressBelow, exchange, type Fetch, isJson, type StatusMeaning } from "./exchange.ts";
import { redaction } from "./redaction.ts";

/** A request that a protocol may still change. */
export interface OutgoingRequest {
  readonly address: URL;
  readonly headers: Headers;
}

export interface Protocol {
  /** Adds the key to a request. Nothing else ever uses it. */
  readonly authorize: (request: OutgoingRequest, apiKey: string) => void;
  /** Of a status other than 200. */
  readonly statusMeans: (status: number) => StatusMeaning;
  /** Whether 429 without `Retry-After` also asks for rest. */
  readonly restsWithoutRetryAfter?: boolean;
}

export interface TransportServices {
  readonly baseUrl: URL;
  /** Sent by `authorize`, and removed from everything the server says. */
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
 * `path`: below the base address, without a slash at its start. The JSON without our key and the server's
 * host, or ABSENT. Throws a Failure, `circuit-open` and `retry-after` among them.
 */
export type Transport = (
  path: string,
  parameters: Readonly<Record<string, string>>,
  options?: RequestOptions,
) => Promise<unknown | typeof ABSENT>;

export interface RequestOptions {
  /** Asked for beside the answer: never retried, and its failures do not count for the circuit. */
  readonly isSecondary?: boolean;
}

/** Below the six connections that the platform opens for a request (workers/platform/limits): none waits in its queue. */
const CONCURRENT_REQUESTS = 4;
/** Fifty requests of 0.4 seconds, four at a time. */
export const MAX_WAIT_MS = 5_000;

/** The pause before a retry, so that callers who failed together do not retry together. */
const MAX_PAUSE_MS = 100;

export function createTransport(protocol: Protocol, services: TransportServices): Transport {
  const { baseUrl, apiKey, circuit, budget, timeoutMs, fetch, now, random, log } = services;
  const limited = concurrencyLimit({ concurrency: CONCURRENT_REQUESTS, maxWaitMs: MAX_WAIT_MS, now });
  return (path, parameters, { isSecondary = false } = {}) =>
    limited(() => ask(requestFor(path, parameters), isSecondary));

  async function ask(request: OutgoingRequest, isSecondary: boolean): Promise<unknown> {
    const permit = admit(timeoutMs, isSecondary);
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

  function admit(ms: number, isSecondary: boolean): Permit {
    const permit = circuit.admit(ms);
    if (!isSecondary || permit.isProbe) return permit;
    return { ...permit, report: (outcome) => outcome === "up" && permit.report(outcome) };
  }

  function requestFor(path: string, parameters: Readonly<Record<string, string>>): OutgoingRequest {
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
  ): Promise<unknown> {
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
      // Its patterns are made here: most requests never ask the server.
      return redaction(apiKey, baseUrl)(answer);
    } catch (thrown) {
      // Not sent by the platform: it says nothing about the server, and a probe is lost.
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

  /** A failure that any other request would meet as well. A useless answer concerns one request only. */
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
 * Retries are paid for from a budget that first attempts fill, so that a server in trouble is never
 * asked more than 1.1 times as often as we are: eight retries in a hundred requests, and one at the start.
 */
export interface RetryBudget {
  /** A first attempt is made. */
  deposit(): void;
  /** Whether a retry may be made; if so it is paid for. */
  withdraw(): boolean;
}

/** In hundredths of a retry, to stay with whole numbers. */
const RETRY = 100;
const SHARE = 8;

export function createRetryBudget(): RetryBudget {
  // Never more than one retry is saved up: a long quiet time does not pay for a storm.
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
