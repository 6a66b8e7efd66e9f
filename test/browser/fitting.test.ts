/**
 * Tests that text fits narrow windows in every language. Placeholders fit their fields; at double size, nothing
 * overflows or is cut off, and no word breaks into pieces of a few letters.
 */

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { LANGUAGES, type Language } from "../../site/language/language.ts";
import { browseLink, browsePage, homeLink, searchLink, searchPage } from "../../site/links.ts";
import { buildConditions } from "../../worker/filters/browse-query.ts";
import { newPage } from "./browser.ts";
import { FACES, type Face, setFace, WIDEST_FACE } from "./fonts.ts";

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

interface Faults {
  readonly overflow: number;
  readonly broken: readonly string[];
  readonly cut: readonly string[];
}

/**
 * Measures the overflow, and lists texts that are cut off and words with fewer than four letters per line. Identifiers
 * in code may break, and placeholders are measured at their usual size.
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

async function findFaults(faces: readonly Face[]): Promise<Record<string, Faults>> {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  const found: Record<string, Faults> = {};
  for (const face of faces) {
    await setFace(page, face);
    found[face] = await page.evaluate(FAULTS);
  }
  return found;
}

async function expectWholeHints(page: Page, faces: readonly Face[]): Promise<void> {
  // Closed filters are only as wide as their button.
  await page.evaluate(
    `document.documentElement.style.fontSize = ""; for (const fold of document.querySelectorAll("details.fold")) fold.open = true`,
  );
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
}

/** The fonts of a language. Narrower fonts than the last have never needed more room, so only English has them all. */
const facesOf = (language: Language): readonly Face[] => (language === "en" ? FACES : FACES.slice(-1));

const ONLY_IN_ENGLISH: [name: string, path: string][] = [
  ["all titles", browsePage("en")],
  ["a search with many results", searchLink("en", { text: "the" })],
  ["the reference", "/developers"],
  ["a problem", "/problems/rate-limited"],
];

/** The pages whose placeholders differ from those of other pages. */
const WITH_FIELDS = ["the first page", "a search"];

/** All languages share one tab, because starting a renderer takes longer than loading a page. */
let page: Page;
beforeAll(async () => {
  page = await newPage({ viewport: { width: 320, height: 700 } });
});
afterAll(() => page.close());

describe.each(LANGUAGES)("text in the language %s", (language) => {
  const prefix = homeLink(language).replace(/\/$/, "");
  const faces = facesOf(language);
  const none = Object.fromEntries(faces.map((face) => [face, { overflow: 0, broken: [], cut: [] }]));

  beforeAll(async () => {
    const session = await page.context().newCDPSession(page);
    const userAgent: string = await page.evaluate("navigator.userAgent");
    await session.send("Emulation.setUserAgentOverride", { userAgent, acceptLanguage: language });
  });

  describe.each([
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
  ] satisfies [string, string][])("on %s", (name, path) => {
    beforeAll(async () => {
      await page.goto(`${target}${path}`);
    });

    test("does not overflow or break words at double size", async () => {
      expect(await findFaults(faces)).toEqual(none);
    });

    if (!WITH_FIELDS.includes(name)) return;

    test("fits the fields whose placeholder it is", async () => {
      await expectWholeHints(page, faces);
    });
  });
});

describe("placeholders without JavaScript", () => {
  let page: Page;
  beforeAll(async () => {
    page = await newPage({ javaScriptEnabled: false });
  });
  afterAll(() => page.close());

  test.each(LANGUAGES)("fit their fields in the language %s", async (language) => {
    await page.goto(`${target}${searchPage(language)}`);
    await expectWholeHints(page, facesOf(language));
  });
});
