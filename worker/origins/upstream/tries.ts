/**
 * One question to the upstream: admitted by the circuit, under one deadline, and asked a
 * second time where that may help and the budget allows it.
 */

import { withDeadline } from "../deadline.ts";
import { Failure } from "../failure.ts";
import type { Circuit, Permit } from "./circuit.ts";
import { exchange, type Fetch } from "./exchange.ts";
import type { RetryBudget } from "./retry-budget.ts";

export interface Tries {
  readonly circuit: Circuit;
  readonly budget: RetryBudget;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Between two tries, so that callers who failed together do not come again together. */
const LONGEST_PAUSE_MS = 100;

/** As `exchange`. Throws a Failure, `circuit-open` and `retry-after` among them. */
export async function ask(address: URL, tries: Tries): Promise<unknown> {
  const { circuit, budget, timeoutMs, random } = tries;
  const permit = circuit.admit(timeoutMs);
  return await withDeadline(permit.timeoutMs, async (signal) => {
    budget.deposit();
    try {
      return await attempt(address, permit, signal, tries);
    } catch (thrown) {
      if (permit.isProbe || !isWorthRetrying(thrown) || !budget.withdraw()) throw thrown;
    }
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_PAUSE_MS));
    return await attempt(address, circuit.admit(timeoutMs), signal, tries);
  });
}

async function attempt(
  address: URL,
  permit: Permit,
  signal: AbortSignal,
  { circuit, fetch, now }: Tries,
): Promise<unknown> {
  try {
    const answer = await exchange({ address, signal, fetch, now });
    permit.report("up");
    return answer;
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.retryInMs !== undefined) circuit.rest(thrown.retryInMs);
    permit.report(signal.aborted || isOfTheUpstream(thrown) ? "down" : "up");
    throw thrown;
  }
}

/** Failures that another key would meet as well. An answer without use is the key's own. */
function isOfTheUpstream(thrown: unknown): boolean {
  if (!(thrown instanceof Failure)) return false;
  const { reason, status = 0 } = thrown;
  if (reason === "status") return status >= 500 || [401, 403, 429].includes(status);
  return reason === "connection" || reason === "timeout";
}

function isWorthRetrying(thrown: unknown): boolean {
  if (!(thrown instanceof Failure) || thrown.retryInMs !== undefined) return false;
  if (thrown.reason === "connection") return true;
  return thrown.reason === "status" && [502, 503, 504].includes(thrown.status ?? 0);
}
