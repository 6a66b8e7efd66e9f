/** Tests searches with a genre and an order, in the form and in URLs. */
import { describe, expect, test } from "vitest";
import { DICTIONARIES } from "../../site/language/words.ts";
import { readPage } from "./pages.ts";

const listTitles = (html: string) =>
  [...html.matchAll(/<a href="(?:\/\w\w)?\/title\/\d+\/([^"/]+)"/g)].map(([, slug]) => slug);
const listYears = (html: string) => listTitles(html).map((slug) => Number(slug?.slice(-4)));

describe("/search with a genre and a sort order", () => {
  test("filters the results by genre", async () => {
    const all = listTitles(await readPage("/search?q=the"));
    const some = listTitles(await readPage("/search?q=the&genre=western"));
    expect(some).toContain("the-good-the-bad-and-the-ugly-1966");
    expect(all.length).toBeGreaterThan(some.length);
  });

  test("sorts the whole list by year, newest first", async () => {
    const pages = await Promise.all([1, 2].map((number) => readPage(`/search?q=t&sort=year&page=${number}`)));
    const years = pages.flatMap(listYears);
    expect(years.length).toBeGreaterThan(20);
    expect(years).toEqual(years.toSorted((one, other) => other - one));
  });

  test("keeps the genre and the order in links and the form", async () => {
    const html = await readPage("/search?q=t&f=movie&genre=drama&sort=year");
    expect(html).toMatch(/<option value="drama" selected/);
    expect(html).toMatch(/<option value="year" selected/);
    expect(await readPage("/search?q=t&f=movie&sort=year")).toContain(
      'href="/search?q=t&f=movie&sort=year&page=2"',
    );
    expect(html).toContain('href="/search?q=t&genre=drama&sort=year"');
    expect(html).toContain('href="/search?q=t&f=movie&sort=year" aria-label="Remove filter: Drama"');
    expect(html).toContain('href="/de/search?q=t&f=movie&genre=drama&sort=year"');
    expect(await readPage("/search?q=godfahter&genre=crime")).toContain(
      'href="/search?q=godfahter&genre=crime&exact=1"',
    );
  });

  test.each(["popularity", "year"])("lists the same titles when sorted by %s", async (sort) => {
    const slugs = async (rest: string) =>
      (await Promise.all([1, 2].map((number) => readPage(`/search?q=t&page=${number}${rest}`)))).flatMap(
        listTitles,
      );
    expect(new Set(await slugs(`&sort=${sort}`))).toEqual(new Set(await slugs("")));
  });

  test("is not indexed and links to its JSON equivalent", async () => {
    const html = await readPage("/search?q=kurosawa&genre=drama");
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('href="/v1/browse?q=kurosawa&genre=drama&');
  });

  test("ignores an unknown genre or order", async () => {
    const html = await readPage("/search?q=metropolis&genre=No+Genre!&sort=random");
    expect(listTitles(html)).toContain("metropolis-1927");
    expect(html).toContain("We don’t know the filter “No Genre!”");
  });

  test("links to the search without the genre if nothing matches", async () => {
    const html = await readPage("/search?q=metropolis&genre=western");
    expect(html).toContain(DICTIONARIES.en.nothing.heading("metropolis"));
    expect(html).toContain('<a href="/search?q=metropolis"');
    expect(html).not.toContain(DICTIONARIES.en.nothing.meant);
  });

  test("translates the options to the visitor's language", async () => {
    const html = await readPage("/fr/search?q=the");
    const { genre, sort, sorts } = DICTIONARIES.fr.browse;
    for (const text of [
      genre,
      sort,
      ...(["relevance", "popularity", "year"] as const).map((order) => sorts[order]),
    ])
      expect(html).toContain(`>${text}<`);
  });
});
