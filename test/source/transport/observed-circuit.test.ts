import { describe, expect, test } from "vitest";
import { createCircuit, observedCircuit } from "../../../worker/source/transport/circuit.ts";

describe("observedCircuit()", () => {
  test("logs each opening and closing of the circuit once", () => {
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
        // The open circuit admits no request, so there is no outcome to report.
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
