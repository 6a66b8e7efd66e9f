/**
 * A circuit breaker for requests to an upstream. Several failures in a row open the circuit. Then one probe at a time
 * is sent, and the first success closes the circuit again. Only failures of the whole upstream count, such as a
 * timeout or a 5xx. A response that cannot be used still shows that the upstream is up. The circuit also honours
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
   * Stops requests for a second, and doubles that time with each call, up to 30 seconds. Used if the upstream sends
   * no `Retry-After`.
   */
  backOff(): void;
}

/** A permit for one request. Its outcome must be reported exactly once. */
export interface Permit {
  readonly isProbe: boolean;
  /** The time in milliseconds that the request may take. */
  readonly timeoutMs: number;
  report(outcome: "up" | "down"): void;
}

/** The number of failures in a row that open the circuit. Ten are unlikely if half of the responses are good. */
const FAILURES = 10;
/** The time between probes in milliseconds. A recovery has to be noticed within two seconds. */
const PERIOD_MS = 1_800;
/** The time limit of a probe in milliseconds. It ends before the next probe begins. */
const PROBE_MS = 1_700;
/** The number of probes after which one gets the full time limit, because the upstream may be slow but up. */
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
    // No other probe starts until this one has reported or has run out of time.
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
      // Concurrent responses without `Retry-After` only cause one pause.
      if (now() < restUntil) return;
      rest(Math.min(FIRST_REST_MS * 2 ** backOffs, MAX_REST_MS));
      backOffs++;
    },
  };
}

/**
 * Logs when the circuit opens and closes, because an operator needs to know this during an outage. Each isolate has
 * its own circuit, and only requests change it.
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
