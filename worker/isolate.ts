/** The state that all requests of an isolate share. It is bounded, and may be lost at any time. */

import { type Collapsing, createCollapsing } from "./cache/collapsing.ts";
import { createFailedKeys, type FailedKeys, type Loaded } from "./cache/load.ts";
import { createInvalidationMemory, type InvalidationMemory } from "./cache/log-copy.ts";
import { RecentResponses } from "./cache/store.ts";
import { type Config, createConfigReader, type Environment } from "./config.ts";
import type { Log } from "./log.ts";
import type { HealthMemory } from "./resources/health.ts";
import { type ByteBudget, createByteBudget } from "./source/byte-budget.ts";
import { type Circuit, createCircuit, observedCircuit } from "./source/transport/circuit.ts";
import { createRetryBudget, type RetryBudget } from "./source/transport/transport.ts";
import { KeyUsage } from "./web/http/key-usage.ts";
import { KnownKeys } from "./web/http/known-keys.ts";

export interface Isolate {
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  readonly configFor: (env: Environment) => Config;
  readonly collapsing: Collapsing<Loaded>;
  readonly failedKeys: FailedKeys;
  readonly recent: RecentResponses;
  readonly invalidations: InvalidationMemory;
  readonly circuit: Circuit;
  readonly budget: RetryBudget;
  readonly health: HealthMemory;
  /** The rate limit bindings that were already logged as missing. */
  readonly missingLimits: Set<string>;
  /** The memory for bodies of images that are being loaded. */
  readonly imageBytes: ByteBudget;
  readonly knownKeys: KnownKeys;
  readonly keyUsage: KeyUsage;
}

/** The bytes of images that an isolate loads at once. It has 128 MiB for everything. */
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;

/** Creates the state of an isolate. `log` receives events that do not belong to a single request. */
export function createIsolate(now: () => number, log: Log): Isolate {
  return {
    now,
    configFor: createConfigReader(log),
    collapsing: createCollapsing(now),
    failedKeys: createFailedKeys(now),
    recent: new RecentResponses(now),
    invalidations: createInvalidationMemory(),
    circuit: observedCircuit(createCircuit(now), log),
    budget: createRetryBudget(),
    health: { last: null },
    missingLimits: new Set(),
    imageBytes: createByteBudget(MAX_IMAGE_BYTES),
    knownKeys: new KnownKeys(now),
    keyUsage: new KeyUsage(now),
  };
}
