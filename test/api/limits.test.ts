import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "../../worker/contract/limits.ts";
import { sharedServer } from "../product/server.ts";

test("the limits said to callers are those set in wrangler.toml", () => {
  const settings = readFileSync("wrangler.toml", "utf8");
  const bound = [
    ...settings.matchAll(
      /name = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+), period = (\d+) \}/g,
    ),
  ].map(([, binding, requests, seconds]) => ({
    binding,
    requests: Number(requests),
    seconds: Number(seconds),
  }));
  expect(bound).toEqual(
    Object.values(LIMITS).map(({ binding, requests, seconds }) => ({ binding, requests, seconds })),
  );
});

const server = sharedServer();

describe("a caller over the limit", () => {
  let refused: Response;

  const search = (text: string) => fetch(`${server.url}/v1/?category=search&q=${text}`);

  beforeAll(async () => {
    await search("alien");
    // The window follows the clock, so one that begins in the midst of this may admit as many again.
    for (let asked = 0; asked < 3 * LIMITS.address.requests; asked++) {
      refused = await search(`word${asked}`);
      if (refused.status !== 200) break;
    }
  });

  test("gets 429 with the time to wait and the policy, readable for any site", async () => {
    expect(refused.status).toBe(429);
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      "retry-after": "60",
      "ratelimit-policy": '"address";q=120;w=60',
      "cache-control": "no-store",
      "cache-status": "marquee; detail=rate-limited",
      "access-control-allow-origin": "*",
    });
    expect(await refused.json()).toMatchObject({ type: `${server.url}/problems/rate-limited`, status: 429 });
  });

  test("still gets what the edge has, since that costs nothing", async () => {
    const response = await search("alien");
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Status")).toMatch(/^marquee; hit/);
  });

  test("still gets pages", async () => {
    const response = await fetch(`${server.url}/search?q=nosferatu`);
    expect(response.status).not.toBe(429);
  });
});

describe("sitemaps", () => {
  test("count towards the limit of pages", { timeout: 180_000 }, async () => {
    const made = (part: number) => fetch(`${server.url}/sitemaps/${part}.xml?part=${part}`);
    let refused: Response | undefined;
    // Parts past the end cost a query as well. The window follows the clock, so there may be two.
    for (let part = 100; refused === undefined && part < 100 + 3 * LIMITS.page.requests; part += 20) {
      const responses = await Promise.all(Array.from({ length: 20 }, (_, at) => made(part + at)));
      await Promise.all(responses.map((response) => response.arrayBuffer()));
      refused = responses.find(({ status }) => status === 429);
    }
    expect(refused?.headers.get("RateLimit-Policy")).toBe('"page";q=600;w=60');
  });
});
