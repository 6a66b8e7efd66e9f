/**
 * Tests the accessibility of every page type with axe, up to WCAG 2.2 AAA. Text must not be cut off or move, either.
 */
import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { listen } from "../listening.ts";
import { TESTED_PAGES } from "../site/pages.ts";
import { newPage, visit } from "./browser.ts";
import { FACES, type Face, setFace, WIDEST_FACE } from "./fonts.ts";

const target = inject("target");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Runs every axe rule, including the AAA rules that are off by default. An undetermined contrast counts as a
 * violation. Drawn posters are hidden, because they extend below the text next to them. `poster.test.ts` checks
 * their contrast.
 */
const RUN = `(async () => {
  for (const drawn of document.querySelectorAll("svg")) drawn.style.visibility = "hidden";
  const { violations, incomplete } = await axe.run(document, {
    rules: { "color-contrast": { enabled: false }, "color-contrast-enhanced": { enabled: true }, "identical-links-same-purpose": { enabled: true },
      "target-size": { enabled: true }, "meta-refresh-no-exceptions": { enabled: true } },
    resultTypes: ["violations", "incomplete"],
  });
  return [...violations, ...incomplete.filter(({ id }) => id.includes("contrast"))]
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html));
})()`;

/**
 * Returns the texts and placeholders whose contrast is below WCAG 1.4.6. It is ten times as fast as axe, which runs in
 * one theme only, because nothing but the contrast depends on the theme.
 */
const FAINT = `(() => {
  const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const cached = (compute) => {
    const values = new Map();
    return (key) => values.get(key) ?? (values.set(key, compute(key)), values.get(key));
  };
  const paint = cached((colours) => {
    brush.clearRect(0, 0, 1, 1);
    for (const colour of colours.split(";")) {
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
    }
    return brush.getImageData(0, 0, 1, 1).data;
  });
  const luminance = cached((colours) => {
    const [red, green, blue] = [...paint(colours)].map((byte) =>
      byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  const ground = cached((element) => {
    const { backgroundColor } = getComputedStyle(element);
    const isOpaque = paint(backgroundColor)[3] === 255 || element.parentElement === null;
    return isOpaque ? backgroundColor : ground(element.parentElement) + ";" + backgroundColor;
  });
  const shown = [...document.body.querySelectorAll("*")].filter((element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(".unseen, svg, option"));
  const texts = shown.filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\\S/.test(node.data)));
  const fields = shown.filter((element) => element.matches("input, select, textarea"));
  const hints = shown.filter(({ placeholder }) => placeholder);
  return [...texts.concat(fields).map((element) => [element]), ...hints.map((element) => [element, "::placeholder"])].flatMap(([element, part]) => {
    const { color, fontSize, fontWeight } = getComputedStyle(element, part);
    const behind = ground(element);
    const [darker, lighter] = [luminance(behind), luminance(behind + ";" + color)].sort((one, other) => one - other);
    const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
    const ratio = (lighter + 0.05) / (darker + 0.05);
    return ratio < (isLarge ? 4.5 : 7) ? [ratio.toFixed(1) + ": " + element.outerHTML] : [];
  });
})()`;

const OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Links within a line of text are included, although WCAG 2.5.8 exempts them. */
const SMALL_TARGETS = `[...document.querySelectorAll("a, button, input, select, summary, textarea")]
  .filter((element) => element.checkVisibility() && !element.closest(".unseen") && element.type !== "hidden")
  .filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width < 24 || height < 24;
  })
  .map(({ outerHTML }) => outerHTML)`;

async function expectNoOverflow(page: Page, where: string, faces: readonly Face[]): Promise<void> {
  for (const face of faces) {
    await setFace(page, face);
    expect(await page.evaluate(OVERFLOW), `${where}, ${face}`).toBeLessThanOrEqual(0);
  }
}

/** A phone whose language is not the page's, so that the page offers another language. */
const SLOW = { viewport: { width: 360, height: 800 }, locale: "pt-BR" };

let painted = Promise.withResolvers<void>();

/** Delays all scripts, except for the render-blocking one, until the page has been painted. */
async function delayScripts(page: Page): Promise<Page> {
  await page.exposeFunction("painted", () => painted.resolve());
  await page.addInitScript(`window.moved = [];
    const named = ({ node }) => (node?.outerHTML ?? node?.parentElement?.outerHTML ?? "").slice(0, 200);
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) if (value > 0) window.moved.push(...sources.map(named));
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver(() => window.painted()).observe({ type: "paint", buffered: true });`);
  await page.route(/\/_astro\/(?!first-paint)[^/]+\.js$/, async (route) => {
    await painted.promise;
    await route.continue();
  });
  return page;
}

async function openSlowly(page: Page, path: string): Promise<void> {
  painted = Promise.withResolvers();
  await page.goto(`${target}${path}`, { waitUntil: "load" });
}

/**
 * Returns a request listener that forwards requests to the Worker, and sends a part of a page tag by tag and word by
 * word.
 */
function sendInPieces(start: RegExp, end: string): RequestListener {
  return async ({ url = "/" }, outgoing) => {
    const response = await fetch(`${target}${url}`);
    outgoing.writeHead(response.status, { "Content-Type": response.headers.get("Content-Type") ?? "" });
    const body = Buffer.from(await response.arrayBuffer()).toString("latin1");
    const found = start.exec(body);
    const from = found === null ? body.length : found.index + found[0].length;
    const to = body.indexOf(end, from);
    outgoing.write(body.slice(0, from), "latin1");
    for (const piece of body.slice(from, to).split(/(?=<)|(?<=>[^<]{3})/)) {
      outgoing.write(piece, "latin1");
      if (found !== null) await setTimeout(8);
    }
    outgoing.end(found === null ? "" : body.slice(to), "latin1");
  };
}

/** Returns elements that moved after their first paint. */
async function findMovedElements(page: Page): Promise<string[]> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  return await page.evaluate("window.moved");
}

/** All pages share one tab, because starting a renderer takes longer than loading a page. */
let page: Page;
beforeAll(async () => {
  page = await delayScripts(await newPage(SLOW));
  await page.addInitScript(axe);
});
afterAll(() => page.close());

/** The names of one page per layout. */
const KINDS = ["home", "all titles", "a search", "a title", "a season", "credits", "developers"];

describe.each(TESTED_PAGES)("$name", ({ name, path }) => {
  beforeAll(async () => {
    await page.setViewportSize(SLOW.viewport);
    await page.emulateMedia({ colorScheme: null, forcedColors: null });
    await openSlowly(page, path);
  });

  test("does not shift its layout", async () => {
    expect(await findMovedElements(page)).toEqual([]);
  });

  test("renders click targets of at least 24 pixels", async () => {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(SMALL_TARGETS), `${width} pixels`).toEqual([]);
    }
  });

  test("passes every axe rule", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ colorScheme: "light" });
    expect(await page.evaluate(RUN)).toEqual([]);
  });

  test("meets WCAG contrast in light, dark and forced colours", async () => {
    for (const media of [
      { colorScheme: "light" },
      { colorScheme: "dark" },
      { colorScheme: null, forcedColors: "active" },
    ] as const) {
      await page.emulateMedia(media);
      expect(await page.evaluate(FAINT), JSON.stringify(media)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: null, forcedColors: null });
  });

  test("fits windows from 320 to 2560 pixels, even with double-sized text", async () => {
    const faces: readonly Face[] = [...(KINDS.includes(name) ? FACES : []), WIDEST_FACE];
    for (const width of [320, 360, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      // Other fonts only matter in the narrowest window, because they may break lines differently there.
      await expectNoOverflow(page, `${width} pixels`, width === 320 ? faces : [WIDEST_FACE]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await expectNoOverflow(page, "letters of 200 %", faces);
  });
});

describe("any page", () => {
  test.each([360, 820])("does not shift its layout without web fonts: %i pixels", async (width) => {
    const page = await delayScripts(await newPage({ ...SLOW, viewport: { width, height: 800 } }));
    onTestFinished(() => page.close());
    await page.route("**/*.woff2", (route) => route.abort());
    await openSlowly(page, "/title/34/12-angry-men-1957");
    expect(await page.getByRole("link", { name: "Em português" }).count()).toBe(1);
    expect(await findMovedElements(page)).toEqual([]);
  });

  describe.each([
    ["header", "/title/34/12-angry-men-1957", /<header\b[^>]*>/, "</header>"],
    ["title", "/fr/title/34/12-angry-men-1957", /<main\b[^>]*>/, "</h1>"],
    ["list of genres", "/nowhere", /<main\b[^>]*>/, "</nav>"],
  ] as const)("%s that arrives slowly", (_, path, start, end) => {
    test.each([360, 1280])("does not shift the layout: %i pixels", async (width) => {
      const page = await delayScripts(await newPage({ ...SLOW, viewport: { width, height: 800 } }));
      onTestFinished(() => page.close());
      const { url, close } = await listen(createServer(sendInPieces(start, end)));
      onTestFinished(close);
      await page.goto(`${url}${path}`);
      expect(await findMovedElements(page)).toEqual([]);
    });
  });

  test("links to its content before the header", async () => {
    const page = await visit("/title/34/12-angry-men-1957");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
  });
});
