/**
 * Tests a deployment whose D1 quota is spent. Both caches still serve responses, and other requests fail with a
 * problem until midnight UTC.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logLines } from "../printed-log.ts";
import { type BehindFront, behindFront, HOST, startClock } from "./behind-front.ts";
import { type Deployment, startDeployment } from "./location.ts";

const TOKEN = "token-of-this-test";
const PAGE = "/title/61/stalker-1979";
const ADDRESSES = ["/v1/?category=credits&id=61", "/v1/titles/61", PAGE];
const DAY = 86_400;

const clock = startClock();
let deployment: Deployment;
let site: BehindFront;

beforeAll(async () => {
  deployment = await startDeployment({ settings: { SITE_URL: HOST, ADMIN_TOKEN: TOKEN }, catalog: true });
  site = behindFront(deployment, clock);
  // Moves the clock forward to an hour before midnight UTC. Moving it back would break the rate limit of purges in
  // the CDN cache.
  clock.pass((2 * DAY - 3_600 - ((clock.now() / 1_000) % DAY)) % DAY);
  for (const address of ADDRESSES) await site.ask(address);
  await deployment.here.readFrom("spent");
  clock.pass(30);
});
afterAll(() => deployment.stop());

describe("deployment whose D1 quota is spent", () => {
  test("serves responses from the CDN cache", async () => {
    for (const address of ADDRESSES) expect((await site.ask(address)).front, address).toBe("HIT");
  });

  test("fills the CDN cache from our own store for a minute", async () => {
    site.front.purge({ purgeEverything: true });
    for (const address of ADDRESSES) {
      const fronts = [await site.ask(address), await site.ask(address)].map(({ front }) => front);
      expect(fronts, address).toEqual(["MISS", "HIT"]);
    }
    clock.pass(60);
    for (const address of ADDRESSES) expect((await site.ask(address)).status, address).toBe(200);
  });

  test("responds with a problem to uncached requests until midnight UTC", async () => {
    for (const address of ["/v1/?category=credits&id=30", "/title/30/seven-samurai-1954"]) {
      const { status, headers, front } = await site.ask(address);
      expect([status, front], address).toEqual([503, "BYPASS"]);
      const midnight = clock.now() / 1_000 + Number(headers.get("Retry-After"));
      expect(midnight % DAY, address).toBeLessThan(1);
      expect(midnight - clock.now() / 1_000).toBeLessThan(3_600);
    }
    const events = logLines(deployment.printed()).map(({ event }) => event);
    const failures = new Set(events.filter((event) => event !== "request"));
    expect([...failures]).toEqual(["quota-spent"]);
  });

  test("reports the spent quota at /healthz", async () => {
    const { status, body } = await site.ask("/healthz");
    expect([status, JSON.parse(body)]).toEqual([
      503,
      expect.objectContaining({ status: "down", quota: "spent" }),
    ]);
  });

  test.each([{ tags: ["title-61"] }, { stale: true }])("rejects the purge %j", async (body) => {
    const refused = await site.purge(TOKEN, body);
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 60]).toEqual([503, true]);
  });

  test("recovers after midnight UTC", async () => {
    clock.pass(3_600);
    await deployment.here.readFrom("primary");
    await site.ask("/healthz");
    const fronts = [
      await site.ask("/v1/?category=credits&id=30"),
      await site.ask("/v1/?category=credits&id=30"),
    ];
    expect(fronts.map(({ status, front }) => [status, front])).toEqual([
      [200, "MISS"],
      [200, "HIT"],
    ]);
  });
});
