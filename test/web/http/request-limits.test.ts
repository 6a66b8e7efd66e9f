import { describe, expect, test, vi } from "vitest";
import { type RateLimiters, readConfig } from "../../../worker/config.ts";
import { createKey } from "../../../worker/contract/key.ts";
import { Problem } from "../../../worker/contract/problem.ts";
import { allowance } from "../../../worker/web/http/request-limits.ts";
import { checkSize } from "../../../worker/web/request-context.ts";

const KEYED = { ACCESS: "keyed", CLIENT_KEYS: "a".repeat(64) };

const KINDS: Readonly<Record<string, "api" | "tmdb" | "admin">> = { v1: "api", "3": "tmdb", admin: "admin" };

/** Sets up rate limiters that allow one request per key, and record the keys. */
function setUp(settings: Record<string, string> = {}) {
  const limitedKeys: string[] = [];
  const limiter = (name: string): RateLimit => ({
    async limit({ key }) {
      const seen = limitedKeys.includes(`${name} ${key}`);
      limitedKeys.push(`${name} ${key}`);
      return { success: !seen };
    },
  });
  const limiters = {
    API_LIMIT: limiter("api"),
    KEY_LIMIT: limiter("key"),
    PAGE_LIMIT: limiter("page"),
    TMDB_LIMIT: limiter("tmdb"),
  };
  const config = readConfig({ ASSETS: { fetch }, CATALOG_A: {}, ...settings } as unknown as Parameters<
    typeof readConfig
  >[0]);
  const log = vi.fn();
  const missingLimits = new Set<string>();
  return {
    asked: limitedKeys,
    log,
    ask: (path: string, headers: Record<string, string> = {}, bound: RateLimiters = limiters) =>
      allowance({
        request: new Request(`https://marquee.example${path}`, { headers }),
        kind: KINDS[path.split("/")[1] ?? ""] ?? "page",
        config,
        limiters: bound,
        isolate: { missingLimits },
        log,
      }),
  };
}

describe("allowance()", () => {
  test("counts by IPv4 address or by IPv6 /64 block", async () => {
    const { ask, asked } = setUp();
    await ask("/v1/?q=a", { "CF-Connecting-IP": "192.0.2.7" });
    await ask("/v1/?q=a", { "CF-Connecting-IP": "2001:db8::1:2:3:4" });
    expect(asked).toEqual(["api 192.0.2.7", "api 2001:db8:0:0::/64"]);
  });

  describe("for requests to /3", () => {
    const caller = { "CF-Connecting-IP": "192.0.2.7" };
    const tmdb = { UPSTREAM_DIALECT: "tmdb", UPSTREAM_API_KEY: "0123456789abcdef0123456789abcdef" };

    test("allows 600 requests a minute on the catalog", async () => {
      const { ask, asked } = setUp();
      await ask("/3/movie/1", caller);
      expect(await ask("/3/movie/1", caller)).toMatchObject({ rateLimitPolicy: '"tmdb";q=600;w=60' });
      expect(asked[0]).toBe("tmdb 192.0.2.7");
    });

    test("uses the limit of /v1 if TMDB is the source", async () => {
      const { ask, asked } = setUp({ ...tmdb, TMDB_API: "open" });
      await ask("/3/movie/1", caller);
      expect(asked).toEqual(["api 192.0.2.7"]);
    });

    test("counts by key when a key is required", async () => {
      const { ask, asked } = setUp({ ...KEYED, ACCESS: "open", TMDB_API: "keyed" });
      await ask("/3/movie/1?api_key=one");
      await ask("/v1/?q=a", caller);
      expect(asked).toEqual([expect.stringMatching(/^key /), "api 192.0.2.7"]);
    });
  });

  test("counts API requests and page requests separately", async () => {
    const { ask } = setUp();
    const caller = { "CF-Connecting-IP": "192.0.2.7" };
    expect(await ask("/v1/?q=a", caller)).toBeNull();
    expect(await ask("/v1/?q=b", caller)).toMatchObject({ type: "rate-limited" });
    expect(await ask("/search?q=b", caller)).toBeNull();
  });

  test("counts by key without revealing the key to the limiter", async () => {
    const { ask, asked } = setUp(KEYED);
    const [one, other] = [createKey(random), createKey(random)];
    expect(await ask(`/v1/?api_key=${one}`)).toBeNull();
    expect(await ask("/v1/", { Authorization: `Bearer ${one}` })).not.toBeNull();
    expect(await ask(`/v1/?api_key=${other}`)).toBeNull();
    expect(asked.join("\n")).not.toContain(one);
  });

  test("reports the limit and the time to wait", async () => {
    const { ask } = setUp();
    await ask("/v1/");
    expect(await ask("/v1/")).toMatchObject({ retryAfter: 60, rateLimitPolicy: '"address";q=120;w=60' });
  });

  test("allows all requests when the binding fails, and logs once", async () => {
    const { ask, log } = setUp();
    const failing: RateLimiters = { PAGE_LIMIT: { limit: () => Promise.reject(new Error("down")) } };
    const results = [];
    for (const path of ["/v1/", "/v1/", "/search", "/search"]) results.push(await ask(path, {}, failing));
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
});

describe("allowance() for /admin", () => {
  test("counts by IP address even with a valid key", async () => {
    const asked: string[] = [];
    const limit = async ({ key }: { key: string }) => {
      asked.push(key);
      return { success: false };
    };
    const caller = { "CF-Connecting-IP": "192.0.2.7", Authorization: `Bearer ${createKey(random)}` };
    const problem = await setUp(KEYED).ask("/admin/purge", caller, { ADMIN_LIMIT: { limit } });
    expect(problem).toMatchObject({
      type: "rate-limited",
      rateLimitPolicy: '"admin";q=10;w=60',
      detail: "Rate limit exceeded: 10 attempts in 60 seconds.",
    });
    expect(asked).toEqual(["192.0.2.7"]);
  });
});

describe("allowance() without an IP address", () => {
  test("shares one limit between all clients", async () => {
    const { ask, asked } = setUp();
    expect(await ask("/v1/?q=a")).toBeNull();
    expect(await ask("/v1/?q=b")).toMatchObject({
      detail: "Rate limit exceeded: 120 uncached requests in 60 seconds.",
    });
    expect(asked).toEqual(["api unknown", "api unknown"]);
  });
});

function random(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}

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
