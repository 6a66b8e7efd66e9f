/** The reference for developers, in a real Chromium: the forms work without JavaScript, and show the answer in place with it. */
import { createHash } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { type Credits, isDirector } from "../../worker/contract/credits.ts";
import { importClient } from "../api/built-client.ts";
import { sharedServer } from "../product/server.ts";
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

/** The form of an operation, open. */
async function formOf(page: Page, operation: string): Promise<Locator> {
  const section = page.locator(`section[aria-labelledby="operation-${operation}"]`);
  await section.getByText("Try it", { exact: true }).click();
  return section.locator("form");
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
      // The response of an image is none that a form could show.
      const isShown = path !== "/" && !path.startsWith("/images/");
      if (isShown && parameters.length > 0) expect(new Set(fields), path).toEqual(new Set(names));
    }
  });

  test("leads to a response without JavaScript", async () => {
    const page = await openPage({ javaScriptEnabled: false });
    let opened = Promise.withResolvers<string>();
    await page.route(/\/v1\//, async (route) => {
      opened.resolve(route.request().url());
      // Which leaves the page as it is, for the next form.
      await route.fulfill({ status: 204 });
    });
    await page.goto(`${target}/developers`);
    const operations = await page
      .locator("form[data-operation]:not(:has(textarea))")
      .evaluateAll((forms) => forms.map((form) => form.getAttribute("data-operation") ?? ""));
    for (const operation of operations) {
      const form = await formOf(page, operation);
      opened = Promise.withResolvers();
      await form.getByRole("button", { name: "Send" }).click();
      const address = await opened.promise;
      expect((await fetch(address)).status, `${operation}: ${address}`).toBe(200);
    }
    expect(operations.length).toBeGreaterThan(8);
    // A form cannot send JSON.
    expect(await page.getByText("Try it", { exact: true }).filter({ visible: true }).count()).toBe(
      operations.length,
    );
  });

  test.each(["matches", "finds"])("sends JSON to %s, as the copied command does", async (operation) => {
    const page = await visit("/developers", { permissions: ["clipboard-read", "clipboard-write"] });
    const form = await formOf(page, operation);
    await form.getByRole("button", { name: "Send" }).click();
    await page.locator("[data-response]").waitFor();
    expect(await page.locator("[data-status]").textContent()).toMatch(/^200 /);
    const sent = JSON.parse(await form.getByLabel("JSON").inputValue());
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toContain("curl -i");
    const [, json = ""] =
      / -d '([^']*)'$/.exec(String(await page.evaluate("navigator.clipboard.readText()"))) ?? [];
    expect(JSON.parse(json)).toEqual(sent);
  });

  test("shows the response in place, its headers too, with JavaScript", async () => {
    const page = await visit("/developers");
    const form = await formOf(page, "search");
    await form.getByRole("textbox", { name: "q", exact: true }).fill("seven samurai");
    await form.getByRole("textbox", { name: "f", exact: true }).fill("");
    await form.getByRole("button", { name: "Send" }).click();
    await page.locator("[data-response]").waitFor();
    expect(new URL(page.url()).pathname).toBe("/developers");
    expect(await page.locator("[data-status]").textContent()).toMatch(/^200 .*q=seven\+samurai/);
    expect(await page.locator("[data-headers]").textContent()).toContain("cache-status: marquee");
    expect(await page.getByLabel("Body").inputValue()).toContain("七人の侍");
  });

  test("shows the response to the last request, whichever comes last", async () => {
    const page = await visit("/developers");
    const release = await hold(page, "**/v1/?category=search&q=seven*");
    const form = await formOf(page, "search");
    const send = form.getByRole("button", { name: "Send" });
    const first = page.waitForRequest("**/v1/?category=search&q=seven*");
    await form.getByRole("textbox", { name: "q", exact: true }).fill("seven");
    await send.click();
    await first;
    await form.getByRole("textbox", { name: "q", exact: true }).fill("metropolis");
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
    const form = await formOf(page, "search");
    await form.getByRole("textbox", { name: "lang", exact: true }).fill("fr");
    await form.getByRole("button", { name: "Send" }).click();
    await page.waitForURL(/\/v1\/\?category=search&.*lang=fr/);
  });

  test("shows a problem as what it is", async () => {
    const page = await visit("/developers");
    const form = await formOf(page, "credits");
    await form.getByRole("textbox", { name: "id", exact: true }).fill("none");
    await form.getByRole("button", { name: "Send" }).click();
    await page.locator("[data-response]").waitFor();
    expect(await page.locator("[data-status]").textContent()).toMatch(/^400 /);
  });

  test("has samples with its own host, each with a button that copies the one in view", async () => {
    const page = await visit("/developers", { permissions: ["clipboard-read", "clipboard-write"] });
    expect(await page.locator("pre").allInnerTexts()).not.toContainEqual(
      expect.stringContaining("marquee.example"),
    );
    const sample = page.locator("[data-sample]").first();
    for (const label of ["curl", "fetch", "client", "Python"]) {
      await sample.getByRole("radio", { name: label }).check();
      const [shown, ...others] = await sample.locator("pre").filter({ visible: true }).allInnerTexts();
      expect(shown).toContain(target);
      expect(others).toEqual([]);
      await sample.getByRole("button", { name: /Cop/ }).click();
      await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(shown);
    }
  });

  test("shows all samples in the language that was chosen for one, those of the client with methods it has", async () => {
    const page = await visit("/developers");
    await page.locator("[data-sample]").nth(1).getByRole("radio", { name: "client" }).check();
    const calls = await page.locator('pre[data-tab="client"]').filter({ visible: true }).allInnerTexts();
    const methods = calls.flatMap((call) =>
      [...call.matchAll(/client\.(\w+)\(/g)].map(([, name = ""]) => name),
    );
    const { marquee } = await importClient();
    expect(methods.filter((name) => !(name in marquee({ baseUrl: `${target}/v1` })))).toEqual([]);
    expect(methods.length).toBeGreaterThan(10);
  });

  test("gives what was tried as a curl command", async () => {
    const page = await visit("/developers", { permissions: ["clipboard-read", "clipboard-write"] });
    const form = await formOf(page, "title");
    await form.getByRole("textbox", { name: "id", exact: true }).fill("34");
    await form.getByRole("textbox", { name: "lang", exact: true }).fill("de");
    await form.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      `curl -i '${target}/v1/titles/34?append=external_ids&lang=de'`,
    );
  });

  test("gives a curl command that a shell reads as one address, whatever was typed", async () => {
    const page = await visit("/developers", { permissions: ["clipboard-read", "clipboard-write"] });
    const form = await formOf(page, "title");
    await form.getByRole("textbox", { name: "id", exact: true }).fill("it's $none");
    await form.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      `curl -i '${target}/v1/titles/it%27s%20%24none?append=external_ids'`,
    );
  });

  test("says every operation, parameter, field and header of the document", async () => {
    const document: Described = await (await fetch(`${target}/v1/openapi.json`)).json();
    const page = await (await fetch(`${target}/developers`)).text();
    const { schemas, headers } = document.components;
    const paths = Object.keys(document.paths)
      .filter((path) => path !== "/")
      .map((path) => (path === "/v1" ? "/v1/" : path));
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
    expect(await badges("operation-search", "q").allInnerTexts()).toEqual(["required"]);
    expect(await badges("operation-credits", "id").allInnerTexts()).toEqual(["required"]);
    expect(await badges("operation-title", "id").allInnerTexts()).toEqual(["required"]);
    expect(await badges("parameters", "lang").allInnerTexts()).toEqual(["default en"]);
    expect(await badges("parameters", "limit").allInnerTexts()).toEqual(["extension"]);
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

  test("marks the section in view in its contents", async () => {
    const page = await visit("/developers", { viewport: { width: 1280, height: 900 } });
    const contents = page.getByRole("navigation", { name: "On this page" });
    for (const name of ["Search people", "Problems"]) {
      await contents.getByRole("link", { name }).click();
      await expect.poll(() => contents.locator("[aria-current]").allInnerTexts()).toEqual([name]);
    }
  });

  test("names the type of each response and of each field, and leads to its fields", async () => {
    const page = await visit("/developers");
    const returned = page.locator('section[aria-labelledby="operation-people"]').getByText(/^Returns/);
    expect(await returned.innerText()).toContain("Returns PersonResult[]");
    await returned.getByRole("link", { name: "PersonResult" }).click();
    await page.locator("#fields-PersonResult").waitFor({ state: "visible" });
    const types = await page.locator("dt span").allTextContents();
    expect(types.filter((type) => /^(?:array of )?$|^\[\]$/.test(type.trim()))).toEqual([]);
    expect(await page.locator("#fields-Person dt").allTextContents()).toContainEqual(
      expect.stringMatching(/credits\s+PersonCredit\[\]/),
    );
  });

  test("leads only to places on it that are there", async () => {
    const page = await (await fetch(`${target}/developers`)).text();
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
    expect(anchors.length).toBeGreaterThan(8);
  });
});

test("the examples are the best-known title of the catalog that answers, and its director", async () => {
  const home = await (await fetch(`${target}/`)).text();
  const [, best = ""] = /href="\/title\/(\d+)\//.exec(home) ?? [];
  const page = await visit("/developers");
  const id = await page.locator('[data-value="credits.id"]:is(input)').inputValue();
  expect(id).toBe(best);
  const credits: Credits = await (await fetch(`${target}/v1/?id=${id}`)).json();
  expect(await page.locator('[data-value="people.q"]:is(input)').inputValue()).toBe(
    credits.director.find(isDirector)?.name,
  );
});

describe("where a key is required", () => {
  const KEY = "a-key-of-sixteen-characters";
  const hash = createHash("sha256").update(KEY).digest("hex");
  const server = sharedServer({ ACCESS: "keyed", CLIENT_KEYS: hash });

  test("the forms send the key that was typed as a Bearer token, and it is kept nowhere", async () => {
    const page = await openPage();
    await page.goto(`${server.url}/developers`);
    await page.getByLabel("Your API key").fill(KEY);
    const form = await formOf(page, "search");
    await form.getByRole("button", { name: "Send" }).click();
    await page.locator("[data-response]").waitFor();
    expect(await page.locator("[data-status]").textContent()).toMatch(/^200 /);
    expect(
      await page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])"),
    ).not.toContain(KEY);
    expect(page.url()).not.toContain(KEY);
  });

  test("the samples send one, and nothing is said of it elsewhere", async () => {
    const keyed = await (await fetch(`${server.url}/developers`)).text();
    const open = await (await fetch(`${target}/developers`)).text();
    expect(keyed).toContain("Bearer YOUR_KEY");
    expect(keyed).toContain("This API requires a");
    expect(open).not.toMatch(/YOUR_KEY|This API requires a|id="try-key"/);
  });
});
