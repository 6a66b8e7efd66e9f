/** Tests a credits page with thousands of entries. */
import { gzipSync } from "node:zlib";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { CREW_GROUPS } from "../../worker/contract/credits.ts";
import { json } from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";
import { openPage } from "./browser.ts";

const CAST = 2_900;
const CREW = 100;
const behind = sharedBehindFaults({}, { behaviour: json(JSON.stringify(credits())) });

function credits(): object {
  const cast = Array.from({ length: CAST }, (_, at) => ({
    ...person(at),
    character: at === CAST - 1 ? "The Lighthouse Keeper" : `Guest of table ${at}`,
  }));
  const crew = Array.from({ length: CREW }, (_, at) => ({ ...person(10_000 + at), job: "Sound Mixer" }));
  const empty = Object.fromEntries(CREW_GROUPS.map((group) => [group, []]));
  return { id: 900001, cast, ...empty, sound: crew };
}

function person(at: number) {
  return { id: at + 1, name: `Given${at} Family${(at * 7919) % 3_001}`, profile_path: null };
}

const address = () => `${behind.server.url}/title/900001/a-long-one/credits`;
const visible = (page: Page) => page.locator("[data-group] li:visible");

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage({ viewport: { width: 390, height: 844 }, ...options });
  await page.goto(address());
  return page;
}

describe("/title/{id}/{slug}/credits with thousands of entries", () => {
  test("shows 24 entries per department until it is expanded", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await open({ javaScriptEnabled });
      expect(await visible(page).count()).toBe(2 * 24);
      await page.getByText(`Show all ${CREW}`, { exact: true }).click();
      await expect.poll(() => visible(page).count()).toBe(24 + CREW);
    }
  });

  test("filters collapsed entries and updates counts and links", async () => {
    const page = await open();
    const links = page.getByRole("navigation", { name: "Departments" }).getByRole("listitem");
    await page.getByLabel("Search cast and crew").fill("lighthouse");
    await expect.poll(() => visible(page).allInnerTexts()).toEqual([expect.stringContaining("Lighthouse")]);
    expect(await links.filter({ visible: true }).allInnerTexts()).toEqual(["Cast 1"]);
    expect(await page.getByRole("status").innerText()).toBe("1 of 3,000");
    await page.getByLabel("Search cast and crew").fill("nobody of this name");
    await expect.poll(() => page.getByRole("status").innerText()).toBe("No matches.");
    await page.getByLabel("Search cast and crew").fill("");
    await expect.poll(() => visible(page).count()).toBe(2 * 24);
    expect(await links.filter({ visible: true }).allInnerTexts()).toEqual([
      "Cast 2,900",
      "Sound and music 100",
    ]);
  });

  test("keeps the filter and the departments in view", async () => {
    const page = await open();
    await page.getByRole("link", { name: "Sound and music" }).click();
    await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(200);
    const box = await page.getByLabel("Search cast and crew").boundingBox();
    const heading = await page.getByRole("heading", { name: "Sound and music" }).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(heading?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
  });

  test("renders few entries even if the filter matches most of them", async () => {
    const page = await open();
    const box = page.getByLabel("Search cast and crew");
    for (const [text, matches] of [
      ["given", "3,000"],
      ["given1", "1,211"],
      ["", ""],
    ] as const) {
      await box.fill(text);
      await expect.poll(() => page.getByRole("status").innerText()).toMatch(new RegExp(`^${matches}`));
      expect(await visible(page).count()).toBeLessThanOrEqual(2 * (24 + 60));
    }
  });

  test("lays out only entries near the viewport", async () => {
    const page = await open();
    await page.getByText("Show all 2,900", { exact: true }).click();
    const entries = `[...document.querySelectorAll("details[open] li")]`;
    const laidOut = () =>
      page.evaluate<number>(
        `${entries}.filter((li) => li.checkVisibility({ contentVisibilityAuto: true })).length`,
      );
    await expect.poll(laidOut).toBeGreaterThan(0);
    expect(await laidOut()).toBeLessThanOrEqual(400);
    const height = () => page.evaluate<number>("document.documentElement.scrollHeight");
    const whole = await height();
    expect(whole).toBeGreaterThan(CAST * 25);
    await page.getByLabel("Search cast and crew").fill("table 25");
    await expect.poll(() => page.getByRole("status").innerText()).toMatch(/^305 of/);
    expect(await height()).toBeLessThan(305 * 80 + 2_000);
    await page.getByLabel("Search cast and crew").fill("");
    await expect.poll(height).toBeGreaterThan(CAST * 25);
  });

  /** Records how many entries each slice of work hides or shows, and how many counts are announced. */
  const WATCH = `
  window.slices = [];
  window.said = 0;
  new MutationObserver((records) => {
    slices.push(records.filter(({ target }) => target.matches("[data-group] li")).length);
  }).observe(document.querySelector("main"), { subtree: true, attributeFilter: ["hidden"] });
  new MutationObserver((records) => { said += records.length; })
    .observe(document.querySelector("#shown"), { childList: true });`;

  interface Work {
    readonly slices: readonly number[];
    readonly said: number;
  }

  test("filters in slices on a slow CPU and cancels outdated filters", async () => {
    const page = await open();
    const slowed = await page.context().newCDPSession(page);
    await slowed.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    onTestFinished(() => slowed.detach());
    await page.evaluate(WATCH);
    const type = (...texts: readonly string[]) =>
      page.evaluate(`{
      const box = document.querySelector("#filter");
      for (const text of ${JSON.stringify(texts)}) {
        box.value = text;
        box.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
    }`);
    const work = (): Promise<Work> =>
      page.evaluate("({ slices: slices.splice(0), said: [said, (said = 0)][0] })");
    const total = (slices: readonly number[]) => slices.reduce((sum, count) => sum + count, 0);
    const status = () => page.getByRole("status").innerText();

    await type("lighthouse");
    await expect.poll(status).toBe("1 of 3,000");
    const first = await work();
    expect(total(first.slices)).toBe(CAST + CREW - 1);
    expect(first.slices.filter((count) => count > 0).length).toBeGreaterThan(1);

    await type("lighthouse keeper");
    await expect.poll(() => page.evaluate("said")).toBe(1);
    expect(total((await work()).slices)).toBe(0);

    await type("given", "given1", "x", "sound mixer");
    await expect.poll(status).toBe("100 of 3,000");
    const shown = `document.querySelectorAll("[data-group] li:not([hidden])").length`;
    expect(await page.evaluate(shown)).toBe(CREW);
  });

  test("transfers at most 30 KB per hundred entries", async () => {
    const page = await (await fetch(address())).text();
    expect(page).toContain("The Lighthouse Keeper");
    expect(gzipSync(page).byteLength).toBeLessThanOrEqual(30_000 * (3_000 / 100));
  });
});
