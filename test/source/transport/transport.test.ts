/** Tests requests to a source: headers, retries, and the failures that open the circuit. */
import { beforeEach, describe, expect, test } from "vitest";
import type { LogLine } from "../../../worker/log.ts";
import { createCircuit } from "../../../worker/source/transport/circuit.ts";
import { ABSENT, statusMeans } from "../../../worker/source/transport/exchange.ts";
import {
  createRetryBudget,
  createTransport,
  type Protocol,
  type Transport,
} from "../../../worker/source/transport/transport.ts";
import { servicesFor } from "../services.ts";

const KEY = "canary-key-0123456789";
const PROTOCOL: Protocol = {
  authorize: ({ headers }, apiKey) => headers.set("X-Key", apiKey),
  statusMeans,
};
const SECONDARY = { isSecondary: true };

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

/** Sets up a transport whose server sends the given responses in order and then drops connections. */
function setUp({
  protocol = {} as Partial<Protocol>,
  apiKey = KEY as string | null,
  timeoutMs = 3_000,
  hangs = false,
  refusal = undefined as Error | undefined,
} = {}) {
  const circuit = createCircuit(() => clock);
  const services = servicesFor(new URL("http://source.test/3"), {
    apiKey,
    circuit,
    timeoutMs,
    async fetch(address, init) {
      asked.push(new Request(address, init));
      if (hangs) {
        await new Promise((_, reject) =>
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
        );
      }
      const response = responses.shift();
      if (response === undefined) throw refusal ?? new Error(`no connection to ${address}`);
      return response;
    },
    now: () => clock,
    log: (line) => lines.push(line),
  });
  const ask = createTransport({ ...PROTOCOL, ...protocol }, services);
  /** Makes the circuit count this number of failed requests. */
  const fail = (times: number) => {
    for (let count = 0; count < times; count++) circuit.admit(3_000).report("down");
  };
  return { ask, fail };
}

const status = (code: number, headers: HeadersInit = {}) => new Response("{}", { status: code, headers });
const many = (count: number, make: () => Response) => Array.from({ length: count }, make);

/** Returns the failures of `count` consecutive requests. */
async function collectFailures(ask: Transport, count = 1, options: Parameters<Transport>[2] = {}) {
  const failures: string[] = [];
  for (let at = 0; at < count; at++) failures.push(await ask("", {}, options).then(() => "none", String));
  return failures;
}

const catchFailure = async (ask: Transport) => (await collectFailures(ask)).join();

async function expectAdmitted(ask: Transport, options: Parameters<Transport>[2] = {}) {
  responses = [Response.json([])];
  expect(await ask("", {}, options)).toEqual([]);
}

describe("createTransport()", () => {
  test("authorises requests below the base URL as the protocol requires", async () => {
    responses = [Response.json({ key: KEY })];
    expect(await setUp().ask("search/multi", { query: "a b" })).toEqual({ key: "" });
    expect(asked[0]?.url).toBe("http://source.test/3/search/multi?query=a+b");
    expect(asked[0]?.headers.get("X-Key")).toBe(KEY);
  });

  test("returns the original text unless it contains the key", async () => {
    const headers = { "Content-Type": "application/json" };
    responses = [`{ "a": 1 }`, `{ "key": "${KEY}" }`].map((text) => new Response(text, { headers }));
    const { verbatim } = setUp().ask;
    expect(await verbatim("", {})).toEqual({ json: { a: 1 }, text: '{ "a": 1 }' });
    expect(await verbatim("", {})).toEqual({ json: { key: "" }, text: '{"key":""}' });
  });

  test("requests JSON without a key if none is set", async () => {
    responses = [Response.json([])];
    await setUp({ apiKey: null }).ask("", {});
    expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({ accept: "application/json" });
  });
});

describe("key rejected by the source", () => {
  test("is logged with the name of the setting only", async () => {
    responses = [status(401)];
    expect(await catchFailure(setUp().ask)).toBe("Failure: status 401");
    expect(lines).toEqual([{ event: "upstream-key-rejected", setting: "UPSTREAM_API_KEY", status: 401 }]);
  });

  test("is not logged for other status codes", async () => {
    responses = [status(400), status(500), status(429), new Response("[", { headers: {} })];
    await collectFailures(setUp().ask, 5);
    expect(lines).toEqual([]);
  });

  test("is not logged for unreadable bodies or failed connections", async () => {
    const { ask } = setUp({ protocol: { statusMeans: () => "unauthorized" } });
    responses = [new Response("[", { headers: { "Content-Type": "application/json" } })];
    expect(await collectFailures(ask, 2)).toEqual(["Failure: not-json", "Failure: connection"]);
    expect(lines).toEqual([]);
  });
});

describe("retry", () => {
  test.each([
    [502, 2],
    [503, 2],
    [504, 2],
    [400, 1],
    [401, 1],
    [403, 1],
    [404, 1],
    [429, 1],
    [500, 1],
  ])("depends on the status: %i, %i requests", async (code, requests) => {
    responses = [status(code), Response.json([])];
    await catchFailure(setUp().ask);
    expect(asked).toHaveLength(requests);
  });

  test("is sent after a connection error, within the budget", async () => {
    await collectFailures(setUp().ask, 5);
    expect(asked).toHaveLength(6);
  });

  test("is not sent for a failed probe", async () => {
    const { ask, fail } = setUp();
    fail(10);
    clock += 2_000;
    expect(await catchFailure(ask)).toBe("Failure: connection");
    expect(asked).toHaveLength(1);
  });

  test("is not sent after Retry-After", async () => {
    const { ask } = setUp({ protocol: { statusMeans: () => "rest" } });
    responses = [status(503, { "Retry-After": "7" }), Response.json([])];
    expect(await catchFailure(ask)).toBe("Failure: status 503");
    expect(asked).toHaveLength(1);
  });

  test("is sent again only after several other requests", async () => {
    const { ask } = setUp();
    const retriesAfter = async (requests: number) => {
      asked = [];
      responses = many(requests, () => status(404));
      await collectFailures(ask, requests + 1);
      return asked.length - requests - 1;
    };
    expect([await retriesAfter(0), await retriesAfter(1), await retriesAfter(20)]).toEqual([1, 0, 1]);
  });
});

describe("retry budget", () => {
  test.each([100, 1_000, 10_000])("allows one retry per ten requests: %i", (requests) => {
    const budget = createRetryBudget();
    let retries = 0;
    for (let count = 0; count < requests; count++) {
      budget.deposit();
      if (budget.withdraw()) retries++;
    }
    expect(retries).toBeGreaterThan(requests * 0.05);
    expect(retries).toBeLessThanOrEqual(requests * 0.1);
  });

  test("allows the first retry and accumulates at most one", () => {
    const budget = createRetryBudget();
    expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false]);
    for (let count = 0; count < 1_000; count++) budget.deposit();
    expect([budget.withdraw(), budget.withdraw()]).toEqual([true, false]);
  });
});

describe("transport's circuit breaker", () => {
  test.each([401, 403, 429, 500, 502, 503])("counts status %i", async (code) => {
    const { ask } = setUp();
    responses = many(12, () => status(code));
    await collectFailures(ask, 10);
    expect(await catchFailure(ask)).toBe("Failure: circuit-open");
  });

  test("counts failed connections", async () => {
    expect((await collectFailures(setUp().ask, 11)).at(-1)).toBe("Failure: circuit-open");
  });

  test("counts missed deadlines", async () => {
    const failures = await collectFailures(setUp({ timeoutMs: 1, hangs: true }).ask, 11);
    expect(failures).toEqual([...Array(10).fill("Failure: timeout"), "Failure: circuit-open"]);
  });

  test.each([
    ["status 400", () => status(400)],
    ["a body that is not JSON", () => new Response("[")],
  ])("does not count %s", async (_, response) => {
    const { ask } = setUp();
    responses = many(20, response);
    await collectFailures(ask, 20);
    await expectAdmitted(ask);
  });

  test("does not count a 404 as a failure", async () => {
    const { ask } = setUp();
    responses = many(20, () => status(404));
    for (let count = 0; count < 20; count++) expect(await ask("", {})).toBe(ABSENT);
    await expectAdmitted(ask);
  });

  test.each([429, 503])("obeys Retry-After only with status %i", async (code) => {
    const { ask } = setUp();
    responses = [status(500, { "Retry-After": "7" }), status(code, { "Retry-After": "7" })];
    expect(await collectFailures(ask, 2)).toEqual(["Failure: status 500", `Failure: status ${code}`]);
    clock += 6_999;
    expect(await catchFailure(ask)).toBe("Failure: retry-after");
    clock += 1;
    await expectAdmitted(ask);
  });

  test.each([
    [true, 429, "Failure: retry-after"],
    [false, 429, "Failure: connection"],
    [true, 400, "Failure: connection"],
  ])(
    "backs off without Retry-After if the protocol does: %s, status %i",
    async (backsOffWithoutRetryAfter, code, failure) => {
      const { ask } = setUp({ protocol: { backsOffWithoutRetryAfter } });
      responses = [status(code)];
      expect((await collectFailures(ask, 2))[1]).toBe(failure);
    },
  );
});

describe("secondary request", () => {
  test("is not retried and cannot open the circuit", async () => {
    const { ask } = setUp();
    await collectFailures(ask, 20, SECONDARY);
    expect(asked).toHaveLength(20);
    await expectAdmitted(ask);
  });

  test("resets the failure count when it succeeds", async () => {
    const { ask, fail } = setUp();
    fail(9);
    await expectAdmitted(ask, SECONDARY);
    fail(9);
    await expectAdmitted(ask);
  });

  test("keeps the circuit open when it fails as the probe", async () => {
    const { ask, fail } = setUp();
    fail(10);
    clock += 2_000;
    expect(await collectFailures(ask, 1, SECONDARY)).toEqual(["Failure: connection"]);
    expect(await catchFailure(ask)).toBe("Failure: circuit-open");
    clock += 2_000;
    await expectAdmitted(ask, SECONDARY);
  });
});

describe("request beyond the subrequest limit", () => {
  /** The runtime's error message (developers.cloudflare.com/workers/platform/limits, "Subrequests"). */
  const refusal = new Error("Too many subrequests by single Worker invocation.");

  test("is not retried or counted as a server failure", async () => {
    const { ask } = setUp({ refusal });
    expect(await collectFailures(ask, 20)).toEqual(Array(20).fill("Failure: subrequest-limit"));
    expect(asked).toHaveLength(20);
    await expectAdmitted(ask);
  });

  test("does not reset the failure count", async () => {
    const { ask, fail } = setUp({ refusal });
    fail(9);
    await catchFailure(ask);
    fail(1);
    expect(await catchFailure(ask)).toBe("Failure: circuit-open");
  });

  test("does not count as a probe", async () => {
    const { ask, fail } = setUp({ refusal });
    fail(10);
    clock += 2_000;
    expect(await collectFailures(ask, 2)).toEqual(["Failure: subrequest-limit", "Failure: circuit-open"]);
    clock += 2_000;
    await expectAdmitted(ask);
  });
});
