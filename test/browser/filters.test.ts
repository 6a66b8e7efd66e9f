/** The filters of the page of all titles. */
import { expect, inject, test } from "vitest";
import { visit } from "./browser.ts";

const target = inject("target");

test("a filter applies when it is changed, without a new page, and keeps the focus", async () => {
  const page = await visit("/browse");
  await page.evaluate("window.sameDocument = true");
  await page.selectOption("select[name=genre]", "western");
  await page.waitForURL(`${target}/browse?genre=western`);
  expect(await page.locator("h1").innerText()).toBe("Western");
  expect(await page.title()).toContain("Western");
  const count = await page.locator("#results .count").innerText();
  expect(await page.locator("#announcement").innerText()).toBe(count);
  await page.getByRole("radio", { name: "Series" }).check();
  await page.waitForURL(`${target}/browse?f=series&genre=western`);
  expect(await page.evaluate("document.activeElement.name")).toBe("kind");
  expect(await page.evaluate("window.sameDocument")).toBe(true);
});

test("numbers beside genres follow the kind that is chosen, and go once a country narrows as well", async () => {
  const page = await visit("/browse");
  const mystery = async () => (await page.locator("option[value=mystery]").textContent())?.trim();
  expect(await mystery()).toBe("Mystery (13)");
  await page.getByRole("radio", { name: "Series" }).check();
  await expect.poll(mystery).toBe("Mystery (5)");
  await page.selectOption("select[name=country]", "united-states");
  await expect.poll(mystery).toBe("Mystery");
});

test("years in words are read by the server, and Enter applies them", async () => {
  const page = await visit("/browse?sort=title");
  await page.getByRole("textbox", { name: "Year" }).fill("1950s");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${target}/browse?f=1950-1959&sort=title`);
  expect(await page.locator("#chips a").count()).toBe(1);
});

test("the letter stays while other filters change, and goes with the order by title", async () => {
  const page = await visit("/browse?sort=title");
  await page.locator("#letters").getByRole("link", { name: "M", exact: true }).click();
  await page.waitForURL(`${target}/browse?letter=m&sort=title`);
  await page.selectOption("select[name=genre]", "science-fiction");
  await page.waitForURL(`${target}/browse?genre=science-fiction&letter=m&sort=title`);
  expect(await page.locator("#letters [aria-current]").innerText()).toBe("M");
  await page.selectOption("select[name=sort]", "year");
  await page.waitForURL(`${target}/browse?genre=science-fiction&sort=year`);
  expect(await page.locator("#letters").count()).toBe(0);
});

test("back leads to the titles and the filters before", async () => {
  const page = await visit("/browse");
  await page.selectOption("select[name=genre]", "western");
  await page.waitForURL(`${target}/browse?genre=western`);
  await page.goBack();
  await expect.poll(() => page.locator("h1").innerText()).toBe("Browse films and series");
  await expect.poll(() => page.locator("select[name=genre]").inputValue()).toBe("");
});

test("a problem is shown by the browser, at the address that was asked for", async () => {
  const page = await visit("/browse");
  await page.route("**/browse?*genre=western*", (route) =>
    route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
  );
  await page.selectOption("select[name=genre]", "western");
  await page.waitForURL(`${target}/browse?genre=western`);
  expect(await page.locator("h1").innerText()).toBe("Western");
});

test.each([1_280, 1_024])("the fields are two aligned rows, %d px wide", async (width) => {
  const page = await visit("/browse", { viewport: { width, height: 800 } });
  const fields = page.locator("form#browse :is(fieldset, .year input, select)");
  const boxes = await fields.evaluateAll((all) =>
    all.map((field) => {
      const { bottom, right } = field.getBoundingClientRect();
      return { bottom: Math.round(bottom), right: Math.round(right) };
    }),
  );
  const rows = [...Map.groupBy(boxes, ({ bottom }) => bottom).values()];
  expect(rows.map((row) => row.length)).toEqual([4, 3]);
  expect(new Set(rows.map((row) => row.at(-1)?.right)).size).toBe(1);
});

test.each([
  [true, 0],
  [false, 1],
])("with JavaScript (%s) there are %d buttons to apply them", async (javaScriptEnabled, count) => {
  const page = await visit("/browse", { javaScriptEnabled });
  expect(await page.getByRole("button", { name: "Apply" }).count()).toBe(count);
});
