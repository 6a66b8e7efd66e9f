/** The one line a request leaves in the log. Nothing of its query is in it, no key and no full address. */
import type { LogLine } from "../log.ts";
import { clientNetwork } from "./client-network.ts";
import type { Observation } from "./observation.ts";
import { routeTemplate } from "./route.ts";

interface Answered {
  readonly request: Request;
  readonly url: URL;
  readonly response: Response;
  readonly observation: Observation;
}

export function requestLine({ request, url, response, observation }: Answered) {
  const { cache, origin, upstreamStatus, spent, duration } = observation;
  return {
    event: "request",
    method: request.method,
    route: routeTemplate(url),
    status: response.status,
    cache: cache ?? "none",
    origin: origin ?? "none",
    upstreamStatus,
    /** All milliseconds. */
    cacheMs: spent.get("cache"),
    originMs: spent.get("origin"),
    renderMs: spent.get("render"),
    durationMs: duration,
    network: clientNetwork(request),
  } as const satisfies LogLine;
}

export type RequestLine = ReturnType<typeof requestLine>;
