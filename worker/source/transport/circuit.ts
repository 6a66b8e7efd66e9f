/**
 * A circuit breaker for requests to an upstream. Consecutive failures open the circuit. From then on one probe at a
 * time is sent, and the first success closes the circuit. Only failures of the whole upstream count, such as a
 * timeout or a 5xx. A response that merely cannot be used shows that the upstream is up. The circuit also honours
 * `Retry-After`.
 */
import type { Log } from "../../log.ts";
import { Failure } from "../failure.ts";

export interface Circuit {
  /**
   * Admits a request that takes at most `timeoutMs`. Throws a Failure `circuit-open` or `retry-after` if no request
   * may be sent now.
   */
  admit(timeoutMs: number): Permit;
  /** Stops requests for `ms` milliseconds. */
  rest(ms: number): void;
  /**
   * Stops requests for a second, and for twice as long each time, up to 30 seconds. For an upstream that does not say
   * how long to wait.
   */
  backOff(): void;
}

/** A permit for one request. Its outcome must be reported exactly once. */
export interface Permit {
  readonly isProbe: boolean;
  /** The maximum time of the request in milliseconds. */
  readonly timeoutMs: number;
  report(outcome: "up" | "down"): void;
}

/** The number of failures in a row that open the circuit. Ten are unlikely if every second response is good. */
const FAILURES = 10;
/** The time between probes. A recovery is noticed within this time, which has to be less than two seconds. */
const PERIOD_MS = 1_800;
/** The time limit of a probe, which ends before the next one begins. */
const PROBE_MS = 1_700;
/** One in this many probes gets the full time limit, in case the upstream is slow but up. */
const PROBES_PER_LONG_PROBE = 8;
const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 30_000;

export function createCircuit(now: () => number): Circuit {
  let failures = 0;
  let probes = 0;
  /** The earliest time of the next probe, or 0 if the circuit is closed. */
  let openUntil = 0;
  let restUntil = 0;
  let backOffs = 0;

  function ordinary(timeoutMs: number): Permit {
    return {
      isProbe: false,
      timeoutMs,
      report(outcome) {
        failures = outcome === "up" ? 0 : failures + 1;
        if (outcome === "up") backOffs = 0;
        if (failures >= FAILURES && openUntil === 0) openUntil = now() + PERIOD_MS;
      },
    };
  }

  function probe(maxMs: number): Permit {
    probes++;
    const timeoutMs = probes % PROBES_PER_LONG_PROBE === 0 ? maxMs : Math.min(maxMs, PROBE_MS);
    // No other probe starts until this one reports its outcome, or until its time is over.
    const startedAt = now();
    const lease = startedAt + Math.max(timeoutMs, PERIOD_MS);
    openUntil = lease;
    return {
      isProbe: true,
      timeoutMs,
      report(outcome) {
        if (openUntil !== lease) return;
        if (outcome === "up") {
          failures = 0;
          probes = 0;
        }
        openUntil = outcome === "up" ? 0 : startedAt + PERIOD_MS;
      },
    };
  }

  function rest(ms: number): void {
    restUntil = Math.max(restUntil, now() + ms);
  }

  return {
    admit(timeoutMs) {
      const time = now();
      if (time < restUntil) throw new Failure("retry-after", { retryInMs: restUntil - time });
      if (openUntil === 0) return ordinary(timeoutMs);
      if (time < openUntil) throw new Failure("circuit-open", { retryInMs: openUntil - time });
      return probe(timeoutMs);
    },
    rest,
    backOff() {
      // Several responses at the same time count as one.
      if (now() < restUntil) return;
      rest(Math.min(FIRST_REST_MS * 2 ** backOffs, MAX_REST_MS));
      backOffs++;
    },
  };
}

/**
 * Logs when the circuit opens and closes, because an operator needs to know this in an outage. Each isolate has its
 * own circuit, which changes only during requests.
 */
export function observedCircuit(circuit: Circuit, log: Log): Circuit {
  let isOpen = false;

  function note(open: boolean): void {
    if (open !== isOpen) log({ event: open ? "circuit-opened" : "circuit-closed" });
    isOpen = open;
  }

  return {
    ...circuit,
    admit(timeoutMs) {
      try {
        const permit = circuit.admit(timeoutMs);
        note(permit.isProbe);
        return permit;
      } catch (thrown) {
        if (thrown instanceof Failure && thrown.reason === "circuit-open") note(true);
        throw thrown;
      }
    },
  };
}
