/** Titles without words. */
import { describe, expect, inject, test } from "vitest";
import { LANGUAGES } from "../../site/language/language.ts";
import { DICTIONARIES } from "../../site/language/words.ts";
import { readPage } from "./pages.ts";

const target = inject("target");

function get(path: string): Promise<Response> {
  return fetch(`${target}${path}`, { redirect: "manual" });
}

/** Titles of the results, by their addresses. */
function titles(page: string): string[] {
  return [...page.matchAll(/<h2[^>]*><a href="(?:\/\w\w)?\/title\/\d+\/([^"]+)"/g)].map(
    ([, slug = ""]) => slug,
  );
}

describe("browsing the catalog", () => {
  test.each([
    ["/browse?f=series", "breaking-bad-2008"],
    ["/browse?f=1950-1959&country=japan", "seven-samurai-1954"],
    ["/browse?genre=science-fiction&f=-1930", "metropolis-1927"],
    ["/browse?language=fa", "a-separation-2011"],
    ["/browse?country=united-states&sort=title&f=1957", "12-angry-men-1957"],
  ])("%s finds %s", async (path, slug) => {
    expect(titles(await readPage(path))).toContain(slug);
  });

  test("an order is that of the list", async () => {
    const years = titles(await readPage("/browse?sort=year")).map((slug) => Number(slug.slice(-4)));
    expect(years.length).toBe(20);
    expect(years).toEqual(years.toSorted((one, other) => other - one));
  });

  test("pages lead on to other titles and back, with the same filters", async () => {
    const first = await readPage("/browse?genre=drama&sort=year");
    expect(first).toContain('<a href="/browse?genre=drama&sort=year&page=2" rel="next"');
    const second = await readPage("/browse?genre=drama&sort=year&page=2");
    expect(second).toContain('<a href="/browse?genre=drama&sort=year" rel="prev"');
    expect(titles(second).filter((slug) => titles(first).includes(slug))).toEqual([]);
  });

  test("what one fact narrows to is counted", async () => {
    const [, count] =
      /<option value="western"[^>]*>\s*Western \((\d+)\)/.exec(await readPage("/browse")) ?? [];
    const page = await readPage("/browse?genre=western");
    expect(titles(page)).toHaveLength(Number(count));
    expect(page).toContain(`>${count} titles</p>`);
  });

  test.each([
    ["/browse?genre=drama&country=united-states", false],
    ["/browse?genre=drama&country=united-states&page=2", true],
    ["/search?q=the&page=2", false],
    ["/search?q=the&page=4", true],
  ])("%s counts the titles up to there, and says where there are more", async (path, isLast) => {
    const page = await readPage(path);
    const before = (Number(/page=(\d)/.exec(path)?.[1] ?? 1) - 1) * (path.startsWith("/search") ? 18 : 20);
    expect(page.includes('rel="next"')).toBe(!isLast);
    expect(page).toContain(`>${isLast ? "" : "More than "}${before + titles(page).length} titles</p>`);
  });

  test("each filter can be taken off", async () => {
    const page = await readPage("/browse?f=movie%2C1990-1999&genre=drama&sort=title");
    for (const rest of ["f=1990-1999&genre=drama", "f=movie&genre=drama", "f=movie%2C1990-1999"])
      expect(page).toContain(`<a href="/browse?${rest}&sort=title" aria-label="Remove filter: `);
  });

  test("years that cannot be read are said, and the titles stay", async () => {
    const page = await readPage("/browse?f=movie%2Cold+ones");
    expect(page).toContain("We couldn’t read “old ones” as a year.");
    expect(titles(page)).toHaveLength(20);
  });

  test("facts that no title has together lead back to all titles", async () => {
    const page = await readPage("/browse?genre=western&country=japan");
    expect(page).toContain("No titles match these filters.");
    expect(page).toContain('<a href="/browse"');
  });

  test("a page that is none is refused", async () => {
    expect((await get("/browse?page=0")).status).toBe(400);
  });

  test.each([
    [
      "/de/browse?kind=&year=vor+1980&genre=&country=japan&language=ja&sort=year",
      "/de/browse?f=-1979&country=japan&language=ja&sort=year",
    ],
    ["/browse?kind=foo&year=&genre=&country=&language=&sort=popularity", "/browse"],
    ["/browse?f=movie,before+1980&genre=drama&page=2", "/browse?f=movie%2C-1979&genre=drama&page=2"],
    ["/fr/search?q=+&f=1999&genre=drama&sort=year", "/fr/browse?f=1999&genre=drama&sort=year"],
    [
      "/search?q=the&kind=movie&year=1990s&genre=drama&sort=relevance",
      "/search?q=the&f=movie%2C1990-1999&genre=drama",
    ],
    ["/search?q=star&f=1990s&exact=1&page=2", "/search?q=star&f=1990-1999&exact=1&page=2"],
    ["/ja/search?q=star&kind=&year=1980年以前", "/ja/search?q=star&f=-1980"],
    ["/zh/search?q=star&kind=&year=1980年以前", "/zh/search?q=star&f=-1979"],
  ])("%s leads to the one address, %s", async (path, address) => {
    const response = await get(path);
    expect([response.status, response.headers.get("Location")]).toEqual([303, address]);
  });

  test("a title's year, genres and countries lead to the titles that share them", async () => {
    const page = await readPage("/fr/title/34/12-hommes-en-colere-1957");
    const main = page.slice(page.indexOf("<main"));
    const links = [...main.matchAll(/href="(\/fr\/browse\?[^"]+)"/g)].map(([, href = ""]) => href);
    expect(links).toEqual([
      "/fr/browse?f=1957",
      "/fr/browse?genre=crime",
      "/fr/browse?genre=drama",
      "/fr/browse?country=united-states",
    ]);
    for (const link of links) {
      const page = await readPage(link.includes("f=") ? link : `${link}&f=1957`);
      expect(titles(page), link).toContain("12-hommes-en-colere-1957");
    }
  });

  test.each(LANGUAGES)("its words are the visitor's (%s)", async (language) => {
    const page = await readPage(`${language === "en" ? "" : `/${language}`}/browse`);
    const { browse } = DICTIONARIES[language];
    for (const words of [browse.nav, browse.heading, browse.anyGenre, browse.sorts.title])
      expect(page).toContain(words);
  });
});
