/** The reference for developers, in a real Chromium: the forms work without JavaScript, and show the answer in place with it. */
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { hold, openPage, visit } from "./browser.ts";

const target = inject("target");

/** What the page takes from the document. */
interface Described {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly parameters?: readonly {
          readonly name: string;
          readonly in: string;
          readonly required: boolean;
        }[];
      }
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: object }>>;
    readonly headers: object;
  };
}

/** Of the forms under "Try it". */
async function formNames(page: Page): Promise<string[]> {
  await page.goto(`${target}/developers`);
  return page.locator("[data-try] summary").filter({ hasNotText: "headers" }).allInnerTexts();
}

describe("the page for developers", () => {
  test("has a form for every operation, with all its parameters", async () => {
    const document: Described = await (await fetch(`${target}/v1/openapi.json`)).json();
    const page = await visit("/developers");
    const forms = await page.locator("form[data-template]").evaluateAll((all) =>
      all.map((form) => ({
        template: form.getAttribute("data-template") ?? "",
        names: [...form.querySelectorAll("code, [type=hidden]")].map(
          (field) => field.getAttribute("name") ?? field.textContent,
        ),
      })),
    );
    for (const [path, { parameters = [] }] of Object.entries(document.paths)) {
      const names = parameters.filter((parameter) => parameter.in !== "header").map(({ name }) => name);
      const fields = forms
        .filter(({ template }) => template.replace(/(?<=v1)\/$/, "") === path)
        .flatMap(({ names }) => names);
      if (path !== "/" && parameters.length > 0) expect(new Set(fields), path).toEqual(new Set(names));
    }
  });

  test("leads to the answer without JavaScript", async () => {
    const page = await openPage({ javaScriptEnabled: false });
    for (const [index, name] of (await formNames(page)).entries()) {
      await page.goto(`${target}/developers`);
      const form = page.locator("[data-try] details").nth(index);
      if ((await form.getAttribute("open")) === null) await form.locator("summary").click();
      const [response] = await Promise.all([
        page.waitForResponse(/\/v1\//),
        form.getByRole("button", { name: "Send" }).click(),
      ]);
      expect(response.headers()["cache-status"], name).toMatch(/^marquee/);
      expect(response.status(), `${name}: ${response.url()}`).not.toBe(400);
    }
  });

  test("shows the answer in place, its headers too, with JavaScript", async () => {
    const page = await visit("/developers");
    await page.getByRole("textbox", { name: "q", exact: true }).fill("seven samurai");
    await page.getByRole("textbox", { name: "f", exact: true }).fill("");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator("[data-response]").waitFor();
    expect(new URL(page.url()).pathname).toBe("/developers");
    expect(await page.locator("[data-status]").textContent()).toMatch(/^200 .*q=seven\+samurai/);
    expect(await page.locator("[data-headers]").textContent()).toContain("cache-status: marquee");
    expect(await page.getByLabel("Body").inputValue()).toContain("七人の侍");
  });

  test("shows the answer to the last request, whichever comes last", async () => {
    const page = await visit("/developers");
    const release = await hold(page, "**/v1/?category=search&q=seven*");
    const send = page.getByRole("button", { name: "Send" });
    const first = page.waitForRequest("**/v1/?category=search&q=seven*");
    await page.getByRole("textbox", { name: "q", exact: true }).fill("seven");
    await send.click();
    await first;
    await page.getByRole("textbox", { name: "q", exact: true }).fill("metropolis");
    await send.click();
    await page.locator("[data-response]").waitFor();
    release();
    await page.waitForLoadState("networkidle");
    expect(await page.locator("[data-status]").textContent()).toContain("q=metropolis");
  });

  test("opens the address, optional parameters included, when the fetch fails", async () => {
    const page = await visit("/developers");
    await page.route("**/v1/**", (route) =>
      route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
    );
    await page.getByRole("textbox", { name: "lang", exact: true }).first().fill("fr");
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForURL(/\/v1\/\?category=search&.*lang=fr/);
  });

  test("shows a problem as what it is", async () => {
    const page = await visit("/developers");
    await page.locator("summary", { hasText: "Get the credits of a title" }).click();
    await page.getByRole("textbox", { name: "id", exact: true }).fill("none");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator("[data-response]").waitFor();
    expect(await page.locator("[data-status]").textContent()).toMatch(/^400 /);
  });

  test("has samples with its own host, each with a button that copies it", async () => {
    const page = await visit("/developers", { permissions: ["clipboard-read", "clipboard-write"] });
    expect(await page.locator("pre").allInnerTexts()).not.toContainEqual(
      expect.stringContaining("marquee.example"),
    );
    const samples = page.locator("figure", { has: page.getByRole("button", { name: "Copy" }) });
    for (const label of ["curl", "JavaScript, in a browser or on a server", "Python", "The typed client"]) {
      expect(await samples.filter({ hasText: label }).first().innerText()).toContain(target);
    }
    await page.getByRole("button", { name: "Copy", exact: true }).first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain(`curl '${target}/v1/?`);
  });

  test("gives what was tried as a curl command", async () => {
    const page = await visit("/developers", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("summary", { hasText: "Get a title by its id" }).click();
    await page.getByRole("textbox", { name: "id", exact: true }).fill("34");
    await page.getByRole("textbox", { name: "lang", exact: true }).fill("de");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      `curl -i '${target}/v1/titles/34?lang=de'`,
    );
  });

  test("gives a curl command that a shell reads as one address, whatever was typed", async () => {
    const page = await visit("/developers", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("summary", { hasText: "Get a title by its id" }).click();
    await page.getByRole("textbox", { name: "id", exact: true }).fill("it's $none");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      `curl -i '${target}/v1/titles/it%27s%20%24none'`,
    );
  });

  test("says every operation, parameter, field and header of the document", async () => {
    const document: Described = await (await fetch(`${target}/v1/openapi.json`)).json();
    const page = await (await fetch(`${target}/developers`)).text();
    const { schemas, headers } = document.components;
    const paths = Object.keys(document.paths).filter((path) => path !== "/");
    const names = [
      ...paths,
      ...Object.values(document.paths).flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)),
      ...Object.values(schemas).flatMap(({ properties = {} }) => Object.keys(properties)),
      ...Object.keys(headers),
    ];
    const said = [...page.matchAll(/<code[^>]*>([^<]*)<\/code>/g)].map(([, text]) => text);
    expect(names.filter((name) => !said.includes(name))).toEqual([]);
    expect(paths.length).toBeGreaterThan(3);
  });

  test("marks what is required, and what has a default", async () => {
    const page = await visit("/developers");
    const badges = (id: string, name: string) =>
      page
        .locator(`section[aria-labelledby="${id}"] dt`, { has: page.locator(`code:text-is("${name}")`) })
        .locator("b");
    expect(await badges("lookUp", "q").allInnerTexts()).toEqual(["required for search"]);
    expect(await badges("lookUp", "id").allInnerTexts()).toEqual(["required for credits"]);
    expect(await badges("lookUp", "lang").allInnerTexts()).toEqual(["default en"]);
    expect(await badges("title", "id").allInnerTexts()).toEqual(["required"]);
    expect(await badges("lookUp", "limit").allInnerTexts()).toEqual(["extension"]);
  });

  test.each([
    ["a phone", { width: 390, height: 844 }],
    ["a desktop", { width: 1280, height: 900 }],
  ])("keeps its contents in view on %s, without covering the heading they lead to", async (_, viewport) => {
    const page = await visit("/developers", { viewport });
    const contents = page.getByRole("navigation", { name: "On this page" });
    await contents.getByRole("link", { name: "Headers" }).click();
    const nav = await contents.boundingBox();
    const heading = await page.getByRole("heading", { name: "Headers", exact: true }).boundingBox();
    expect(nav?.y).toBeGreaterThanOrEqual(0);
    expect(heading?.y).toBeGreaterThanOrEqual(0);
    expect(heading?.y).toBeLessThan(viewport.height / 2);
    const below = (heading?.y ?? 0) >= (nav?.y ?? 0) + (nav?.height ?? 0);
    const beside = (heading?.x ?? 0) >= (nav?.x ?? 0) + (nav?.width ?? 0);
    expect(below || beside).toBe(true);
  });

  test("leads only to places on it that are there", async () => {
    const page = await (await fetch(`${target}/developers`)).text();
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
    expect(anchors.length).toBeGreaterThan(8);
  });
});
