/**
 * Measurements of one request, and what is reported of them: `Server-Timing`, one log line and, if bound, one data point. Neither
 * of the last two contains the query, a key or a full IP address. The clock of a Worker only advances after I/O
 * (workers/reference/security-model), so work without I/O, such as rendering, takes 0 ms there, but not on a
 * developer's machine.
 */
import type { CacheStatus } from "../cache/cache-status.ts";
import type { Log, LogLine } from "../log.ts";
import { clientNetwork } from "./http/client-address.ts";

/** Reading the cache, waiting for an origin, rendering a page. */
type Phase = "cache" | "origin" | "render";

export class Observation {
  /** Milliseconds spent in each phase, in the order they began. */
  readonly spent = new Map<Phase, number>();
  /** The least cached outcome among the request's lookups. */
  cache: CacheOutcome | undefined;
  /** The origin asked last; `undefined`: none. */
  origin: string | undefined;
  /** The last status of the upstream; `undefined`: it was not asked, or did not respond. */
  upstreamStatus: number | undefined;
  /** The region of the database instance that answered last, or `undefined` if none was asked. */
  databaseRegion: string | undefined;
  readonly #now: () => number;
  readonly #begun: number;
  readonly #running = new Map<Phase, { count: number; since: number }>();

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
    this.#begun = now();
  }

  /** Milliseconds since the request arrived. */
  get duration(): number {
    return this.#now() - this.#begun;
  }

  /** Concurrent work counts once. */
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
    this.cache = FROM_MOST_CACHED.indexOf(cache) > FROM_MOST_CACHED.indexOf(outcome) ? cache : outcome;
  }
}

/** `hit`: fresh. `stale`: past its freshness lifetime. `miss`: from the origin, or a problem. */
type CacheOutcome = "hit" | "stale" | "miss";

const FROM_MOST_CACHED: readonly CacheOutcome[] = ["hit", "stale", "miss"];

/** `Cache-Status` in one word, for statistics. `isServed`: the response was not a problem. */
export function cacheOutcome(status: CacheStatus, isServed: boolean): CacheOutcome {
  if (!isServed) return "miss";
  if (status.hit) return (status.ttl ?? 0) < 0 ? "stale" : "hit";
  // The origin gave no new response: the stale one was served again.
  return status.fwd === "stale" && !status.stored ? "stale" : "miss";
}

/** The header `Server-Timing` (W3C): milliseconds of each phase, and in total. */
export function serverTiming(observation: Observation): string {
  const phases = [...observation.spent].map(([phase, spent]) => `${phase};dur=${spent}`);
  return [...phases, `total;dur=${observation.duration}`].join(", ");
}

interface Exchange {
  readonly request: Request;
  /** The name of the requested address. */
  readonly route: string;
  readonly response: Response;
  readonly observation: Observation;
}

export function requestLine({ request, route, response, observation }: Exchange) {
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
    /** In milliseconds, like the next three. */
    cacheMs: spent.get("cache"),
    originMs: spent.get("origin"),
    renderMs: spent.get("render"),
    durationMs: duration,
    network: clientNetwork(request),
  } as const satisfies LogLine;
}

type RequestLine = ReturnType<typeof requestLine>;

/**
 * For Workers Analytics Engine. The position of a field is its name in the queries of `docs/monitoring.md`: fields are
 * only ever appended.
 */
export function dataPoint(line: RequestLine): AnalyticsEngineDataPoint {
  return {
    // The sampling key: routes with few requests are sampled separately from those with many.
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
  /** A number from 0 up to 1, as `Math.random`. */
  readonly random: () => number;
}

/** One in this many hits is logged. The platform's own sampling would drop failures as well. */
const HITS_PER_LINE = 10;

/** Never throws: no response depends on statistics. */
export function report(line: RequestLine, { log, analytics, random }: Receivers): void {
  const isPlainHit = line.cache === "hit" && line.status < 400;
  if (!isPlainHit) log(line);
  else if (random() < 1 / HITS_PER_LINE) log({ ...line, sampleInterval: HITS_PER_LINE });
  try {
    analytics?.writeDataPoint(dataPoint(line));
  } catch (thrown) {
    log({ event: "analytics-failed", reason: String(thrown) });
  }
}
