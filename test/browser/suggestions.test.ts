import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { searchPage } from "../../site/links.ts";
import { hold, visit } from "./browser.ts";

const target = inject("target");
let page: Page;

beforeEach(async () => {
  page = await visit("/");
});

const box = () => page.locator("#q");
const options = () => page.locator('#suggestions [role="option"]:visible');
const chosen = () => page.locator('[role="option"][aria-selected="true"]');

describe("search suggestions", () => {
  test.each(["/", "/title/34/12-angry-men-1957", "/developers", "/person/2386/akira-kurosawa", "/nowhere"])(
    "appear on the first visit to %s",
    async (path) => {
      await page.goto(`${target}${path}`);
      await box().pressSequentially("kuros");
      await options().getByText("Akira Kurosawa").waitFor();
    },
  );

  test("do not appear on the search page", async () => {
    await page.goto(`${target}${searchPage("en")}`);
    await box().fill("seven");
    await page.locator("#results .titles li").first().waitFor();
    expect(await options().count()).toBe(0);
  });

  test("form a combobox that announces the number of options", async () => {
    expect(await box().getAttribute("aria-expanded")).toBe("false");
    await box().fill("seven sam");
    await options().first().waitFor();
    expect(await box().getAttribute("role")).toBe("combobox");
    expect(await box().getAttribute("aria-expanded")).toBe("true");
    expect(await page.getByRole("listbox", { name: "Suggestions" }).count()).toBe(1);
    expect(await page.locator("#suggested").textContent()).toBe("2 suggestions");
    expect((await options().first().innerText()).trim()).toBe("Seven Samurai\n1954 · Film");
  });

  test("show what a sentence means and open its results", async () => {
    await box().fill("toshiro mifune and takashi shimura");
    await options().getByText("Films and series with Toshiro Mifune and Takashi Shimura").waitFor();
    await options().first().click();
    await page.waitForURL("**/search?q=toshiro+mifune+and+takashi+shimura");
  });

  test("always offer a search from three letters on", async () => {
    await box().fill("zzz");
    await options().getByText("Search for “zzz”").click();
    await page.waitForURL("**/search?q=zzz");
  });

  test("show the occupation and best-known titles of a person", async () => {
    await box().fill("kurosawa");
    await options().getByText("Films and series with Akira Kurosawa").waitFor();
    expect((await options().first().innerText()).trim()).toBe(
      "AK\nAkira Kurosawa\nDirecting · Seven Samurai",
    );
    await box().fill("toshiro mif");
    await expect.poll(() => options().first().innerText()).toMatch(/Toshir[oō] Mifune\nActing · /);
  });

  test("show the drawn poster of a title without an image", async () => {
    const inks = (of: string): Promise<unknown> =>
      page.evaluate(`(() => {
      const [sheet, motif] = document.querySelector('${of}').querySelectorAll("rect, use");
      const { fill, color } = getComputedStyle(motif);
      return [sheet.getAttribute("fill"), motif.getAttribute("href"), fill, color];
    })()`);
    await box().fill("seven sam");
    await options().first().waitFor();
    const suggested = await inks("#suggestions svg");
    await options().first().click();
    await page.waitForURL("**/title/30/seven-samurai-1954");
    expect(suggested).toEqual(await inks("article .poster svg"));
  });

  test("pass every axe rule", async () => {
    await box().fill("seven sam");
    await options().first().waitFor();
    await box().press("ArrowDown");
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    const violations = `axe.run(document.querySelector("search")).then(({ violations }) => violations.map(({ id }) => id))`;
    expect(await page.evaluate(violations)).toEqual([]);
  });
});

describe("search suggestions with a keyboard", () => {
  test("are selected by arrow keys and opened by Enter", async () => {
    await box().fill("kur");
    await options().first().waitFor();
    const count = await options().count();
    await box().press("ArrowUp");
    expect(await chosen().getAttribute("id")).toBe(`suggestion-${count - 1}`);
    expect(await box().getAttribute("aria-activedescendant")).toBe(`suggestion-${count - 1}`);
    await box().press("ArrowDown");
    expect(await chosen().count()).toBe(0);
    expect(await box().getAttribute("aria-activedescendant")).toBeNull();
    await box().press("ArrowDown");
    await box().press("Enter");
    await page.waitForURL("**/person/2386/akira-kurosawa");
  });

  test("search for the typed text on Enter without a selection", async () => {
    await box().fill("seven");
    await options().first().waitFor();
    await box().press("Enter");
    await page.waitForURL("**/search?q=seven");
  });

  test("clear the selection when the visitor continues to type", async () => {
    await box().fill("seven");
    await options().first().waitFor();
    await box().press("ArrowDown");
    await box().press("x");
    await box().press("Enter");
    await page.waitForURL("**/search?q=sevenx");
  });

  test("close on Escape and keep the typed text", async () => {
    await box().fill("seven");
    await options().first().waitFor();
    await box().press("Escape");
    expect(await options().count()).toBe(0);
    expect(await box().inputValue()).toBe("seven");
    expect(await box().getAttribute("aria-expanded")).toBe("false");
  });
});

describe("search suggestions with a mouse and slow responses", () => {
  test("open the page of the clicked suggestion", async () => {
    await box().fill("seven sam");
    await options().first().click();
    await page.waitForURL("**/title/30/seven-samurai-1954");
  });

  test("ignore responses to earlier queries", async () => {
    const release = await hold(page, "**/suggestions?q=kur&rows=found");
    const suggestionsRequest = page.waitForRequest("**/suggestions?q=kur&rows=found");
    await box().fill("kur");
    await suggestionsRequest;
    await box().fill("seven sam");
    await options().getByText("Seven Samurai").waitFor();
    release();
    await page.waitForLoadState("networkidle");
    expect(await options().allInnerTexts()).toEqual([
      expect.stringContaining("Seven Samurai"),
      expect.stringContaining("Search for “seven sam”"),
    ]);
  });

  test("wait until input-method composition has ended", async () => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/suggestions")) asked.push(request.url());
    });
    const keyboard = await page.context().newCDPSession(page);
    await box().focus();
    await keyboard.send("Input.imeSetComposition", { text: "しち", selectionStart: 2, selectionEnd: 2 });
    await page.waitForTimeout(400);
    expect(asked).toEqual([]);
    await keyboard.send("Input.insertText", { text: "七人の侍" });
    await expect.poll(() => asked.length).toBe(1);
  });

  test("are not requested again after a 501 response", async () => {
    let asked = 0;
    await page.route("**/suggestions?*", (route) => {
      asked += 1;
      return route.fulfill({ status: 501, body: "" });
    });
    await box().pressSequentially("se");
    await expect.poll(() => asked).toBe(1);
    await box().pressSequentially("ven");
    await box().press("Enter");
    await page.waitForURL("**/search?q=seven");
    expect(asked).toBe(1);
  });
});
