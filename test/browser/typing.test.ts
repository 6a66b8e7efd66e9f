import type { Page } from "playwright-core";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { hold, visit } from "./browser.ts";

const target = inject("target");
let page: Page;

beforeEach(async () => {
  page = await visit("/search?q=the");
});

const box = () => page.getByRole("searchbox").first();
const firstTitle = () => page.locator("#results h2").first();

/** Returns the chip of a filter, which is hidden if the window shows the field. */
const chip = (name: string) => page.locator(`#chips [aria-label="Remove filter: ${name}"]`);

/** Replaces the text at once, because the delay between single keys depends on the machine. */
async function typeOver(text: string): Promise<void> {
  await box().fill(text);
}

describe("/search while typing", () => {
  test("updates the results and the URL without a page load", async () => {
    await page.evaluate("window.sameDocument = true");
    await box().fill("");
    await box().pressSequentially("metropolis");
    await expect.poll(() => page.url()).toBe(`${target}/search?q=metropolis`);
    await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
    expect(await page.title()).toContain("metropolis");
    expect(await page.evaluate("window.sameDocument")).toBe(true);
  });

  test("announces the number of results to screen readers", async () => {
    await typeOver("metropolis");
    await expect
      .poll(() => page.locator("#announcement").innerText())
      .toBe("Results for “metropolis” 1 title");
    expect(await page.locator("#announcement").getAttribute("role")).toBe("status");
  });

  test("restores the previous search when the visitor goes back", async () => {
    await typeOver("metropolis");
    await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
    await page.goBack();
    expect(page.url()).toBe(`${target}/search?q=the`);
    await expect.poll(() => box().inputValue()).toBe("the");
    await expect.poll(() => page.locator("#results .titles li").count()).toBe(57);
  });

  test("lets the visitor open a title by keyboard alone", async () => {
    await typeOver("metropolis");
    await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
    await box().press("ArrowDown");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Metropolis");
    await page.keyboard.press("ArrowUp");
    expect(await page.evaluate("document.activeElement.id")).toBe("q");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/title/*/metropolis-1927");
  });

  test("ignores a late response to an earlier query", async () => {
    const release = await hold(page, "**/search?q=psycho");
    const searchRequest = page.waitForRequest("**/search?q=psycho");
    await typeOver("psycho");
    await searchRequest;
    await typeOver("metropolis");
    await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
    release();
    await page.waitForLoadState("networkidle");
    expect(await firstTitle().innerText()).toBe("Metropolis");
  });

  test("applies the kind at once but waits for complete years", async () => {
    await page.selectOption("select[name=kind]", "series");
    await page.waitForURL("**/search?q=the&f=series");
    await page.getByLabel("Year").pressSequentially("19");
    await page.getByLabel("Year").pressSequentially("89");
    await page.waitForURL("**/search?q=the&f=series%2C1989");
    await expect.poll(() => firstTitle().innerText()).toBe("The Simpsons");
  });

  test("keeps the results and offers a retry when a request fails", async () => {
    await page.route("**/search?q=metropolis", (route) => route.abort());
    const before = await firstTitle().innerText();
    await typeOver("metropolis");
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    expect(await page.getByText("The results couldn’t be loaded.").isVisible()).toBe(true);
    expect(await firstTitle().innerText()).toBe(before);
    await page.unroute("**/search?q=metropolis");
    await again.click();
    await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
    expect(await again.isVisible()).toBe(false);
  });

  test("reports that the browser is offline, and resumes when online", async () => {
    await page.context().setOffline(true);
    // The query must not be in the browser's cache, so no other test uses it.
    await typeOver("seven samurai");
    await page.getByText("You’re offline.").waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => firstTitle().innerText()).toBe("Seven Samurai");
  });

  test("marks old results as busy and announces a long wait", async () => {
    const release = await hold(page, "**/search?q=metropolis");
    await typeOver("metropolis");
    await page.locator('#results[aria-busy="true"]').waitFor();
    await page.getByText("Searching…").waitFor();
    expect(await page.locator("h1").innerText()).toBe("Results for “the”");
    release();
    await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
    expect(await page.locator('#results[aria-busy="true"]').count()).toBe(0);
    expect(await page.getByText("Searching…").isVisible()).toBe(false);
  });

  test("turns years in words into a filter", async () => {
    await page.getByLabel("Year").fill("before 1930");
    await page.getByLabel("Year").press("Enter");
    await page.waitForURL("**/search?q=the&f=-1929");
    await expect.poll(() => chip("before 1930").count()).toBe(1);
    await page.getByLabel("Year").fill("soon");
    await page.getByLabel("Year").press("Enter");
    await page.getByText("We don’t recognise “soon” as a year.").waitFor();
    expect(await page.locator("#results .titles li").count()).toBe(57);
  });

  test("announces a correction until an exact search is selected", async () => {
    await typeOver("godfahter");
    await expect
      .poll(() => page.locator("#announcement").innerText())
      .toBe(
        "Results for “godfahter” Showing results for “godfather”. Search for “godfahter” instead 2 titles",
      );
    await page.getByRole("link", { name: "Search for “godfahter” instead" }).click();
    await page.waitForURL("**/search?q=godfahter&exact=1");
    await page.getByRole("heading", { name: "No results for “godfahter”" }).waitFor();
    await page.goto(`${target}/search?q=godfahter&f=movie&exact=1`);
    await page.getByLabel("Year").fill("since 1970");
    await page.getByLabel("Year").press("Enter");
    await page.waitForURL("**/search?q=godfahter&f=movie%2C1970-&exact=1");
    await expect.poll(() => chip("since 1970").count()).toBe(1);
    await typeOver("godfahter part");
    await box().press("Enter");
    await expect.poll(() => firstTitle().innerText()).toBe("The Godfather Part II");
    expect(page.url()).toBe(`${target}/search?q=godfahter+part&f=movie%2C1970-`);
    expect(await chip("Exact spelling").count()).toBe(0);
  });

  test("keeps a single search box while results come and go", async () => {
    await page.goto(`${target}/search?q=zzzzqqqq+xxxxx`);
    expect(await page.locator("#q").count()).toBe(1);
    await typeOver("metropolis");
    await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
    expect(await page.locator("main #q").count()).toBe(1);
    await page.reload();
    expect(await page.locator("header #q").inputValue()).toBe("metropolis");
    await typeOver("zzzzqqqq xxxxx");
    await page.getByText("Check the spelling").waitFor();
    expect(await page.getByRole("searchbox").count()).toBe(1);
  });

  test("does not offer filters above an exact search without results", async () => {
    await page.goto(`${target}/search?q=godfahter&exact=1`);
    expect(await page.locator("main .fold").isVisible()).toBe(false);
    expect(await chip("Exact spelling").isVisible()).toBe(true);
  });

  test("focuses the search box when the visitor presses slash", async () => {
    for (const from of [page.locator("main"), page.locator("select[name=kind]")]) {
      await from.focus();
      await page.keyboard.press("/");
      expect(await page.evaluate("document.activeElement.id")).toBe("q");
      expect(await box().inputValue()).toBe("the");
    }
  });

  test("keeps the chosen theme on other pages", async () => {
    await page.getByLabel("Theme").selectOption("dark");
    await page.goto(`${target}/`);
    expect(await page.getByLabel("Theme").inputValue()).toBe("dark");
    expect(await page.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("dark");
  });

  test("shows recent searches, which the visitor can clear", async () => {
    await page.locator("#results h2 a").first().click();
    await page.waitForURL("**/title/**");
    await page.goto(`${target}/`);
    await page.getByRole("link", { name: "the", exact: true }).waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.goto(`${target}/`);
    expect(await page.getByText("Recent searches").isVisible()).toBe(false);
  });

  test("offers the visitor's language without redirecting", async () => {
    const french = await visit("/search?q=metropolis", { locale: "fr-CA" });
    const offer = french.getByRole("link", { name: "En français" });
    await offer.click();
    await french.waitForURL("**/fr/search?q=metropolis");
    expect(await french.getByRole("link", { name: "In English" }).count()).toBe(0);
  });

  test("colours the browser's bars to match the theme", async () => {
    const colour = () =>
      page.evaluate(
        `[...document.querySelectorAll('meta[name="theme-color"]')].find(({ media }) => matchMedia(media).matches).content`,
      );
    await page.emulateMedia({ colorScheme: "light" });
    const light = await colour();
    await page.getByLabel("Theme").selectOption("dark");
    const dark = await colour();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await colour()).toBe(dark);
    await page.getByLabel("Theme").selectOption("");
    expect(await colour()).toBe(light);
  });

  test("returns the same results for every spelling of years", async () => {
    await page.goto(`${target}/search?q=the&f=-1979`);
    expect(await page.getByLabel("Year").inputValue()).toBe("before 1980");
    await typeOver("metropolis");
    await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
    expect(page.url()).toBe(`${target}/search?q=metropolis&f=-1979`);
  });

  test("updates the links to the German and the canonical page", async () => {
    const german = await visit("/search?q=the", { locale: "de" });
    await german.getByRole("searchbox").first().fill("metropolis");
    await expect.poll(() => german.locator("#results h2").first().innerText()).toBe("Metropolis");
    const address = (selector: string) => german.locator(selector).first().getAttribute("href");
    expect(await address('a:text-is("Auf Deutsch")')).toMatch(/\/de\/search\?q=metropolis$/);
    expect(await address('link[rel="canonical"]')).toMatch(/\/search\?q=metropolis$/);
  });

  test("returns from a title that was opened by id with a single step back", async () => {
    await page.goto(`${target}/search?q=the`);
    await typeOver("tt0050083");
    await page.waitForURL("**/title/34/*");
    await page.goBack();
    await page.waitForURL("**/search?q=the");
  });

  test("sends no request for links to the same page", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?q=the#content");
    await box().press("Enter");
    await page.waitForTimeout(400);
    expect(asked).toEqual([]);
  });

  test("shows each recent search once and clears all of them", async () => {
    for (const text of ["seven ", "seven"]) {
      await page.goto(`${target}/`);
      await page.locator("#q").fill(text);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/search?q=seven*");
    }
    await page.goto(`${target}/`);
    const recent = page.locator("#recent a");
    expect(await recent.allInnerTexts()).toEqual(["seven"]);
    await page.getByRole("button", { name: "Clear" }).press("Enter");
    expect(await recent.count()).toBe(0);
    expect(await page.evaluate("document.activeElement.id")).toBe("q");
  });

  test("applies genre and order and keeps them in the URL", async () => {
    await page.getByLabel("Genre").selectOption("Western");
    await page.waitForURL("**/search?q=the&genre=western");
    await page.getByLabel("Sort by").selectOption("Newest first");
    await page.waitForURL("**/search?q=the&genre=western&sort=year");
    await expect.poll(() => page.locator("#chips").textContent()).toContain("Western");
    await typeOver("good");
    await expect.poll(() => page.url()).toBe(`${target}/search?q=good&genre=western&sort=year`);
    await page.goBack();
    await expect.poll(() => box().inputValue()).toBe("the");
    while (page.url() !== `${target}/search?q=the`) await page.goBack();
    await expect.poll(() => page.getByLabel("Genre").inputValue()).toBe("");
    expect(await page.getByLabel("Sort by").inputValue()).toBe("relevance");
    await page.goForward();
    await expect.poll(() => page.getByLabel("Genre").inputValue()).toBe("western");
  });

  test("sets fields from the query and removes words that fields replace", async () => {
    await typeOver("kurosawa drama 1950s");
    await page.waitForURL(`${target}/search?q=kurosawa+drama+1950s`);
    await expect.poll(() => page.getByLabel("Genre").inputValue()).toBe("drama");
    expect(await page.getByLabel("Year").inputValue()).toBe("1950s");
    await typeOver("kurosawa drama");
    await expect.poll(() => page.getByLabel("Year").inputValue()).toBe("");
    expect(page.url()).toBe(`${target}/search?q=kurosawa+drama`);
    await page.getByLabel("Genre").focus();
    await page.getByLabel("Genre").selectOption("Action");
    await page.waitForURL(`${target}/search?q=kurosawa&genre=action`);
    await expect.poll(() => box().inputValue()).toBe("kurosawa");
    await page.goBack();
    await expect.poll(() => box().inputValue()).toBe("kurosawa drama");
    await expect.poll(() => page.getByLabel("Genre").inputValue()).toBe("drama");
  });

  test("offers an Apply button when the query is empty", async () => {
    const apply = page.getByRole("button", { name: "Apply" });
    expect(await apply.isVisible()).toBe(false);
    await box().fill("");
    await page.selectOption("select[name=kind]", "series");
    await page.getByLabel("Genre").selectOption("Drama");
    expect(page.url()).toBe(`${target}/search?q=the`);
    await apply.click();
    await page.waitForURL("**/browse?f=series&genre=drama");
  });
});
