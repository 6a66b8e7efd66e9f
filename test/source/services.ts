/** Services for a source in a test: a long timeout, no log, and the test's own `fetch`. */
import { createCircuit } from "../../worker/source/transport/circuit.ts";
import { createRetryBudget, type TransportServices } from "../../worker/source/transport/transport.ts";

export function servicesFor(
  baseUrl: URL,
  changes: Partial<Omit<TransportServices, "baseUrl">> = {},
): TransportServices {
  return {
    baseUrl,
    apiKey: "canary-key-0123456789",
    circuit: createCircuit(Date.now),
    budget: createRetryBudget(),
    timeoutMs: 20_000,
    fetch: (address, init) => fetch(address, init),
    now: Date.now,
    random: () => 0,
    log: () => undefined,
    ...changes,
  };
}

/** Returns a path at which the upstream stub sends this response. */
export function stubPath(body: string, { status = 200, type = "application/json" } = {}): string {
  return `/answer/${status}/${encodeURIComponent(type)}/${encodeURIComponent(body)}/`;
}
