/** An upstream in trouble is asked less, not more, and asked again as soon as it is well. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { credits, inLanes, pause, search, texts, until } from "../faults/asking.ts";
import { hang, inTurn, json, reset, status, wellBehaved } from "../faults/behaviours.ts";
import { type FaultyUpstream, startFaultyUpstream } from "../faults/upstream.ts";
import { type Server, startServer } from "./server.ts";

let upstream: FaultyUpstream;
let server: Server;

/** A server for each test: what it has learnt about its upstream is part of the test. */
beforeEach(async () => {
  upstream = await startFaultyUpstream(wellBehaved);
  server = await startServer({
    UPSTREAM_BASE_URL: upstream.url,
    UPSTREAM_TIMEOUT_MS: "1000",
    SEARCH_FRESHNESS: "max-age=0, stale-if-error=1000",
    RATE_LIMIT: "off",
  });
});
afterEach(async () => {
  await server.stop();
  await upstream.close();
});

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
  expect(refused?.headers.get("Retry-After")).toBe("1");
  expect(refused?.cacheStatus).toBe("marquee; detail=circuit-open");
});

test("one probe at a time goes to an upstream that is down", async () => {
  upstream.behaviour = status(500);
  await until(
    () => search(server, `zq${crypto.randomUUID()}`),
    ({ status }) => status === 503,
  );
  upstream.behaviour = hang;
  const before = upstream.calls.length;
  const end = Date.now() + 2_500;
  await inLanes(8, texts(100_000, "probe"), async (text) => {
    if (Date.now() >= end) return await search(server, "!!!");
    return await search(server, text);
  });
  expect(upstream.calls.length).toBeGreaterThan(before);
  expect(upstream.calls.length - before).toBeLessThanOrEqual(3);
});

test("an upstream that is well again is asked again", async () => {
  upstream.behaviour = status(500);
  await until(
    () => search(server, `zq${crypto.randomUUID()}`),
    ({ status }) => status === 503,
  );
  upstream.behaviour = wellBehaved;
  await pause(2_000);
  const replies = await inLanes(4, texts(20, "well"), (text) => search(server, text));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
});

test("10,000 poisonous keys leave the healthy ones at 100 %", async () => {
  const poison = json('{"results":');
  upstream.behaviour = (socket, call) =>
    (Number(call.parameters.get("id")) % 2 === 0 ? wellBehaved : poison)(socket, call);
  const ids = Array.from({ length: 10_200 }, (_, number) => (number % 51 === 0 ? 2 : 1) + number * 2 + 1e6);
  const healthy = ids.filter((id) => id % 2 === 0);
  const asked = new Map<number, number>();
  await inLanes(16, ids, async (id) => {
    const reply = await credits(server, id);
    asked.set(id, reply.status);
    return reply;
  });
  expect(healthy).toHaveLength(200);
  expect(healthy.filter((id) => asked.get(id) !== 200)).toEqual([]);
  expect([...new Set(ids.filter((id) => id % 2 === 1).map((id) => asked.get(id)))]).toEqual([502]);
}, 120_000);

test.each([
  ["seconds", () => "2"],
  ["a date", () => new Date(Date.now() + 2_000).toUTCString()],
])("Retry-After in %s is obeyed: until then there is no call", async (_, value) => {
  await search(server, "zqstale");
  upstream.behaviour = status(429, { "Retry-After": value() });
  const told = await search(server, "zqtold");
  expect(told).toMatchObject({ status: 503 });
  expect(Number(told.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
  const calls = upstream.calls.length;
  upstream.behaviour = wellBehaved;

  const waiting = await search(server, "zqwaiting");
  expect(waiting).toMatchObject({ status: 503, cacheStatus: "marquee; detail=retry-after" });
  expect(Number(waiting.headers.get("Retry-After"))).toBeLessThanOrEqual(2);
  const stale = await search(server, "zqstale");
  expect(stale.status).toBe(200);
  expect(stale.cacheStatus).toMatch(/^marquee; hit; ttl=-?\d+; detail=retry-after$/);
  expect(upstream.calls).toHaveLength(calls);

  await pause(2_000);
  expect(await search(server, "zqwaiting")).toMatchObject({ status: 200 });
});

test("nobody is made to wait for more than a minute", async () => {
  upstream.behaviour = status(503, { "Retry-After": "86400" });
  const told = await search(server, "zqlong");
  expect(told.status).toBe(503);
  expect(Number(told.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
});
