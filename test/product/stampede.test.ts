/** One fetch a key, whoever asks and whoever goes away. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ask, inLanes, pause, search, until } from "../faults/asking.ts";
import { delayed, hang, wellBehaved } from "../faults/behaviours.ts";
import { DIALECTS } from "../faults/dialects.ts";
import { type FaultyUpstream, startFaultyUpstream } from "../faults/upstream.ts";
import { type Server, startServer } from "./server.ts";

describe.each(DIALECTS)("an upstream of the dialect $name", (dialect) => {
  const CALLERS = 1_000;
  /** A connection that is kept may end just as a later test begins to use it again. */
  const ONCE = { headers: { Connection: "close" } };
  let upstream: FaultyUpstream;
  let server: Server;

  beforeAll(async () => {
    upstream = await startFaultyUpstream(wellBehaved);
    server = await startServer({
      ...dialect.settings(upstream),
      UPSTREAM_TIMEOUT_MS: "30000",
      SEARCH_FRESHNESS: "max-age=60, stale-while-revalidate=60",
      // Stale at once: what the revalidation brings is stale as well.
      CREDITS_FRESHNESS: "max-age=0, stale-while-revalidate=600, stale-if-error=600",
      RATE_LIMIT: "off",
    });
  });
  afterAll(async () => {
    await server.stop();
    await upstream.close();
  });
  beforeEach(() => {
    upstream.behaviour = wellBehaved;
    upstream.calls.length = 0;
  });

  test("1,000 concurrent requests for one cold key make 1 call and get 1,000 answers", async () => {
    upstream.behaviour = delayed(500);
    const callers = Array.from({ length: CALLERS }, () => "category=search&q=zqcold");
    const replies = await inLanes(CALLERS, callers, (query) => ask(server, query, ONCE));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(CALLERS);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(upstream.calls).toHaveLength(1);
  });

  test("the one call is made and kept even when the first caller goes away", async () => {
    upstream.behaviour = delayed(1_000);
    const first = new AbortController();
    const gone = ask(server, "category=search&q=zqgone", { signal: first.signal }).catch(() => "gone");
    while (upstream.calls.length === 0) await pause(10);
    const follower = search(server, "zqgone");
    first.abort();
    expect(await gone).toBe("gone");
    expect(await follower).toMatchObject({ status: 200 });
    const later = await until(
      () => search(server, "zqgone"),
      ({ cacheStatus }) => cacheStatus === "marquee; hit",
    );
    expect(later.status).toBe(200);
    expect(upstream.calls).toHaveLength(1);
  });

  test("a call whose only caller goes away is kept for the next one", async () => {
    upstream.behaviour = delayed(500);
    const only = new AbortController();
    const gone = ask(server, "category=search&q=zqalone", { signal: only.signal }).catch(() => "gone");
    while (upstream.calls.length === 0) await pause(10);
    only.abort();
    expect(await gone).toBe("gone");
    await pause(1_000);
    expect(await search(server, "zqalone")).toMatchObject({ status: 200, cacheStatus: "marquee; hit" });
    expect(upstream.calls).toHaveLength(1);
  });

  test("requests for a stale key are all answered at once while one revalidation runs", async () => {
    await ask(server, "id=7");
    await until(
      () => ask(server, "id=7"),
      ({ cacheStatus }) => cacheStatus.startsWith("marquee; hit; ttl="),
    );
    await pause(200);
    upstream.calls.length = 0;
    // The revalidation never comes back: whoever waited for it would get no answer.
    upstream.behaviour = hang;
    const callers = Array.from({ length: CALLERS }, () => "id=7");
    const replies = await inLanes(CALLERS, callers, (query) => ask(server, query, ONCE));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(CALLERS);
    expect(replies.every(({ cacheStatus }) => cacheStatus.startsWith("marquee; hit; ttl="))).toBe(true);
    expect(upstream.calls).toHaveLength(1);
  });
});
