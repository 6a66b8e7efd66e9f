/** Letters twice as large in the narrowest window: nothing reaches beyond it, is cut off or broken into pieces of a few letters. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { LANGUAGES } from "../../site/language/language.ts";
import { browseLink, browsePage, homeLink, searchLink } from "../../site/links.ts";
import { launchBrowser } from "./browser.ts";
import { FACES, setFace } from "./fonts.ts";

const target = inject("target");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

interface Faults {
  readonly overflow: number;
  readonly broken: readonly string[];
  readonly cut: readonly string[];
}

/**
 * A word is broken into pieces where a line has fewer than four of its letters on average. Identifiers in code, and values after one (lang=en), may be,
 * and long hints end in an ellipsis: `narrow.test.ts`.
 */
const FAULTS = `(() => {
  const { documentElement: root, body } = document;
  const seen = [...body.querySelectorAll("*")].filter(
    (element) => element.checkVisibility() && !element.closest("svg, code, pre, input, select, textarea, .unseen, .portrait"),
  );
  const broken = seen.flatMap((element) => [...element.childNodes]).flatMap((node) =>
    node.nodeType !== Node.TEXT_NODE ? [] :
    [...node.data.matchAll(/(?<![=\\p{L}])[\\p{Script=Latin}\\p{Script=Arabic}\\p{M}]{2,}/gu)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      // The parts of one line differ by a few pixels where their faces do.
      const tops = [...range.getClientRects()].map(({ top }) => top).sort((one, other) => one - other);
      const lines = tops.filter((top, at) => at === 0 || top - tops[at - 1] > 8).length;
      return lines > 1 && word.length / lines < 4;
    }).map(([word]) => word),
  );
  const cut = seen.filter((element) =>
    ["hidden", "clip"].includes(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1,
  );
  return {
    overflow: Math.max(0, root.scrollWidth - root.clientWidth),
    broken,
    cut: cut.map(({ textContent }) => textContent.trim()),
  };
})()`;

function openPage(language: string): Promise<Page> {
  return browser.newPage({ viewport: { width: 320, height: 700 }, locale: language });
}

async function faults(page: Page, path: string): Promise<Record<string, Faults>> {
  await page.goto(`${target}${path}`);
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  const found: Record<string, Faults> = {};
  for (const face of FACES) {
    await setFace(page, face);
    found[face] = await page.evaluate(FAULTS);
  }
  return found;
}

const NONE = Object.fromEntries(FACES.map((face) => [face, { overflow: 0, broken: [], cut: [] }]));

describe.each(LANGUAGES)("in %s", (language) => {
  const prefix = homeLink(language).replace(/\/$/, "");
  let page: Page;

  beforeAll(async () => {
    page = await openPage(language);
  });
  afterAll(() => page.close());

  test.each([
    ["the first page", homeLink(language)],
    ["all titles", browsePage(language)],
    ["titles of a kind", browseLink(language, { genre: "Drama", filter: { kind: "movie", years: null } })],
    ["a search", searchLink(language, { text: "the" })],
    ["a search that finds nothing", `${searchLink(language, { text: "zzzzqqqq xxxxx" })}&f=movie%2C1999`],
    ["a title", `${prefix}/title/34`],
    ["credits", `${prefix}/title/34/x/credits`],
    ["a person", `${prefix}/person/2386`],
    ["an unknown address", `${prefix}/nowhere`],
  ])("%s is whole", async (_, path) => {
    expect(await faults(page, path)).toEqual(NONE);
  });
});

test.each(["/developers", "/problems/rate-limited"])("%s is whole", async (path) => {
  const page = await openPage("en");
  expect(await faults(page, path)).toEqual(NONE);
  await page.close();
});
