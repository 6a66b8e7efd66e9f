import { describe, expect, test } from "vitest";
import { visit } from "./browser.ts";

describe("printed page", () => {
  test("lists the titles of a shelf without posters", async () => {
    const page = await visit("/title/34/12-angry-men-1957");
    await page.emulateMedia({ media: "print" });
    const shelf = page.locator("section:has(> .posters)").first();
    expect(await shelf.locator(".poster:visible").count()).toBe(0);
    expect(await shelf.locator("h3:visible").count()).toBeGreaterThan(2);
  });

  test.each([
    ["/search?q=the", "The Godfather"],
    ["/title/34/12-angry-men-1957", "Sidney Lumet"],
    ["/title/34/12-angry-men-1957/credits", "Sidney Lumet"],
  ])("omits the forms of %s", async (path, found) => {
    const page = await visit(path);
    expect(await page.locator(":is(input, button):visible").count()).toBeGreaterThan(0);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(":is(input, button, nav):visible").count()).toBe(0);
    expect(await page.getByText(found).first().isVisible()).toBe(true);
  });
});
