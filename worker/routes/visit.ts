/** Everything one request is answered with: made in `index.ts`, handed down, never kept. */
import type { Environment } from "../config.ts";
import type { Site } from "../http/site.ts";
import type { Log } from "../log.ts";
import type { Observation } from "../observe/observation.ts";
import type { Services } from "../services.ts";

export interface Visit {
  /** The address asked for, without the caller's key. */
  readonly url: URL;
  readonly requestId: string;
  readonly env: Environment;
  readonly context: ExecutionContext;
  readonly log: Log;
  readonly observation: Observation;
  /** The site as this request came to it. */
  readonly site: Site;
  /** Made when first asked for. Throws a SettingError when a setting is wrong. */
  readonly services: () => Services;
}
