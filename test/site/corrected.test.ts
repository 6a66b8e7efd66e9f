/** Tests searches with a corrected query, and the exact searches they link to. */
import { describe, expect, inject, test } from "vitest";
import { extractOfferedSearches, extractResults, readPage, results, SOME_LANGUAGES } from "./pages.ts";

const target = inject("target");

describe.each(SOME_LANGUAGES)("/search with a corrected query in %s", (language, words) => {
  const prefix = language === "en" ? "" : `/${language}`;

  test("shows the corrected query and links to an exact search", async () => {
    const html = await readPage(`${prefix}/search?q=godfahter`);
    const [before = "", after = ""] = words.search.corrected("|").split("|");
    const visibleText = html.replaceAll(/<[^>]+>/g, "").replaceAll(/[ \n]+/g, " ");
    expect(visibleText).toContain(`${before}godfather${after} ${words.search.uncorrected("godfahter")}`);
    expect(extractOfferedSearches(extractResults(html))[0]).toBe(`${prefix}/search?q=godfahter&exact=1`);
    const exact = await readPage(`${prefix}/search?q=godfahter&exact=1`);
    expect(exact).toContain(words.nothing.heading("godfahter"));
    expect(extractOfferedSearches(extractResults(exact))).toEqual([`${prefix}/search?q=godfather`]);
    expect(exact).toContain(words.search.remove(words.search.exact));
  });
});

describe("mistyped name of a person", () => {
  test.each(["/search?q=akria+kurosawa", "/search?q=akria+kurosawa&exact=1"])(
    "is offered and not searched for: %s",
    async (path) => {
      const html = await readPage(path);
      expect(html).not.toContain('id="people"');
      expect(html).toContain("No results for “akria kurosawa”");
      expect(extractOfferedSearches(await results(path))[0]).toBe("/search?q=Akira+Kurosawa");
    },
  );
});

describe("query that tells a plot", () => {
  test("shows the sentence with the words marked", async () => {
    const html = await readPage("/search?q=masterless+samurai+teach+villagers+to+fight+bandits");
    expect(extractResults(html)).toMatch(/<p class="excerpt"[^>]*>(?:[^<]|<mark)*<mark[^>]*>bandits<\/mark>/);
  });
});

describe("correctly spelled query", () => {
  test.each(["/search?q=godfather", "/search?q=the", "/search?q=amelie", "/search?q=godfather+2"])(
    "is not corrected: %s",
    async (path) => {
      const html = await readPage(path);
      expect(html).toContain('<ol class="titles');
      expect(html).not.toContain("Showing results for");
      expect(html).not.toContain("exact=1");
    },
  );
});

describe("exact search", () => {
  test("stays exact when the visitor changes the filter, page or language", async () => {
    const html = await readPage("/search?q=t&f=movie&exact=1");
    expect(html).toContain('href="/search?q=t&f=movie&exact=1&page=2"');
    expect(html).toContain('href="/search?q=t&exact=1"');
    expect(html).toContain('href="/search?q=t&f=movie"');
    expect(html).toContain('href="/de/search?q=t&f=movie&exact=1"');
    expect(await readPage("/search?q=t&f=movie&exact=1&page=2")).toContain(
      'href="/search?q=t&f=movie&exact=1"',
    );
  });

  test("stays exact when the form is submitted with an unchanged query", async () => {
    const form = "kind=movie&year=&exact=the";
    const same = await fetch(`${target}/search?q=the&${form}`);
    expect(same.url).toBe(`${target}/search?q=the&f=movie&exact=1`);
    expect(await same.text()).toMatch(/<input type="hidden" name="exact" value="the" form="search"/);
    expect((await fetch(`${target}/search?q=alien&${form}`)).url).toBe(`${target}/search?q=alien&f=movie`);
  });

  test("is not indexed and has no JSON equivalent", async () => {
    const html = await readPage("/search?q=the&exact=1");
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('href="/v1/');
    expect(await readPage("/search?q=the")).toContain('href="/v1/');
  });

  test("finds no people with similar names", async () => {
    expect(extractOfferedSearches(await results("/search?q=godfather&f=1901&exact=1"))).toEqual([
      "/search?q=godfather&exact=1",
    ]);
    expect(await readPage("/search?q=akria+kurosawa&exact=1")).not.toContain('id="people"');
  });
});

describe("GET /v1/?category=search", () => {
  test("does not report a correction", async () => {
    const asked = (extra: string) => fetch(`${target}/v1/?category=search&q=godfahter${extra}`);
    const [plain, exact] = [await asked(""), await asked("&exact=1")];
    expect(await plain.text()).toBe(await exact.text());
    expect(JSON.stringify([...plain.headers])).not.toMatch(/godfather|notes/i);
  });
});

describe("title found by an alternative title", () => {
  test("is listed with the alternative title", async () => {
    const name = "The Fabulous Destiny of Amélie Poulain";
    expect(extractResults(await readPage("/search?q=fabulous+destiny"))).toContain(`>${name}<`);
    expect(extractResults(await readPage("/search?q=amelie"))).not.toContain(name);
  });
});
