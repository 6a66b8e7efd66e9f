/** Says what became of a request: one line in the log and, where it is bound, one data point. */
import type { Log } from "../log.ts";
import { dataPoint } from "./data-point.ts";
import type { RequestLine } from "./request-line.ts";

interface Receivers {
  readonly log: Log;
  readonly analytics: AnalyticsEngineDataset | undefined;
}

/** Never throws: an answer does not depend on being counted. */
export function report(line: RequestLine, { log, analytics }: Receivers): void {
  log(line);
  try {
    analytics?.writeDataPoint(dataPoint(line));
  } catch (thrown) {
    log({ event: "analytics-failed", reason: String(thrown) });
  }
}
