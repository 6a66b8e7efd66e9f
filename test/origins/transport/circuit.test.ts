import { describe, expect, test } from "vitest";
import { Failure } from "../../../worker/origins/failure.ts";
import { type Circuit, createCircuit } from "../../../worker/origins/transport/circuit.ts";

const TIMEOUT_MS = 3_000;

function setUp() {
  const clock = { ms: 1_000_000 };
  return { clock, circuit: createCircuit(() => clock.ms) };
}

function fail(circuit: Circuit, times: number): void {
  for (let time = 0; time < times; time++) circuit.admit(TIMEOUT_MS).report("down");
}

function refusal(circuit: Circuit): Failure | null {
  try {
    circuit.admit(TIMEOUT_MS);
    return null;
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown;
    throw thrown;
  }
}

test("opens after ten failures in a row, and says when to come again", () => {
  const { circuit } = setUp();
  fail(circuit, 9);
  expect(refusal(circuit)).toBeNull();
  fail(circuit, 1);
  expect(refusal(circuit)).toMatchObject({ reason: "circuit-open", retryInMs: 1_800 });
});

test("stays closed while there is any success among ten", () => {
  const { circuit } = setUp();
  for (let round = 0; round < 100; round++) {
    fail(circuit, 9);
    circuit.admit(TIMEOUT_MS).report("up");
  }
  expect(refusal(circuit)).toBeNull();
});

describe("an open circuit", () => {
  test("lets one probe through at a time", () => {
    const { clock, circuit } = setUp();
    fail(circuit, 10);
    clock.ms += 1_800;
    expect(circuit.admit(TIMEOUT_MS)).toMatchObject({ isProbe: true, timeoutMs: 1_700 });
    expect(refusal(circuit)).toMatchObject({ reason: "circuit-open" });
    clock.ms += 1_799;
    expect(refusal(circuit)).toMatchObject({ reason: "circuit-open" });
  });

  test("closes with the first probe that is answered", () => {
    const { clock, circuit } = setUp();
    fail(circuit, 10);
    clock.ms += 1_800;
    circuit.admit(TIMEOUT_MS).report("up");
    fail(circuit, 9);
    expect(refusal(circuit)).toBeNull();
  });

  test("probes again less than two seconds after a probe began, whether it failed or was lost", () => {
    const { clock, circuit } = setUp();
    fail(circuit, 10);
    clock.ms += 1_800;
    const probe = circuit.admit(TIMEOUT_MS);
    clock.ms += 1_000;
    probe.report("down");
    expect(refusal(circuit)).toMatchObject({ retryInMs: 800 });
    clock.ms += 800;
    circuit.admit(TIMEOUT_MS);
    clock.ms += 1_800;
    expect(refusal(circuit)).toBeNull();
  });

  test("is not closed by a call that began before it opened, nor by a probe that was given up", () => {
    const { clock, circuit } = setUp();
    const early = circuit.admit(TIMEOUT_MS);
    fail(circuit, 10);
    early.report("up");
    expect(refusal(circuit)).not.toBeNull();
    clock.ms += 1_800;
    const lost = circuit.admit(TIMEOUT_MS);
    clock.ms += 1_800;
    circuit.admit(TIMEOUT_MS);
    lost.report("up");
    expect(refusal(circuit)).not.toBeNull();
  });

  test("now and then gives a probe the whole time, for an upstream that is well but slow", () => {
    const { clock, circuit } = setUp();
    fail(circuit, 10);
    const times = Array.from({ length: 8 }, () => {
      clock.ms += 1_800;
      return circuit.admit(TIMEOUT_MS).timeoutMs;
    });
    expect(times).toEqual([...Array(7).fill(1_700), TIMEOUT_MS]);
  });
});

test("no call is admitted while the upstream wants to rest", () => {
  const { clock, circuit } = setUp();
  circuit.rest(5_000);
  circuit.rest(1_000);
  clock.ms += 4_999;
  expect(refusal(circuit)).toMatchObject({ reason: "retry-after", retryInMs: 1 });
  clock.ms += 1;
  expect(refusal(circuit)).toBeNull();
});
