/** Tests search pages for queries with people, filters or unknown words. */
import { describe, expect, inject, test } from "vitest";
import { readPage, results, SOME_LANGUAGES } from "./pages.ts";

const target = inject("target");
const plain = (html: string) => html.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
const linked = (html: string) =>
  [...html.matchAll(/<h2[^>]*><a href="(?:\/\w\w)?\/title\/\d+\/([^"]+)"/g)].map(([, slug]) => slug);
const readHeading = (html: string) => plain(/<h1[^>]*>.*?<\/h1>/s.exec(html)?.[0] ?? "").trim();
const removable = (html: string) =>
  [...html.matchAll(/<a href="([^"]+)" aria-label="[^"]*"[^>]*>\s*<bdi[^>]*>([^<]*)<\/bdi>/g)].map(
    ([, href, name]) => [name, href],
  );

describe("heading of an interpreted query", () => {
  test.each([
    ["/search?q=akira+kurosawa", "Films and series with Akira Kurosawa"],
    ["/search?q=japanese+films+1950s", "Films of the 1950s from Japan"],
    ["/de/search?q=japanische+Filme+der+1950er", "Filme der 1950er, Japan"],
    ["/ja/search?q=1950年代の日本の映画", "1950年代の日本の映画"],
    ["/ar/search?q=أفلام يابانية من الخمسينات", "أفلام من اليابان في عقد 1950"],
    ["/search?q=kurosawa+drama+1950s", "Dramas of the 1950s with Akira Kurosawa"],
    ["/search?q=kurosawa&genre=drama", "Dramas with Akira Kurosawa"],
    ["/search?q=seven+samurai", "Results for “seven samurai”"],
    ["/ja/search?q=seven&f=movie%2C1950-1959", "1950年代の映画、「seven」"],
    ["/es/search?q=comedia", "Comedias"],
    ["/fr/search?q=comédies+des+années+50", "Comédies des années 1950"],
    ["/de/search?q=romantische+Komödie", "Liebeskomödien"],
    ["/pt/search?q=comédia+romântica", "Comédias românticas"],
    ["/search?q=comedy+films", "Comedy films"],
    ["/search?q=romantic+comedies+of+the+1990s", "Romantic comedies of the 1990s"],
    ["/browse?f=movie%2C-1959&country=united-states", "Films before 1960 from the United States"],
    ["/es/browse?f=1960-1963&country=italy", "Películas y series de Italia de 1960–1963"],
    ["/zh/browse?f=movie%2C2000-&country=japan", "2000年以后的日本电影"],
    ["/fr/search?q=film+de+guerre", "Films de guerre"],
    ["/ja/search?q=コメディ映画", "コメディ映画"],
    ["/zh/search?q=喜劇電影", "喜剧电影"],
    ["/ar/search?q=أفلام كوميدية", "أفلام كوميدية"],
    ["/search?q=films+like+metropolis", "Films like “metropolis”"],
    ["/search?q=crime+series,+newest+first", "Crime series, newest first"],
    ["/search?q=films+about+boxing", "Films about “boxing”"],
    ["/search?q=dramas+not+action", "Dramas, except Action"],
    ["/search?q=directed+by+akira+kurosawa", "Films and series with Akira Kurosawa (director)"],
    ["/de/search?q=Regie:+Akira+Kurosawa", "Filme und Serien mit Akira Kurosawa (Regie)"],
    ["/search?q=films+starring+toshiro+mifune", "Films with Toshiro Mifune (cast)"],
    ["/fr/search?q=drames+sans+action", "Drames, sauf Action"],
    ["/ja/search?q=アクション以外のドラマ", "ドラマ、アクション以外"],
  ])("describes %s", async (path, heading) => {
    expect(readHeading(await readPage(path))).toBe(heading);
  });
});

describe("filter chips of an interpreted query", () => {
  test("link to the search with each part removed", async () => {
    expect(removable(await readPage("/search?q=kurosawa+drama+1950s&genre=action&country=japan"))).toEqual([
      ["Akira Kurosawa", "/search?q=drama+1950s&genre=action&country=japan"],
      ["Drama", "/search?q=kurosawa+1950s&genre=action&country=japan"],
      ["1950s", "/search?q=kurosawa+drama&genre=action&country=japan"],
      ["Action", "/search?q=kurosawa+drama+1950s&country=japan"],
      ["Japan", "/search?q=kurosawa+drama+1950s&genre=action"],
    ]);
  });

  test("show an exclusion as a separate chip", async () => {
    const page = await readPage("/search?q=dramas+not+action");
    expect(removable(page)).toEqual([
      ["Drama", "/search?q=not+action"],
      ["except Action", "/search?q=dramas"],
    ]);
    expect(readFormFields(page).get("genre")).toBe("drama");
  });

  test("omit a person who is all of the query", async () => {
    expect(removable(await readPage("/search?q=kurosawa"))).toEqual([]);
    expect(removable(await readPage("/search?q=kurosawa&genre=drama"))).toEqual([
      ["Drama", "/search?q=kurosawa"],
    ]);
  });

  test("link to all titles when the only part is removed", async () => {
    expect(removable(await readPage("/search?q=comedy"))).toEqual([["Comedy", "/browse"]]);
    expect(removable(await readPage("/de/search?q=drama&f=movie"))).toEqual([
      ["Drama", "/de/browse?f=movie"],
      ["Filme", "/de/search?q=drama"],
    ]);
  });
});

/** Returns the form fields that a browser without JavaScript submits. */
function readFormFields(html: string): URLSearchParams {
  const main = html.slice(html.indexOf("<main"));
  const [, q = ""] = /<input id="q"[^>]* value="([^"]*)"/.exec(html) ?? [];
  const [, year = ""] = /name="year"[^>]* value="([^"]*)"/.exec(main) ?? [];
  const [kind = [], ...selects] = [...main.matchAll(/<select name="(\w+)".*?<\/select>/gs)].map(
    ([select, name = ""]) => [name, /value="([^"]*)" selected/.exec(select)?.[1] ?? ""],
  );
  const [, read] = /name="read" value="([^"]*)"/.exec(main) ?? [];
  return new URLSearchParams([
    ["q", q],
    kind,
    ["year", year],
    ...selects,
    ...(read === undefined ? [] : [["read", read.replaceAll("&#38;", "&").replaceAll("&amp;", "&")]]),
  ]);
}

const EVERYTHING = "best japanese drama films in japanese of the 1950s under 2 hours with kurosawa";

describe("form fields of an interpreted query", () => {
  test("are set from each recognised part", async () => {
    const { read, ...fields } = Object.fromEntries(readFormFields(await readPage(`/search?q=${EVERYTHING}`)));
    expect(fields).toEqual({
      q: EVERYTHING,
      kind: "movie",
      year: "1950s",
      genre: "drama",
      country: "japan",
      language: "ja",
      runtime: "-120",
      sort: "rating",
    });
    expect(Object.fromEntries(new URLSearchParams(read)).genre).toBe("drama");
  });

  test("combine several genres and prefer parameters in the URL", async () => {
    const html = await readPage("/search?q=romantic+comedies&f=1950");
    expect(html).toMatch(/<option value="romance,comedy" selected[^>]*>\s*Romance and Comedy/);
    expect(readFormFields(await readPage("/search?q=drama+1950s&genre=comedy&f=1960")).toString()).toBe(
      "q=drama+1950s&kind=&year=1960&genre=comedy&country=&language=&runtime=&sort=relevance",
    );
  });

  test.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ["the same", {}, `/search?q=${EVERYTHING.replaceAll(" ", "+")}`],
    [
      "another genre",
      { q: "kurosawa drama 1950s", genre: "action" },
      "/search?q=kurosawa+1950s&genre=action",
    ],
    ["no genre", { q: "kurosawa drama 1950s", genre: "" }, "/search?q=kurosawa+1950s"],
    ["no years", { q: "kurosawa drama 1950s", year: "" }, "/search?q=kurosawa+drama"],
    ["other years", { q: "kurosawa 1950s", year: "1960s" }, "/search?q=kurosawa&f=1960-1969"],
    ["another kind", { q: "kurosawa films", kind: "series" }, "/search?q=kurosawa&f=series"],
    ["another country", { q: "japanese drama", country: "france" }, "/search?q=drama&country=france"],
    ["another language", { q: "dramas in japanese", language: "fr" }, "/search?q=dramas&language=fr"],
    ["another runtime", { q: "drama under 2 hours", runtime: "" }, "/search?q=drama"],
    ["another order", { q: "best drama", sort: "year" }, "/search?q=drama&sort=year"],
    ["no genre of two", { q: "romantic comedies 1950s", genre: "" }, "/search?q=1950s"],
  ])(
    "submit the query and the changed fields only: %s",
    async (_, { q = EVERYTHING, ...changes }, address) => {
      const fields = readFormFields(await readPage(`/search?${new URLSearchParams({ q })}`));
      for (const [name, value] of Object.entries(changes)) fields.set(name, value);
      const response = await fetch(`${target}/search?${fields}`, { redirect: "manual" });
      expect([response.status, response.headers.get("Location")]).toEqual([303, address]);
    },
  );

  test("are ignored when the query is changed", async () => {
    const fields = readFormFields(await readPage("/search?q=kurosawa+drama+1950s"));
    fields.set("q", "metropolis");
    const response = await fetch(`${target}/search?${fields}`, { redirect: "manual" });
    expect(response.headers.get("Location")).toBe("/search?q=metropolis");
  });
});

describe("/search with an interpreted query", () => {
  test("shows the named person and sorts the titles", async () => {
    const html = await readPage("/search?q=akira+kurosawa");
    expect(html).toContain('href="/person/2386/akira-kurosawa"');
    expect(linked(html)).toEqual(["seven-samurai-1954", "rashomon-1950"]);
    expect(linked(await readPage("/search?q=akira+kurosawa&f=1950"))).toEqual(["rashomon-1950"]);
    expect(linked(await readPage("/search?q=akira+kurosawa&sort=year"))).toEqual([
      "seven-samurai-1954",
      "rashomon-1950",
    ]);
  });

  test("shows the named title above the titles that resemble it", async () => {
    const page = await results("/search?q=films+like+the+godfather");
    const [above = "", list = ""] = page.split(/<p class="count"/);
    expect(linked(above)).toEqual(["the-godfather-1972"]);
    expect(linked(list)).not.toContain("the-godfather-1972");
    expect(list).toContain(`${linked(list).length} titles`);
  });

  test.each(SOME_LANGUAGES)("links to a person and a title in %s", async (language) => {
    const prefix = language === "en" ? "" : `/${language}`;
    const html = await readPage(`${prefix}/search?q=kurosawa+rashomon`);
    expect(html).toContain(`href="${prefix}/person/2386/akira-kurosawa"`);
    expect(html).toMatch(/<h2[^>]*><a href="[^"]*\/title\/26\//);
  });

  test.each(["kurosawa&genre=horror", "japanese+films&f=1895", "akira+kurosawa&country=france"])(
    "links to the search without filters if nothing matches: %s",
    async (q) => {
      const page = await readPage(`/search?q=${q}`);
      expect(page).toContain("No titles match these filters.");
      expect(page).not.toContain("No results for");
      expect(await results(`/search?q=${q}`)).toContain(`<a href="/search?q=${q.split("&")[0]}"`);
    },
  );

  test("reports a word that occurs in no title", async () => {
    const html = await readPage("/search?q=rashomon+spaceship");
    expect(plain(html)).toContain("Showing results without “spaceship”.");
    expect(html).toMatch(/<h2[^>]*><a href="[^"]*\/title\/26\//);
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  test("omits no words in an exact search", async () => {
    for (const q of ["rashomon+spaceship", "akira+kurosawa"])
      expect(await readPage(`/search?q=${q}&exact=1`)).not.toContain("<article");
  });

  test("links to JSON with the same titles and interpretation", async () => {
    const html = await readPage("/search?q=kurosawa+drama+1950s");
    const [, href = ""] = /href="(\/v1\/browse[^"]+)"/.exec(html) ?? [];
    const response = await fetch(target + href);
    const titles: { id: number }[] = await response.json();
    expect(titles.map(({ id }) => id)).toEqual([30, 26]);
    expect(response.headers.get("Marquee-Understood")).toBe("person=2386&genre=drama&f=1950-1959");
    expect(response.headers.get("Marquee-Total")).toBe("2");
  });

  test("does not affect the API's search", async () => {
    const response = await fetch(`${target}/v1/?category=search&q=rashomon+spaceship`);
    expect(await response.text()).toBe("[]");
  });
});
