/** Tests that a search does not start while an input method is composing text. */
import type { CDPSession, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { newPage } from "./browser.ts";

const target = inject("target");
/** Longer than the delay before a search, in milliseconds. */
const PAUSE = 400;
let page: Page;
let keyboard: CDPSession;
let searches: string[];

beforeEach(async () => {
  page = await newPage({ locale: "ja" });
  await page.clock.install({ time: 0 });
  await page.goto(`${target}/ja/search?q=the`);
  keyboard = await page.context().newCDPSession(page);
  searches = [];
  page.on("request", (request) => {
    if (request.url().includes("/search?")) searches.push(request.url());
  });
  await box().fill("");
  // The test advances the page's timers itself, because keys may arrive late on a busy machine.
  await page.clock.pauseAt(60_000);
});

afterEach(() => page.close());

const box = () => page.getByRole("searchbox").first();

function compose(text: string): Promise<unknown> {
  return keyboard.send("Input.imeSetComposition", {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
}

describe("search box during input-method composition", () => {
  test("sends no request until the text is committed", async () => {
    await compose("しちにん");
    await page.clock.runFor(PAUSE);
    expect(await box().inputValue()).toBe("しちにん");
    expect(searches).toEqual([]);

    await keyboard.send("Input.insertText", { text: "七人の侍" });
    await page.clock.resume();
    await expect.poll(() => page.locator("#results h2").first().innerText()).toBe("七人の侍");
    expect(searches).toEqual([`${target}/ja/search?q=${encodeURIComponent("七人の侍")}`]);
  });

  test("does not search for letters typed just before the composition", async () => {
    await box().press("a");
    await compose("しち");
    await page.clock.runFor(PAUSE);
    expect(searches).toEqual([]);
    expect(page.url()).toBe(`${target}/ja/search?q=the`);
  });

  test("ignores Enter and the arrow keys", async () => {
    await compose("しちにん");
    for (const type of ["keydown", "keyup"]) {
      await page.evaluate(
        `for (const key of ["Enter", "ArrowDown"]) document.activeElement.dispatchEvent(
        new KeyboardEvent("${type}", { key, bubbles: true, cancelable: true, isComposing: true }))`,
      );
    }
    await page.evaluate(`document.querySelector("#search").requestSubmit()`);
    await page.clock.runFor(PAUSE);
    expect(await page.evaluate("document.activeElement.id")).toBe("q");
    expect(searches).toEqual([]);
    expect(page.url()).toBe(`${target}/ja/search?q=the`);
  });
});
