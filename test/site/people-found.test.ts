/** Tests people in search results, external ids in the search box, and related titles on a title page. */
import { describe, expect, inject, test } from "vitest";
import { pastedIds, pastedName } from "../../site/components/search/pasted-id.ts";

const target = inject("target");

const html = async (path: string) => (await fetch(`${target}${path}`)).text();
const places = (page: string) => ({
  people: page.indexOf('id="people"'),
  titles: page.indexOf('<ol class="titles'),
  nothing: page.indexOf("No results for"),
});

describe("people on the search page", () => {
  test("are listed above titles if the query is a name", async () => {
    const { people, titles, nothing } = places(await html("/search?q=kurosawa"));
    expect(people).toBeGreaterThan(-1);
    expect(nothing).toBe(-1);
    expect(titles === -1 || titles > people).toBe(true);
  });

  test("are not listed for an everyday word", async () => {
    expect(places(await html("/search?q=la")).people).toBe(-1);
  });

  test("do not include similar names if titles match", async () => {
    expect(places(await html("/search?q=alien")).people).toBe(-1);
  });

  test("are only suggested if their names were corrected", async () => {
    const page = await html("/search?q=akria+kurosawa");
    expect(places(page).people).toBe(-1);
    expect(page).not.toContain("Films and series with");
    expect(page).toMatch(/href="\/search\?q=akira\+kurosawa"/i);
  });

  test.each([
    ["/search?q=kurosawa", false],
    ["/search?q=kurosawa&f=1954", true],
  ])("include best-known titles unless the page already lists them: %s, %s", async (path, expected) => {
    const page = await html(path);
    const people = page.slice(page.indexOf('id="people"'), page.indexOf('id="results"'));
    expect(people).toContain("Akira Kurosawa");
    expect(people.includes("Rashomon")).toBe(expected);
  });

  test("are listed on the first page only", async () => {
    expect(places(await html("/search?q=kurosawa&page=2")).people).toBe(-1);
  });
});

describe("external id in the search box", () => {
  test.each([
    ["tt0050083", { source: "imdb", external: "tt0050083" }],
    [" NM0000206 ", { source: "imdb", external: "nm0000206" }],
    ["https://www.imdb.com/title/tt0050083/?ref_=fn", { source: "imdb", external: "tt0050083" }],
    ["m.imdb.com/de/name/nm0000206/", { source: "imdb", external: "nm0000206" }],
    ["https://www.themoviedb.org/movie/603-the-matrix", { source: "tmdb-movie", external: "603" }],
    ["themoviedb.org/tv/1399?language=de", { source: "tmdb-tv", external: "1399" }],
    ["https://www.themoviedb.org/person/525-christopher-nolan", { source: "tmdb-person", external: "525" }],
    ["https://www.themoviedb.org/PERSON/525", { source: "tmdb-person", external: "525" }],
    ["https://www.wikidata.org/wiki/Q25191#P31", { source: "wikidata", external: "Q25191" }],
    ["http://www.wikidata.org/entity/q25191", { source: "wikidata", external: "Q25191" }],
    ["imdb:tt0050083", { source: "imdb", external: "tt0050083" }],
    ["imdb://tt0050083", { source: "imdb", external: "tt0050083" }],
    ["tmdb:movie/603", { source: "tmdb-movie", external: "603" }],
    ["https://thetvdb.com/?tab=series&id=81189", { source: "tvdb", external: "81189" }],
    ["https://www.thetvdb.com/dereferrer/series/81189", { source: "tvdb", external: "81189" }],
  ])("is recognised in %s", (text, expected) => {
    expect(pastedIds(text)).toEqual([expected]);
  });

  test.each(["tmdb:603", "tmdb-603"])("is taken as that of a film or of a series: %s", (text) => {
    expect(pastedIds(text)).toEqual([
      { source: "tmdb-movie", external: "603" },
      { source: "tmdb-tv", external: "603" },
    ]);
  });

  test.each([
    "tt",
    "tt00500",
    "the tt0050083",
    "https://example.com/title/tt0050083",
    "603",
    "Q25191",
    "https://www.themoviedb.org/network/49",
    "https://www.themoviedb.org/person/",
  ])("is not recognised in %s", (text) => {
    expect(pastedIds(text)).toEqual([]);
  });

  test("redirects to its page in the language of the search", async () => {
    const response = await fetch(`${target}/fr/search?q=tt0050083`);
    expect(response.url).toBe(`${target}/fr/title/34/12-hommes-en-colere-1957`);
    expect(response.status).toBe(200);
  });

  test("is treated as text if it does not exist", async () => {
    const response = await fetch(`${target}/search?q=tt9999999`);
    expect(response.url).toBe(`${target}/search?q=tt9999999`);
    expect(response.status).toBe(200);
  });
});

describe("file name in the search box", () => {
  test.each([
    ["https://trakt.tv/movies/the-matrix-1999", "the matrix 1999"],
    ["https://letterboxd.com/film/seven-samurai/", "seven samurai"],
    ["letterboxd.com/someone/film/parasite-2019/", "parasite 2019"],
    ["https://trakt.tv/shows/friends/seasons/1", "friends"],
    ["https://thetvdb.com/series/friends", "friends"],
    ["Seven.Samurai.1954.1080p.BluRay.x264-GRP", "Seven.Samurai.1954.1080p.BluRay.x264-GRP"],
    ["Films/Seven Samurai (1954).mkv", "Films/Seven Samurai (1954).mkv"],
  ])("is recognised in %s", (text, expected) => {
    expect(pastedName(text)).toBe(expected);
  });

  test.each([
    "1990s hdr films",
    "friends 2004",
    "films of 1999 in 4k",
    "fate/stay night",
    "12 angry men 1957",
  ])("is not recognised in %s", (text) => {
    expect(pastedName(text)).toBeNull();
  });

  test.each(["Seven.Samurai.1954.1080p.BluRay.x264-GRP", "https://trakt.tv/movies/seven-samurai-1954"])(
    "redirects to the page of its title: %s",
    async (name) => {
      const response = await fetch(`${target}/search?q=${encodeURIComponent(name)}`);
      expect(response.url).toBe(`${target}/title/30/seven-samurai-1954`);
    },
  );
});

describe("title page", () => {
  test("lists other titles by its director and lead actors that are not similar", async () => {
    const page = await html("/title/64/raiders-of-the-lost-ark-1981");
    expect(page).toMatch(/More by Steven Spielberg.*\/title\/118\/west-side-story-2021/s);
    expect(page).toMatch(/More with Harrison Ford.*\/title\/62\/apocalypse-now-1979/s);
  });

  test("lists each related title once, without itself", async () => {
    const [, page = ""] = /<main(.*)<\/main>/s.exec(await html("/title/30/seven-samurai-1954")) ?? [];
    const listed = [...page.matchAll(/href="(\/title\/[^"/]+\/[^"/]+)"/g)].map(([, href]) => href);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).not.toContain("/title/30/seven-samurai-1954");
  });
});
