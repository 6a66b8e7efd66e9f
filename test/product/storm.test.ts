/** An upstream in trouble is asked less, not more, and asked again as soon as it is well. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { credits, inLanes, pause, type Reply, search, texts, until } from "../faults/asking.ts";
import { hang, inTurn, json, reset, status, wellBehaved } from "../faults/behaviours.ts";
import { DIALECTS } from "../faults/dialects.ts";
import { type FaultyUpstream, startFaultyUpstream } from "../faults/upstream.ts";
import { type Server, startServer } from "./server.ts";

describe.each(DIALECTS)("an upstream of the dialect $name", (dialect) => {
  let upstream: FaultyUpstream;
  let server: Server;

  beforeAll(async () => {
    upstream = await startFaultyUpstream(wellBehaved);
    server = await startServer({
      ...dialect.settings(upstream),
      UPSTREAM_TIMEOUT_MS: "1000",
      SEARCH_FRESHNESS: "max-age=0, stale-if-error=1000",
      RATE_LIMIT: "off",
    });
  });
  afterAll(async () => {
    await server.stop();
    await upstream.close();
  });
  beforeEach(async () => {
    upstream.behaviour = wellBehaved;
    await until(anew, ({ status }) => status === 200);
    upstream.calls.length = 0;
  });

  /** A key that nobody has asked for. */
  function anew(): Promise<Reply> {
    return search(server, `zq${crypto.randomUUID()}`);
  }

  async function openCircuit(): Promise<void> {
    upstream.behaviour = status(500);
    await until(anew, ({ cacheStatus }) => cacheStatus.includes("circuit-open"));
  }

  test("a connection error is tried again once, and the caller does not notice", async () => {
    upstream.behaviour = inTurn(reset, wellBehaved);
    expect(await search(server, "zqonce")).toMatchObject({ status: 200 });
    expect(upstream.calls).toHaveLength(2);
  });

  test("a failure that another try would not mend is not tried again", async () => {
    upstream.behaviour = status(500);
    expect((await search(server, "zqfinal")).status).toBe(502);
    expect(upstream.calls).toHaveLength(1);
  });

  test("with every second answer an error, calls are at most 1.1 times the requests", async () => {
    upstream.behaviour = inTurn(wellBehaved, status(503));
    const replies = await inLanes(8, texts(400, "half"), (text) => search(server, text));
    expect(upstream.calls.length / replies.length).toBeLessThanOrEqual(1.1);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(200);
  });

  test("with every answer an error, at least 95 % of the calls are saved", async () => {
    upstream.behaviour = status(503);
    const replies = await inLanes(8, texts(600, "down"), (text) => search(server, text));
    expect(upstream.calls.length).toBeLessThanOrEqual(replies.length * 0.05);
    const refused = replies.find(({ status }) => status === 503);
    expect(refused?.headers.get("Retry-After")).toMatch(/^[12]$/);
    expect(refused?.cacheStatus).toBe("marquee; detail=circuit-open");
  });

  test("one probe at a time goes to an upstream that is down", async () => {
    await openCircuit();
    upstream.behaviour = hang;
    const before = upstream.calls.length;
    const end = Date.now() + 2_500;
    async function lane(): Promise<void> {
      while (Date.now() < end) await anew();
    }
    await Promise.all([lane(), lane(), lane(), lane()]);
    expect(upstream.calls.length - before).toBeGreaterThanOrEqual(1);
    // From one to the next pass almost two seconds.
    expect(upstream.calls.length - before).toBeLessThanOrEqual(2);
  });

  test("an upstream that is well again is asked again", async () => {
    await openCircuit();
    upstream.behaviour = wellBehaved;
    await pause(2_000);
    expect((await anew()).status).toBe(200);
    const replies = await inLanes(4, texts(20, "well"), (text) => search(server, text));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
  });

  test("poisonous keys leave the healthy ones at 100 %", { timeout: 180_000 }, async () => {
    const poison = json('{"cast":');
    const isHealthy = (id: number) => id % 20 === 0;
    upstream.behaviour = (socket, call) =>
      (isHealthy(Number(call.parameters.get("id"))) ? wellBehaved : poison)(socket, call);
    // The same code counts failures for every dialect.
    const count = dialect.name === "contract" ? 2_100 : 420;
    const ids = Array.from({ length: count }, (_, at) => 1_000_000 + at);
    const statuses = { healthy: new Set<number>(), poisonous: new Set<number>() };
    await inLanes(16, ids, async (id) => {
      const reply = await credits(server, id);
      statuses[isHealthy(id) ? "healthy" : "poisonous"].add(reply.status);
      return reply;
    });
    expect([...statuses.healthy]).toEqual([200]);
    expect([...statuses.poisonous]).toEqual([502]);
  });

  test.each([
    ["seconds", () => "2"],
    ["date", () => new Date(Date.now() + 2_000).toUTCString()],
  ])("Retry-After as %s is obeyed: until then there is no call", async (form, value) => {
    await search(server, `zqstale${form}`);
    upstream.behaviour = status(429, { "Retry-After": value() });
    const told = await search(server, `zqtold${form}`);
    expect(told).toMatchObject({ status: 503 });
    expect(Number(told.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    const calls = upstream.calls.length;
    upstream.behaviour = wellBehaved;

    const waiting = await search(server, `zqwaiting${form}`);
    expect(waiting).toMatchObject({ status: 503, cacheStatus: "marquee; detail=retry-after" });
    expect(Number(waiting.headers.get("Retry-After"))).toBeLessThanOrEqual(2);
    const stale = await search(server, `zqstale${form}`);
    expect(stale.status).toBe(200);
    expect(stale.cacheStatus).toMatch(/^marquee; hit; ttl=-?\d+; detail=retry-after$/);
    expect(upstream.calls).toHaveLength(calls);

    await pause(2_000);
    expect(await search(server, `zqwaiting${form}`)).toMatchObject({ status: 200 });
  });

  test("nobody is made to wait for more than a minute", async () => {
    upstream.behaviour = status(503, { "Retry-After": "86400" });
    const told = await search(server, "zqlong");
    expect(told.status).toBe(503);
    expect(Number(told.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
  });
});
