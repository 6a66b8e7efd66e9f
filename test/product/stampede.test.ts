/** One fetch a key, whoever asks and whoever goes away. */
import { beforeEach, expect, test } from "vitest";
import { ask, inLanes, pause, search, until } from "../faults/asking.ts";
import { delayed, hang, wellBehaved } from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";

/** A connection that is kept may end just as a later test begins to use it again. */
const ONCE = { headers: { Connection: "close" } };
const behind = sharedBehindFaults({
  SEARCH_FRESHNESS: "max-age=60, stale-while-revalidate=60",
  // Stale at once: what the revalidation brings is stale as well.
  CREDITS_FRESHNESS: "max-age=0, stale-while-revalidate=600, stale-if-error=600",
});
beforeEach(() => {
  behind.upstream.behaviour = wellBehaved;
  behind.upstream.calls.length = 0;
});

async function untilAsked(): Promise<void> {
  while (behind.upstream.calls.length === 0) await pause(10);
}

function untilStored(text: string) {
  return until(
    () => search(behind.server, text),
    ({ cacheStatus }) => cacheStatus === "marquee; hit",
  );
}

test("1,000 concurrent requests for one cold key make one call, which is stored, and the first caller may go away", async () => {
  const { server, upstream } = behind;
  upstream.behaviour = delayed(500);
  const first = new AbortController();
  const gone = ask(server, "category=search&q=zqcold", { signal: first.signal }).catch(() => "gone");
  await untilAsked();
  const callers = Array.from({ length: 1_000 }, () => "category=search&q=zqcold");
  const asking = inLanes(callers.length, callers, (query) => ask(server, query, ONCE));
  first.abort();
  expect(await gone).toBe("gone");
  const replies = await asking;
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(callers.length);
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect((await untilStored("zqcold")).status).toBe(200);
  expect(upstream.calls).toHaveLength(1);
});

test("50 concurrent requests for one cold page render it once, and the first caller may go away", async () => {
  const { server, upstream } = behind;
  upstream.behaviour = delayed(500);
  const first = new AbortController();
  const page = (init: RequestInit) => fetch(`${server.url}/search?q=zqpage`, { ...ONCE, ...init });
  const gone = page({ signal: first.signal }).catch(() => "gone");
  await untilAsked();
  const followers = Array.from({ length: 50 }, () => page({}));
  first.abort();
  expect(await gone).toBe("gone");
  const pages = await Promise.all(followers);
  const statuses = pages.map(({ headers }) => headers.get("Cache-Status"));
  expect(new Set(statuses)).toEqual(new Set(["marquee; fwd=uri-miss; stored; collapsed"]));
  expect(pages.filter(({ headers }) => headers.get("Server-Timing")?.includes("render"))).toEqual([]);
  expect(new Set(await Promise.all(pages.map((one) => one.text()))).size).toBe(1);
});

test("a response is stored for the next caller although its only caller went away", async () => {
  const { server, upstream } = behind;
  upstream.behaviour = delayed(500);
  const only = new AbortController();
  const gone = ask(server, "category=search&q=zqalone", { signal: only.signal }).catch(() => "gone");
  await untilAsked();
  only.abort();
  expect(await gone).toBe("gone");
  // Nobody asks until the call has long ended.
  await pause(1_000);
  expect((await untilStored("zqalone")).status).toBe(200);
  expect(upstream.calls).toHaveLength(1);
});

test("requests for a stale key all get it at once while one revalidation runs", async () => {
  const { server, upstream } = behind;
  await ask(server, "id=7");
  await until(
    () => ask(server, "id=7"),
    ({ cacheStatus }) => cacheStatus.startsWith("marquee; hit; ttl="),
  );
  let revalidations = 0;
  // The revalidation never comes back: a request that waited for it would get no response.
  upstream.behaviour = (...call) => {
    revalidations += 1;
    hang(...call);
  };
  const callers = Array.from({ length: 300 }, () => "id=7");
  const replies = await inLanes(callers.length, callers, (query) => ask(server, query, ONCE));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(callers.length);
  expect(replies.every(({ cacheStatus }) => cacheStatus.startsWith("marquee; hit; ttl="))).toBe(true);
  expect(revalidations).toBe(1);
});
