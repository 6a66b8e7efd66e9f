/** What the search page shows for a text that names a person, or that has a word too many. */
import { expect, inject, test } from "vitest";
import { readPage, SOME_LANGUAGES } from "./pages.ts";

const target = inject("target");
const plain = (html: string) => html.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
const linked = (html: string) =>
  [...html.matchAll(/<h3[^>]*><a href="\/title\/\d+\/([^"]+)"/g)].map(([, slug]) => slug);

test("a clearly named person has a shelf of titles", async () => {
  const html = await readPage("/search?q=akira+kurosawa");
  expect(plain(html)).toContain("Best-known titles of Akira Kurosawa");
  expect(linked(html)).toEqual(["seven-samurai-1954", "rashomon-1950"]);
});

test("several people of a name have none", async () => {
  expect(linked(await readPage("/search?q=john"))).toEqual([]);
});

test.each(SOME_LANGUAGES)("in %s a person and a title lead to both", async (language, { search }) => {
  const prefix = language === "en" ? "" : `/${language}`;
  const html = await readPage(`${prefix}/search?q=kurosawa+rashomon`);
  expect(plain(html)).toContain(search.among("rashomon", "Akira Kurosawa"));
  expect(html).toContain(`href="${prefix}/person/2386/akira-kurosawa"`);
  expect(html).toMatch(/<h2[^>]*><a href="[^"]*\/title\/26\//);
});

test("a word that no title has is left out, and the page says so", async () => {
  const html = await readPage("/search?q=rashomon+spaceship");
  expect(plain(html)).toContain("Showing results without “spaceship”.");
  expect(html).toMatch(/<h2[^>]*><a href="[^"]*\/title\/26\//);
  expect(html).toContain('<meta name="robots" content="noindex">');
});

test("an exact search leaves out no word", async () => {
  expect(await readPage("/search?q=rashomon+spaceship&exact=1")).not.toContain('<ol class="titles');
});

test("the API's search still finds nothing", async () => {
  const response = await fetch(`${target}/v1/?category=search&q=rashomon+spaceship`);
  expect(await response.text()).toBe("[]");
});
