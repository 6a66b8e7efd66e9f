/**
 * Tests double-sized text in the narrowest window. Nothing may overflow or be cut off, and no word may break into
 * pieces of a few letters.
 */

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { LANGUAGES } from "../../site/language/language.ts";
import { browseLink, browsePage, homeLink, searchLink } from "../../site/links.ts";
import { buildConditions } from "../../worker/filters/browse-query.ts";
import { newPage } from "./browser.ts";
import { FACES, type Face, setFace } from "./fonts.ts";

const target = inject("target");

interface Faults {
  readonly overflow: number;
  readonly broken: readonly string[];
  readonly cut: readonly string[];
}

/**
 * Measures the overflow, and lists texts that are cut off and words with fewer than four letters per line. Identifiers
 * in code may break, and `narrow.test.ts` checks placeholders.
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

/** Only English is checked in all fonts, because narrower fonts have never done worse than the widest one. */
async function findFaults(path: string, faces: readonly Face[]): Promise<Record<string, Faults>> {
  await page.goto(`${target}${path}`);
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  const found: Record<string, Faults> = {};
  for (const face of faces) {
    await setFace(page, face);
    found[face] = await page.evaluate(FAULTS);
  }
  return found;
}

const ONLY_IN_ENGLISH: [name: string, path: string][] = [
  ["all titles", browsePage("en")],
  ["a search with many results", searchLink("en", { text: "the" })],
  ["the reference", "/developers"],
  ["a problem", "/problems/rate-limited"],
];

/** All languages share one tab, because starting a renderer takes longer than loading a page. */
let page: Page;
beforeAll(async () => {
  page = await newPage({ viewport: { width: 320, height: 700 } });
});
afterAll(() => page.close());

describe.each(LANGUAGES)("double-sized text in the language %s", (language) => {
  const prefix = homeLink(language).replace(/\/$/, "");
  const faces = language === "en" ? FACES : FACES.slice(-1);
  const none = Object.fromEntries(faces.map((face) => [face, { overflow: 0, broken: [], cut: [] }]));

  beforeAll(async () => {
    const session = await page.context().newCDPSession(page);
    const userAgent: string = await page.evaluate("navigator.userAgent");
    await session.send("Emulation.setUserAgentOverride", { userAgent, acceptLanguage: language });
  });

  test.each([
    ["the first page", homeLink(language)],
    [
      "titles of a kind",
      browseLink(language, {
        conditions: buildConditions({ genre: "Drama", filter: { kind: "movie", years: null } }),
      }),
    ],
    ["a search", searchLink(language, { text: "seven" })],
    ["a search that finds nothing", `${searchLink(language, { text: "zzzzqqqq xxxxx" })}&f=movie%2C1999`],
    ["a title", `${prefix}/title/34`],
    ["credits", `${prefix}/title/34/x/credits`],
    ["a person", `${prefix}/person/2386`],
    ["an unknown address", `${prefix}/nowhere`],
    ...ONLY_IN_ENGLISH.filter(() => language === "en"),
  ] satisfies [string, string][])("does not overflow or break words: %s", async (_, path) => {
    expect(await findFaults(path, faces)).toEqual(none);
  });
});
