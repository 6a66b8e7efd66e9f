import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { visit } from "./browser.ts";

const target = inject("target");

describe("/browse filters", () => {
  test("apply when changed, without a page load", async () => {
    const page = await visit("/browse");
    await page.evaluate("window.sameDocument = true");
    await page.selectOption("select[name=genre]", "drama");
    await page.waitForURL(`${target}/browse?genre=drama`);
    expect(await page.locator("h1").innerText()).toBe("Dramas");
    expect(await page.title()).toContain("Drama");
    const count = await page.locator("#results .count").innerText();
    expect(await page.locator("#announcement").innerText()).toBe(count);
    await page.locator("select[name=kind]").focus();
    await page.keyboard.press("S");
    await page.waitForURL(`${target}/browse?f=series&genre=drama`);
    expect(await page.evaluate("document.activeElement.name")).toBe("kind");
    expect(await page.evaluate("window.sameDocument")).toBe(true);
  });

  test("update each other's choices and counts", async () => {
    const page = await visit("/browse");
    const genres = async () =>
      (await page.locator("select[name=genre] option").allTextContents()).map((text) => text.trim());
    const all = await genres();
    expect(all).toContain("Mystery (13)");
    await page.selectOption("select[name=kind]", "series");
    await expect.poll(genres).toContain("Mystery (5)");
    await page.selectOption("select[name=country]", "japan");
    await expect.poll(genres).not.toContain("Mystery (5)");
    expect((await genres()).length).toBeLessThan(all.length);
    await page.selectOption("select[name=country]", "");
    await page.selectOption("select[name=kind]", "");
    await expect.poll(genres).toEqual(all);
  });

  test("accept years in words and apply on Enter", async () => {
    const page = await visit("/browse?sort=year");
    await page.getByRole("textbox", { name: "Year" }).fill("1950s");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${target}/browse?f=1950-1959&sort=year`);
    expect(await page.locator("#chips a").count()).toBe(1);
  });

  test("restore the previous titles and choices when the visitor goes back", async () => {
    const page = await visit("/browse");
    await page.selectOption("select[name=genre]", "western");
    await page.waitForURL(`${target}/browse?genre=western`);
    await page.goBack();
    await expect.poll(() => page.locator("h1").innerText()).toBe("Browse films and series");
    await expect.poll(() => page.locator("select[name=genre]").inputValue()).toBe("");
  });

  test("show a problem when a request fails", async () => {
    const page = await visit("/browse");
    await page.route("**/browse?*genre=western*", (route) =>
      route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
    );
    await page.selectOption("select[name=genre]", "western");
    await page.waitForURL(`${target}/browse?genre=western`);
    expect(await page.locator("h1").innerText()).toBe("Westerns");
  });

  test.each([
    ["", 1_280, true, [7]],
    ["", 1_280, false, [8]],
    ["", 820, true, [4, 3]],
    ["/ar", 1_280, true, [7]],
    ["/de", 1_280, true, [7]],
  ] as const)("are laid out in rows: %s/browse, %d px, javaScriptEnabled=%s, %j fields", async (...given) => {
    const [prefix, width, javaScriptEnabled, expected] = given;
    const page = await visit(`${prefix}/browse`, { viewport: { width, height: 800 }, javaScriptEnabled });
    const fields = page.locator("form#browse :is(input[name=year], select, button)");
    const boxes = await fields.evaluateAll((all) =>
      all
        .filter((field) => field.checkVisibility())
        .map((field) => Math.round(field.getBoundingClientRect().bottom)),
    );
    const rows = [...Map.groupBy(boxes, (bottom) => bottom).values()];
    expect(rows.map((row) => row.length)).toEqual(expected);
  });

  test.each([390, 820, 1_280])("keep their width when a value is chosen at %d px", async (width) => {
    const page = await visit("/browse", { viewport: { width, height: 800 } });
    const summary = page.locator("main summary");
    if (await summary.isVisible()) await summary.click();
    const fields = page.locator("form#browse label > :is(input, select)");
    const widths = () => fields.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
    const before = await widths();
    await page.selectOption("select[name=kind]", "series");
    await page.waitForURL("**/browse?f=series");
    expect(await widths()).toEqual(before);
  });

  test.each([
    [true, 0],
    [false, 1],
  ])(
    "include an Apply button only without JavaScript: javaScriptEnabled=%s, %d buttons",
    async (javaScriptEnabled, count) => {
      const page = await visit("/browse", { javaScriptEnabled });
      expect(await page.getByRole("button", { name: "Apply" }).count()).toBe(count);
    },
  );
});

describe("/search filters", () => {
  const genre = (page: Page) => page.locator("select[name=genre]");

  test("are collapsed for short lists, even in a wide window", async () => {
    const page = await visit("/search?q=seven", { javaScriptEnabled: false });
    expect(await genre(page).isVisible()).toBe(false);
    await page.locator("main summary").click();
    expect(await genre(page).isVisible()).toBe(true);
  });

  test.each(["/search?q=the", "/search?q=seven&f=movie", "/search?q=comedy+1990s"])(
    "are expanded for long lists or if a filter is set: %s",
    async (path) => {
      const page = await visit(path);
      expect(await genre(page).isVisible()).toBe(true);
      expect(await page.locator("main summary").isVisible()).toBe(false);
    },
  );

  test("are repeated as chips only where they are collapsed", async () => {
    const page = await visit("/search?q=kurosawa+drama&f=1950-1959");
    const chips = async () => await page.locator("#chips a").filter({ visible: true }).allInnerTexts();
    expect(await chips()).toEqual(["Akira Kurosawa ×", "Clear all"]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await chips()).toEqual(["Akira Kurosawa ×", "Drama ×", "1950s ×", "Clear all"]);
  });

  test("share a line with two chips of the same height on a phone", async () => {
    const page = await visit("/ja/browse?genre=drama&f=movie", {
      viewport: { width: 390, height: 844 },
      isMobile: true,
    });
    const [button, chip, all] = await Promise.all(
      ["main summary", "#chips a", "#chips .all"].map((selector) =>
        page.locator(selector).first().boundingBox(),
      ),
    );
    expect(chip?.height).toBeCloseTo(button?.height ?? 0, 0);
    expect(all?.y).toBeCloseTo(chip?.y ?? 0, 0);
  });
});

describe("/search with three results or fewer", () => {
  test("lists them with their facts and plots and offers no grid", async () => {
    const page = await visit("/search?q=kurosawa");
    expect(await page.locator("#results .few li").count()).toBe(2);
    expect(await page.locator(".views").isVisible()).toBe(false);
    expect(await page.locator(".plot").first().innerText()).toMatch(/^A village that loses its harvest/);
    await page.goto(`${target}/search?q=comedy+1990s`);
    expect(await page.locator(":is(.few, .plot)").filter({ visible: true }).count()).toBe(0);
    expect(await page.locator(".views").isVisible()).toBe(true);
  });
});
