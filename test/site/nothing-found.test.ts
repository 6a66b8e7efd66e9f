/** A search that finds nothing helps. */
import { describe, expect, inject, test } from "vitest";
import { DICTIONARIES } from "../../site/language/words.ts";
import { openPage } from "../browser/browser.ts";
import { offered, results, SOME_LANGUAGES } from "./pages.ts";

const target = inject("target");

describe("as a document", () => {
  test("in English the title that sounds like it comes first, and nothing else is offered", async () => {
    const page = await results("/search?q=apokalips+now");
    expect(page).toMatch(/Did you mean:\s*<a href="\/search\?q=Apocalypse\+Now"/);
    expect(offered(page)).toEqual(["/search?q=Apocalypse+Now"]);
  });

  test.each(SOME_LANGUAGES)("in %s what was meant can be found", async (language, words) => {
    const prefix = language === "en" ? "" : `/${language}`;
    const page = await results(`${prefix}/search?q=apokalips+now`);
    expect(page).toContain(words.nothing.meant);
    expect(offered(page)[0]).toMatch(new RegExp(`^${prefix}/search\\?q=`));
    expect(await results(offered(page)[0] ?? "")).toContain('<ol class="titles');
  });

  test("the beginnings of words lead to whom they begin, as in suggestions", async () => {
    const page = await results("/search?q=chri+nol");
    expect(offered(page)[0]).toBe("/search?q=Christopher+Nolan");
    expect(await results("/search?q=Christopher+Nolan")).toContain("/christopher-nolan");
  });

  test("the years beside, and the search without its filter", async () => {
    expect(offered(await results("/search?q=the+metropolis&f=movie%2C1928"))).toEqual([
      "/search?q=the+metropolis&f=movie%2C1928%7E",
      "/search?q=the+metropolis",
    ]);
  });

  test.each([
    ["0000", ["/search?q=metropolis"]],
    ["9999", ["/search?q=metropolis"]],
    ["series%2C1927", ["/search?q=metropolis"]],
    ["1926", ["/search?q=metropolis&f=1926%7E", "/search?q=metropolis"]],
  ])("with %s only what finds something is offered", async (f, expected) => {
    const page = await results(`/search?q=metropolis&f=${f}`);
    expect(offered(page)).toEqual(expected);
    for (const path of expected) expect(await results(path), path).toContain('<ol class="titles');
  });

  test("without a filter there is no search with fewer", async () => {
    expect(offered(await results("/search?q=zzzzqqqq+xxxxx"))).toEqual([]);
    expect(offered(await results("/search?q=zzzzqqqq+xxxxx&f=1999"))).toEqual([]);
  });

  test("all titles and six popular ones are one link away, and the title says that nothing was found", async () => {
    const page = await results("/search?q=zzzzqqqq+xxxxx");
    expect(page).toMatch(/<a href="\/browse"/);
    expect(page.match(/<h3[^>]*><a href="\/title\//g)).toHaveLength(6);
    const html = await (await fetch(`${target}/search?q=zzzzqqqq+xxxxx`)).text();
    expect(html).toContain("<title>No results for “zzzzqqqq xxxxx”");
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  test("past the last page nothing else is offered as meant", async () => {
    expect(await results("/search?q=apokalips+now&page=2")).not.toContain("Did you mean");
  });
});

describe("as one types", () => {
  test("what was meant is announced, reached by the arrows, and found with Enter", async () => {
    const page = await openPage({ locale: "en" });
    await page.goto(`${target}/search?q=the`);
    const box = page.locator("#q").first();
    await box.fill("apokalips now");
    await expect
      .poll(() => page.locator("#announcement").innerText())
      .toMatch(/^No results for “apokalips now” Did you mean: Apocalypse Now$/);
    await box.press("ArrowDown");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Apocalypse Now");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?q=Apocalypse+Now");
    expect(await page.locator("#results h2").first().innerText()).toBe("Apocalypse Now");
  });
});

describe("a page past the last one", () => {
  test("leads to the first one, gives no advice and is not listed", async () => {
    const response = await fetch(`${target}/search?q=the&page=900`);
    const html = await response.text();
    expect(html).toContain(`<a href="/search?q=the"`);
    expect(html).toContain(DICTIONARIES.en.nothing.pastEnd);
    expect(html).not.toContain(DICTIONARIES.en.nothing.spelling);
    expect(html).not.toContain("page=899");
    expect(html).toContain('<meta name="robots" content="noindex">');
  });
});

test("each page of a search says which it is", async () => {
  const title = async (path: string) => /<title>([^<]*)/.exec(await (await fetch(target + path)).text())?.[1];
  expect(await title("/search?q=the&page=2")).toContain("Page 2");
  expect(await title("/search?q=the")).not.toContain("Page");
});
