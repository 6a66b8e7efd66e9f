/** Tests that texts from an upstream never become markup or scripts, and that only images are served as images. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toSlug } from "../../worker/contract/slug.ts";
import { openPage } from "../browser/browser.ts";
import { type Server, startServer } from "../product/server.ts";
import { ATTACK, startHostileUpstream } from "./hostile-upstream.ts";

let upstream: Awaited<ReturnType<typeof startHostileUpstream>>;
let marquee: Server;

beforeAll(async () => {
  upstream = await startHostileUpstream();
  const settings = { UPSTREAM_BASE_URL: `${upstream.url}/v1/`, IMAGE_BASE_URL: `${upstream.url}/images` };
  marquee = await startServer({ ...settings, RATE_LIMIT: "off" });
});
afterAll(async () => {
  await marquee.stop();
  await upstream.close();
});

const title = `/title/666/${encodeURIComponent(toSlug({ title: `Evil ${ATTACK}`, year: "1999" }))}`;
const typed = encodeURIComponent(ATTACK);

describe("malicious upstream text", () => {
  test("is not linked as a person if there are no person pages", async () => {
    for (const path of [title, `${title}/credits`]) {
      expect(await (await fetch(`${marquee.url}${path}`)).text(), path).not.toContain("/person/");
    }
    expect((await fetch(`${marquee.url}/person/1/anybody`)).status).toBe(501);
  });

  const PAGES = [
    ["a search", `/search?q=${typed}`],
    ["a search in Arabic", `/ar/search?q=${typed}`],
    ["a refused search", `/search?q=${typed}&f=${typed}`],
    ["a title", title],
    ["credits", `${title}/credits`],
    ["an unknown address", `/${typed}`],
  ] as const;

  test.each(PAGES)("is escaped in %s", async (_, path) => {
    const page = await (await fetch(`${marquee.url}${path}`)).text();
    const markup = page.replaceAll(/"[^"]*"/g, '""');
    expect(markup).not.toContain("<img src=x");
    expect(markup).not.toContain("<script>alert");
    for (const [, text = ""] of page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
      expect(() => JSON.parse(text)).not.toThrow();
    }
  });

  test("runs no scripts and breaks no images in a browser", async () => {
    // The pages are loaded concurrently, because each of them waits until the network is idle.
    const shown = PAGES.map(async ([name, path]) => {
      const page = await openPage();
      const dialogs: string[] = [];
      page.on("dialog", async (dialog) => {
        dialogs.push(dialog.message());
        await dialog.dismiss();
      });
      await page.goto(`${marquee.url}${path}`, { waitUntil: "networkidle" });
      expect(await page.locator("img[src='x']").count(), name).toBe(0);
      expect(dialogs, name).toEqual([]);
      await page.setViewportSize({ width: 320, height: 800 });
      const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      expect(await page.evaluate(overflow), `${name}: past the edge`).toBeLessThanOrEqual(0);
    });
    await Promise.all(shown);
  });

  test("is escaped in live results and in the search box", async () => {
    const page = await openPage();
    await page.goto(`${marquee.url}/search?q=evil`);
    await page.locator("#q").first().fill(ATTACK);
    await expect.poll(() => page.locator("h1").innerText()).toContain("alert(1)");
    expect(await page.locator("#results h2").first().innerText()).toBe(`Evil ${ATTACK}`);
    expect(await page.locator("img[src='x']").count()).toBe(0);
  });
});

describe("image from a malicious upstream", () => {
  const get = (path: string) => fetch(`${marquee.url}${path}`, { redirect: "manual" });

  test("is served through the Worker", async () => {
    const response = await get("/images/240/1999/01/good.png");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toMatch(/^image\/(png|webp)$/);
    expect(response.headers.get("Cache-Control")).toContain("immutable");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(50);
  });

  test("is rejected if it is HTML or a redirect", async () => {
    expect((await get("/images/240/1999/01/poster.jpg")).status).toBe(502);
    expect((await get("/images/240/1999/01/face.jpg")).status).toBe(502);
  });

  test.each([
    "/images/241/1999/01/good.png",
    "/images/240/1999/01/..%2f..%2fsecret.png",
    "/images/240/good.png",
    "/images/240/https://example.org/good.png",
    "/images/240/1999/1/good.png",
    "/images/",
  ])("is not requested for %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test.each([".title .poster .poster", ".portrait"])(
    "is replaced by the drawn poster if it fails: %s",
    async (place) => {
      const page = await openPage();
      await page.goto(`${marquee.url}${title}`, { waitUntil: "networkidle" });
      const drawn = page.locator(place).first();
      await drawn.scrollIntoViewIfNeeded();
      await expect.poll(() => drawn.locator("img").evaluate(hasFailed)).toBe(true);
      const seen = await drawn.screenshot();
      await drawn.locator("img").evaluate(remove);
      expect(seen.equals(await drawn.screenshot())).toBe(true);
    },
  );
});

/** Returns true if an image was requested and did not load. */
function hasFailed(image: { readonly complete: boolean; readonly naturalWidth: number }): boolean {
  return image.complete && image.naturalWidth === 0;
}

function remove(element: { remove(): void }): void {
  element.remove();
}
