/** Asking a server: what is sent, when it is asked again, and what counts as its failure. */
import { beforeEach, describe, expect, test } from "vitest";
import type { LogLine } from "../../../worker/log.ts";
import { createCircuit } from "../../../worker/origins/transport/circuit.ts";
import { ABSENT } from "../../../worker/origins/transport/exchange.ts";
import {
  createRetryBudget,
  createTransport,
  type Protocol,
} from "../../../worker/origins/transport/transport.ts";

const KEY = "canary-key-0123456789";
const PROTOCOL: Protocol = {
  authorize: ({ headers }, apiKey) => headers.set("X-Key", apiKey),
  statusMeans(status) {
    if (status === 404) return "absent";
    if (status === 401 || status === 403) return "unauthorized";
    return status === 429 ? "rest" : "failure";
  },
};

let clock: number;
let responses: Response[];
let asked: Request[];
let lines: LogLine[];

beforeEach(() => {
  clock = 1_800_000_000_000;
  responses = [];
  asked = [];
  lines = [];
});

function setUp({
  protocol = PROTOCOL,
  apiKey = KEY as string | null,
  timeoutMs = 3_000,
  hangs = false,
  refusal = undefined as Error | undefined,
} = {}) {
  const circuit = createCircuit(() => clock);
  const ask = createTransport(protocol, {
    baseUrl: new URL("http://source.test/3"),
    apiKey,
    circuit,
    budget: createRetryBudget(),
    timeoutMs,
    async fetch(address, init) {
      asked.push(new Request(address, init));
      if (hangs)
        await new Promise((_, reject) =>
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
        );
      const response = responses.shift();
      if (response === undefined) throw refusal ?? new Error(`no connection to ${address}`);
      return response;
    },
    now: () => clock,
    random: () => 0,
    log: (line) => lines.push(line),
  });
  return { circuit, ask };
}

const status = (code: number, headers: HeadersInit = {}) => new Response("{}", { status: code, headers });

async function failureOf(work: Promise<unknown>): Promise<string> {
  return await work.then(() => "none", String);
}

test("the protocol says where the key goes, the path is below the base address", async () => {
  responses = [Response.json({ key: KEY })];
  expect(await setUp().ask("search/multi", { query: "a b" })).toEqual({ key: "" });
  expect(asked[0]?.url).toBe("http://source.test/3/search/multi?query=a+b");
  expect(asked[0]?.headers.get("X-Key")).toBe(KEY);
});

test("the status that means absent is an answer, and nothing was wrong", async () => {
  const { ask } = setUp();
  responses = Array.from({ length: 20 }, () => status(404));
  for (let count = 0; count < 20; count++) expect(await ask("", {})).toBe(ABSENT);
});

test("a refused key is an event that names the setting and never its value", async () => {
  responses = [status(401)];
  expect(await failureOf(setUp().ask("", {}))).toBe("Failure: status 401");
  expect(lines).toEqual([{ event: "upstream-key-refused", setting: "UPSTREAM_API_KEY", status: 401 }]);
});

test("no other failure is said to be the key's", async () => {
  const { ask } = setUp();
  responses = [status(400), status(500), status(429), new Response("[", { headers: {} })];
  for (let count = 0; count < 5; count++) await failureOf(ask("", {}));
  expect(lines).toEqual([]);
});

test("a body that is not read, and a connection that fails, are not said to be the key's by any protocol", async () => {
  const { ask } = setUp({ protocol: { ...PROTOCOL, statusMeans: () => "unauthorized" } });
  responses = [new Response("[", { headers: { "Content-Type": "application/json" } })];
  expect(await failureOf(ask("", {}))).toBe("Failure: not-json");
  expect(await failureOf(ask("", {}))).toBe("Failure: connection");
  expect(lines).toEqual([]);
});

describe("a retry", () => {
  test.each([502, 503, 504])("is made once after %i", async (code) => {
    responses = [status(code), Response.json([])];
    expect(await setUp().ask("", {})).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 429, 500])("is not made after %i", async (code) => {
    responses = [status(code), Response.json([])];
    await failureOf(setUp().ask("", {}));
    expect(asked).toHaveLength(1);
  });

  test("is made after a connection error, within the budget", async () => {
    const { ask } = setUp();
    for (let count = 0; count < 5; count++) await failureOf(ask("", {}));
    expect(asked).toHaveLength(6);
  });

  test("is never made of a probe", async () => {
    const { ask, circuit } = setUp();
    for (let count = 0; count < 10; count++) circuit.admit(3_000).report("down");
    clock += 2_000;
    expect(await failureOf(ask("", {}))).toBe("Failure: connection");
    expect(asked).toHaveLength(1);
  });
});

describe("the circuit", () => {
  test.each([401, 403, 429, 500, 502, 503])("counts status %i", async (code) => {
    const { ask } = setUp();
    responses = Array.from({ length: 12 }, () => status(code));
    for (let count = 0; count < 10; count++) await failureOf(ask("", {}));
    expect(await failureOf(ask("", {}))).toBe("Failure: circuit-open");
  });

  test.each([
    ["status 400", () => status(400)],
    ["status 404", () => status(404)],
    ["a body that is not JSON", () => new Response("[")],
  ])("does not count %s", async (_, response) => {
    const { ask } = setUp();
    responses = Array.from({ length: 20 }, response);
    for (let count = 0; count < 20; count++) await failureOf(ask("", {}));
    responses = [Response.json([])];
    expect(await ask("", {})).toEqual([]);
  });

  test("heeds Retry-After with a status that asks for rest, and with no other", async () => {
    const { ask } = setUp();
    responses = [status(500, { "Retry-After": "7" }), status(429, { "Retry-After": "7" }), Response.json([])];
    expect(await failureOf(ask("", {}))).toBe("Failure: status 500");
    expect(await failureOf(ask("", {}))).toBe("Failure: status 429");
    clock += 6_999;
    expect(await failureOf(ask("", {}))).toBe("Failure: retry-after");
    clock += 1;
    expect(await ask("", {})).toEqual([]);
  });
});

describe("the budget", () => {
  test.each([100, 1_000, 10_000])("of %i requests pays for at most a tenth as many retries", (requests) => {
    const budget = createRetryBudget();
    let retries = 0;
    for (let count = 0; count < requests; count++) {
      budget.deposit();
      if (budget.withdraw()) retries++;
    }
    expect(retries).toBeGreaterThan(requests * 0.05);
    expect(retries).toBeLessThanOrEqual(requests * 0.1);
  });

  test("pays for the first failure of all, and saves up no more than one retry in a quiet time", () => {
    const budget = createRetryBudget();
    expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false]);
    for (let count = 0; count < 1_000; count++) budget.deposit();
    expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false]);
  });
});

test("JSON is asked for, and no key is sent where there is none", async () => {
  responses = [Response.json([])];
  await setUp({ apiKey: null }).ask("", {});
  expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({ accept: "application/json" });
});

describe("a secondary request", () => {
  const secondary = { isSecondary: true };

  test("is never retried, and no failure of it opens the circuit", async () => {
    const { ask } = setUp();
    for (let count = 0; count < 20; count++) await failureOf(ask("", {}, secondary));
    expect(asked).toHaveLength(20);
    responses = [Response.json([])];
    expect(await ask("", {})).toEqual([]);
  });

  test("that is answered shows that the server is up", async () => {
    const { ask, circuit } = setUp();
    const fail = (times: number) => {
      for (let count = 0; count < times; count++) circuit.admit(3_000).report("down");
    };
    fail(9);
    responses = [Response.json([]), Response.json([])];
    await ask("", {}, secondary);
    fail(9);
    expect(await ask("", {})).toEqual([]);
  });

  test("that is the probe counts as one", async () => {
    const { ask, circuit } = setUp();
    for (let count = 0; count < 10; count++) circuit.admit(3_000).report("down");
    clock += 2_000;
    expect(await failureOf(ask("", {}, secondary))).toBe("Failure: connection");
    expect(await failureOf(ask("", {}))).toBe("Failure: circuit-open");
    clock += 2_000;
    responses = [Response.json([])];
    expect(await ask("", {}, secondary)).toEqual([]);
  });
});

describe("a status 429 without Retry-After", () => {
  test.each([
    ["rests", true, 429, "Failure: retry-after"],
    ["does not rest", false, 429, "Failure: connection"],
    ["rests after no other status", true, 400, "Failure: connection"],
  ])("%s as the protocol says (%s, %i)", async (_name, restsWithoutRetryAfter, code, failure) => {
    const { ask } = setUp({ protocol: { ...PROTOCOL, restsWithoutRetryAfter } });
    responses = [status(code)];
    await failureOf(ask("", {}));
    expect(await failureOf(ask("", {}))).toBe(failure);
  });
});

/** What the runtime throws past the platform's limit of subrequests (workers/platform/limits, "Subrequests"). */
const PAST_LIMIT = new Error("Too many subrequests by single Worker invocation.");

describe("a request that the platform does not make", () => {
  test("is not retried, and says nothing about the server", async () => {
    const { ask } = setUp({ refusal: PAST_LIMIT });
    for (let count = 0; count < 20; count++) {
      expect(await failureOf(ask("", {}))).toBe("Failure: subrequest-limit");
    }
    expect(asked).toHaveLength(20);
    responses = [Response.json([])];
    expect(await ask("", {})).toEqual([]);
  });

  test("does not end a series of failures", async () => {
    const { ask, circuit } = setUp({ refusal: PAST_LIMIT });
    for (let count = 0; count < 9; count++) circuit.admit(3_000).report("down");
    await failureOf(ask("", {}));
    circuit.admit(3_000).report("down");
    expect(await failureOf(ask("", {}))).toBe("Failure: circuit-open");
  });

  test("is no probe: the circuit stays open and admits the next one", async () => {
    const { ask, circuit } = setUp({ refusal: PAST_LIMIT });
    for (let count = 0; count < 10; count++) circuit.admit(3_000).report("down");
    clock += 2_000;
    expect(await failureOf(ask("", {}))).toBe("Failure: subrequest-limit");
    expect(await failureOf(ask("", {}))).toBe("Failure: circuit-open");
    clock += 2_000;
    responses = [Response.json([])];
    expect(await ask("", {})).toEqual([]);
  });
});

test("the circuit counts a connection that fails", async () => {
  const { ask } = setUp();
  for (let count = 0; count < 10; count++) await failureOf(ask("", {}));
  expect(await failureOf(ask("", {}))).toBe("Failure: circuit-open");
});

test("the circuit counts a deadline that passes", async () => {
  const { ask } = setUp({ timeoutMs: 1, hangs: true });
  for (let count = 0; count < 10; count++) expect(await failureOf(ask("", {}))).toBe("Failure: timeout");
  expect(await failureOf(ask("", {}))).toBe("Failure: circuit-open");
});

test("what is asked to come again later is not retried now", async () => {
  const protocol: Protocol = { ...PROTOCOL, statusMeans: () => "rest" };
  const { ask } = setUp({ protocol });
  responses = [status(503, { "Retry-After": "7" }), Response.json([])];
  expect(await failureOf(ask("", {}))).toBe("Failure: status 503");
  expect(asked).toHaveLength(1);
});

test("every request earns a part of a retry", async () => {
  const { ask } = setUp();
  const retries = async (requests: number) => {
    asked = [];
    for (let count = 0; count < requests; count++) {
      responses = [status(404)];
      await ask("", {});
    }
    responses = [];
    await failureOf(ask("", {}));
    return asked.length - requests - 1;
  };
  expect(await retries(0)).toBe(1);
  expect(await retries(1)).toBe(0);
  expect(await retries(20)).toBe(1);
});
