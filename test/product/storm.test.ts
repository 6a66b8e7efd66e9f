/**
 * Tests the circuit breaker and retries, which do not depend on the dialect. Each test has its own server, so that
 * they can wait concurrently.
 */
import { describe, type TestContext, test } from "vitest";
import { askUntil, inLanes, type Reply, search, uniqueQueries } from "../faults/asking.ts";
import { alternate, hang, status, wellBehaved } from "../faults/behaviours.ts";
import { type BehindFaults, startBehindFaults } from "../faults/behind.ts";

/** The interval between probes of a failing upstream, in milliseconds. */
const PROBE_PERIOD = 1_800;

async function setUp({ onTestFinished }: TestContext): Promise<BehindFaults> {
  const behind = await startBehindFaults({ SEARCH_FRESHNESS: "max-age=0, stale-if-error=1000" });
  onTestFinished(behind.stop);
  return behind;
}

/** Requests a key that was never requested before. */
function askNewKey({ server }: BehindFaults): Promise<Reply> {
  return search(server, `zq${crypto.randomUUID()}`);
}

async function openCircuit(behind: BehindFaults): Promise<void> {
  behind.upstream.behaviour = status(500);
  await askUntil(
    () => askNewKey(behind),
    ({ cacheStatus }) => cacheStatus.includes("circuit-open"),
  );
}

describe.concurrent("upstream calls when the upstream fails", () => {
  test("stay below 1.1 per request if every second one fails", async (context) => {
    const { expect } = context;
    const { server, upstream } = await setUp(context);
    upstream.behaviour = alternate(wellBehaved, status(503));
    const replies = await inLanes(8, uniqueQueries(200, "half"), (text) => search(server, text));
    expect(upstream.calls.length / replies.length).toBeLessThanOrEqual(1.1);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(100);
  });

  test("stop after ten failures, except for a probe every 1.8 seconds", async (context) => {
    const { expect } = context;
    const { server, upstream } = await setUp(context);
    upstream.behaviour = status(503);
    const lanes = 8;
    const began = Date.now();
    const replies = await inLanes(lanes, uniqueQueries(300, "down"), (text) => search(server, text));
    // Calls that are in progress at the tenth failure are allowed as well.
    const admitted = 10 + (lanes - 1) + (Date.now() - began) / PROBE_PERIOD;
    expect(upstream.calls.length).toBeLessThanOrEqual(admitted);
    const refused = replies.find(({ status }) => status === 503);
    expect(refused?.headers.get("Retry-After")).toMatch(/^[12]$/);
    expect(refused?.cacheStatus).toBe("marquee; detail=circuit-open");
  });

  test("probe the upstream one at a time", async (context) => {
    const { expect } = context;
    const behind = await setUp(context);
    const { upstream } = behind;
    await openCircuit(behind);
    upstream.behaviour = hang;
    const before = upstream.calls.length;
    const began = Date.now();
    async function lane(): Promise<void> {
      while (Date.now() < began + 2_500) await askNewKey(behind);
    }
    await Promise.all([lane(), lane(), lane(), lane()]);
    const probes = upstream.calls.length - before;
    expect(probes).toBeGreaterThanOrEqual(1);
    expect(probes).toBeLessThanOrEqual(1 + (Date.now() - began) / PROBE_PERIOD);
  });

  test("resume within two seconds after a recovery", async (context) => {
    const { expect } = context;
    const behind = await setUp(context);
    await openCircuit(behind);
    behind.upstream.behaviour = wellBehaved;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect((await askNewKey(behind)).status).toBe(200);
    const replies = await inLanes(4, uniqueQueries(20, "well"), (text) => search(behind.server, text));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
  });

  test("wait for Retry-After before a single probe", async (context) => {
    const { expect } = context;
    const { server, upstream } = await setUp(context);
    await search(server, "zqstale");
    upstream.behaviour = status(429, { "Retry-After": "3" });
    const rejected = await search(server, "zqtold");
    const toldAt = Date.now();
    expect(rejected).toMatchObject({ status: 503 });
    expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    const calls = upstream.calls.length;
    upstream.behaviour = wellBehaved;

    const [waiting, stale] = await Promise.all(["zqwaiting", "zqstale"].map((text) => search(server, text)));
    expect(waiting).toMatchObject({ status: 503, cacheStatus: "marquee; detail=retry-after" });
    expect(stale?.status).toBe(200);
    expect(stale?.cacheStatus).toMatch(/^marquee; hit; ttl=-?\d+; detail=retry-after$/);
    expect(upstream.calls).toHaveLength(calls);
    await askUntil(
      () => search(server, "zqwaiting"),
      ({ status }) => status === 200,
    );
    // Some time may have passed before the client received the response.
    expect(Date.now() - toldAt).toBeGreaterThan(2_500);
  });
});
