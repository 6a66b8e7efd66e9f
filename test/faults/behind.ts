/** Starts a server with an upstream whose behaviour the tests control. */
import { afterAll, beforeAll } from "vitest";
import { type Server, startServer } from "../product/server.ts";
import { wellBehaved } from "./behaviours.ts";
import { DIALECTS, type TestedDialect } from "./dialects.ts";
import { type Behaviour, type FaultyUpstream, startFaultyUpstream } from "./upstream.ts";

export interface BehindFaults {
  readonly server: Server;
  readonly upstream: FaultyUpstream;
  readonly stop: () => Promise<void>;
}

interface FaultOptions {
  readonly dialect?: TestedDialect;
  readonly behaviour?: Behaviour;
  /** The state folder to copy. Defaults to a state with the starter catalog. */
  readonly state?: string;
}

/**
 * Starts a server and its upstream. The default timeout for upstream requests is so long that even a busy machine
 * does not reach it.
 */
export async function startBehindFaults(
  settings: Readonly<Record<string, string>> = {},
  { dialect = DIALECTS[0], behaviour = wellBehaved, state }: FaultOptions = {},
): Promise<BehindFaults> {
  const upstream = await startFaultyUpstream(behaviour);
  const own = { UPSTREAM_TIMEOUT_MS: "30000", RATE_LIMIT: "off" };
  const server = await startServer({ ...own, ...dialect.settings(upstream), ...settings }, state);
  return {
    server,
    upstream,
    async stop() {
      await server.stop();
      await upstream.close();
    },
  };
}

/**
 * Starts a server and its upstream before the tests of a file or `describe`, and stops them afterwards. The
 * properties of the result may only be read while tests run.
 */
export function sharedBehindFaults(...parameters: Parameters<typeof startBehindFaults>): BehindFaults {
  const shared = {} as BehindFaults;
  beforeAll(async () => Object.assign(shared, await startBehindFaults(...parameters)));
  afterAll(() => shared.stop?.());
  return shared;
}
