/**
 * Tests that stored responses remain available during an outage, and that other requests fail within the deadline.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { ask, askAt, askUntil, inLanes, type Reply, search, uniqueQueries } from "../faults/asking.ts";
import * as upstreams from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";
import { DIALECTS, type TestedDialect } from "../faults/dialects.ts";
import type { Behaviour, FaultyUpstream } from "../faults/upstream.ts";
import type { Server } from "./server.ts";

const FRESHNESS = {
  SEARCH_FRESHNESS: "max-age=0, stale-if-error=1000",
  CREDITS_FRESHNESS: "max-age=0, stale-while-revalidate=1000, stale-if-error=1000",
};

/** Upstream behaviours with responses that never end by themselves, so that the deadline must end them. */
const WITHOUT_END: readonly [name: string, behaviour: Behaviour][] = [
  ["never answers", upstreams.hang],
  ["never ends its response", upstreams.hangInBody],
  ["sends a byte every 100 ms", upstreams.drip],
];

/** Failures that need a real connection, and one of each kind that test/upstream and test/source/transport cover. */
const BAD: readonly [name: string, behaviour: Behaviour][] = [
  ["resets the connection", upstreams.reset],
  ["sends 500", upstreams.status(500)],
  ["breaks off in the body", upstreams.truncated],
  ["breaks off in a chunk", upstreams.truncatedChunk],
  ["sends 100 and then nothing", upstreams.interimThenHang(100)],
  ["sends 103 and then nothing", upstreams.interimThenHang(103)],
  ["sends broken gzip", upstreams.badGzip],
  ["sends 64 MB", upstreams.huge],
  ["sends a gzip bomb", upstreams.gzipBomb],
  ["sends HTML as JSON", upstreams.json("<h1>Hello</h1>")],
  ["sends invalid UTF-8", upstreams.json(Buffer.from('[{"id":1,"title":"\xff\xfe"}]', "latin1"))],
  ["sends another shape", upstreams.json('{"titles":[]}')],
];

/** Matches failures in the body. They do not count as failures for /3, because it does not parse bodies. */
const OF_A_BODY = /sends 500|in the body|bomb|HTML as JSON|UTF-8/;

interface Subject {
  readonly dialect: TestedDialect;
  readonly asks: (server: Server, word: string) => Promise<Reply>;
  /** Returns the key of the upstream call for a word. */
  readonly keyOf: (word: string) => string;
  /** The media type of problems. */
  readonly errors: string;
  /** Returns text that a successful response for the word contains. */
  readonly good: (word: string) => string;
}

const V1: Subject = {
  dialect: DIALECTS[0],
  asks: search,
  keyOf: (word) => word,
  errors: "application/problem+json",
  good: (word) => word,
};

const readNumber = (word: string) =>
  [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7) + 1;

/** /3 passes bodies on without parsing them. */
const TMDB_API: Subject = {
  dialect: DIALECTS[1],
  asks: (server, word) => askAt(server, `/3/movie/${readNumber(word)}?append_to_response=credits`),
  keyOf: (word) => String(2 * readNumber(word)),
  errors: "application/json;charset=utf-8",
  good: () => "A Person",
};

const SLOW = { timeout: "700", outages: WITHOUT_END, status: 504 };
const FAST = { timeout: "30000", status: 502 };

/**
 * One failure of each kind is enough for TMDB's dialect, because failures are detected before the dialect matters.
 */
describe.each([
  { name: "contract, endless responses", subject: V1, ...SLOW },
  { name: "contract, bad responses", subject: V1, outages: BAD, ...FAST },
  {
    name: "TMDB dialect, bad responses",
    subject: { ...V1, dialect: DIALECTS[1] },
    outages: BAD.slice(0, 3),
    ...FAST,
  },
  { name: "/3, endless responses", subject: TMDB_API, ...SLOW },
  {
    name: "/3, bad responses",
    subject: TMDB_API,
    outages: BAD.filter(([name]) => OF_A_BODY.test(name)),
    ...FAST,
  },
])("API during an outage ($name)", ({ subject, timeout, outages, status }) => {
  const { SEARCH_FRESHNESS } = FRESHNESS;
  const freshness = { SEARCH_FRESHNESS, CREDITS_FRESHNESS: SEARCH_FRESHNESS };
  const { dialect, asks, keyOf, errors, good } = subject;
  /** The behaviours by key. The upstream responds normally to all other keys. */
  const behaviours = new Map<string, Behaviour>();
  const behind = sharedBehindFaults(
    { ...freshness, UPSTREAM_TIMEOUT_MS: timeout, TMDB_API: "open" },
    {
      dialect,
      behaviour(socket, call) {
        const key = call.parameters.get("q") ?? call.parameters.get("id") ?? "";
        (behaviours.get(key) ?? upstreams.wellBehaved)(socket, call);
      },
    },
  );
  const isSlow = outages === WITHOUT_END;

  // The tests run concurrently, so that their deadlines end together. No more than ten fail in a row, because that
  // would open the circuit.
  describe.each(outages)("when the upstream %s", { concurrent: isSlow }, (name, behaviour) => {
    const known = `zq${name.replaceAll(/\W/g, "")}`;
    const unknown = `${known}new`;

    test("serves stored responses as stale", async () => {
      const before = await askUntil(() => asks(behind.server, known), isGood);
      behaviours.set(keyOf(known), behaviour);
      const during = await asks(behind.server, known);
      expect(during).toMatchObject({ status: 200, body: before.body });
      expect(during.cacheStatus).toMatch(
        /^marquee; (fwd=stale; fwd-status=\d{3}(; detail=.+)?|hit; ttl=-?\d+; detail=.+)$/,
      );
    });

    test("returns a problem for other requests until the upstream recovers", async () => {
      behaviours.set(keyOf(unknown), behaviour);
      const during = await asks(behind.server, unknown);
      expect([status, 503]).toContain(during.status);
      expect(during.headers.get("Content-Type")).toBe(errors);
      expect(during.headers.get("Cache-Control")).toBe("no-store");
      behaviours.delete(keyOf(unknown));
      const after = await askUntil(() => asks(behind.server, unknown), isGood);
      expect(after.body).toContain(good(unknown));
    });
  });
});

describe("API during any outage", () => {
  const behind = sharedBehindFaults(FRESHNESS);
  let server: Server;
  let upstream: FaultyUpstream;

  beforeAll(() => {
    ({ server, upstream } = behind);
  });

  test("treats a refused connection like other failures", async () => {
    upstream.behaviour = upstreams.wellBehaved;
    const before = await askUntil(() => search(server, "zqrefused"), isGood);
    await upstream.refuse();
    expect(await search(server, "zqrefused")).toMatchObject({ status: 200, body: before.body });
    expect((await search(server, "zqrefusednew")).status).toBe(502);
    await upstream.listen();
    await askUntil(() => search(server, "zqrefusednew"), isGood);
  });

  test("does not probe the upstream on every stale hit", async () => {
    upstream.behaviour = upstreams.wellBehaved;
    await askUntil(() => search(server, "zqprobed"), isGood);
    upstream.behaviour = upstreams.status(500);
    upstream.calls.length = 0;
    const began = Date.now();
    const replies = await inLanes(1, Array(50).fill("zqprobed"), (text) => search(server, text));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50);
    const calls = upstream.calls.length;
    // A stale response allows one request to the upstream every two seconds.
    expect(calls).toBeLessThanOrEqual(1 + (Date.now() - began) / 2_000);
    expect(
      replies.filter(({ cacheStatus }) => cacheStatus.endsWith("; detail=failed-recently")),
    ).toHaveLength(replies.length - calls);
  });

  test("serves stored responses while successes and failures alternate", async () => {
    upstream.behaviour = upstreams.wellBehaved;
    const warm = uniqueQueries(20, "flap");
    await inLanes(4, warm, (text) => askUntil(() => search(server, text), isGood));
    upstream.behaviour = upstreams.alternate(upstreams.wellBehaved, upstreams.status(500));
    for (let round = 0; round < 5; round++) {
      const replies = await inLanes(4, warm, (text) => search(server, text));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(warm.length);
    }
  });

  test("ignores the Date, Age and Expires headers of the upstream", async () => {
    upstream.behaviour = upstreams.withHeaders({
      Date: "Thu, 01 Jan 1970 00:00:00 GMT",
      Age: "999999999",
      Expires: "Thu, 01 Jan 1970 00:00:00 GMT",
      "Cache-Control": "no-store",
    });
    const first = await askUntil(() => ask(server, "id=1970"), isGood);
    expect(first.headers.get("CDN-Cache-Control")).toContain("stale-while-revalidate=1000");
    upstream.behaviour = upstreams.hang;
    const second = await ask(server, "id=1970");
    expect(second).toMatchObject({ status: 200, body: first.body });
    const [, left] = /stale-while-revalidate=(\d+)/.exec(second.headers.get("CDN-Cache-Control") ?? "") ?? [];
    expect(Number(left)).toBeGreaterThan(900);
  });
});

function isGood({ status }: Reply): boolean {
  return status === 200;
}
