/**
 * The circuit, with a line in the log when it opens and when it closes: the two lines an
 * operator wants of an outage. Both are seen when the upstream is next wanted, since nothing
 * runs in between; each isolate has its own.
 */
import type { Log } from "../log.ts";
import { Failure } from "../origins/failure.ts";
import type { Circuit } from "../origins/transport/circuit.ts";

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
