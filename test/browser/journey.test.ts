/** Tests the most common visit with JavaScript, without it, and on a phone. */
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { visit } from "./browser.ts";

const target = inject("target");

const heading = (page: Page) => page.locator("h1").innerText();

const PHONE = {
  javaScriptEnabled: true,
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
};

describe.each([
  ["with JavaScript", { javaScriptEnabled: true, reducedMotion: "no-preference" as const }],
  ["without JavaScript", { javaScriptEnabled: false }],
  ["on a phone", PHONE],
])("site %s", (_, device) => {
  test("supports searching, opening a title and its credits, and going back", async () => {
    const page = await visit("/", { ...device });
    await page.locator("#q").fill("seven samurai");
    await page.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**/search?q=seven+samurai");

    await page.getByRole("link", { name: "Seven Samurai" }).click();
    await page.waitForURL("**/title/*/seven-samurai-1954");
    expect(await heading(page)).toBe("Seven Samurai");
    expect(await page.locator("main").innerText()).toContain("Akira Kurosawa");

    await page.getByRole("link", { name: /credits?$/ }).click();
    await page.waitForURL("**/credits");
    expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toContain("Directing");

    await page.goBack();
    await page.goBack();
    await page.waitForURL("**/search?q=seven+samurai");
    expect(await page.locator("#q").inputValue()).toBe("seven samurai");
  });

  test("keeps search filters in the URL", async () => {
    const page = await visit("/search?q=the+office", { ...device });
    // The filters are collapsed, because there are only a few titles.
    await page.getByText("Filters", { exact: true }).click();
    await page.getByLabel("Year").fill("2001");
    if (device.javaScriptEnabled) await page.getByLabel("Year").press("Enter");
    else await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL("**/search?q=the+office&f=2001");
    await expect.poll(() => page.locator("#results > .titles li").count()).toBe(1);
  });

  test("supports searching in Arabic, from right to left", async () => {
    const page = await visit("/ar", { ...device, locale: "ar" });
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    await page.locator("#q").fill("godzilla");
    await page.getByRole("button", { name: "بحث" }).click();
    await page.waitForURL("**/ar/search?q=godzilla");
    await page.locator("#results h2 a").first().click();
    await page.waitForURL("**/ar/title/**");
    expect(await page.locator(".leading dl").first().innerText()).toContain("إخراج");
  });
});

describe("credits filter", () => {
  test("appears only with JavaScript", async () => {
    const page = await visit("/title/34/12-angry-men-1957/credits", { javaScriptEnabled: false });
    expect(await page.locator("#filter").isVisible()).toBe(false);
  });

  test("matches names, roles and jobs regardless of accents", async () => {
    const page = await visit("/title/34/12-angry-men-1957/credits");
    const box = page.getByLabel("Search cast and crew");
    await box.fill("juror 8");
    await expect
      .poll(() => page.locator("[data-group] li:visible").allInnerTexts())
      .toEqual([expect.stringContaining("Henry Fonda")]);
    expect(await page.getByRole("status").innerText()).toMatch(/^1 of \d+$/);
    await box.fill("LUMÉT director");
    await expect.poll(() => page.locator("[data-group] li:visible").count()).toBe(1);
    await box.fill("nobody of this name");
    const message = page.getByText("No matches.");
    await expect.poll(() => message.count()).toBe(1);
    expect((await message.boundingBox())?.width, "is visible as well").toBeGreaterThan(50);
    await box.fill("");
    await expect.poll(() => page.locator("[data-group] li:visible").count()).toBeGreaterThan(20);
    expect(await page.getByRole("status").innerText()).toBe("");
  });
});

describe("/search without a query or JavaScript", () => {
  test("lists titles by kind and year", async () => {
    const page = await visit("/search", { javaScriptEnabled: false });
    await page.selectOption("select[name=kind]", "movie");
    await page.getByLabel("Year").fill("1990s");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL("**/browse?f=movie%2C1990-1999");
    await page.goto(`${target}/search`);
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL("**/search?q=");
    expect(await page.locator("h1").count()).toBe(1);
  });
});
