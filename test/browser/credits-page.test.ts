/** Tests the list of departments, which is next to the credits in wide windows and above them on a phone. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { visit } from "./browser.ts";

const PATH = "/title/34/12-angry-men-1957/credits";
const WIDE = { viewport: { width: 820, height: 640 } };

const departments = (page: Page) => page.getByRole("navigation", { name: "Departments" });
const marked = (page: Page) => departments(page).locator("[aria-current]").allInnerTexts();

/** Records layout shifts, except in the half second after input. */
const WATCH_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });`;

describe(`${PATH} at 820 pixels`, () => {
  test.each([
    ["left", "", true],
    ["right, in Arabic", "/ar", false],
  ])("shows the departments next to the credits, on the %s", async (_, prefix, isLeft) => {
    const page = await visit(prefix + PATH, WIDE);
    const list = await page.locator(".find nav").boundingBox();
    const group = await page.locator("[data-group]").first().boundingBox();
    if (list === null || group === null) throw new Error("Nothing is shown.");
    expect(list.y).toBeLessThan(group.y + group.height);
    if (isLeft) expect(list.x + list.width).toBeLessThan(group.x);
    else expect(list.x).toBeGreaterThan(group.x + group.width);
  });

  test("keeps the departments in view", async () => {
    const page = await visit(PATH, WIDE);
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)");
    const box = await departments(page).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(WIDE.viewport.height);
  });

  test("highlights the department that the visitor is reading", async () => {
    const page = await visit(PATH, WIDE);
    await expect.poll(() => marked(page)).toEqual(["Cast"]);
    await departments(page).getByRole("link", { name: "Production" }).click();
    await expect.poll(() => marked(page)).toEqual(["Production"]);
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await expect.poll(() => marked(page)).toEqual(["Sound and music"]);
    await page.evaluate("scrollTo(0, 0)");
    await expect.poll(() => marked(page)).toEqual(["Cast"]);
  });

  test("highlights a department that cannot reach the top of the window", async () => {
    const page = await visit(PATH, { viewport: { width: 820, height: 1_000 } });
    await departments(page).getByRole("link", { name: "Editing" }).click();
    await expect.poll(() => marked(page)).toEqual(["Editing"]);
  });

  test("highlights departments without layout shifts", async () => {
    const page = await visit(PATH, WIDE);
    await page.evaluate(WATCH_SHIFTS);
    await expect.poll(() => marked(page)).toEqual(["Cast"]);
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await expect.poll(() => marked(page)).toEqual(["Sound and music"]);
    expect(await page.evaluate("shifts")).toEqual([]);
  });

  test("links to departments without JavaScript", async () => {
    const page = await visit(PATH, { ...WIDE, javaScriptEnabled: false });
    expect(await marked(page)).toEqual([]);
    await departments(page).getByRole("link", { name: "Writing" }).click();
    expect(new URL(page.url()).hash).toBe("#writer");
    const heading = await page.getByRole("heading", { name: "Writing" }).boundingBox();
    expect(heading?.y).toBeLessThan(WIDE.viewport.height);
  });
});

describe(`${PATH} on a phone`, () => {
  test("aligns headings with the first line of long names", async () => {
    const page = await visit("/title/54/the-godfather-1972/credits", {
      viewport: { width: 390, height: 640 },
    });
    const [heading, name] = await Promise.all(
      ["#director h2", "#director .name"].map((selector) => page.locator(selector).boundingBox()),
    );
    expect(name?.height).toBeGreaterThan(40);
    expect(Math.abs((heading?.y ?? 0) - (name?.y ?? 0))).toBeLessThan(12);
  });

  test("shows the last department in full once it is scrolled into view", async () => {
    const page = await visit(PATH, { viewport: { width: 390, height: 640 } });
    const list = departments(page).locator("ul");
    await list.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: "instant" }));
    const [edge, last] = await Promise.all([
      list.boundingBox(),
      departments(page).getByRole("link").last().boundingBox(),
    ]);
    const fade = 48;
    expect(last?.x).toBeGreaterThan(edge?.x ?? 0);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan((edge?.x ?? 0) + (edge?.width ?? 0) - fade);
  });

  test("highlights the department that the visitor is reading", async () => {
    const page = await visit(PATH, { viewport: { width: 390, height: 640 } });
    await departments(page).getByRole("link", { name: "Sound and music" }).click();
    await expect.poll(() => marked(page)).toEqual(["Sound and music"]);
    await expect(departments(page).getByRole("link", { name: "Sound and music" }).isVisible()).resolves.toBe(
      true,
    );
  });
});

describe.each([390, 820, 1_280])("/title/{id}/{slug}/credits at %i pixels", (width) => {
  const columns = (page: Page, group: string) =>
    page
      .locator(`${group} li`)
      .evaluateAll((entries) => [
        ...new Set(entries.map((entry) => Math.round(entry.getBoundingClientRect().left))),
      ]);

  test("places short departments next to their headings", async () => {
    const page = await visit(PATH, { viewport: { width, height: 800 } });
    const [heading, name] = await Promise.all(
      ["#director h2", "#director li"].map((selector) => page.locator(selector).boundingBox()),
    );
    expect(name?.x).toBeGreaterThan((heading?.x ?? 0) + (heading?.width ?? 0));
    expect(name?.y).toBeLessThan((heading?.y ?? 0) + (heading?.height ?? 0));
  });

  test("aligns names across departments", async () => {
    const page = await visit(PATH, { viewport: { width, height: 800 } });
    const cast = await columns(page, "#cast");
    expect(cast.length).toBe(width < 1_000 ? 2 : 3);
    expect(cast).toEqual(expect.arrayContaining(await columns(page, "#director")));
    expect(cast).toEqual(expect.arrayContaining(await columns(page, "#writer")));
  });

  test("shows roles below names", async () => {
    const page = await visit(PATH, { viewport: { width, height: 800 } });
    const [name, role] = await Promise.all(
      ["#cast .name", "#cast .part"].map((selector) => page.locator(selector).first().boundingBox()),
    );
    expect(role?.x).toBe(name?.x);
    expect((role?.y ?? 0) - (name?.y ?? 0) - (name?.height ?? 0)).toBeLessThan(4);
  });
});

describe("/title/{id}/{slug}/credits", () => {
  test("shows the year of the title in its heading", async () => {
    const page = await visit(PATH);
    expect(await page.locator("h1").innerText()).toBe("12 Angry Men (1957): cast and crew");
  });

  test("links back to the title", async () => {
    const page = await visit(PATH);
    await page.getByRole("link", { name: "Back to 12 Angry Men" }).click();
    await page.waitForURL("**/title/34/12-angry-men-1957");
  });

  test("uses smaller headings for departments than for the page", async () => {
    const page = await visit(`/ar${PATH}`, { viewport: { width: 1680, height: 900 } });
    const sizes =
      "['h1', 'h2'].map((each) => parseFloat(getComputedStyle(document.querySelector(each)).fontSize))";
    const [heading = 0, department = 0] = (await page.evaluate(sizes)) as number[];
    expect(heading).toBeGreaterThan(1.5 * department);
  });

  test("lists cinematographers in a separate department", async () => {
    const page = await visit(PATH);
    expect(await page.locator("#camera").innerText()).toMatch(/^Camera\s+Boris Kaufman/);
    expect(await page.locator("#production").innerText()).not.toContain("Boris Kaufman");
  });
});
