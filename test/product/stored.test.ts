/** What the built Worker says of its own store. */
import { describe, expect, inject, test } from "vitest";

const target = inject("target");

function get(query: string, init?: RequestInit): Promise<Response> {
  return fetch(`${target}/v1/?${query}`, { redirect: "manual", ...init });
}

describe("every answer", () => {
  test("is first a miss, then a hit with the same bytes and tag, then a 304", async () => {
    const query = `category=search&q=casablanca&page=${Math.ceil(Math.random() * 1e9)}`;
    const miss = await get(query);
    expect(miss.headers.get("Cache-Status")).toBe("marquee; fwd=uri-miss; stored");
    const body = await miss.text();

    const hit = await untilStored(query);
    expect(hit.headers.has("Age")).toBe(false);
    expect(hit.headers.get("ETag")).toBe(miss.headers.get("ETag"));
    expect(await hit.text()).toBe(body);

    const tag = hit.headers.get("ETag") ?? "";
    const unchanged = await get(query, { headers: { "If-None-Match": tag } });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.get("ETag")).toBe(tag);
    expect(await unchanged.text()).toBe("");
  });

  test("ignores in its cache key what the contract does not know, a key above all", async () => {
    const query = `category=search&q=vertigo&page=${Math.ceil(Math.random() * 1e9)}`;
    await (await get(query)).text();
    const again = await untilStored(`${query}&api_key=someone&utm_source=x`);
    expect(again.headers.get("Cache-Status")).toBe("marquee; hit");
  });
});

/** The answer is written to the cache after it was sent: asks until it is there. */
async function untilStored(query: string): Promise<Response> {
  for (;;) {
    const response = await get(query);
    if (response.headers.get("Cache-Status") === "marquee; hit") return response;
    await response.text();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
