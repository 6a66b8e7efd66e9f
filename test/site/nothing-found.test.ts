/** A search that finds nothing helps. */
import { describe, expect, inject, test } from "vitest";
import { DICTIONARIES } from "../../site/language/words.ts";
import { offered, readPage, results } from "./pages.ts";

const target = inject("target");

describe("as a document", () => {
  test("a title that sounds like the text is found, and the page says for which text", async () => {
    const page = await results("/search?q=apokalips+now");
    expect(page).toContain("Showing results for");
    expect(page).toContain('<ol class="titles');
    expect(offered(page)).toEqual(["/search?q=apokalips+now&exact=1"]);
  });

  test("the beginnings of words find people, as in suggestions", async () => {
    expect(await readPage("/search?q=chri+nol")).toContain("/christopher-nolan");
  });

  test("the adjacent years are offered, and the search without its filter", async () => {
    expect(offered(await results("/search?q=the+metropolis&f=movie%2C1928"))).toEqual([
      "/search?q=the+metropolis&f=movie%2C1928%7E",
      "/search?q=the+metropolis",
    ]);
  });

  test.each([
    ["0000", ["/search?q=metropolis"]],
    ["9999", ["/search?q=metropolis"]],
    ["series%2C1927", ["/search?q=metropolis"]],
    ["1926", ["/search?q=metropolis&f=1926%7E", "/search?q=metropolis"]],
  ])("with %s only what finds something is offered", async (f, expected) => {
    const page = await results(`/search?q=metropolis&f=${f}`);
    expect(offered(page)).toEqual(expected);
    for (const path of expected) expect(await results(path), path).toContain('<ol class="titles');
  });

  test("without a filter no search with fewer is offered", async () => {
    expect(offered(await results("/search?q=zzzzqqqq+xxxxx"))).toEqual([]);
    expect(offered(await results("/search?q=zzzzqqqq+xxxxx&f=1999"))).toEqual([]);
  });

  test("all titles and six popular ones are one link away, and the title says that nothing was found", async () => {
    const page = await results("/search?q=zzzzqqqq+xxxxx");
    expect(page).toMatch(/<a href="\/browse"/);
    expect(page.match(/<h3[^>]*><a href="\/title\//g)).toHaveLength(6);
    const html = await (await fetch(`${target}/search?q=zzzzqqqq+xxxxx`)).text();
    expect(html).toContain("<title>No results for “zzzzqqqq xxxxx”");
    expect(html).toContain('<meta name="robots" content="noindex">');
  });
});

describe("a page past the last one", () => {
  test("leads to the first page, gives no advice and is not listed", async () => {
    const response = await fetch(`${target}/search?q=the&page=900`);
    const html = await response.text();
    expect(html).toContain(`<a href="/search?q=the"`);
    expect(html).toContain(DICTIONARIES.en.nothing.pastEnd);
    expect(html).not.toContain(DICTIONARIES.en.nothing.spelling);
    expect(html).not.toContain("page=899");
    expect(html).toContain('<meta name="robots" content="noindex">');
  });
});

test("pages of a search after the first have their number in the title", async () => {
  const title = async (path: string) => /<title>([^<]*)/.exec(await (await fetch(target + path)).text())?.[1];
  expect(await title("/search?q=the&page=2")).toContain("Page 2");
  expect(await title("/search?q=the")).not.toContain("Page");
});

describe("the page of an unknown address", () => {
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
  ])("%s has a search box with its words in the body", async (path, words) => {
    expect(await body(path)).toMatch(new RegExp(`<input id="q"[^>]* value(="${words}")? placeholder`));
  });

  test("leads to titles whose names are like its words", async () => {
    expect(await body("/movies/the-godfater-1972")).toContain("/the-godfather-1972");
  });

  test("leads to well-known titles only if its words find none", async () => {
    const page = await body("/zzzzqqqq-xxxxx");
    expect(page).not.toContain('id="meant"');
    expect(page).toContain('id="popular"');
  });
});

describe("the chips of a list", () => {
  const cleared = (html: string) => /<a class="all" href="([^"]+)"[^>]*>Clear all/.exec(html)?.[1];

  test.each([
    ["/browse?f=movie%2C1950-1959&genre=drama", "/browse"],
    ["/search?q=seven&f=movie%2C1950-1959", "/search?q=seven"],
    ["/search?q=kurosawa+drama+1950s", "/browse"],
    ["/browse?genre=drama", undefined],
  ])("of %s are removed at once by a link to %s", async (path, expected) => {
    expect(cleared(await readPage(path))).toBe(expected);
  });
});
