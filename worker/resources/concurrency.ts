/**
 * A concurrency limit for the loads of one request: a few at a time, in order, none begun when the time is over. Waiting is
 * no part of a load's own deadline, and another request that loads the same does not wait here.
 */
import type { ConcurrencyLimit } from "../cache/resource.ts";
import { Problem } from "../contract/problem.ts";

interface Limits {
  readonly concurrency: number;
  readonly withinMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function concurrencyLimit({ concurrency, withinMs, now }: Limits): ConcurrencyLimit {
  const endsAt = now() + withinMs;
  const waiting: (() => void)[] = [];
  let busy = 0;

  return async (work) => {
    if (busy < concurrency) busy++;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return now() < endsAt ? await work() : tooLate();
    } finally {
      const next = waiting.shift();
      if (next === undefined) busy--;
      else next();
    }
  };
}

function tooLate(): Problem {
  return new Problem("upstream-timeout", "The source did not give all of it in time.");
}
