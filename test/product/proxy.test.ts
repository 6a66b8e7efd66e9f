/** Tests Marquee with another Marquee as its upstream, which implements the contract completely. */
import { describe, expect, inject, test } from "vitest";
import { sharedServer } from "./server.ts";

const upstream = inject("target");
const proxy = sharedServer({ UPSTREAM_BASE_URL: `${upstream}/v1/`, RATE_LIMIT: "off" });

describe("Marquee with another Marquee as its upstream", () => {
  test.each([
    "category=search&q=the",
    "category=search&q=nosferatu&f=1922",
    "category=search&q=%E4%B8%83%E4%BA%BA%E3%81%AE%E4%BE%8D",
    "category=search&q=parasite&lang=ko",
    "category=search&q=nothing-like-this-anywhere",
    "category=search&q=!!!",
    "category=credits&id=30",
    "id=129",
  ])("returns the upstream's bytes unchanged: %s", async (query) => {
    const [direct, proxied] = await Promise.all(
      [upstream, proxy.url].map(async (address) => {
        const response = await fetch(`${address}/v1/?${query}`);
        return { status: response.status, tag: response.headers.get("ETag"), body: await response.text() };
      }),
    );
    expect(direct?.status).toBe(200);
    expect(proxied).toEqual(direct);
  });

  test("returns 404 for an unknown id", async () => {
    const response = await fetch(`${proxy.url}/v1/?id=9007199254740991`);
    expect(response.status).toBe(404);
  });

  test("applies values of f that the contract does not have", async () => {
    const response = await fetch(`${proxy.url}/v1/?category=search&q=nosferatu&f=movie,2000-`);
    const found: { year: string }[] = JSON.parse(await response.text());
    expect(found.map(({ year }) => year)).toEqual(["2024"]);
  });

  test("shows a title page for a record from an earlier search", async () => {
    await (await fetch(`${proxy.url}/v1/?category=search&q=stalker`)).text();
    const page = await fetch(`${proxy.url}/title/61/stalker-1979`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Сталкер");
  });
});
