/** Everything that handlers get for a request. Made in `index.ts`, passed down, never kept. */
import type { Config, Environment } from "../config.ts";
import type { Site } from "../http/site.ts";
import type { Log } from "../log.ts";
import type { Observation } from "../observe/observation.ts";
import type { CheckedHealth } from "../origins/health.ts";
import type { Services } from "../services.ts";
import type { Kind, MatchedAddress } from "./addresses.ts";

export interface RequestContext {
  /** The URL of the request without the caller's key. */
  readonly url: URL;
  /** The requested address; `null`: not in the table. */
  readonly matched: MatchedAddress | null;
  readonly kind: Kind;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly env: Environment;
  readonly execution: ExecutionContext;
  readonly log: Log;
  readonly observation: Observation;
  /** The site, under the host of this request. */
  readonly site: Site;
  /** Throws a SettingError if a setting is invalid. */
  readonly config: () => Config;
  /** Whether an origin responds. Throws a SettingError if a setting is invalid. */
  readonly health: () => Promise<CheckedHealth>;
  /** Made on first use. Throws a SettingError if a setting is invalid. */
  readonly services: () => Services;
}
