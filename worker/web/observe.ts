/**
 * Measures a request and reports it as `Server-Timing`, a log line and, if bound, a data point. Log lines and data
 * points contain no query, key or full IP address. A Worker's clock only advances after I/O
 * (workers/reference/security-model), so work without I/O, such as rendering, takes 0 ms in production.
 */
import type { CacheStatus } from "../cache/cache-status.ts";
import type { Log, LogLine } from "../log.ts";
import { clientNetwork } from "./http/client-address.ts";

type Phase = "cache" | "origin" | "render";

export class Observation {
  /** Milliseconds per phase, in the order in which the phases started. */
  readonly spent = new Map<Phase, number>();
  /** The worst cache outcome of the request's lookups. */
  cache: CacheOutcome | undefined;
  /** The last source that was contacted, or `undefined`. */
  origin: string | undefined;
  /** The last status of the upstream, or `undefined` without a response. */
  upstreamStatus: number | undefined;
  /** The region of the last database instance that responded, or `undefined`. */
  databaseRegion: string | undefined;
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

  /** Measures work. Concurrent work in the same phase counts once. */
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

/** The cache outcome. `stale` responses are past their lifetime; a `miss` is a new response or a problem. */
type CacheOutcome = "hit" | "stale" | "miss";

const OUTCOMES: readonly CacheOutcome[] = ["hit", "stale", "miss"];

/** Reduces `Cache-Status` to one word. `isServed` is false for a problem. */
export function cacheOutcome(status: CacheStatus, isServed: boolean): CacheOutcome {
  if (!isServed) return "miss";
  if (status.hit) return (status.ttl ?? 0) < 0 ? "stale" : "hit";
  // A stale response is served again if the origin returned no new one.
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
  const { cache, origin, upstreamStatus, databaseRegion, spent, duration } = observation;
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
  } as const satisfies LogLine;
}

type RequestLine = ReturnType<typeof createRequestLine>;

/**
 * Returns a data point for Workers Analytics Engine. The queries in `docs/monitoring.md` use field positions, so new
 * fields are only appended.
 */
export function toDataPoint(line: RequestLine): AnalyticsEngineDataPoint {
  return {
    // The sampling key, so that rare routes are sampled separately.
    indexes: [line.route],
    // blob1 … blob4
    blobs: [line.route, line.cache, line.origin, line.method],
    // double1 … double6
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

/** The sampling rate of cache hits in the log. Cloudflare's own sampling would also drop failures. */
const HITS_PER_LINE = 10;

/** Reports a request. Never throws, because statistics must not affect responses. */
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
