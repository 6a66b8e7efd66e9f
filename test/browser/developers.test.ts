/** Tests the form, samples and layout of the API reference. `site/developers.test.ts` tests its text. */
import { createHash } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import type { Credits } from "../../worker/contract/credits.ts";
import { sharedServer } from "../product/server.ts";
import { hold, openPage, visit } from "./browser.ts";

const target = inject("target");

/** Follows the link from an operation's samples to the form, and returns the form's fields. */
async function openFields(page: Page, operation: string): Promise<Locator> {
  await page.locator(`[data-try="${operation}"]`).click();
  const fields = page.locator(`fieldset[data-operation="${operation}"]`);
  await fields.waitFor();
  return fields;
}

async function send(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator("[data-response]").waitFor();
}

const readStatus = (page: Page) => page.getByRole("status").textContent();

/** Clicks the copy button of the response and returns the copied command. */
async function copiedCurl(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  return String(await page.evaluate("navigator.clipboard.readText()"));
}

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

describe("/developers", () => {
  test("shows samples but no form without JavaScript", async () => {
    const page = await visit("/developers", { javaScriptEnabled: false });
    expect(await page.locator("main :is(form, button, [data-try])").filter({ visible: true }).count()).toBe(
      0,
    );
    await page.getByRole("radio", { name: "Python" }).check();
    const [sample] = await page.locator("pre[data-language]").filter({ visible: true }).allInnerTexts();
    expect(sample).toContain("urlopen");
  });

  test.each(["matches", "finds"])(
    "sends the JSON that the copied command contains: %s",
    async (operation) => {
      const page = await visit("/developers", CLIPBOARD);
      const fields = await openFields(page, operation);
      await send(page);
      expect(await readStatus(page)).toMatch(/^200 /);
      const sent = JSON.parse(await fields.getByLabel("JSON").inputValue());
      const [, json = ""] = / -d '([^']*)'$/.exec(await copiedCurl(page)) ?? [];
      expect(JSON.parse(json)).toEqual(sent);
    },
  );

  test("shows the response and its main headers next to the form", async () => {
    const page = await visit("/developers");
    const fields = await openFields(page, "search");
    await fields.getByRole("textbox", { name: "q", exact: true }).fill("seven samurai");
    await send(page);
    expect(new URL(page.url()).pathname).toBe("/developers");
    expect(await readStatus(page)).toMatch(/^200 .*q=seven\+samurai/);
    const headers = (await page.locator("[data-response] pre").textContent()) ?? "";
    expect(headers).toContain("cache-status: marquee");
    expect(headers).not.toContain("content-security-policy");
    expect(await page.getByLabel("Body").inputValue()).toContain("七人の侍");
  });

  test("ignores a late response to an earlier request", async () => {
    const page = await visit("/developers");
    const release = await hold(page, "**/v1/?category=search&q=seven*");
    const fields = await openFields(page, "search");
    const text = fields.getByRole("textbox", { name: "q", exact: true });
    const first = page.waitForRequest("**/v1/?category=search&q=seven*");
    await text.fill("seven");
    await page.getByRole("button", { name: "Send" }).click();
    await first;
    await text.fill("metropolis");
    await send(page);
    release();
    await page.waitForLoadState("networkidle");
    expect(await readStatus(page)).toContain("q=metropolis");
  });

  test("opens the request's URL when the fetch fails", async () => {
    const page = await visit("/developers");
    await page.route("**/v1/**", (route) =>
      route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
    );
    const fields = await openFields(page, "search");
    await fields.getByRole("textbox", { name: "lang", exact: true }).fill("fr");
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForURL(/\/v1\/\?category=search&.*lang=fr/);
  });

  test("shows problem responses", async () => {
    const page = await visit("/developers");
    const fields = await openFields(page, "credits");
    await fields.getByRole("textbox", { name: "id", exact: true }).fill("none");
    await send(page);
    expect(await readStatus(page)).toMatch(/^400 /);
  });

  test("offers example values that return results", async () => {
    const page = await visit("/developers");
    const fields = await openFields(page, "search");
    await fields.getByRole("textbox", { name: "q", exact: true }).fill("the matrix");
    await send(page);
    expect(JSON.parse(await page.getByLabel("Body").inputValue())).not.toEqual([]);
  });

  test("offers a list for parameters with few values", async () => {
    const page = await visit("/developers");
    const fields = await openFields(page, "browse");
    const sort = fields.getByRole("combobox", { name: "sort" });
    expect(await sort.locator("option").allInnerTexts()).toEqual(expect.arrayContaining(["year", "rating"]));
    await sort.selectOption("year");
    await send(page);
    expect(await readStatus(page)).toMatch(/^200 .*sort=year/);
  });

  test("uses the deployment's host in its samples", async () => {
    const page = await visit("/developers", CLIPBOARD);
    expect(await page.locator("pre").allInnerTexts()).not.toContainEqual(
      expect.stringContaining("marquee.example"),
    );
    const requests = await page.locator(".operation").count();
    for (const language of ["curl", "fetch", "Python", "client"]) {
      await page.getByRole("radio", { name: language }).check();
      const shown = page.locator("section section pre[data-language]").filter({ visible: true });
      expect(await shown.count(), language).toBe(requests);
      const sample = shown.first();
      const code = await sample.locator("code").innerText();
      if (language !== "client") expect(code).toContain(target);
      await sample.getByRole("button").click();
      await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(code);
    }
  });

  test("copies the request as a curl command", async () => {
    const page = await visit("/developers", CLIPBOARD);
    const fields = await openFields(page, "title");
    await fields.getByRole("textbox", { name: "id", exact: true }).fill("34");
    await fields.getByRole("textbox", { name: "lang", exact: true }).fill("de");
    await send(page);
    expect(await copiedCurl(page)).toBe(`curl '${target}/v1/titles/34?append=external_ids&lang=de'`);
  });

  test("escapes the curl command for the shell", async () => {
    const page = await visit("/developers", CLIPBOARD);
    const fields = await openFields(page, "title");
    await fields.getByRole("textbox", { name: "id", exact: true }).fill("it's $none");
    await send(page);
    expect(await copiedCurl(page)).toBe(`curl '${target}/v1/titles/it%27s%20%24none?append=external_ids'`);
  });

  test.each([
    ["a phone", { width: 390, height: 844 }],
    ["a desktop", { width: 1280, height: 900 }],
  ])("keeps the table of contents visible on %s", async (_, viewport) => {
    const page = await visit("/developers", { viewport });
    const contents = page.getByRole("navigation", { name: "On this page" });
    const select = page.getByRole("combobox", { name: "On this page" });
    const isNarrow = await select.isVisible();
    if (isNarrow) await select.selectOption({ label: "Headers" });
    else await contents.getByRole("link", { name: "Headers" }).click();
    const nav = await (isNarrow ? select : contents).boundingBox();
    const heading = await page.getByRole("heading", { name: "Headers", exact: true }).boundingBox();
    expect(nav?.y).toBeGreaterThanOrEqual(0);
    expect(heading?.y).toBeGreaterThanOrEqual(0);
    expect(heading?.y).toBeLessThan(viewport.height / 2);
    const below = (heading?.y ?? 0) >= (nav?.y ?? 0) + (nav?.height ?? 0);
    const beside = (heading?.x ?? 0) >= (nav?.x ?? 0) + (nav?.width ?? 0);
    expect(below || beside).toBe(true);
  });

  test("highlights the current section in the table of contents", async () => {
    const page = await visit("/developers", { viewport: { width: 1280, height: 900 } });
    const contents = page.getByRole("navigation", { name: "On this page" });
    for (const name of ["Search people", "Problems"]) {
      await contents.getByRole("link", { name }).click();
      await expect.poll(() => contents.locator("a:target-current").allInnerTexts()).toEqual([name]);
    }
  });
});

describe("/developers layout", () => {
  const box = async (page: Page, selector: string) => {
    const found = await page.locator(selector).filter({ visible: true }).first().boundingBox();
    if (found === null) throw new Error(`${selector} is not shown`);
    return found;
  };

  test("indents wrapped lines of samples", async () => {
    const page = await visit("/developers", { viewport: { width: 390, height: 844 } });
    const lefts: unknown = await page.evaluate(`(() => {
      const code = [...document.querySelectorAll("pre:not([data-language]) code")][0];
      const plot = [...code.querySelectorAll("i")].find(({ textContent }) => textContent === '"plot"');
      const text = document.createRange();
      text.selectNodeContents(plot.nextSibling);
      const [, ...lines] = [...text.getClientRects()].filter(({ width }) => width > 100);
      return lines.map(({ left }) => Math.round(left - code.getBoundingClientRect().left));
    })()`);
    if (!Array.isArray(lefts)) throw new Error("nothing was measured");
    expect(lefts.length).toBeGreaterThan(3);
    for (const left of lefts) expect(left).toBeGreaterThan(40);
  });

  test("does not break the names of parameters in URLs", async () => {
    const page = await visit("/developers", { viewport: { width: 390, height: 844 } });
    const broken = await page.evaluate(`(() => {
      const texts = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
      const found = [];
      while (texts.nextNode()) {
        const node = texts.currentNode;
        if (!node.parentElement.closest('[data-language="curl"]')) continue;
        for (const { 0: name, index } of node.data.matchAll(/\\w+=/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + name.length);
          if (range.getClientRects().length > 1) found.push(name);
        }
      }
      return found;
    })()`);
    expect(broken).toEqual([]);
  });

  test.each([390, 820])("aligns the menu with the page at %i pixels", async (width) => {
    const page = await visit("/developers", { viewport: { width, height: 800 } });
    const [languages, menu, article] = await Promise.all(
      ["fieldset:has([name=language])", "[data-contents]", "article"].map((selector) => box(page, selector)),
    );
    if (!languages || !menu || !article) throw new Error("something is not shown");
    expect(menu.x - languages.x - languages.width).toBeGreaterThanOrEqual(8);
    expect(menu.x + menu.width).toBeCloseTo(article.x + article.width, 0);
  });

  test.each([820, 1_280])("shows the key facts in one row at %i pixels", async (width) => {
    const page = await visit("/developers", { viewport: { width, height: 800 } });
    const tops = await page
      .locator("main header dl div")
      .evaluateAll((facts) => facts.map((fact) => fact.getBoundingClientRect().top));
    expect(tops.length).toBe(3);
    expect(new Set(tops).size).toBe(1);
  });

  test("shows the first request next to its response in wide windows", async () => {
    const page = await visit("/developers", { viewport: { width: 1_280, height: 800 } });
    const request = await box(page, "article pre[data-language]");
    const response = await box(page, "article pre:not([data-language])");
    expect(response.x).toBeGreaterThanOrEqual(request.x + request.width);
    expect(response.y).toBeLessThan(request.y);
  });
});

describe("/developers form", () => {
  test("is filled with titles of the catalog before it is sent", async () => {
    const page = await visit("/developers");
    await openFields(page, "credits");
    const id = await page.locator('fieldset[data-operation="credits"] [name="id"]').inputValue();
    const { cast }: Credits = await (await fetch(`${target}/v1/?id=${id}`)).json();
    const readField = (operation: string, name: string) =>
      page.locator(`fieldset[data-operation="${operation}"] [name="${name}"]`).inputValue();
    expect(await readField("person", "id")).toBe(String(cast[0]?.id));
    expect(await readField("shared", "ids")).toBe(`${cast[0]?.id},${cast[1]?.id}`);
    await send(page);
    expect(await readStatus(page)).toContain(`id=${id}`);
    expect(await page.locator('fieldset[data-operation="credits"] [name="id"]').inputValue()).toBe(id);
  });
});

describe("/developers with ACCESS=keyed", () => {
  const KEY = "a-key-of-sixteen-characters";
  const hash = createHash("sha256").update(KEY).digest("hex");
  const server = sharedServer({ ACCESS: "keyed", CLIENT_KEYS: hash });

  test("sends the typed key as a Bearer token without storing it", async () => {
    const page = await openPage();
    await page.goto(`${server.url}/developers`);
    await page.getByLabel("Your API key").fill(KEY);
    await openFields(page, "search");
    await send(page);
    expect(await readStatus(page)).toMatch(/^200 /);
    expect(
      await page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])"),
    ).not.toContain(KEY);
    expect(page.url()).not.toContain(KEY);
  });
});
