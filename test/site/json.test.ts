import { describe, expect, inject, test } from "vitest";

const target = inject("target");

describe.each([
  ["a search", "/search?q=metropolis"],
  ["a search in French", "/fr/search?q=metropolis"],
  ["a title", "/title/34/12-angry-men-1957"],
  ["credits", "/title/34/12-angry-men-1957/credits"],
  ["a person", "/person/2386/akira-kurosawa"],
  ["a problem", "/problems/rate-limited"],
  ["the reference", "/developers"],
])("%s", (_, path) => {
  test("links to its data as JSON", async () => {
    const page = await (await fetch(`${target}${path}`)).text();
    const [, href = ""] =
      /<a href="([^"]+)" rel="alternate" type="application\/json"/.exec(page) ?? expect.fail("no link");
    const response = await fetch(new URL(href.replaceAll("&#38;", "&").replaceAll("&amp;", "&"), target));
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(await response.json()).toBeInstanceOf(Object);
  });
});
