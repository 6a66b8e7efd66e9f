/**
 * Measures a request, and reports it as `Server-Timing`, a log line and, if there is a binding, a data point. Log
 * lines and data points contain no query, key or full IP address. A Worker's clock only advances after I/O
 * (developers.cloudflare.com/workers/reference/security-model), so work without I/O, such as rendering, takes 0 ms in
 * production.
 */
import type { CacheStatus } from "../cache/cache-status.ts";
import { KEY_ID_LENGTH } from "../contract/usage.ts";
import type { Log, LogLine } from "../log.ts";
import type { Caller } from "./http/access.ts";
import { clientNetwork } from "./http/client-address.ts";

type Phase = "cache" | "origin" | "render";

export class Observation {
  /** The milliseconds per phase, in the order in which the phases started. */
  readonly spent = new Map<Phase, number>();
  /** The worst outcome of the request's cache lookups. */
  cache: CacheOutcome | undefined;
  /** The source that was contacted last, or `undefined`. */
  origin: string | undefined;
  /** The status of the last upstream response, or `undefined` if there was none. */
  upstreamStatus: number | undefined;
  /** The region of the database instance that responded last, or `undefined`. */
  databaseRegion: string | undefined;
  /** The holder of the key that the request needed, once the key was checked. */
  caller: Caller | undefined;
  readonly #now: () => number;
  readonly #begun: number;
  readonly #running = new Map<Phase, { count: number; since: number }>();

  /** `now` returns the time in epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#begun = now();
  }

  get duration(): number {
    return this.#now() - this.#begun;
  }

  /**
   * Measures how long work takes. If several pieces of work run in the same phase at once, the time is only counted
   * once.
   */
  async time<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(phase) ?? { count: 0, since: 0 };
    if (running.count++ === 0) running.since = this.#now();
    this.#running.set(phase, running);
    try {
      return await work();
    } finally {
      const ended = --running.count === 0 ? this.#now() - running.since : 0;
      this.spent.set(phase, (this.spent.get(phase) ?? 0) + ended);
    }
  }

  noteCache(outcome: CacheOutcome): void {
    const { cache = outcome } = this;
    this.cache = OUTCOMES.indexOf(cache) > OUTCOMES.indexOf(outcome) ? cache : outcome;
  }
}

/**
 * The outcome of a cache lookup. `stale` is a response past its lifetime, and `miss` is a new response or a problem.
 */
type CacheOutcome = "hit" | "stale" | "miss";

const OUTCOMES: readonly CacheOutcome[] = ["hit", "stale", "miss"];

/** Reduces `Cache-Status` to one word. `isServed` must be false for a problem. */
export function cacheOutcome(status: CacheStatus, isServed: boolean): CacheOutcome {
  if (!isServed) return "miss";
  if (status.hit) return (status.ttl ?? 0) < 0 ? "stale" : "hit";
  // If the origin sent no new response, the stale one was served again.
  return status.fwd === "stale" && !status.stored ? "stale" : "miss";
}

export function formatServerTiming(observation: Observation): string {
  const phases = [...observation.spent].map(([phase, spent]) => `${phase};dur=${spent}`);
  return [...phases, `total;dur=${observation.duration}`].join(", ");
}

interface Exchange {
  readonly request: Request;
  readonly route: string;
  readonly response: Response;
  readonly observation: Observation;
}

export function createRequestLine({ request, route, response, observation }: Exchange) {
  const { cache, origin, upstreamStatus, databaseRegion, caller, spent, duration } = observation;
  return {
    event: "request",
    method: request.method,
    route,
    status: response.status,
    cache: cache ?? "none",
    origin: origin ?? "none",
    upstreamStatus,
    databaseRegion,
    cacheMs: spent.get("cache"),
    originMs: spent.get("origin"),
    renderMs: spent.get("render"),
    durationMs: duration,
    network: clientNetwork(request),
    key: caller?.digest.slice(0, KEY_ID_LENGTH),
  } as const satisfies LogLine;
}

type RequestLine = ReturnType<typeof createRequestLine>;

/**
 * Returns a data point for Workers Analytics Engine. Add new fields at the end, because the queries in
 * `docs/monitoring.md` use the positions of fields.
 */
export function toDataPoint(line: RequestLine): AnalyticsEngineDataPoint {
  return {
    // The index is the sampling key. With the route as the index, rare routes are sampled separately.
    indexes: [line.route],
    // These are blob1 to blob5 in queries.
    blobs: [line.route, line.cache, line.origin, line.method, line.key ?? ""],
    // These are double1 to double6 in queries.
    doubles: [
      line.status,
      line.durationMs,
      line.cacheMs ?? 0,
      line.originMs ?? 0,
      line.renderMs ?? 0,
      line.upstreamStatus ?? 0,
    ],
  };
}

interface Receivers {
  readonly log: Log;
  readonly analytics: AnalyticsEngineDataset | undefined;
  readonly random: () => number;
}

/**
 * The number of cache hits per log line. Cloudflare's own sampling is not used, because it would also drop failures.
 */
const HITS_PER_LINE = 10;

/** Reports a request. Never throws, because reporting must not affect the response. */
export function report(line: RequestLine, { log, analytics, random }: Receivers): void {
  const isPlainHit = line.cache === "hit" && line.status < 400;
  if (!isPlainHit) log(line);
  else if (random() < 1 / HITS_PER_LINE) log({ ...line, sampleInterval: HITS_PER_LINE });
  try {
    analytics?.writeDataPoint(toDataPoint(line));
  } catch (thrown) {
    log({ event: "analytics-failed", reason: String(thrown) });
  }
}
