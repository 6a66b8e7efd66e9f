/** What was seen before is served, whatever has become of the upstream; what was not gets a prompt problem. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, inLanes, search, texts, until } from "../faults/asking.ts";
import * as upstreams from "../faults/behaviours.ts";
import { DIALECTS } from "../faults/dialects.ts";
import { type Behaviour, type FaultyUpstream, startFaultyUpstream } from "../faults/upstream.ts";
import { type Server, startServer } from "./server.ts";

describe.each(DIALECTS)("an upstream of the dialect $name", (dialect) => {
  let upstream: FaultyUpstream;
  let server: Server;

  const OUTAGES: readonly [name: string, behaviour: Behaviour, status: number][] = [
    ["resets the connection", upstreams.reset, 502],
    ["never answers", upstreams.hang, 504],
    ["never ends its answer", upstreams.hangInBody, 504],
    ["sends a byte every 100 ms", upstreams.drip, 504],
    ["answers 100 and then nothing", upstreams.interimThenHang(100), 502],
    ["answers 103 and then nothing", upstreams.interimThenHang(103), 502],
    ["answers 500", upstreams.status(500), 502],
    ["answers 503", upstreams.status(503), 502],
    ["answers 429", upstreams.status(429), 502],
    ["answers 401", upstreams.status(401), 502],
    ["breaks off in the body", upstreams.truncated, 502],
    ["breaks off in a chunk", upstreams.truncatedChunk, 502],
    ["sends broken gzip", upstreams.badGzip, 502],
    ["sends 64 MB", upstreams.huge, 502],
    ["sends a gzip bomb", upstreams.gzipBomb, 502],
    ["sends four million brackets", upstreams.deeplyNested, 502],
    ["sends HTML with 200", upstreams.respond(200, { "Content-Type": "text/html" }, "<h1>Hello</h1>"), 502],
    ["sends HTML as JSON", upstreams.json("<h1>Hello</h1>"), 502],
    ["sends invalid UTF-8", upstreams.json(Buffer.from('[{"id":1,"title":"\xff\xfe"}]', "latin1")), 502],
    ["sends another shape", upstreams.json('{"titles":[]}'), 502],
    ["sends an error with 200", upstreams.json('{"error":"quota"}'), 502],
    ["redirects", upstreams.status(302, { Location: "/v1/elsewhere" }), 502],
    ["answers 206", upstreams.status(206), 502],
    ["answers a 304 nobody asked for", upstreams.status(304), 502],
  ];

  beforeAll(async () => {
    upstream = await startFaultyUpstream(upstreams.wellBehaved);
    server = await startServer({
      ...dialect.settings(upstream),
      UPSTREAM_TIMEOUT_MS: "1000",
      SEARCH_FRESHNESS: "max-age=0, stale-if-error=1000",
      CREDITS_FRESHNESS: "max-age=0, stale-while-revalidate=1000, stale-if-error=1000",
      RATE_LIMIT: "off",
    });
  });
  afterAll(async () => {
    await server.stop();
    await upstream.close();
  });

  describe.each(OUTAGES)("when the upstream %s", (name, behaviour, status) => {
    const word = name.replaceAll(/\W/g, "");

    test("what it gave before is served, and said to be stale", async () => {
      upstream.behaviour = upstreams.wellBehaved;
      const before = await until(() => search(server, `zq${word}`), answers);
      upstream.behaviour = behaviour;
      const during = await search(server, `zq${word}`);
      expect(during).toMatchObject({ status: 200, body: before.body });
      expect(during.cacheStatus).toMatch(
        /^marquee; (fwd=stale; fwd-status=\d{3}(; detail=.+)?|hit; ttl=-?\d+; detail=.+)$/,
      );
    });

    test("what it never gave is a problem within the deadline, and the next good answer is given", async () => {
      upstream.behaviour = behaviour;
      const during = await search(server, `zqnew${word}`);
      expect([status, 503]).toContain(during.status);
      expect(during.headers.get("Content-Type")).toBe("application/problem+json");
      expect(during.headers.get("Cache-Control")).toBe("no-store");
      upstream.behaviour = upstreams.wellBehaved;
      const after = await until(() => search(server, `zqnew${word}`), answers);
      expect(JSON.parse(after.body)).toMatchObject([{ title: `zqnew${word}` }]);
    });
  });

  test("a refused connection is an outage like any other", async () => {
    upstream.behaviour = upstreams.wellBehaved;
    const before = await until(() => search(server, "zqrefused"), answers);
    await upstream.refuse();
    expect(await search(server, "zqrefused")).toMatchObject({ status: 200, body: before.body });
    expect((await search(server, "zqrefusednew")).status).toBe(502);
    await upstream.listen();
    await until(() => search(server, "zqrefusednew"), answers);
  });

  test("an outage is not probed on every request for a stale key", async () => {
    upstream.behaviour = upstreams.wellBehaved;
    await until(() => search(server, "zqprobed"), answers);
    upstream.behaviour = upstreams.status(500);
    upstream.calls.length = 0;
    const replies = await inLanes(1, Array(50).fill("zqprobed"), (text) => search(server, text));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(upstream.calls.length).toBeLessThan(10);
    expect(replies.at(-1)?.cacheStatus).toMatch(/; detail=failed-recently$/);
  });

  test("while success and failure alternate, warm keys are answered with 200", async () => {
    upstream.behaviour = upstreams.wellBehaved;
    const warm = texts(20, "flap");
    await inLanes(4, warm, (text) => until(() => search(server, text), answers));
    upstream.behaviour = upstreams.inTurn(upstreams.wellBehaved, upstreams.status(500));
    for (let round = 0; round < 5; round++) {
      const replies = await inLanes(4, warm, (text) => search(server, text));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(warm.length);
    }
  });

  test("our own clock counts: neither a date of 1970 nor an absurd Age makes an answer old", async () => {
    upstream.behaviour = upstreams.withHeaders({
      Date: "Thu, 01 Jan 1970 00:00:00 GMT",
      Age: "999999999",
      Expires: "Thu, 01 Jan 1970 00:00:00 GMT",
      "Cache-Control": "no-store",
    });
    const first = await until(() => ask(server, "id=1970"), answers);
    expect(first.headers.get("CDN-Cache-Control")).toContain("stale-while-revalidate=1000");
    upstream.behaviour = upstreams.hang;
    const second = await ask(server, "id=1970");
    expect(second).toMatchObject({ status: 200, body: first.body });
    const [, left] = /stale-while-revalidate=(\d+)/.exec(second.headers.get("CDN-Cache-Control") ?? "") ?? [];
    expect(Number(left)).toBeGreaterThan(900);
  });

  // TMDB's ids are none of the catalog's, which then never answers in its place.
  if (dialect.name === "contract") {
    test("the last resort has what the upstream failed to give, marked, and nothing of it is stored", async () => {
      upstream.behaviour = upstreams.status(500);
      const during = await search(server, "nosferatu");
      expect(during.status).toBe(200);
      expect(during.cacheStatus).toBe("marquee; fwd=uri-miss; fwd-status=500; detail=catalog");
      expect(during.body).toContain("Nosferatu");
      for (const path of ["/v1/?category=search&q=nosferatu", "/search?q=nosferatu"]) {
        const { headers } = await fetch(new URL(path, server.url));
        expect(headers.get("Cache-Control"), path).toBe("no-store");
        expect(headers.get("CDN-Cache-Control") ?? "no-store", path).toBe("no-store");
      }
      upstream.behaviour = upstreams.wellBehaved;
      const after = await until(
        () => search(server, "nosferatu"),
        ({ cacheStatus }) => cacheStatus.includes("stored"),
      );
      expect(JSON.parse(after.body)).toMatchObject([{ title: "nosferatu" }]);
    });

    test("what the last resort does not know is no empty answer but the outage it is", async () => {
      upstream.behaviour = upstreams.status(500);
      expect((await search(server, "zqnowhere")).status).toBe(502);
      expect((await ask(server, "id=9007199254740991")).status).toBe(502);
    });
  }

  function answers({ status }: { status: number }): boolean {
    return status === 200;
  }
});
