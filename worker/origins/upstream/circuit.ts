/**
 * Whether the upstream may be asked at the moment. Failures in a row open the circuit; then
 * one probe at a time is let through, and the first that is answered closes it. It counts
 * failures of the upstream, never of single keys: who answers, whatever it is, is up.
 * It also keeps the time before which an upstream wants no further call (`Retry-After`).
 */
import { Failure } from "../failure.ts";

export interface Circuit {
  /** For a call of at most `timeoutMs`. Throws a Failure `circuit-open` or `retry-after` while none may be made. */
  admit(timeoutMs: number): Permit;
  /** No call is admitted for so many milliseconds. */
  rest(ms: number): void;
}

/** For one call; what came of it has to be reported once. */
export interface Permit {
  readonly isProbe: boolean;
  /** Milliseconds the call may take. */
  readonly timeoutMs: number;
  report(outcome: "up" | "down"): void;
}

/** So many failures in a row hardly occur while every second answer is a good one. */
const FAILURES = 10;
/** From one probe to the next, and so the longest that a recovery goes unnoticed: below two seconds. */
const PERIOD_MS = 1_800;
/** As long as there is until the next. */
const PROBE_MS = 1_700;
/** Every so many probes one gets the whole time: an upstream may be well, but slower still. Its recovery is noticed that much later. */
const PATIENT = 8;

export function createCircuit(now: () => number): Circuit {
  let failures = 0;
  let probes = 0;
  /** Closed while 0; else no probe is sent before. */
  let openUntil = 0;
  let restUntil = 0;

  function ordinary(timeoutMs: number): Permit {
    return {
      isProbe: false,
      timeoutMs,
      report(outcome) {
        failures = outcome === "up" ? 0 : failures + 1;
        if (failures >= FAILURES && openUntil === 0) openUntil = now() + PERIOD_MS;
      },
    };
  }

  function probe(patience: number): Permit {
    probes++;
    const timeoutMs = probes % PATIENT === 0 ? patience : Math.min(patience, PROBE_MS);
    // Until it reports, or is lost with the request that made it, there is no other.
    const begun = now();
    const lease = begun + Math.max(timeoutMs, PERIOD_MS);
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
        openUntil = outcome === "up" ? 0 : begun + PERIOD_MS;
      },
    };
  }

  return {
    admit(timeoutMs) {
      const time = now();
      if (time < restUntil) throw new Failure("retry-after", { retryInMs: restUntil - time });
      if (openUntil === 0) return ordinary(timeoutMs);
      if (time < openUntil) throw new Failure("circuit-open", { retryInMs: openUntil - time });
      return probe(timeoutMs);
    },
    rest(ms) {
      restUntil = Math.max(restUntil, now() + ms);
    },
  };
}
