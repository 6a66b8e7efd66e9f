import { describe, expect, test } from "vitest";
import type { CacheStatus } from "../../worker/cache/cache-status.ts";
import type { LogLine } from "../../worker/log.ts";
import { matchAddress, routeName } from "../../worker/web/addresses.ts";
import {
  cacheOutcome,
  createRequestLine,
  formatServerTiming,
  Observation,
  report,
  toDataPoint,
} from "../../worker/web/observe.ts";

/** Sets up an observation with a clock that the test can move. */
function setUp() {
  const clock = { now: 1_000 };
  return { clock, observation: new Observation(() => clock.now) };
}

async function logRoute(address: string): Promise<string> {
  const url = new URL(address);
  return routeName(url, await matchAddress(url));
}

async function logLine(address: string, observation: Observation, headers: Record<string, string> = {}) {
  const request = new Request(address, { headers });
  return createRequestLine({
    request,
    route: await logRoute(address),
    response: new Response(),
    observation,
  });
}

describe("report()", () => {
  test("omits keys, queries, ids and full IP addresses", async () => {
    const line = await logLine(
      "https://m.example/v1/?category=search&q=CANARY&api_key=CANARY",
      setUp().observation,
      {
        "CF-Connecting-IP": "203.0.113.77",
        Authorization: "Bearer CANARY",
        Cookie: "CANARY",
      },
    );
    expect(JSON.stringify(line)).not.toMatch(/CANARY|\.77/);
  });

  test("logs the route, the outcome and the durations", async () => {
    const { clock, observation } = setUp();
    await observation.time("cache", async () => {
      clock.now += 2;
    });
    observation.origin = "upstream";
    observation.upstreamStatus = 502;
    observation.databaseRegion = "WEUR";
    observation.noteCache("stale");
    clock.now += 40;

    expect(await logLine("https://m.example/v1/?id=603", observation)).toMatchObject({
      event: "request",
      method: "GET",
      route: "/v1?category=credits",
      status: 200,
      cache: "stale",
      origin: "upstream",
      databaseRegion: "WEUR",
      upstreamStatus: 502,
      cacheMs: 2,
      durationMs: 42,
    });
  });

  test("writes a data point to Analytics Engine", async () => {
    const point = toDataPoint(await logLine("https://m.example/nowhere", setUp().observation));
    expect(point.indexes).toEqual(["unmatched"]);
    expect(point.blobs).toEqual(["unmatched", "none", "none", "GET", ""]);
    expect(point.doubles).toEqual([200, 0, 0, 0, 0, 0]);
  });

  test("logs one in ten hits and all other requests", async () => {
    const draws = Array.from({ length: 100 }, (_, at) => at / 100);
    async function countLogged(cache: "hit" | "stale" | "miss", status: number) {
      const { observation } = setUp();
      observation.noteCache(cache);
      const line = { ...(await logLine("https://m.example/v1/?id=603", observation)), status };
      const lines: LogLine[] = [];
      for (const draw of draws) {
        report(line, { log: (one) => lines.push(one), analytics: undefined, random: () => draw });
      }
      return {
        lines: lines.length,
        intervals: [...new Set(lines.map(({ sampleInterval }) => sampleInterval))],
      };
    }
    const every = { lines: 100, intervals: [undefined] };
    expect(await countLogged("hit", 200)).toEqual({ lines: 10, intervals: [10] });
    expect(await countLogged("hit", 304)).toEqual({ lines: 10, intervals: [10] });
    expect(await countLogged("hit", 404)).toEqual(every);
    expect(await countLogged("stale", 200)).toEqual(every);
    expect(await countLogged("miss", 200)).toEqual(every);
    expect(await countLogged("miss", 503)).toEqual(every);
  });

  test("logs even if writing the data point fails", async () => {
    const events: string[] = [];
    const analytics = {
      writeDataPoint() {
        throw new Error("over the limit");
      },
    };
    report(await logLine("https://m.example/", setUp().observation), {
      log: ({ event }) => events.push(event),
      analytics,
      random: () => 0,
    });
    expect(events).toEqual(["request", "analytics-failed"]);
  });
});

describe("Server-Timing", () => {
  test("contains each phase once with its total duration", async () => {
    const { clock, observation } = setUp();
    for (const milliseconds of [3, 4]) {
      await observation.time("origin", async () => {
        clock.now += milliseconds;
      });
    }
    const failing = observation.time("render", async () => {
      clock.now += 5;
      throw new Error("no page");
    });
    await expect(failing).rejects.toThrow("no page");
    expect(formatServerTiming(observation)).toBe("origin;dur=7, render;dur=5, total;dur=12");
  });

  test("counts concurrent phases once", async () => {
    const { clock, observation } = setUp();
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reads = both.map(({ promise }) => observation.time("cache", () => promise));
    clock.now += 3;
    both[0]?.resolve();
    await reads[0];
    clock.now += 4;
    both[1]?.resolve();
    await reads[1];
    expect(formatServerTiming(observation)).toBe("cache;dur=7, total;dur=7");
  });
});

describe("routeName()", () => {
  test.each([
    ["/v1/?category=search&q=alien", "/v1?category=search"],
    ["/v1?id=603", "/v1?category=credits"],
    ["/v1/?category=CANARY", "/v1"],
    ["/v1/openapi.json", "/v1/openapi.json"],
    ["/fr/title/603/the-matrix-1999/credits", "/title/{id}/{slug}/credits"],
    ["/images/342/1999/03/x.jpg", "/images/{width}/{path}"],
    ["/wp-login.php", "unmatched"],
  ])("maps %s to %s", async (address, template) => {
    expect(await logRoute(`https://m.example${address}`)).toBe(template);
  });
});

describe("cacheOutcome()", () => {
  test.each<[CacheStatus, boolean, string]>([
    [{ hit: true }, true, "hit"],
    [{ hit: true, ttl: 30 }, true, "hit"],
    [{ hit: true, ttl: -4 }, true, "stale"],
    [{ fwd: "stale", fwdStatus: 502 }, true, "stale"],
    [{ fwd: "stale", stored: true }, true, "miss"],
    [{ fwd: "stale", fwdStatus: 502, detail: "connection" }, true, "stale"],
    [{ fwd: "uri-miss", fwdStatus: 502, detail: "catalog" }, true, "miss"],
    [{ fwd: "uri-miss", stored: true }, true, "miss"],
    [{ fwd: "stale", fwdStatus: 502 }, false, "miss"],
  ])("maps %j with isServed=%j to %s", (status, served, outcome) => {
    expect(cacheOutcome(status, served)).toBe(outcome);
  });

  test("returns the worst outcome of several lookups", () => {
    const { observation } = setUp();
    for (const outcome of ["hit", "miss", "stale"] as const) observation.noteCache(outcome);
    expect(observation.cache).toBe("miss");
  });
});
