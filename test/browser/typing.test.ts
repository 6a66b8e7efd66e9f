/** Results as they are typed. */
import type { Page } from "playwright-core";
import { beforeEach, expect, inject, test } from "vitest";
import { hold, visit } from "./browser.ts";

const target = inject("target");
let page: Page;

beforeEach(async () => {
  page = await visit("/search?q=the");
});

const box = () => page.getByRole("searchbox").first();
const firstTitle = () => page.locator("#results h2").first();

/** At once: how fast single keys follow on each other is the machine's. */
async function typeOver(text: string): Promise<void> {
  await box().fill(text);
}

test("results and address follow the typed text, without a new page", async () => {
  await page.evaluate("window.sameDocument = true");
  await box().fill("");
  await box().pressSequentially("metropolis");
  await expect.poll(() => page.url()).toBe(`${target}/search?q=metropolis`);
  await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
  expect(await page.title()).toContain("metropolis");
  expect(await page.evaluate("window.sameDocument")).toBe(true);
});

test("the number of results is announced politely", async () => {
  await typeOver("metropolis");
  await expect.poll(() => page.locator("#announcement").innerText()).toBe("Results for “metropolis” 1 title");
  expect(await page.locator("#announcement").getAttribute("role")).toBe("status");
});

test("back leads to the previous search, in one step, with its text in the box", async () => {
  await typeOver("metropolis");
  await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
  await page.goBack();
  expect(page.url()).toBe(`${target}/search?q=the`);
  await expect.poll(() => box().inputValue()).toBe("the");
  await expect.poll(() => page.locator("#results .titles li").count()).toBe(57);
});

test("a title is reached by the keyboard alone", async () => {
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

test("a late response does not replace a newer one", async () => {
  const release = await hold(page, "**/search?q=psycho");
  const asked = page.waitForRequest("**/search?q=psycho");
  await typeOver("psycho");
  await asked;
  await typeOver("metropolis");
  await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
  release();
  await page.waitForLoadState("networkidle");
  expect(await firstTitle().innerText()).toBe("Metropolis");
});

test("a kind is chosen with one click, and half a year sends no request", async () => {
  await page.getByRole("radio", { name: "Series" }).check();
  await page.waitForURL("**/search?q=the&f=series");
  await page.getByLabel("Year").pressSequentially("19");
  await page.getByLabel("Year").pressSequentially("89");
  await page.waitForURL("**/search?q=the&f=series%2C1989");
  await expect.poll(() => firstTitle().innerText()).toBe("The Simpsons");
});

test("when a request fails, the page stays, says so, and repeats it on demand", async () => {
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

test("being offline is shown, and the search continues when the network is back", async () => {
  await page.context().setOffline(true);
  // No other test asks for it, so the browser has not stored it.
  await typeOver("seven samurai");
  await page.getByText("You’re offline.").waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => firstTitle().innerText()).toBe("Seven Samurai");
});

test("while a response is awaited, the old results are busy, and a long wait is announced", async () => {
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

test("years in words become a filter, and text without a year is reported while the results stay", async () => {
  await page.getByLabel("Year").fill("before 1930");
  await page.getByLabel("Year").press("Enter");
  await page.waitForURL("**/search?q=the&f=-1929");
  const chip = page.getByRole("link", { name: "Remove filter: before 1930" });
  await chip.waitFor();
  await page.getByLabel("Year").fill("soon");
  await page.getByLabel("Year").press("Enter");
  await page.getByText("We don’t recognise “soon” as a year.").waitFor();
  expect(await page.locator("#results .titles li").count()).toBe(57);
});

test("a correction is announced, and an exact search stays exact until other words are typed", async () => {
  await typeOver("godfahter");
  await expect
    .poll(() => page.locator("#announcement").innerText())
    .toBe("Results for “godfahter” Showing results for “godfather”. Search for “godfahter” instead 2 titles");
  await page.getByRole("link", { name: "Search for “godfahter” instead" }).click();
  await page.waitForURL("**/search?q=godfahter&exact=1");
  await page.getByRole("heading", { name: "No results for “godfahter”" }).waitFor();
  await page.getByRole("radio", { name: "Films" }).check();
  await page.waitForURL("**/search?q=godfahter&f=movie&exact=1");
  await page.getByLabel("Year").fill("since 1970");
  await page.getByLabel("Year").press("Enter");
  await page.waitForURL("**/search?q=godfahter&f=movie%2C1970-&exact=1");
  await expect.poll(() => page.getByRole("link", { name: "Remove filter: since 1970" }).count()).toBe(1);
  await typeOver("godfahter part");
  await box().press("Enter");
  await expect.poll(() => firstTitle().innerText()).toBe("The Godfather Part II");
  expect(page.url()).toBe(`${target}/search?q=godfahter+part&f=movie%2C1970-`);
  expect(await page.getByRole("link", { name: "Remove filter: Exact spelling" }).count()).toBe(0);
});

test("a slash leads to the search field, from a choice as well", async () => {
  for (const from of [page.locator("main"), page.getByRole("radio", { name: "Films" })]) {
    await from.focus();
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement.id")).toBe("q");
    expect(await box().inputValue()).toBe("the");
  }
});

test("the theme that was chosen stays, on other pages too", async () => {
  await page.getByLabel("Theme").selectOption("dark");
  await page.goto(`${target}/`);
  expect(await page.getByLabel("Theme").inputValue()).toBe("dark");
  expect(await page.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("dark");
});

test("recent searches are offered on the first page, and can be cleared", async () => {
  await page.locator("#results h2 a").first().click();
  await page.waitForURL("**/title/**");
  await page.goto(`${target}/`);
  await page.getByRole("link", { name: "the", exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.goto(`${target}/`);
  expect(await page.getByText("Recent searches").isVisible()).toBe(false);
});

test("a page in the visitor's own language is offered, without a redirect", async () => {
  const french = await visit("/search?q=metropolis", { locale: "fr-CA" });
  const offer = french.getByRole("link", { name: "En français" });
  await offer.click();
  await french.waitForURL("**/fr/search?q=metropolis");
  expect(await french.getByRole("link", { name: "In English" }).count()).toBe(0);
});

test("the browser's own bars have the colour of the theme that was chosen", async () => {
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

test("results follow the words, however the years of the filter are written", async () => {
  await page.goto(`${target}/search?q=the&f=-1979`);
  expect(await page.getByLabel("Year").inputValue()).toBe("before 1980");
  await typeOver("metropolis");
  await expect.poll(() => firstTitle().innerText()).toBe("Metropolis");
  expect(page.url()).toBe(`${target}/search?q=metropolis&f=-1979`);
});

test("the links to the German page and the canonical one follow the typed text", async () => {
  const german = await visit("/search?q=the", { locale: "de" });
  await german.getByRole("searchbox").first().fill("metropolis");
  await expect.poll(() => german.locator("#results h2").first().innerText()).toBe("Metropolis");
  const address = (selector: string) => german.locator(selector).first().getAttribute("href");
  expect(await address('a:text-is("Auf Deutsch")')).toMatch(/\/de\/search\?q=metropolis$/);
  expect(await address('link[rel="canonical"]')).toMatch(/\/search\?q=metropolis$/);
});

test("one step back from a title found by its id leads to the previous search", async () => {
  await page.goto(`${target}/search?q=the`);
  await typeOver("tt0050083");
  await page.waitForURL("**/title/34/*");
  await page.goBack();
  await page.waitForURL("**/search?q=the");
});

test("a link within the page sends no request and leaves the results", async () => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search?q=the#content");
  await box().press("Enter");
  await page.waitForTimeout(400);
  expect(asked).toEqual([]);
});

test("each recent search is listed once, and clearing them leads to the search field", async () => {
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

test("genre and order apply at once, are in the address, and are restored with it", async () => {
  await page.getByLabel("Genre").selectOption("Western");
  await page.waitForURL("**/search?q=the&genre=western");
  await page.getByLabel("Sort by").selectOption("Newest first");
  await page.waitForURL("**/search?q=the&genre=western&sort=year");
  await expect.poll(() => page.locator("#chips").innerText()).toContain("Western");
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

test("the fields follow what is read of the text, and take their words out of it when they are changed", async () => {
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

test("without words, choices wait for a button that leads to all titles", async () => {
  const apply = page.getByRole("button", { name: "Apply" });
  expect(await apply.isVisible()).toBe(false);
  await box().fill("");
  await page.getByRole("radio", { name: "Series" }).check();
  await page.getByLabel("Genre").selectOption("Drama");
  expect(page.url()).toBe(`${target}/search?q=the`);
  await apply.click();
  await page.waitForURL("**/browse?f=series&genre=drama");
});
