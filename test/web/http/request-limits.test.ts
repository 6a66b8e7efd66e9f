import { describe, expect, test, vi } from "vitest";
import { type RateLimiters, readConfig } from "../../../worker/config.ts";
import { Problem } from "../../../worker/contract/problem.ts";
import type { Caller } from "../../../worker/web/http/access.ts";
import { allowance } from "../../../worker/web/http/request-limits.ts";
import { checkSize } from "../../../worker/web/request-context.ts";

const KINDS: Readonly<Record<string, "api" | "tmdb" | "admin">> = { v1: "api", "3": "tmdb", admin: "admin" };
const DIGEST = "a".repeat(64);

/** Sets up rate limiters that allow one request per key, or as many as given, and record the keys. */
function setUp(settings: Record<string, string> = {}, allowed = 1) {
  const limitedKeys: string[] = [];
  const limiter = (name: string): RateLimit => ({
    async limit({ key }) {
      limitedKeys.push(`${name} ${key}`);
      return { success: limitedKeys.filter((seen) => seen === `${name} ${key}`).length <= allowed };
    },
  });
  const limiters = {
    API_LIMIT: limiter("api"),
    KEY_LIMIT: limiter("key"),
    PAGE_LIMIT: limiter("page"),
    TMDB_LIMIT: limiter("tmdb"),
    ADMIN_LIMIT: limiter("admin"),
  };
  const config = readConfig({ ASSETS: { fetch }, CATALOG_A: {}, ...settings } as unknown as Parameters<
    typeof readConfig
  >[0]);
  const log = vi.fn();
  const missingLimits = new Set<string>();
  interface Asked {
    readonly address?: string;
    readonly caller?: Caller;
    readonly bound?: RateLimiters;
  }
  return {
    asked: limitedKeys,
    log,
    ask: (path: string, { address, caller, bound = limiters }: Asked = {}) =>
      allowance(
        { kind: KINDS[path.split("/")[1] ?? ""] ?? "page", config, caller },
        {
          request: new Request(`https://marquee.example${path}`, {
            headers: address === undefined ? {} : { "CF-Connecting-IP": address },
          }),
          limiters: bound,
          missingLimits,
          log,
        },
      ),
  };
}

const address = "192.0.2.7";

describe("allowance()", () => {
  test("counts by IPv4 address or by IPv6 /64 block", async () => {
    const { ask, asked } = setUp();
    await ask("/v1/?q=a", { address });
    await ask("/v1/?q=a", { address: "2001:db8::1:2:3:4" });
    expect(asked).toEqual(["api 192.0.2.7", "api 2001:db8:0:0::/64"]);
  });

  describe("for requests to /3", () => {
    const tmdb = { UPSTREAM_DIALECT: "tmdb", UPSTREAM_API_KEY: "0123456789abcdef0123456789abcdef" };

    test("allows 600 requests a minute on the catalog", async () => {
      const { ask, asked } = setUp();
      await ask("/3/movie/1", { address });
      expect(await ask("/3/movie/1", { address })).toMatchObject({
        detail: expect.stringContaining(" 600 "),
      });
      expect(asked[0]).toBe("tmdb 192.0.2.7");
    });

    test("uses the limit of /v1 if TMDB is the source", async () => {
      const { ask, asked } = setUp({ ...tmdb, TMDB_API: "open" });
      await ask("/3/movie/1", { address });
      expect(asked).toEqual(["api 192.0.2.7"]);
    });
  });

  test("counts API requests and page requests separately", async () => {
    const { ask } = setUp();
    expect(await ask("/v1/?q=a", { address })).toBeNull();
    expect(await ask("/v1/?q=b", { address })).toMatchObject({ type: "rate-limited" });
    expect(await ask("/search?q=b", { address })).toBeNull();
  });

  test("counts by the digest of a key", async () => {
    const { ask, asked } = setUp();
    await ask("/3/movie/1", { address, caller: { digest: DIGEST, requests: null } });
    expect(asked).toEqual([`key ${DIGEST}`]);
  });

  test("reports the limit and the time to wait", async () => {
    const { ask } = setUp();
    await ask("/v1/");
    expect(await ask("/v1/")).toMatchObject({
      retryAfter: 60,
      detail: "Rate limit exceeded: 120 uncached requests in 60 seconds.",
    });
  });

  test("allows all requests when the binding fails, and logs once", async () => {
    const { ask, log } = setUp();
    const bound: RateLimiters = { PAGE_LIMIT: { limit: () => Promise.reject(new Error("down")) } };
    const results = [];
    for (const path of ["/v1/", "/v1/", "/search", "/search"]) results.push(await ask(path, { bound }));
    expect(results).toEqual([null, null, null, null]);
    expect(log.mock.calls.map(([line]) => line)).toEqual([
      { event: "rate-limit-missing", binding: "API_LIMIT", reason: "Error: not bound" },
      { event: "rate-limit-missing", binding: "PAGE_LIMIT", reason: "Error: down" },
    ]);
  });

  test("does not count with RATE_LIMIT=off", async () => {
    const { ask, asked } = setUp({ RATE_LIMIT: "off" });
    expect(await ask("/v1/")).toBeNull();
    expect(asked).toEqual([]);
  });

  test("counts by IP address for /admin", async () => {
    const { ask, asked } = setUp({}, 0);
    expect(await ask("/admin/purge", { address })).toMatchObject({
      type: "rate-limited",
      detail: "Rate limit exceeded: 10 attempts in 60 seconds.",
    });
    expect(asked).toEqual(["admin 192.0.2.7"]);
  });

  test("shares one limit between all clients without an IP address", async () => {
    const { ask, asked } = setUp();
    expect([await ask("/v1/?q=a"), await ask("/v1/?q=b")]).toEqual([null, expect.any(Problem)]);
    expect(asked).toEqual(["api unknown", "api unknown"]);
  });
});

describe("allowance() with a key of its own limit", () => {
  test.each([60, 150, 600, 1_200, 6_000])("allows %i of the binding's 600 requests", async (requests) => {
    const { ask } = setUp({}, 600);
    const caller = { digest: DIGEST, requests };
    for (let asked = 0; asked < requests; asked += 1) expect(await ask("/v1/", { caller })).toBeNull();
    expect(await ask("/v1/", { caller })).toMatchObject({
      detail: `Rate limit exceeded: ${requests} uncached requests in 60 seconds.`,
    });
  });
});

function refused(address: string, headers: Record<string, string>): string | null {
  try {
    checkSize(new Request(address, { headers }));
    return null;
  } catch (thrown) {
    return thrown instanceof Problem ? thrown.type : String(thrown);
  }
}

function many(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-header-${at}`, "1"]));
}

const HOME = "https://m.example/";

describe("checkSize()", () => {
  test.each<[string, string, Record<string, string>, string | null]>([
    ["2,048 bytes of address", HOME.padEnd(2_048, "x"), {}, null],
    ["one byte more", HOME.padEnd(2_049, "x"), {}, "address-too-long"],
    ["100 headers", HOME, many(100), null],
    ["101 headers", HOME, many(101), "headers-too-large"],
    ["32 KiB of headers", HOME, { cookie: "c".repeat(32 * 1024 - 6) }, null],
    ["2,048 letters that take more bytes each", `${HOME}?q=`.padEnd(1_500, "é"), {}, "address-too-long"],
    ["32 KiB in the names of headers", HOME, { ["x".repeat(32 * 1024 - 1)]: "11" }, "headers-too-large"],
    ["one byte more of headers", HOME, { cookie: "c".repeat(32 * 1024 - 5) }, "headers-too-large"],
  ])("checks a request of %s", (_name, address, headers, problem) => {
    expect(refused(address, headers)).toBe(problem);
  });
});
