/** Tests the layout of pages on phones. `fitting.test.ts` checks that texts fit on all pages. */
import { describe, expect, test } from "vitest";
import { visit } from "./browser.ts";
import { FACES, setFace, WIDEST_FACE } from "./fonts.ts";

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

describe("alternative titles of search results on a phone", () => {
  test("are not cut off by their tile", async () => {
    const page = await visit("/de/search?q=the", { viewport: { width: 320, height: 800 } });
    await setFace(page, WIDEST_FACE);
    const name = "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb";
    const caption = page.locator("#results li p", { hasText: name });
    const cut = await caption.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(cut).toBe(0);
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
