/** A share card counts towards the limit of pages when it is drawn, and only then. */
import { describe, expect, test, vi } from "vitest";
import type { StoredResponse } from "../../worker/cache/stored-response.ts";
import { type RateLimiters, readConfig } from "../../worker/config.ts";
import { allowance } from "../../worker/http/request-limits.ts";
import type { RequestContext } from "../../worker/routes/request-context.ts";
import { shareCard } from "../../worker/routes/stored-page.ts";

const ADDRESS = "https://marquee.example/share/34/12-angry-men-1957.png";
const config = readConfig({ ASSETS: { fetch } } as unknown as Parameters<typeof readConfig>[0]);

/** A caller that the limit of pages admits so many times. */
function setUp(admitted: number, stored: StoredResponse | null = null) {
  const limit = vi.fn(async () => ({ success: limit.mock.calls.length <= admitted }));
  const limiters: RateLimiters = { PAGE_LIMIT: { limit } };
  const request = new Request(ADDRESS);
  const services = {
    allowance: allowance({ request, kind: "page", config, limiters, missing: new Set(), log: vi.fn() }),
    pages: { get: async () => stored },
    keys: { page: () => ADDRESS },
    invalidations: { confirms: () => true },
  };
  const context = {
    url: new URL(ADDRESS),
    env: {},
    now: Date.now,
    site: { origin: "https://marquee.example" },
    observation: { noteCache: vi.fn() },
    services: () => services,
  } as unknown as RequestContext;
  const draw = vi.fn(async () => new Response(null, { status: 404 }));
  return { limit, draw, ask: () => shareCard(request, context, draw) };
}

describe("a share card", () => {
  test("is not drawn for a caller over the limit, who is told so in JSON", async () => {
    const { ask, draw } = setUp(1);
    expect((await ask()).status).toBe(404);
    const refused = await ask();
    expect(draw).toHaveBeenCalledTimes(1);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Content-Type")).toBe("application/problem+json");
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect(refused.headers.get("RateLimit-Policy")).toContain('"page"');
  });

  test("that is stored counts towards no limit", async () => {
    const { ask, limit } = setUp(0, {
      outcome: "found",
      body: new Uint8Array(4),
      contentType: "image/png",
      entityTag: '"card"',
      more: false,
      remark: null,
      storedAt: Date.now(),
      freshUntil: Date.now() + 60_000,
      notFoundAt: 0,
      tags: ["page", "title-34"],
      sourceVersion: null,
    });
    expect((await ask()).status).toBe(200);
    expect(limit).not.toHaveBeenCalled();
  });
});
