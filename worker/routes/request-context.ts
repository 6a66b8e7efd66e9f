/** Everything that one request is answered with: made in `index.ts`, handed down, never kept. */
import type { Config, Environment } from "../config.ts";
import type { Site } from "../http/site.ts";
import type { Log } from "../log.ts";
import type { Observation } from "../observe/observation.ts";
import type { CheckedHealth } from "../resources/health.ts";
import type { Services } from "../services.ts";
import type { Kind, MatchedAddress } from "./addresses.ts";

export interface RequestContext {
  /** The URL of the request without the caller's key. */
  readonly url: URL;
  /** The address asked for; `null`: it is none of the table of addresses. */
  readonly matched: MatchedAddress | null;
  readonly kind: Kind;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly env: Environment;
  /** Of the platform. */
  readonly execution: ExecutionContext;
  readonly log: Log;
  readonly observation: Observation;
  /** The site as this request came to it. */
  readonly site: Site;
  /** Throws a SettingError when a setting is wrong. */
  readonly config: () => Config;
  /** Whether an origin can answer. Throws a SettingError when a setting is wrong. */
  readonly health: () => Promise<CheckedHealth>;
  /** Made when first asked for. Throws a SettingError when a setting is wrong. */
  readonly services: () => Services;
}
