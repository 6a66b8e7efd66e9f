/**
 * A request as a data point of Workers Analytics Engine. The position of a field is its name
 * in the queries of `docs/operations.md`: fields are only ever added at the end.
 */
import type { RequestLine } from "./request-line.ts";

export function dataPoint(line: RequestLine): AnalyticsEngineDataPoint {
  return {
    // The sampling key: a route with few requests stays whole beside one with many.
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
