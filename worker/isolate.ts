/** The state that all requests of an isolate share. It is bounded, and may be lost at any time. */

import type { PendingPurges } from "./cache/cdn-purges.ts";
import { type Collapsing, createCollapsing } from "./cache/collapsing.ts";
import { createInvalidationMemory, type InvalidationMemory } from "./cache/invalidation.ts";
import { createFailedKeys, type FailedKeys } from "./cache/load.ts";
import { RecentResponses } from "./cache/store.ts";
import type { StoredResponse } from "./cache/stored-response.ts";
import { type Config, createConfigReader, type Environment } from "./config.ts";
import type { Log } from "./log.ts";
import type { HealthMemory } from "./resources/health.ts";
import { type Circuit, createCircuit, observedCircuit } from "./source/transport/circuit.ts";
import { createRetryBudget, type RetryBudget } from "./source/transport/transport.ts";

export interface Isolate {
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  readonly configFor: (env: Environment) => Config;
  readonly collapsing: Collapsing<StoredResponse>;
  readonly failedKeys: FailedKeys;
  readonly recent: RecentResponses;
  readonly invalidations: InvalidationMemory;
  readonly duePurges: PendingPurges;
  readonly circuit: Circuit;
  readonly budget: RetryBudget;
  readonly health: HealthMemory;
  /** The rate limit bindings that were already logged as missing. */
  readonly missingLimits: Set<string>;
}

/** Creates the state of an isolate. `log` receives events that do not belong to a single request. */
export function createIsolate(now: () => number, log: Log): Isolate {
  return {
    now,
    configFor: createConfigReader(log),
    collapsing: createCollapsing(now),
    failedKeys: createFailedKeys(now),
    recent: new RecentResponses(now),
    invalidations: createInvalidationMemory(),
    duePurges: new Map(),
    circuit: observedCircuit(createCircuit(now), log),
    budget: createRetryBudget(),
    health: { last: null },
    missingLimits: new Set(),
  };
}
