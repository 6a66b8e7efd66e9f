/**
 * What the requests of one isolate share, so that they are one caller to the upstream: the
 * fetches under way, the keys that failed lately, the answers seen lately and the purges known of, the circuit,
 * the budget of second tries.
 * All of it is bounded, and all of it may be lost at any time.
 */
import type { Config, Environment } from "./config.ts";
import type { StoredAnswer } from "./edge/entry.ts";
import { createFailedKeys, type FailedKeys } from "./edge/failed-keys.ts";
import { createFlights, type Flights } from "./edge/flights.ts";
import { type InvalidationMemory, invalidationMemory } from "./edge/invalidations.ts";
import { Recent } from "./edge/recent.ts";
import type { Log } from "./log.ts";
import { observedCircuit } from "./observe/observed-circuit.ts";
import { type Circuit, createCircuit } from "./origins/transport/circuit.ts";
import { createRetryBudget, type RetryBudget } from "./origins/transport/transport.ts";

export interface Isolate {
  /** What was read of the environment. */
  readonly configs: WeakMap<Environment, Config>;
  readonly flights: Flights<StoredAnswer>;
  readonly failedKeys: FailedKeys;
  readonly recent: Recent;
  readonly invalidations: InvalidationMemory;
  readonly circuit: Circuit;
  readonly budget: RetryBudget;
}

/** `log`: what concerns no single request. */
export function createIsolate(now: () => number, log: Log): Isolate {
  return {
    configs: new WeakMap(),
    flights: createFlights(now),
    failedKeys: createFailedKeys(now),
    recent: new Recent(now),
    invalidations: invalidationMemory(),
    circuit: observedCircuit(createCircuit(now), log),
    budget: createRetryBudget(),
  };
}
