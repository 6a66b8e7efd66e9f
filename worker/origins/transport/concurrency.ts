/**
 * Limits the concurrent requests to a server for one incoming request: a few at a time, in order. Waiting does not
 * count towards a request's own deadline, and has its own limit.
 */
import { Failure } from "../failure.ts";

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

interface Limits {
  readonly concurrency: number;
  /** Milliseconds. Work that has waited longer does not begin: it fails with a Failure `timeout`. */
  readonly maxWaitMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function concurrencyLimit({ concurrency, maxWaitMs, now }: Limits): ConcurrencyLimit {
  const waiting: (() => void)[] = [];
  let busy = 0;

  return async (work) => {
    const endsAt = now() + maxWaitMs;
    if (busy < concurrency) busy++;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      if (now() >= endsAt) throw new Failure("timeout");
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) busy--;
      else next();
    }
  };
}
