/** One log line a request and, if bound, one data point. Neither contains the query, a key or a full IP address. */

import type { Log, LogLine } from "../log.ts";
import { clientNetwork } from "./http/client-address.ts";
import type { Observation } from "./observation.ts";

interface Exchange {
  readonly request: Request;
  /** The name of the requested address. */
  readonly route: string;
  readonly response: Response;
  readonly observation: Observation;
}

export function requestLine({ request, route, response, observation }: Exchange) {
  const { cache, origin, upstreamStatus, spent, duration } = observation;
  return {
    event: "request",
    method: request.method,
    route,
    status: response.status,
    cache: cache ?? "none",
    origin: origin ?? "none",
    upstreamStatus,
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
 * For Workers Analytics Engine. The position of a field is its name in the queries of `docs/operations.md`: fields are
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
