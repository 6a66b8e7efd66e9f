/** Marquee in front of another Marquee, which is a real service of the contract. */
import { describe, expect, inject, test } from "vitest";
import { sharedServer } from "./server.ts";

const upstream = inject("target");
const proxy = sharedServer({ UPSTREAM_BASE_URL: `${upstream}/v1/`, RATE_LIMIT: "off" });

describe("in front of a service that speaks the contract", () => {
  test.each([
    "category=search&q=the",
    "category=search&q=nosferatu&f=1922",
    "category=search&q=%E4%B8%83%E4%BA%BA%E3%81%AE%E4%BE%8D",
    "category=search&q=parasite&lang=ko",
    "category=search&q=nothing-like-this-anywhere",
    "category=search&q=!!!",
    "category=credits&id=30",
    "id=129",
  ])("passes bodies through byte for byte: %s", async (query) => {
    const [direct, proxied] = await Promise.all(
      [upstream, proxy.url].map(async (address) => {
        const response = await fetch(`${address}/v1/?${query}`);
        return { status: response.status, tag: response.headers.get("ETag"), body: await response.text() };
      }),
    );
    expect(direct?.status).toBe(200);
    expect(proxied).toEqual(direct);
  });

  test("returns 404 for an unknown id, as the upstream does", async () => {
    const response = await fetch(`${proxy.url}/v1/?id=9007199254740991`);
    expect(response.status).toBe(404);
  });

  test("applies forms of f that the contract lacks itself", async () => {
    const response = await fetch(`${proxy.url}/v1/?category=search&q=nosferatu&f=movie,2000-`);
    const found: { year: string }[] = JSON.parse(await response.text());
    expect(found.map(({ year }) => year)).toEqual(["2024"]);
  });

  test("shows on the title page a record from a search", async () => {
    await (await fetch(`${proxy.url}/v1/?category=search&q=stalker`)).text();
    const page = await fetch(`${proxy.url}/title/61/stalker-1979`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Сталкер");
  });
});
