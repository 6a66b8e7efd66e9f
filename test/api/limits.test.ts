import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "../../worker/contract/limits.ts";
import { sharedServer } from "../product/server.ts";

describe("documented limits", () => {
  test("match those in wrangler.toml", () => {
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
});

/**
 * The limits are low so that they are reached quickly. Their windows follow the clock, so a new window may begin
 * during a test.
 */
const server = sharedServer({}, undefined, { [LIMITS.address.binding]: 3, [LIMITS.page.binding]: 6 });

async function findFirstRejection(ask: (turn: number) => Promise<Response>): Promise<Response | undefined> {
  for (let turn = 0; turn < 20; turn++) {
    const response = await ask(turn);
    if (response.status === 429) return response;
    await response.arrayBuffer();
  }
  return undefined;
}

describe("client above the rate limit", () => {
  let refused: Response | undefined;

  const search = (text: string) => fetch(`${server.url}/v1/?category=search&q=${text}`);

  beforeAll(async () => {
    await search("alien");
    refused = await findFirstRejection((turn) => search(`word${turn}`));
  });

  test("receives 429 with Retry-After and the rate limit policy", async () => {
    expect(Object.fromEntries(refused?.headers ?? [])).toMatchObject({
      "retry-after": "60",
      "ratelimit-policy": '"address";q=120;w=60',
      "cache-control": "no-store",
      "cache-status": "marquee; detail=rate-limited",
      "access-control-allow-origin": "*",
    });
    expect(await refused?.json()).toMatchObject({ type: `${server.url}/problems/rate-limited`, status: 429 });
  });

  test("still receives stored responses", async () => {
    const response = await search("alien");
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Status")).toMatch(/^marquee; hit/);
  });

  test("still receives pages", async () => {
    const response = await fetch(`${server.url}/search?q=nosferatu`);
    expect(response.status).not.toBe(429);
  });
});

describe("sitemaps", () => {
  test("count towards the rate limit for pages", async () => {
    // A request for a missing sitemap counts as well, because it queries the database.
    const refused = await findFirstRejection((turn) => fetch(`${server.url}/sitemaps/${100 + turn}.xml`));
    expect(refused?.headers.get("RateLimit-Policy")).toBe('"page";q=600;w=60');
  });
});
