/**
 * The circuit breaker: whether the upstream may be asked at the moment. Failures in a row open the
 * circuit; then one probe at a time is admitted, and the first that is answered closes it. Only failures
 * of the upstream as a whole count, never those of single cache keys: an upstream that answers is up.
 * It also keeps the time before which the upstream wants no further request (`Retry-After`).
 */
import { Failure } from "../failure.ts";

export interface Circuit {
  /** For a request of at most `timeoutMs`. Throws a Failure `circuit-open` or `retry-after` while none may be made. */
  admit(timeoutMs: number): Permit;
  /** No request is admitted for so many milliseconds. */
  rest(ms: number): void;
  /** The same without a word from the upstream for how long: a second, doubled each time up to half a minute. */
  backOff(): void;
}

/** For one request; its outcome has to be reported once. */
export interface Permit {
  readonly isProbe: boolean;
  /** Milliseconds the request may take. */
  readonly timeoutMs: number;
  report(outcome: "up" | "down"): void;
}

/** This many failures in a row hardly occur while every second response is a good one. */
const FAILURES = 10;
/** From one probe to the next, and so the longest time that a recovery goes unnoticed: below two seconds. */
const PERIOD_MS = 1_800;
/** Ends before the next probe begins. */
const PROBE_MS = 1_700;
/** Every eighth probe gets the whole time: the upstream may be well, but slow. Its recovery is noticed later. */
const PROBES_PER_LONG_PROBE = 8;
const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 30_000;

export function createCircuit(now: () => number): Circuit {
  let failures = 0;
  let probes = 0;
  /** 0: closed. Otherwise no probe is sent before this time. */
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
    // There is no other until this one reports, or is lost with the request that made it.
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
      // Requests that were under way together count once.
      if (now() < restUntil) return;
      rest(Math.min(FIRST_REST_MS * 2 ** backOffs, MAX_REST_MS));
      backOffs++;
    },
  };
}
