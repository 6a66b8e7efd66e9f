import { describe, expect, inject, test } from "vitest";
import { DICTIONARIES } from "../../site/language/words.ts";
import { extractOfferedSearches, readPage, results } from "./pages.ts";

const target = inject("target");

describe("/search without literal matches", () => {
  test("shows phonetic matches and links to an exact search", async () => {
    const page = await results("/search?q=apokalips+now");
    expect(page).toContain("Showing results for");
    expect(page).toContain('<ol class="titles');
    expect(extractOfferedSearches(page)).toEqual(["/search?q=apokalips+now&exact=1"]);
  });

  test("offers people by word prefixes", async () => {
    const page = await results("/search?q=chri+nol");
    expect(extractOfferedSearches(page)[0]).toBe("/search?q=Christopher+Nolan");
  });

  test("links to adjacent years and to the search without filters", async () => {
    expect(extractOfferedSearches(await results("/search?q=the+metropolis&f=movie%2C1928"))).toEqual([
      "/search?q=the+metropolis&f=movie%2C1928%7E",
      "/search?q=the+metropolis",
    ]);
  });

  test.each([
    ["0000", ["/search?q=metropolis"]],
    ["9999", ["/search?q=metropolis"]],
    ["series%2C1927", ["/search?q=metropolis"]],
    ["1926", ["/search?q=metropolis&f=1926%7E", "/search?q=metropolis"]],
  ])("links only to searches with results for f=%s", async (f, expected) => {
    const page = await results(`/search?q=metropolis&f=${f}`);
    expect(extractOfferedSearches(page)).toEqual(expected);
    for (const path of expected) expect(await results(path), path).toContain('<ol class="titles');
  });

  test("does not suggest searches without results", async () => {
    expect(extractOfferedSearches(await results("/search?q=zzzzqqqq+xxxxx"))).toEqual([]);
    expect(extractOfferedSearches(await results("/search?q=zzzzqqqq+xxxxx&f=1999"))).toEqual([]);
  });

  test("replaces the advice with the titles that the filter excludes", async () => {
    const page = await results("/search?q=the+metropolis&f=movie%2C1928");
    expect(page).toMatch(/<h2 id="excluded"[^>]*>Results for “the metropolis” without filters</);
    expect(page).toContain("/metropolis-1927");
    expect(page).not.toContain(DICTIONARIES.en.nothing.advice);
    expect(page).not.toContain('id="popular"');
  });

  test("moves the search box from the header to the body", async () => {
    const page = await readPage("/search?q=zzzzqqqq+xxxxx");
    expect(page.match(/<input id="q"[^>]* value="zzzzqqqq xxxxx"/g)).toHaveLength(1);
    expect(page.indexOf('<input id="q"')).toBeGreaterThan(page.indexOf("<h1"));
    expect(page.indexOf('<input id="q"')).toBeLessThan(page.indexOf(DICTIONARIES.en.nothing.advice));
  });

  test.each(["/search?q=zzzzqqqq&page=2", "/search?q=the+godfather"])(
    "keeps the search box in the header: %s",
    async (path) => {
      const page = await readPage(path);
      expect(page.match(/<input id="q"/g)).toHaveLength(1);
      expect(page.indexOf('<input id="q"')).toBeLessThan(page.indexOf("<h1"));
    },
  );

  test("links to all titles, genres, popular titles and decades", async () => {
    const page = await results("/search?q=zzzzqqqq+xxxxx");
    expect(page).toMatch(/<a href="\/browse"/);
    expect(page.match(/<a href="\/browse\?genre=[^"&]+"/g)).toHaveLength(12);
    const [, popular = "", decades = ""] = page.split(/<h2 id="(?:popular|decades)"/);
    expect(popular.match(/<h3[^>]*><a href="\/title\//g)).toHaveLength(7);
    expect(decades).toContain('<a href="/browse?f=1970-1979"');
    const html = await (await fetch(`${target}/search?q=zzzzqqqq+xxxxx`)).text();
    expect(html).toContain("<title>No results for “zzzzqqqq xxxxx”");
    expect(html).toContain('<meta name="robots" content="noindex">');
  });
});

describe("/search past the last page", () => {
  test("links to the first page and is not indexed", async () => {
    const response = await fetch(`${target}/search?q=the&page=900`);
    const html = await response.text();
    expect(html).toContain(`<a href="/search?q=the"`);
    expect(html).toContain(DICTIONARIES.en.nothing.pastEnd);
    expect(html).not.toContain(DICTIONARIES.en.nothing.advice);
    expect(html).not.toContain("page=899");
    expect(html).toContain('<meta name="robots" content="noindex">');
  });
});

describe("second page of a search", () => {
  test("includes its number in the title", async () => {
    const title = async (path: string) =>
      /<title>([^<]*)/.exec(await (await fetch(target + path)).text())?.[1];
    expect(await title("/search?q=the&page=2")).toContain("Page 2");
    expect(await title("/search?q=the")).not.toContain("Page");
  });
});

describe("404 page", () => {
  const body = async (path: string) => {
    const html = await (await fetch(target + path)).text();
    return html.slice(html.indexOf("<main"), html.indexOf("<footer"));
  };

  test.each([
    ["/movies/the-godfater-1972", "the godfater"],
    ["/fr/title/999999/the-godfater-1972/credits", "the godfater"],
    ["/films/seven_samurai.html", "seven samurai"],
    ["/%E0%A4%A/x", ""],
    ["/nowhere", ""],
  ])("suggests a search for the words of %s", async (path, words) => {
    expect(await body(path)).toMatch(new RegExp(`<input id="q"[^>]* value(="${words}")? placeholder`));
  });

  test("suggests titles that resemble the URL", async () => {
    expect(await body("/movies/the-godfater-1972")).toContain("/the-godfather-1972");
  });

  test("lists a single title that resembles the URL with its facts", async () => {
    const page = await body("/ja/films/seven-samurai");
    const [meant] = /id="meant".*?<\/section>/s.exec(page) ?? [];
    expect(meant).toContain('<ol class="titles posters few"');
    expect(meant).toContain("3時間27分");
  });

  test("shows popular titles if nothing resembles the URL", async () => {
    const page = await body("/zzzzqqqq-xxxxx");
    expect(page).not.toContain('id="meant"');
    expect(page).toContain('id="popular"');
  });
});

describe("filter chips", () => {
  const CLEAR_ALL = /<a class="all" href="([^"]+)"[^>]*>Clear all/;
  const cleared = (html: string) => CLEAR_ALL.exec(html)?.[1];

  test.each([
    ["/browse?f=movie%2C1950-1959&genre=drama", "/browse"],
    ["/search?q=seven&f=movie%2C1950-1959", "/search?q=seven"],
    ["/search?q=kurosawa+drama+1950s", "/browse"],
    ["/browse?genre=drama", undefined],
  ])("include a Clear all link if there are several: %s, %s", async (path, expected) => {
    expect(cleared(await readPage(path))).toBe(expected);
  });
});
