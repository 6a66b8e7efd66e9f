/** The reference for developers, in a real Chromium: the forms work without JavaScript, and show the answer in place with it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser } from "./browser.ts";

const target = inject("target");
let browser: Browser;

/** What the page takes from the document. */
interface Described {
  readonly paths: { readonly "/v1": { readonly parameters: readonly { readonly name: string }[] } };
  readonly components: {
    readonly schemas: Record<string, { readonly properties?: object }>;
    readonly headers: object;
  };
}

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

describe("the page for developers", () => {
  test("leads to the answer without JavaScript", async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${target}/developers`);
    await page.getByRole("button", { name: "Get credits" }).click();
    await page.waitForURL(/category=credits&id=123/);
    expect(await page.textContent("body")).toContain('"visual effects"');
    await page.close();
  });

  test("shows the answer in place, its headers too, with JavaScript", async () => {
    const page = await browser.newPage();
    await page.goto(`${target}/developers`);
    await page.getByLabel("Text").fill("seven samurai");
    await page.getByLabel("Filter").fill("");
    await page.getByRole("button", { name: "Search", exact: true }).last().click();
    await page.locator("[data-answer]").waitFor();
    expect(new URL(page.url()).pathname).toBe("/developers");
    expect(await page.locator("[data-status]").textContent()).toMatch(/^200 .*q=seven\+samurai/);
    expect(await page.locator("[data-headers]").textContent()).toContain("cache-status: marquee");
    expect(await page.getByLabel("Body").inputValue()).toContain("七人の侍");
    await page.close();
  });

  test("shows a problem as what it is", async () => {
    const page = await browser.newPage();
    await page.goto(`${target}/developers`);
    await page.getByLabel("Id", { exact: true }).fill("none");
    await page.getByRole("button", { name: "Get credits" }).click();
    await page.locator("[data-answer]").waitFor();
    expect(await page.locator("[data-status]").textContent()).toMatch(/^400 /);
    await page.close();
  });

  test("has samples with its own host, each with a button that copies it", async () => {
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    await page.goto(`${target}/developers`);
    expect(await page.locator("pre").allInnerTexts()).not.toContainEqual(
      expect.stringContaining("marquee.example"),
    );
    await page.getByRole("button", { name: "Copy", exact: true }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain(`curl '${target}/v1/?`);
    await context.close();
  });

  test("gives what was tried as a curl command", async () => {
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    await page.goto(`${target}/developers`);
    await page.getByRole("button", { name: "Get credits" }).click();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      `curl -i '${target}/v1/?category=credits&id=123'`,
    );
    await context.close();
  });

  test("says every parameter, field, problem and header of the document", async () => {
    const document: Described = await (await fetch(`${target}/v1/openapi.json`)).json();
    const page = await (await fetch(`${target}/developers`)).text();
    const { schemas, headers } = document.components;
    const names = [
      ...document.paths["/v1"].parameters.map(({ name }) => name),
      ...["TitleRecord", "Credits", "CastEntry", "CrewEntry"].flatMap((name) =>
        Object.keys(schemas[name]?.properties ?? {}),
      ),
      ...Object.keys(headers),
    ];
    expect(names.filter((name) => !new RegExp(`<code[^>]*>${name}</code>`).test(page))).toEqual([]);
  });

  test("leads only to places on it that are there", async () => {
    const page = await (await fetch(`${target}/developers`)).text();
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
    expect(anchors.length).toBeGreaterThan(8);
  });
});
