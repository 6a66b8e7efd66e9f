/** Tests that concurrent requests share one load, even if the client that started it disconnects. */
import { beforeEach, describe, expect, test } from "vitest";
import { ask, askUntil, inLanes, pause, search } from "../faults/asking.ts";
import { delayed, hang, wellBehaved } from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";

/** A kept-alive connection could be closed just when a later test reuses it. */
const ONCE = { headers: { Connection: "close" } };
const behind = sharedBehindFaults({
  SEARCH_FRESHNESS: "max-age=60, stale-while-revalidate=60",
  // With max-age=0, a revalidated response is immediately stale again.
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
  return askUntil(
    () => search(behind.server, text),
    ({ cacheStatus }) => cacheStatus === "marquee; hit",
  );
}

describe("concurrent requests", () => {
  test("share one upstream call for a key that is not stored", async () => {
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

  test("render a new page only once", async () => {
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

  test("store the response even if the client disconnects", async () => {
    const { server, upstream } = behind;
    upstream.behaviour = delayed(500);
    const only = new AbortController();
    const gone = ask(server, "category=search&q=zqalone", { signal: only.signal }).catch(() => "gone");
    await untilAsked();
    only.abort();
    expect(await gone).toBe("gone");
    // The upstream call ends long before the next request.
    await pause(1_000);
    expect((await untilStored("zqalone")).status).toBe(200);
    expect(upstream.calls).toHaveLength(1);
  });

  test("receive the stale response immediately during a single revalidation", async () => {
    const { server, upstream } = behind;
    await ask(server, "id=7");
    await askUntil(
      () => ask(server, "id=7"),
      ({ cacheStatus }) => cacheStatus.startsWith("marquee; hit; ttl="),
    );
    let revalidations = 0;
    // This revalidation never ends, so a request that waited for it would receive no response.
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
});
