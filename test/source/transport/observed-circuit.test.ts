import { describe, expect, test } from "vitest";
import { createCircuit, observedCircuit } from "../../../worker/source/transport/circuit.ts";

describe("observedCircuit()", () => {
  test("logs once that the circuit opened, and once that it closed", () => {
    const clock = { now: 0 };
    const events: string[] = [];
    const circuit = observedCircuit(
      createCircuit(() => clock.now),
      ({ event }) => events.push(event),
    );
    function call(outcome: "up" | "down"): void {
      try {
        circuit.admit(3_000).report(outcome);
      } catch {
        // Not admitted, because the circuit is open.
      }
    }

    call("up");
    for (let calls = 0; calls < 50; calls++) call("down");
    expect(events).toEqual(["circuit-opened"]);

    for (let seconds = 0; seconds < 20; seconds++) {
      clock.now += 1_000;
      call("down");
    }
    expect(events).toEqual(["circuit-opened"]);

    for (let seconds = 0; seconds < 20; seconds++) {
      clock.now += 1_000;
      call("up");
    }
    expect(events).toEqual(["circuit-opened", "circuit-closed"]);
  });
});
