/** One address for each page: of the many it may be asked under, all lead to or are stored under the one. */
import { expect, inject, test } from "vitest";

const target = inject("target");

function get(path: string): Promise<Response> {
  return fetch(`${target}${path}`, { redirect: "manual" });
}

test.each([
  ["/en", "/"],
  ["/en/", "/"],
  ["/en?utm_source=x", "/?utm_source=x"],
  ["/en/search?q=the&page=2", "/search?q=the&page=2"],
  ["/en/browse?f=movie", "/browse?f=movie"],
  ["/en/title/34/12-angry-men-1957?from=x", "/title/34/12-angry-men-1957?from=x"],
  ["/en/developers", "/developers"],
  ["/en//other.example/", "/other.example/"],
])("English has no prefix: %s leads to %s", async (path, location) => {
  const response = await get(path);
  expect([response.status, response.headers.get("Location")]).toEqual([308, location]);
});

test("what only begins like a prefix of English is no address", async () => {
  const response = await get("/english/search");
  expect([response.status, response.headers.has("Location")]).toEqual([404, false]);
});

