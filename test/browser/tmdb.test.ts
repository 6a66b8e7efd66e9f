/** Tests that the site shows images and the required notice with TMDB as the source, and requests no other host. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startInFrontOfTmdb } from "../tmdb/marquee.ts";
import { TITLES, type Title } from "../tmdb/titles.ts";
import { openPage } from "./browser.ts";

const marquee = startInFrontOfTmdb();

/** Returns true if the browser shows an image with this file name. */
async function isShown(page: Page, file: string): Promise<boolean> {
  const image = page.locator(`img[src*="${file}"]`).first();
  await image.scrollIntoViewIfNeeded();
  return await image.evaluate(isDecodable);
}

async function isDecodable(image: { decode(): Promise<void> }): Promise<boolean> {
  return await image.decode().then(
    () => true,
    () => false,
  );
}

describe("pages with TMDB as the source", () => {
  test.each([true, false])(
    "show images and TMDB's notice with javaScriptEnabled=%s",
    async (javaScriptEnabled) => {
      const page = await openPage({ javaScriptEnabled });
      const hosts = new Set<string>();
      page.on("request", (request) => hosts.add(new URL(request.url()).origin));

      await page.goto(`${marquee.server.url}/search?q=lantern`);
      expect(await isShown(page, "glasslantern.jpg")).toBe(true);
      await page.getByRole("link", { name: "The Glass Lantern" }).first().click();
      await page.waitForURL("**/title/1210/the-glass-lantern-1999");
      expect(await page.locator("h1").innerText()).toBe("The Glass Lantern");
      expect(await isShown(page, "glasslantern.jpg")).toBe(true);
      expect(await isShown(page, "adaholm.jpg")).toBe(true);
      expect(await page.locator("footer").innerText()).toContain("not endorsed or certified by TMDB");
      expect(await isShown(page, "tmdb.svg")).toBe(true);

      await page.goto(`${marquee.server.url}/developers`);
      expect(await page.locator("footer").innerText()).toContain("not endorsed or certified by TMDB");
      expect([...hosts]).toEqual([marquee.server.url]);
    },
  );

  test("play a trailer in place, and request nothing from its host before", async () => {
    const page = await openPage();
    const requested: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(marquee.server.url)) requested.push(request.url());
    });
    await page.route(/youtube/, (route) => route.fulfill({ body: "" }));
    await page.goto(`${marquee.server.url}/title/1210`);
    await page.waitForLoadState("networkidle");
    expect(requested).toEqual([]);
    const link = page.getByRole("link", { name: "Trailer" });
    expect(await link.getAttribute("href")).toBe("https://www.youtube.com/watch?v=inEnglish01");
    await link.click();
    await expect
      .poll(() => requested)
      .toEqual(["https://www.youtube-nocookie.com/embed/inEnglish01?autoplay=1"]);
    await link.click();
    expect(await page.locator("iframe").count()).toBe(0);
  });

  test("remember the country in which the visitor watches titles", async () => {
    const page = await openPage();
    await page.goto(`${marquee.server.url}/title/1210`);
    await page.getByLabel("Country").selectOption({ label: "Germany" });
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL("**/title/1210/the-glass-lantern-1999?watch=DE");
    expect(await page.getByText("maxdome Store").isVisible()).toBe(true);

    await page.goto(`${marquee.server.url}/title/1211/lantern-street-2003#cast`);
    await page.waitForURL("**/title/1211/lantern-street-2003?watch=DE#cast");
    expect(await page.getByText("Not available in this country").isVisible()).toBe(true);
    await page.getByLabel("Country").selectOption("");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL("**/title/1211/lantern-street-2003?watch=");

    await page.goto(`${marquee.server.url}/title/1210/the-glass-lantern-1999`);
    expect(await page.getByLabel("Country").inputValue()).toBe("");
    expect(page.url()).toBe(`${marquee.server.url}/title/1210/the-glass-lantern-1999`);
  });

  test("let the country in the URL win over the remembered one", async () => {
    const page = await openPage();
    await page.goto(marquee.server.url);
    await page.evaluate("localStorage.setItem('watch', 'DE')");
    await page.goto(`${marquee.server.url}/title/1210/the-glass-lantern-1999?watch=FR`);
    expect(await page.getByText("Arte").isVisible()).toBe(true);
    expect(await page.evaluate("localStorage.getItem('watch')")).toBe("DE");
  });

  test("show the services of the remembered country without moving anything", async () => {
    const page = await openPage();
    await page.goto(marquee.server.url);
    await page.evaluate("localStorage.setItem('watch', 'US')");
    await page.goto(`${marquee.server.url}/title/1210/the-glass-lantern-1999`);
    await page.waitForURL("**?watch=US");
    await page.waitForLoadState("networkidle");
    const shift = await page.evaluate(`new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) sum += value;
      }).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve(sum), 300);
    })`);
    expect(shift).toBe(0);
  });

  test("show services without JavaScript", async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(`${marquee.server.url}/title/1210/the-glass-lantern-1999`);
    await page.getByLabel("Country").selectOption({ label: "France" });
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL("**?watch=FR");
    expect(await page.getByText("Arte").isVisible()).toBe(true);
  });

  test("show a backdrop in a wide window without moving the text", async () => {
    const page = await openPage();
    await page.goto(`${marquee.server.url}/title/1210`);
    const top = async () => (await page.locator("h1").boundingBox())?.y;
    const before = await top();
    const backdrop = page.locator('article > img[src*="/images/720/"]');
    expect(await backdrop.isVisible()).toBe(true);
    await backdrop.evaluate((image) => image.remove());
    expect(await top()).toBe(before);
  });

  test("show small posters in suggestions", async () => {
    const page = await openPage();
    await page.goto(marquee.server.url);
    await page.locator("#q").pressSequentially("lantern");
    await page.locator('#suggestions [role="option"]').first().waitFor();
    expect(await isShown(page, "glasslantern.jpg")).toBe(true);
    expect(await page.locator("#suggestions img").first().boundingBox()).toMatchObject({
      width: 32,
      height: 48,
    });
  });

  test("show portraits of 64 pixels on the title and credits pages", async () => {
    const page = await openPage();
    for (const path of ["/title/1210/the-glass-lantern-1999", "/title/1210/the-glass-lantern-1999/credits"]) {
      await page.goto(marquee.server.url + path);
      expect(await isShown(page, "adaholm.jpg")).toBe(true);
      const portrait = page.locator(".portrait").first();
      expect(await portrait.boundingBox()).toMatchObject({ width: 64, height: 64 });
      expect(await portrait.locator("img").getAttribute("loading")).toBe("lazy");
    }
  });

  test("show initials on the credits page for people without portraits", async () => {
    const page = await openPage();
    await page.goto(`${marquee.server.url}/title/1210/the-glass-lantern-1999/credits`);
    const bram = page.locator("li", { hasText: "Bram Oduya" }).first();
    expect(await bram.locator(".portrait").innerText()).toBe("BO");
  });

  test("show the number of an episode without a still", async () => {
    const page = await openPage();
    await page.goto(`${marquee.server.url}/title/1211/lantern-street-2003/season/1`);
    expect(await page.locator(".still").allInnerTexts()).toEqual(["1", "2", "3"]);
    expect(await page.locator(".still img").count()).toBe(1);
  });

  describe("for a rated title with a long plot", () => {
    const sentence =
      "The keeper of the harbour finds a letter that was never meant for her, and rows out at night. ";
    const rated: Title = {
      kind: "movie",
      id: 997,
      language: "ja",
      titles: { ja: "港の手紙", en: "The Letter from the Harbour" },
      plots: { en: sentence.repeat(5).trim() },
      date: "2001-03-01",
      genres: [18, 878, 28],
      runtime: 131,
      rating: 7.9,
      votes: 21_000,
      certificates: { US: [[3, "PG-13"]] },
      cast: Array.from({ length: 9 }, (_, at) => [
        { id: 9_700 + at, name: `Harbour Player ${at}` },
        [`Part ${at}`],
      ]),
      crew: [[{ id: 9_790, name: "Harbour Director" }, "Directing", ["Director"]]],
    };
    beforeAll(() => void TITLES.push(rated));
    afterAll(() => void TITLES.splice(TITLES.indexOf(rated), 1));

    test("show the main facts and six cast members without scrolling", async () => {
      const page = await openPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(`${marquee.server.url}/title/1994`);
      expect(await page.locator(".title .line").innerText()).toMatch(
        /2001.*2 h 11 min.*PG-13.*7\.9.*21,000 votes/s,
      );
      const { y = 0, height = 0 } = (await page.locator(".cast li").nth(5).boundingBox()) ?? {};
      expect(height).toBeGreaterThan(0);
      expect(y + height).toBeLessThanOrEqual(800);
    });
  });
});
