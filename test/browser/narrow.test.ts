/** Tests that placeholders fit on narrow phones, words do not break, and longer text ends in an ellipsis. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { LANGUAGES } from "../../site/language/language.ts";
import { homeLink, searchPage } from "../../site/links.ts";
import { newPage, visit } from "./browser.ts";
import { FACES, setFace, WIDEST_FACE } from "./fonts.ts";

const target = inject("target");
const WIDTHS = [320, 360, 412];

interface Hint {
  readonly text: string;
  /** The width by which the placeholder exceeds its field, in pixels. */
  readonly cut: number;
  /** The `text-overflow` property of the placeholder. */
  readonly textOverflow: string;
}

/** Measures a placeholder box, which is bound to `this`. */
const MEASURE = `function () {
  const text = document.createRange();
  text.selectNodeContents(this);
  const cut = text.getBoundingClientRect().width - this.getBoundingClientRect().width;
  return { text: this.textContent, cut: Math.max(0, Math.ceil(cut)), textOverflow: getComputedStyle(this).textOverflow };
}`;

/**
 * Returns a function that measures all placeholders. It uses the DevTools protocol, because placeholder boxes are in
 * the shadow trees of their fields.
 */
async function createHintReader(page: Page): Promise<() => Promise<Hint[]>> {
  const inspector = await page.context().newCDPSession(page);
  await inspector.send("DOM.enable");
  await inspector.send("DOM.getDocument");
  const query = { query: "-webkit-input-placeholder", includeUserAgentShadowDOM: true };
  const { searchId, resultCount } = await inspector.send("DOM.performSearch", query);
  const range = { searchId, fromIndex: 0, toIndex: resultCount };
  const { nodeIds } = await inspector.send("DOM.getSearchResults", range);
  if (nodeIds.length === 0) throw new Error("no field has a hint");
  const nodes = await Promise.all(nodeIds.map((nodeId) => inspector.send("DOM.resolveNode", { nodeId })));
  async function measure({ object: { objectId } }: (typeof nodes)[number]): Promise<Hint> {
    const call = { objectId, functionDeclaration: MEASURE, returnByValue: true };
    return (await inspector.send("Runtime.callFunctionOn", call)).result.value;
  }
  return async () => (await Promise.all(nodes.map(measure))).filter(({ cut }) => cut > 0);
}

/** Returns the caption words that are broken across lines, and the `text-overflow` of words that are too long. */
const CAPTIONS = `(() => {
  const words = [...document.querySelectorAll("main li h3 a")].flatMap((caption) => {
    const [edge, text] = [caption.getBoundingClientRect(), caption.firstChild];
    return [...text.data.matchAll(/\\S+/g)].map(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()];
      const broken = new Set(lines.map(({ top }) => top)).size > 1;
      const end = lines.some(({ right }) => right > edge.right + 1) ? getComputedStyle(caption).textOverflow : null;
      return { word, broken, end };
    });
  });
  return {
    broken: words.filter(({ broken }) => broken).map(({ word }) => word),
    ends: words.map(({ end }) => end).filter((end) => end !== null),
  };
})()`;

describe.each([
  [true, [homeLink, searchPage]],
  [false, [searchPage]],
])("input placeholders with javaScriptEnabled=%s", (javaScriptEnabled, links) => {
  /** All languages share one tab, because starting a renderer takes longer than loading a page. */
  let page: Page;
  beforeAll(async () => {
    page = await newPage({ javaScriptEnabled });
  });
  afterAll(() => page.close());

  const paths = LANGUAGES.flatMap((language) => links.map((link) => [link(language), language] as const));
  test.each(paths)("fit their fields: %s", async (path, language) => {
    await page.goto(`${target}${path}`);
    // Only English is checked in all fonts, because narrower fonts have never needed more room than the widest one.
    const faces = language === "en" ? FACES : FACES.slice(-1);
    // Closed filters are only as wide as their button.
    await page.evaluate(`for (const fold of document.querySelectorAll("details.fold")) fold.open = true`);
    const cutHints = await createHintReader(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const face of faces) {
        await setFace(page, face);
        expect(await cutHints(), `${face} at ${width} pixels`).toEqual([]);
      }
      await setFace(page, WIDEST_FACE);
      for (const { textOverflow } of await cutHints()) expect(textOverflow).toBe("ellipsis");
    }
  });
});

describe("poster captions", () => {
  test("do not break words, and end in an ellipsis if long", async () => {
    const page = await visit("/", { viewport: { width: 320, height: 800 } });
    const names = page.locator("main li h3 a");
    expect(await names.count()).toBeGreaterThan(5);
    for (const face of FACES) {
      await setFace(page, face);
      expect(await page.evaluate(CAPTIONS), face).toEqual({ broken: [], ends: [] });
    }
    await setFace(page, WIDEST_FACE);
    await names.evaluateAll((captions) => {
      for (const [at, caption] of captions.entries())
        caption.textContent = at === 0 ? "Unpronounceableness" : "Up";
    });
    expect(await page.evaluate(CAPTIONS)).toEqual({ broken: [], ends: ["ellipsis"] });
  });
});

describe("home page on a phone", () => {
  test("leaves at most 60 pixels between shelves", async () => {
    const page = await visit("/de/", { viewport: { width: 390, height: 844 } });
    const gaps: unknown =
      await page.evaluate(`[...document.querySelectorAll("main section > .posters")].map((shelf) => {
      const ends = [...shelf.querySelectorAll(".facts")].map((facts) => facts.getBoundingClientRect().bottom);
      const next = shelf.parentElement.nextElementSibling ?? document.querySelector(".developers");
      return next.getBoundingClientRect().top - Math.max(...ends.slice(0, 3));
    })`);
    if (!Array.isArray(gaps)) throw new Error("nothing was measured");
    expect(gaps.length).toBeGreaterThan(1);
    for (const gap of gaps.slice(0, -1)) expect(gap).toBeLessThanOrEqual(60);
  });
});

describe("/search on a phone", () => {
  test("collapses the filters and shows results without scrolling", async () => {
    const page = await visit("/search?q=the&f=movie", { viewport: { width: 390, height: 844 } });
    const tops = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
    const [heading, filters, result] = await Promise.all(
      ["h1", "main summary", "#results .titles li"].map(tops),
    );
    expect(heading).toBeLessThan(filters ?? 0);
    expect(filters).toBeLessThan(result ?? 0);
    expect(result).toBeLessThan(844 / 2);
    expect(await page.locator("main summary").innerText()).toBe("Filters (1)");
    expect(await page.locator("#results .titles li").first().innerText()).toMatch(/\w/);
  });
});

describe("rejected search page", () => {
  test("shows nothing but the reason", async () => {
    const page = await visit("/search?q=matrix&page=0");
    expect(await page.locator("main :is(h1, summary, input, select):visible").count()).toBe(1);
    expect(await page.locator("h1").innerText()).toBe("Something isn’t right");
  });
});

describe("/search with a URL that is too long", () => {
  test("explains the problem and fits the window", async () => {
    const page = await visit(`/search?q=${"x".repeat(3_000)}`, { viewport: { width: 320, height: 800 } });
    expect(await page.locator("h1").innerText()).toBe("Your search is too long");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
  });
});

describe("/search for a person on a phone", () => {
  test("shows the first poster within 400 pixels", async () => {
    const page = await visit("/search?q=christopher+nolan", { viewport: { width: 390, height: 844 } });
    const poster = await page.locator(".titles .poster").first().boundingBox();
    expect(poster?.y).toBeLessThanOrEqual(400);
  });
});

describe("/browse on a phone", () => {
  test("separates filters, view and posters", async () => {
    const page = await visit("/browse?genre=drama", { viewport: { width: 390, height: 844 } });
    const boxes = ["main summary", ".views", "#results .poster"].map((selector) =>
      page.locator(selector).first(),
    );
    const [filters, views, poster] = await Promise.all(boxes.map((box) => box.boundingBox()));
    if (!filters || !views || !poster) throw new Error("something is not shown");
    expect(views.y - filters.y - filters.height).toBeGreaterThanOrEqual(12);
    expect(poster.y - views.y - views.height).toBeGreaterThanOrEqual(12);
  });

  test("shows chips next to the filter button", async () => {
    const page = await visit("/browse?genre=drama", { viewport: { width: 390, height: 844 } });
    const [button, chip] = await Promise.all(
      ["main summary", "#chips a"].map((selector) => page.locator(selector).boundingBox()),
    );
    expect(chip?.y).toBeLessThan((button?.y ?? 0) + (button?.height ?? 0));
  });

  test("shows a film's genre instead of its runtime", async () => {
    const page = await visit("/browse?genre=drama", { viewport: { width: 390, height: 844 } });
    const facts = page.locator(".titles .facts").first();
    expect(await facts.innerText()).toMatch(/^1972\s+Crime$/);
    await page.setViewportSize({ width: 1_280, height: 844 });
    expect(await facts.innerText()).toMatch(/^1972\s+2 h 55 min\s+Crime$/);
  });
});
