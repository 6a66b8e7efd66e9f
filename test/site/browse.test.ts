import { gzipSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { isSortedByRating } from "../../site/components/browse/read-browse.ts";
import { DICTIONARIES } from "../../site/language/words.ts";
import { readPage } from "./pages.ts";

const target = inject("target");

function get(path: string): Promise<Response> {
  return fetch(`${target}${path}`, { redirect: "manual" });
}

/** Returns the URLs of the listed titles. */
function titles(page: string): string[] {
  return [...page.matchAll(/<h2[^>]*><a href="(?:\/\w\w)?\/title\/\d+\/([^"]+)"/g)].map(
    ([, slug = ""]) => slug,
  );
}

describe("/browse", () => {
  test("names the filters in the heading", async () => {
    const page = await readPage("/fr/browse?f=1990-1999&genre=drama");
    expect(page).toMatch(/<h1[^>]*>Drames des années 1990</);
    expect(page).toMatch(/aria-label="[^"]*années 1990"/);
  });

  test.each([
    ["/de/browse?country=new-caledonia", "Filme und Serien, Neukaledonien"],
    ["/ar/browse?country=nc", "أفلام ومسلسلات من كاليدونيا الجديدة"],
    ["/browse?genre=tv-movie", "TV films"],
    ["/browse?country=middle-earth", "Films and series from Middle earth"],
  ])("spells out filters even if no title matches: %s", async (path, heading) => {
    const [, found] = /<h1[^>]*>([^<]*)</.exec(await readPage(path)) ?? [];
    expect(found).toBe(heading);
  });

  test("includes filters and the first titles in link previews", async () => {
    const page = await readPage("/browse?f=movie,1950-1959&country=japan");
    expect(page).toContain('<meta property="og:title" content="Films of the 1950s from Japan">');
    expect(page).toMatch(
      /<meta property="og:description" content="Films of the 1950s from Japan: [^"]*Seven Samurai/,
    );
    const search = await readPage("/search?q=seven&f=movie");
    expect(search).toContain('<meta property="og:title" content="Films, “seven”">');
    expect(search).toMatch(/<meta property="og:description" content="Films, “seven”: [^"]*Seven Samurai/);
    expect(await readPage("/search?q=kurosawa+drama+1950s&f=movie")).toMatch(
      /<meta property="og:description" content="Drama films of the 1950s with Akira Kurosawa: /,
    );
  });

  test("uses short titles on drawn posters", async () => {
    const page = await readPage("/browse");
    const [poster = ""] = /<svg class="drawn".*?<\/svg>/s.exec(page) ?? [];
    const lettering = [...poster.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = ""]) => text.trim());
    expect(lettering).toEqual(["GODFATHER", "1972"]);
    expect(page).toMatch(/<h2[^>]*><a href="[^"]*"[^>]*>The Godfather</);
  });

  test.each([
    ["/browse", "Crime"],
    ["/ja/browse", "犯罪"],
  ])("shows the first genre of unrated titles: %s", async (path, genre) => {
    const [, shown] = /<span class="genre"[^>]*>([^<]*)</.exec(await readPage(path)) ?? [];
    expect(shown).toBe(genre);
  });

  test("links to numbered pages", async () => {
    const numbers = (page: string) =>
      [...page.matchAll(/aria-label="Page (\d+)"/g)].map(([, number]) => number);
    expect(numbers(await readPage("/browse"))).toEqual(["1", "2", "3"]);
    expect(await readPage("/browse?page=3")).toMatch(/aria-label="Page 3" aria-current="page"/);
  });

  test("returns at most 40 KB for sixty titles", async () => {
    for (const path of ["/browse", "/ja/browse", "/search?q=t"])
      expect(gzipSync(await readPage(path)).length, path).toBeLessThan(40_000);
  });

  test("sorts by the selected order", async () => {
    const years = titles(await readPage("/browse?sort=year")).map((slug) => Number(slug.slice(-4)));
    expect(years.length).toBe(60);
    expect(years).toEqual(years.toSorted((one, other) => other - one));
  });

  test("keeps the filters in links to other pages", async () => {
    const first = await readPage("/browse?genre=drama&sort=year");
    expect(first).toContain('<a href="/browse?genre=drama&sort=year&page=2" rel="next"');
    const second = await readPage("/browse?genre=drama&sort=year&page=2");
    expect(second).toContain('<a href="/browse?genre=drama&sort=year" rel="prev"');
    expect(titles(second).filter((slug) => titles(first).includes(slug))).toEqual([]);
  });

  test.each(["", "f=series&genre=drama"])("counts the titles for each option: ?%s", async (chosen) => {
    const page = await readPage(`/browse?${chosen}`);
    for (const name of ["kind", "genre", "country", "language", "runtime"]) {
      const [, field = ""] = new RegExp(`<select name="${name}"[^]*?>([^]*?)</select>`).exec(page) ?? [];
      const choices = [...field.matchAll(/<option value="([^"]+)"[^>]*>[^<(]*\((\d+)\)\s*</g)];
      expect(choices.length, name).toBe([...field.matchAll(/<option value="[^"]/g)].length);
      for (const [, value = "", number] of choices.slice(0, 3)) {
        const other = new URLSearchParams(chosen);
        other.set(name, value);
        if (name === "kind") {
          const years = other.get("f")?.replace(/^(movie|series),?/, "");
          other.delete("kind");
          other.set("f", [value, years].filter(Boolean).join(","));
        }
        expect(await readPage(`/browse?${other}`), `${other}`).toMatch(new RegExp(`>${number} titles?</p>`));
      }
    }
  });

  test("omits options without titles unless they are selected", async () => {
    const page = await readPage("/browse?genre=western&country=japan&sort=year");
    expect(page).toMatch(/<option value="western" selected[^>]*>\s*Western \(0\)/);
    expect(page).toMatch(/<option value="drama"[^>]*>\s*Drama \(\d+\)/);
    expect(page).not.toContain('<option value="musical"');
  });

  test.each([
    ["/browse?genre=drama&page=2"],
    ["/browse?f=series&after=800&sort=rating"],
    ["/search?q=t"],
    ["/search?q=t&page=2"],
    ["/search?q=t&genre=drama&sort=year"],
  ])("shows the total number of titles: %s", async (path) => {
    const whole: string[] = [];
    for (let page = 1, left = 1; left > 0; page += 1) {
      const found = titles(await readPage(`${path.replace(/&(page|after|sort)=\w+/g, "")}&page=${page}`));
      whole.push(...found);
      left = found.length;
    }
    expect(whole.length).toBeGreaterThan(0);
    expect(await readPage(path)).toContain(`>${whole.length} titles</p>`);
  });

  test("links to the list with each filter removed", async () => {
    const page = await readPage("/browse?f=movie%2C1990-1999&genre=drama&sort=year");
    for (const rest of ["f=1990-1999&genre=drama", "f=movie&genre=drama", "f=movie%2C1990-1999"])
      expect(page).toContain(`<a href="/browse?${rest}&sort=year" aria-label="Remove filter: `);
  });

  test("reports an unrecognised year and still lists titles", async () => {
    const page = await readPage("/browse?f=movie%2Cold+ones");
    expect(page).toContain("We don’t recognise “old ones” as a year.");
    expect(titles(page)).toHaveLength(60);
  });

  test.each([
    ["country=JP", "JP"],
    ["min_rating=11", "11"],
    ["runtime=long", "long"],
    ["sort=title", "title"],
    ["after=nowhere", "nowhere"],
    ["language=!", "!"],
  ])("reports an unknown filter and still lists titles: %s", async (query, text) => {
    const page = await readPage(`/browse?genre=drama&${query}`);
    expect(page).toContain(`We don’t know the filter “${text}”, so the list ignores it.`);
    expect(titles(page)).toEqual(titles(await readPage("/browse?genre=drama")));
    expect(page).toContain('name="robots" content="noindex"');
  });

  test("omits filters for which the catalog has no data", async () => {
    const page = await readPage("/browse");
    expect(page).toContain('<select name="runtime"');
    expect(page).toMatch(/>up to 90 min \(\d+\)<\/option>/);
    expect(page).not.toContain('name="min_rating"');
    expect(page).not.toContain('value="rating"');
    const chosen = await readPage("/browse?min_rating=7&runtime=45-100");
    expect(chosen).toContain('aria-label="Remove filter: \u2066★\u00a07+\u2069"');
    expect(chosen).toContain('aria-label="Remove filter: 45 min–100 min"');
  });

  test("continues from the cursor `after` and shows no page numbers", async () => {
    const all = titles(await readPage("/browse?f=1800-"));
    const further = await readPage("/browse?f=1800-&after=48");
    expect(titles(further).slice(0, 57)).toEqual(all.slice(3));
    expect(further).toContain('<a href="/browse?f=1800-&after=48&page=2" rel="next"');
    expect(further).not.toContain('aria-label="Page ');
  });

  test("keeps the cursor `after` in the API's links", async () => {
    const response = await get("/v1/browse?sort=year&limit=2&after=16-1999&f=1990-1999&page=2");
    const records = (await response.json()) as { year: string }[];
    expect(records.map(({ year }) => year <= "1999")).toEqual([true, true]);
    const address = "/v1/browse?f=1990-1999&sort=year&after=16-1999";
    expect(response.headers.get("Link")).toBe(
      `</v1/browse?f=1990-1999&sort=year&page=1&limit=2&lang=en>; rel="first", ` +
        `<${address}&page=1&limit=2&lang=en>; rel="prev", <${address}&page=3&limit=2&lang=en>; rel="next"`,
    );
    expect((await get("/v1/browse?after=nowhere")).status).toBe(400);
  });

  test("links to all titles when no title matches", async () => {
    const page = await readPage("/browse?genre=western&country=japan");
    expect(page).toContain("No titles match these filters.");
    expect(page).toContain('<a href="/browse"');
  });

  test("rejects a malformed page number", async () => {
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
  ])("redirects %s to its canonical URL %s", async (path, address) => {
    const response = await get(path);
    expect([response.status, response.headers.get("Location")]).toEqual([303, address]);
  });

  test("is linked from a title's year, genres and countries", async () => {
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

  test("is translated to the visitor's language", async () => {
    const page = await readPage("/ja/browse");
    const { browse } = DICTIONARIES.ja;
    for (const words of [browse.nav, browse.heading, browse.any.genre, browse.sorts.year])
      expect(page).toContain(words);
  });
});

describe("isSortedByRating()", () => {
  test.each([
    [[8.7, 8.7, 0], true],
    [[8.6, 8.7], false],
    [[], true],
  ])("checks that ratings never increase: %j → %s", (ratings, isSorted) => {
    expect(isSortedByRating(ratings.map((rating) => ({ rating })))).toBe(isSorted);
  });
});
