/**
 * Keys whose last fetch failed, remembered for a moment: while there is a stale answer to
 * serve, an outage is not probed on every request. Keys with nothing stale are not asked
 * about here: their callers get a fresh try, and the circuit keeps the upstream safe.
 */
import { BoundedMap } from "./bounded-map.ts";

const REMEMBERED_MS = 2_000;
const MOST = 10_000;

export interface FailedKeys {
  add(key: string): void;
  has(key: string): boolean;
}

export function createFailedKeys(now: () => number): FailedKeys {
  const failedAt = new BoundedMap<string, number>(MOST);
  return {
    add(key) {
      failedAt.set(key, now());
    },
    has(key) {
      return now() - (failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < REMEMBERED_MS;
    },
  };
}
