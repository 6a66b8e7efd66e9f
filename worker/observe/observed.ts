/** Wraps the parts of a lookup to measure them, without their knowledge. */
import type { Store } from "../cache/store.ts";
import type { Log } from "../log.ts";
import { Failure } from "../origins/failure.ts";
import type { Origin } from "../origins/origin.ts";
import type { Circuit } from "../origins/transport/circuit.ts";
import type { Fetch } from "../origins/transport/exchange.ts";
import type { Observation } from "./observation.ts";

export function observedStore(store: Store, observation: Observation): Store {
  return { ...store, get: (key, wanted) => observation.time("cache", () => store.get(key, wanted)) };
}

/** Measures requests to an origin under its name. */
export function timedAs(name: string, observation: Observation) {
  return <T>(work: () => Promise<T>): Promise<T> => {
    observation.origin = name;
    return observation.time("origin", work);
  };
}

/** Every capability makes requests, so each is measured. */
export function observedOrigin(origin: Origin, observation: Observation): Origin {
  const timed = timedAs(origin.name, observation);
  const entries = Object.entries(origin.can).map(([capability, load]) => [
    capability,
    (query: never) => timed(() => load(query)),
  ]);
  return { ...origin, can: Object.fromEntries(entries) };
}

export function observedFetch(fetch: Fetch, observation: Observation): Fetch {
  return async (address, init) => {
    const response = await fetch(address, init);
    observation.upstreamStatus = response.status;
    return response;
  };
}

/**
 * Logs when the circuit breaker opens and closes: the two lines that an operator needs in an outage. Each isolate has
 * its own circuit, which only changes with a request to the upstream, since nothing runs in between.
 */
export function observedCircuit(circuit: Circuit, log: Log): Circuit {
  let isOpen = false;

  function note(open: boolean): void {
    if (open !== isOpen) log({ event: open ? "circuit-opened" : "circuit-closed" });
    isOpen = open;
  }

  return {
    ...circuit,
    admit(timeoutMs) {
      try {
        const permit = circuit.admit(timeoutMs);
        note(permit.isProbe);
        return permit;
      } catch (thrown) {
        if (thrown instanceof Failure && thrown.reason === "circuit-open") note(true);
        throw thrown;
      }
    },
  };
}
