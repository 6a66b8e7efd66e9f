import { describe, expect, test } from "vitest";
import { Failure } from "../../../worker/source/failure.ts";
import { type Circuit, createCircuit } from "../../../worker/source/transport/circuit.ts";

const TIMEOUT_MS = 3_000;

function setUp() {
  const clock = { ms: 1_000_000 };
  return { clock, circuit: createCircuit(() => clock.ms) };
}

function fail(circuit: Circuit, times: number): void {
  for (let time = 0; time < times; time++) circuit.admit(TIMEOUT_MS).report("down");
}

function catchRefusal(circuit: Circuit): Failure | null {
  try {
    circuit.admit(TIMEOUT_MS);
    return null;
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown;
    throw thrown;
  }
}

describe("createCircuit()", () => {
  test("opens after ten consecutive failures and reports when to retry", () => {
    const { circuit } = setUp();
    fail(circuit, 9);
    expect(catchRefusal(circuit)).toBeNull();
    fail(circuit, 1);
    expect(catchRefusal(circuit)).toMatchObject({ reason: "circuit-open", retryInMs: 1_800 });
  });

  test("stays closed if one of ten requests succeeds", () => {
    const { circuit } = setUp();
    for (let round = 0; round < 100; round++) {
      fail(circuit, 9);
      circuit.admit(TIMEOUT_MS).report("up");
    }
    expect(catchRefusal(circuit)).toBeNull();
  });
});

describe("open circuit", () => {
  test("admits one probe at a time", () => {
    const { clock, circuit } = setUp();
    fail(circuit, 10);
    clock.ms += 1_800;
    expect(circuit.admit(TIMEOUT_MS)).toMatchObject({ isProbe: true, timeoutMs: 1_700 });
    expect(catchRefusal(circuit)).toMatchObject({ reason: "circuit-open" });
    clock.ms += 1_799;
    expect(catchRefusal(circuit)).toMatchObject({ reason: "circuit-open" });
  });

  test("closes after the first successful probe", () => {
    const { clock, circuit } = setUp();
    fail(circuit, 10);
    clock.ms += 1_800;
    circuit.admit(TIMEOUT_MS).report("up");
    fail(circuit, 9);
    expect(catchRefusal(circuit)).toBeNull();
  });

  test("allows another probe two seconds after a failed one", () => {
    const { clock, circuit } = setUp();
    fail(circuit, 10);
    clock.ms += 1_800;
    const probe = circuit.admit(TIMEOUT_MS);
    clock.ms += 1_000;
    probe.report("down");
    expect(catchRefusal(circuit)).toMatchObject({ retryInMs: 800 });
    clock.ms += 800;
    circuit.admit(TIMEOUT_MS);
    clock.ms += 1_800;
    expect(catchRefusal(circuit)).toBeNull();
  });

  test("ignores calls that began before it opened", () => {
    const { clock, circuit } = setUp();
    const early = circuit.admit(TIMEOUT_MS);
    fail(circuit, 10);
    early.report("up");
    expect(catchRefusal(circuit)).not.toBeNull();
    clock.ms += 1_800;
    const lost = circuit.admit(TIMEOUT_MS);
    clock.ms += 1_800;
    circuit.admit(TIMEOUT_MS);
    lost.report("up");
    expect(catchRefusal(circuit)).not.toBeNull();
  });

  test("regularly gives a probe the full timeout", () => {
    const { clock, circuit } = setUp();
    fail(circuit, 10);
    const times = Array.from({ length: 8 }, () => {
      clock.ms += 1_800;
      return circuit.admit(TIMEOUT_MS).timeoutMs;
    });
    expect(times).toEqual([...Array(7).fill(1_700), TIMEOUT_MS]);
  });
});

describe("admit()", () => {
  test("rejects requests until the upstream's Retry-After has passed", () => {
    const { clock, circuit } = setUp();
    circuit.rest(5_000);
    circuit.rest(1_000);
    clock.ms += 4_999;
    expect(catchRefusal(circuit)).toMatchObject({ reason: "retry-after", retryInMs: 1 });
    clock.ms += 1;
    expect(catchRefusal(circuit)).toBeNull();
  });

  test("does not delay the probe when an earlier call fails", () => {
    const { clock, circuit } = setUp();
    const early = circuit.admit(TIMEOUT_MS);
    fail(circuit, 10);
    clock.ms += 1_000;
    early.report("down");
    expect(catchRefusal(circuit)).toMatchObject({ retryInMs: 800 });
  });

  test("restarts the count of short probes after a success", () => {
    const { clock, circuit } = setUp();
    const probe = () => {
      clock.ms += 1_800;
      return circuit.admit(TIMEOUT_MS);
    };
    fail(circuit, 10);
    for (let count = 0; count < 7; count++) probe().report("down");
    const eighth = probe();
    expect(eighth.timeoutMs).toBe(TIMEOUT_MS);
    eighth.report("up");
    fail(circuit, 10);
    expect(probe().timeoutMs).toBe(1_700);
  });
});

describe("backOff()", () => {
  function rested({ clock, circuit }: ReturnType<typeof setUp>): number {
    circuit.backOff();
    const ms = catchRefusal(circuit)?.retryInMs ?? 0;
    clock.ms += ms;
    return ms;
  }

  test("doubles the pause each time, up to a maximum", () => {
    const set = setUp();
    const times = Array.from({ length: 12 }, () => rested(set));
    expect(times[0]).toBeGreaterThan(0);
    expect(times[1]).toBe(2 * (times[0] ?? 0));
    expect(times[2]).toBe(4 * (times[0] ?? 0));
    expect(times[11]).toBe(times[10]);
    expect(times[11]).toBe(30_000);
  });

  test("starts with the shortest pause again after a success", () => {
    const set = setUp();
    const first = rested(set);
    set.circuit.admit(TIMEOUT_MS).report("down");
    expect(rested(set)).toBe(2 * first);
    set.circuit.admit(TIMEOUT_MS).report("up");
    expect(rested(set)).toBe(first);
  });

  test("counts concurrent rejections once", () => {
    const set = setUp();
    set.circuit.backOff();
    const ms = catchRefusal(set.circuit)?.retryInMs;
    set.circuit.backOff();
    expect(catchRefusal(set.circuit)?.retryInMs).toBe(ms);
    set.clock.ms += ms ?? 0;
    expect(rested(set)).toBe(2 * (ms ?? 0));
  });
});
