/**
 * Tests lists for a text query with TMDB as the source: how the query is interpreted, which requests are sent, and
 * which parts are omitted.
 */
import { describe, expect, test } from "vitest";
import { RELEVANCE } from "../../worker/contract/browse.ts";
import { toJson } from "../../worker/source/loaded.ts";
import type { GivenList } from "../contract/records.ts";
import { createTmdb, createTmdbResponding, film, type StubResponse, type Tmdb } from "./kit.ts";
import { BRAM, CLEO } from "./titles.ts";

/**
 * Returns the interpretation of a query, its titles, and the requested lists without the parameters that all lists
 * have.
 */
async function listed(text: string, given: GivenList = {}, tmdb: Tmdb = createTmdb()) {
  const found = await tmdb.browse({ text, sort: RELEVANCE, ...given });
  const titles: { readonly title: string }[] = JSON.parse(toJson(found));
  const { understood, ignored, limitedTo } = found.notes?.list ?? {};
  return {
    parts: understood?.parts.map(({ part, name, roles }) =>
      [`${part}: ${name}`, ...(roles ?? []).map((role) => `(${role})`)].join(" "),
    ),
    people: understood?.people.map(({ name }) => name),
    titles: titles.map(({ title }) => title),
    lists: tmdb.asked.filter((path) => path.startsWith("discover/")).map(withoutCommon),
    isPartial: found.isPartial,
    ignored,
    limitedTo,
  };
}

function withoutCommon(path: string): string {
  const { pathname, searchParams } = new URL(path, "https://tmdb.test");
  for (const name of ["include_adult", "language", "page", "sort_by"]) searchParams.delete(name);
  searchParams.sort();
  return `${pathname.slice(1)}?${decodeURIComponent(searchParams.toString())}`;
}

describe("query made of filters only", () => {
  test("is translated to discover parameters", async () => {
    const tmdb = createTmdb();
    expect(await listed("american science fiction films of the 1990s", {}, tmdb)).toMatchObject({
      parts: ["country: United States", "genre: Science Fiction", "kind: movie", "years: 1990-1999"],
      titles: ["The Glass Lantern"],
      lists: [
        "discover/movie?primary_release_date.gte=1990-01-01&primary_release_date.lte=1999-12-31" +
          "&with_genres=878&with_origin_country=US",
      ],
    });
    expect(tmdb.asked).toHaveLength(1);
  });

  test.each([
    ["film noir 1990s", ["omitted: film noir", "years: 1990-1999"], {}],
    ["turkish drama", ["country: Turkey", "genre: Drama"], {}],
    ["french italian drama", ["country: France", "omitted: italian", "genre: Drama"], {}],
    ["japanese drama", ["omitted: japanese", "genre: Drama"], { country: "france" }],
    ["drama 1990s", ["genre: Drama", "omitted: 1990s"], { f: "1950-1959" }],
    ["best drama", ["omitted: best", "genre: Drama"], { sort: "year" }],
  ] as const)("omits filters that contradict TMDB or the URL: %s", async (text, parts, given) => {
    expect(await listed(text, given)).toMatchObject({ parts });
  });

  test.each([
    [
      "drama not science fiction",
      ["discover/movie?with_genres=18&without_genres=878", "discover/tv?with_genres=18&without_genres=10765"],
    ],
    ["drama not film noir", ["discover/movie?with_genres=18", "discover/tv?with_genres=18"]],
    ["drama not series", ["discover/movie?with_genres=18"]],
  ])("excludes a genre or a kind: %s", async (text, lists) => {
    expect(await listed(text)).toMatchObject({ lists, ignored: undefined });
  });

  test.each(["drama not from france", "drama not in french", "drama not from the 1990s"])(
    "reports q as ignored if TMDB cannot exclude: %s",
    async (text) => {
      const { parts, lists, ignored } = await listed(text);
      expect(parts).toEqual(["genre: Drama", `omitted: ${text.slice(6)}`]);
      expect(lists).toEqual(["discover/movie?with_genres=18", "discover/tv?with_genres=18"]);
      expect(ignored).toBe("q");
    },
  );

  test("requires all of its genres", async () => {
    const { parts, lists } = await listed("science fiction drama");
    expect(parts).toEqual(["genre: Science Fiction", "genre: Drama"]);
    expect(lists).toEqual(["discover/movie?with_genres=878,18", "discover/tv?with_genres=10765,18"]);
  });
});

describe("title whose name is the query", () => {
  const titled = (title: string, vote_count: number) =>
    createTmdbResponding(({ pathname, searchParams }) => {
      const isSearch = pathname.endsWith("search/multi") && searchParams.get("page") === "1";
      return { results: isSearch ? [film(1, { title, vote_count })] : [] };
    });

  test("takes precedence over filters in its words", async () => {
    expect(await listed("american beauty", {}, titled("American Beauty", 3))).toMatchObject({
      parts: ["words: american beauty"],
      titles: ["American Beauty"],
      lists: [],
    });
  });

  test.each([
    [200, ["words: scary movie"]],
    [199, ["genre: Horror", "kind: movie"]],
  ])("takes precedence over a filter-only query if well known: %i votes", async (votes, parts) => {
    expect(await listed("scary movie", {}, titled("Scary Movie", votes))).toMatchObject({ parts });
  });

  test("takes precedence over people", async () => {
    expect(await listed("The Glass Lantern")).toMatchObject({
      parts: ["words: The Glass Lantern"],
      lists: [],
    });
  });

  test("is counted on pages after the first", async () => {
    const paging = { page: 2, limit: 20 };
    const { parts } = await listed("american beauty", paging, titled("American Beauty", 3));
    expect(parts).toEqual(["words: american beauty"]);
  });
});

describe("people named in a query", () => {
  test("select their films, filtered and sorted", async () => {
    expect(await listed("bram oduya 1960s", { sort: "year" })).toMatchObject({
      parts: ["person: Bram Oduya", "years: 1960-1969", "kind: movie"],
      people: ["Bram Oduya"],
      titles: ["The Quiet Ferry"],
      lists: [
        `discover/movie?primary_release_date.gte=1960-01-01&primary_release_date.lte=1969-12-31&with_people=${BRAM.id}`,
      ],
    });
  });

  test.each(["bram oduya cleo tanaka", "bram oduya tanaka", "oduya and tanaka", "Bram Oduya, Cleo Tanaka"])(
    "select films that two of them worked on: %s",
    async (text) => {
      expect(await listed(text)).toMatchObject({
        parts: ["person: Bram Oduya", "person: Cleo Tanaka", "kind: movie"],
        titles: ["The Glass Lantern"],
        lists: [`discover/movie?with_people=${BRAM.id},${CLEO.id}`],
      });
    },
  );

  test.each([
    ["directed by cleo tanaka", "person: Cleo Tanaka (crew)", `with_crew=${CLEO.id}`],
    ["written by cleo tanaka", "person: Cleo Tanaka (crew)", `with_crew=${CLEO.id}`],
    ["starring bram oduya", "person: Bram Oduya (cast)", `with_cast=${BRAM.id}`],
    ["Musik von Bram Oduya", "person: Bram Oduya (crew)", `with_crew=${BRAM.id}`],
  ])("select films by cast or crew: %s", async (text, part, parameter) => {
    const { parts, lists } = await listed(text);
    expect(parts).toEqual([part, "kind: movie"]);
    expect(lists).toEqual([`discover/movie?${parameter}`]);
  });

  test("can have different roles", async () => {
    expect(await listed("starring bram oduya directed by cleo tanaka")).toMatchObject({
      parts: ["person: Bram Oduya (cast)", "person: Cleo Tanaka (crew)", "kind: movie"],
      lists: [`discover/movie?with_cast=${BRAM.id}&with_crew=${CLEO.id}`],
    });
  });

  test("are omitted from requests if the query excludes them", async () => {
    const { parts, lists } = await listed("drama without cleo tanaka");
    expect(parts).toEqual(["genre: Drama", "omitted: without cleo tanaka"]);
    expect(lists.join()).not.toContain("with_people");
  });

  test.each([
    ["bram oduya zeppelin", ["person: Bram Oduya", "omitted: zeppelin", "kind: movie"]],
    ["bram oduya series", ["person: Bram Oduya", "omitted: series", "kind: movie"]],
    ["bram oduya western", ["person: Bram Oduya", "omitted: western", "kind: movie"]],
  ])("select films despite inapplicable words, which are omitted: %s", async (text, parts) => {
    const { lists, ...found } = await listed(text);
    expect(found).toMatchObject({ parts, titles: ["The Glass Lantern", "The Quiet Ferry"] });
    expect(lists.at(-1)).toBe(`discover/movie?with_people=${BRAM.id}`);
  });

  test.each([
    ["eve nilsson cleo tanaka", ["person: Eve Nilsson", "person: Cleo Tanaka", "kind: movie"]],
    ["nilsson tanaka", ["words: nilsson tanaka"]],
  ])("are shown even if they have no film in common: %s", async (text, parts) => {
    expect(await listed(text)).toMatchObject({ parts, titles: [] });
  });

  test("select no series, even if requested", async () => {
    const { titles, ignored } = await listed("bram oduya", { f: "series" });
    expect({ titles, ignored }).toEqual({ titles: ["The Glass Lantern", "The Quiet Ferry"], ignored: "f" });
  });

  test("do not take precedence over titles that contain the words", async () => {
    const tmdb = createTmdb();
    expect(await listed("lantern street", {}, tmdb)).toMatchObject({ titles: ["Lantern Street"] });
    expect(tmdb.asked.filter((path) => path.startsWith("search/person"))).toHaveLength(1);
  });

  test("are still listed if titles contain part of their name", async () => {
    expect(await listed("lantern")).toMatchObject({ parts: ["words: lantern"], people: ["Lantern Jack"] });
  });
});

describe("title words of a query", () => {
  test.each([
    ["lantern science fiction", ["The Glass Lantern", "Lantern Street"]],
    ["lantern 1970s", ["The Lantern Maker"]],
    ["lantern films 1999", ["The Glass Lantern"]],
    ["good lantern", ["The Glass Lantern", "Lantern Street"]],
    ["best lantern", ["The Glass Lantern", "Lantern Street"]],
    ["japanese lantern series", ["Lantern Street"]],
    ["lantern not science fiction", ["Ariel's Lantern"]],
    ["lantern not in english", ["Lantern Street"]],
  ])("keep the filters that match any result: %s", async (text, titles) => {
    const { parts, lists, ...found } = await listed(text);
    expect(found.titles.slice(0, titles.length)).toEqual(titles);
    expect(parts?.join()).not.toContain("omitted");
    expect(lists).toEqual([]);
  });

  test.each([
    ["japanese lantern", "omitted: japanese"],
    ["lantern under 100 minutes", "omitted: under 100 minutes"],
    ["series lantern under 10 minutes", "omitted: under 10 minutes"],
  ])("drop the filters that match no result: %s", async (text, part) => {
    const { parts, titles } = await listed(text);
    expect(parts).toContain(part);
    expect(parts).toContain("words: lantern");
    expect(titles).toContain(text.startsWith("series") ? "Lantern Street" : "The Lantern Maker");
  });

  test("drop unsupported URL filters and report them", async () => {
    const given = { country: "japan", runtime: { first: 1, last: 90 }, language: "en" };
    const { titles, ignored } = await listed("lantern", given);
    expect(ignored).toBe("country, runtime");
    expect(titles).toEqual(["The Glass Lantern", "Lantern Nights"]);
    expect(await listed("lantern", { country: "japan", f: "series" })).toMatchObject({
      titles: ["Lantern Street"],
      ignored: undefined,
    });
  });

  test.each([
    ["Parasite", ["omitted: korean", "words: parasite"]],
    ["A Parasite", ["country: South Korea", "about: parasite"]],
  ])("take precedence over keywords if they form a title: %s", async (title, parts) => {
    const tmdb = createTmdbResponding(({ pathname }): StubResponse => {
      if (pathname.endsWith("search/keyword")) return { results: [{ id: 7, name: "parasite" }] };
      if (pathname.endsWith("search/person")) return { results: [] };
      return { results: [film(1, { title })] };
    });
    expect(await listed("korean parasite", {}, tmdb)).toMatchObject({ parts });
  });

  test("are omitted if no title contains them", async () => {
    const { parts, titles } = await listed("zeppelin science fiction 1990s");
    expect(parts).toEqual(["genre: Science Fiction", "years: 1990-1999", "omitted: zeppelin"]);
    expect(titles).toEqual(["The Glass Lantern"]);
  });

  test("match titles even if they are only small words", async () => {
    const tmdb = createTmdbResponding(() => ({ results: [film(1, { title: "The Of And" })] }));
    expect(await listed("of the", {}, tmdb)).toMatchObject({ titles: ["The Of And"], lists: [] });
    const none = createTmdb();
    expect(await none.browse({ text: "!!!" })).toMatchObject({ value: [], isEmpty: true });
    expect(none.asked).toEqual([]);
  });
});

describe("keywords", () => {
  test.each([
    ["heist", "with_keywords=3", ["The Glass Lantern", "Lantern Street", "The Quiet Ferry"]],
    ["bank", "with_keywords=4", undefined],
    ["art bank", "", []],
  ])("select titles by subject if no title matches: %s", async (text, parameter, titles) => {
    const { lists, ...found } = await listed(text);
    const isKeyword = titles !== undefined && titles.length > 0;
    expect(found).toMatchObject({
      parts: [`${isKeyword ? "about" : "words"}: ${text}`],
      titles: titles ?? [],
    });
    expect(lists).toEqual(
      parameter === "" ? [] : [`discover/movie?${parameter}`, `discover/tv?${parameter}`],
    );
  });

  test("can be combined with any filter", async () => {
    expect(await listed("irish heist under 110 minutes")).toMatchObject({
      parts: ["country: Ireland", "runtime: -110", "about: heist"],
      titles: ["The Quiet Ferry"],
    });
  });

  test("take precedence over titles if the query states a subject", async () => {
    const named = createTmdbResponding(({ pathname }): StubResponse => {
      if (pathname.endsWith("search/keyword")) return { results: [{ id: 7, name: "Time Travel" }] };
      return { results: [film(pathname.includes("discover") ? 1 : 2, { title: "A Time Travel" })] };
    });
    expect(await listed("films about time travel", {}, named)).toMatchObject({
      parts: ["kind: movie", "about: time travel"],
      lists: ["discover/movie?with_keywords=7"],
    });
  });
});

describe("titles like another one", () => {
  const similar = () =>
    createTmdbResponding(({ pathname, searchParams }): StubResponse => {
      if (pathname.endsWith("movie/605/recommendations"))
        return { results: [film(7, { title: "Beacon" }), film(8, { title: "Buoy" })] };
      const isSearch = pathname.endsWith("search/multi") && searchParams.get("query") === "lantern";
      return { results: isSearch ? [film(604, { title: "Lanterns" }), film(605, { title: "Lantern" })] : [] };
    });

  test("are TMDB's recommendations, after the title itself", async () => {
    expect(await listed("films like lantern", {}, similar())).toMatchObject({
      parts: ["kind: movie", "like: lantern"],
      titles: ["Lantern", "Beacon", "Buoy"],
    });
  });

  test("are not listed for a title that only has the words in its name", async () => {
    const { parts, titles } = await listed("films like lanter", {}, similar());
    expect([parts, titles]).toEqual([expect.not.arrayContaining(["like: lanter"]), []]);
  });
});

describe("list query when requests fail", () => {
  /** Creates a source that calls `instead` for requests to this path, so that they fail or hang. */
  const without = (path: string, instead: () => Promise<Response>, timeoutMs = 20_000) =>
    createTmdb("", {
      timeoutMs,
      fetch: (address, init) => (address.pathname.endsWith(path) ? instead() : fetch(address, init)),
    });
  const down = async () => new Response("{}", { status: 500 });
  const late = () => new Promise<Response>(() => undefined);

  test.each([
    ["bram oduya", ["words: bram oduya"], []],
    ["lantern", ["words: lantern"], ["The Glass Lantern"]],
    ["bram oduya 1960s", ["omitted: bram oduya", "years: 1960-1969"], ["The Quiet Ferry"]],
  ])("is partial if the request for people fails: %s", async (text, parts, titles) => {
    const found = await listed(text, {}, without("/search/person", down));
    expect(found).toMatchObject({ parts: expect.arrayContaining(parts), isPartial: true });
    expect(found.titles.slice(0, 1)).toEqual(titles);
  });

  test("omits words and is partial if the keyword request fails", async () => {
    expect(await listed("drama heist", {}, without("/search/keyword", down))).toMatchObject({
      parts: ["genre: Drama", "omitted: heist"],
      isPartial: true,
    });
  });

  test("returns titles even if the request for people never ends", async () => {
    const found = await listed("lantern", {}, without("/search/person", late, 1_000));
    expect(found).toMatchObject({ parts: ["words: lantern"], isPartial: true });
    expect(found.titles).toContain("The Glass Lantern");
  });

  test("does not request keywords when no time is left", async () => {
    const clock = { ms: 1_800_000_000_000 };
    const tmdb = createTmdb("", {
      now: () => clock.ms,
      timeoutMs: 20_000,
      async fetch(address, init) {
        if (address.pathname.endsWith("/search/multi")) clock.ms += 5_000;
        return await fetch(address, init);
      },
    });
    expect(await listed("drama heist", {}, tmdb)).toMatchObject({ isPartial: true });
    expect(tmdb.asked.filter((path) => path.startsWith("search/keyword"))).toEqual([]);
  });

  test.each(["/search/multi", "/discover/movie"])(
    "rejects if the request for titles fails: %s",
    async (path) => {
      const tmdb = without(path, down);
      await expect(listed("ada holm films", {}, tmdb)).rejects.toMatchObject({ type: "bad-upstream" });
    },
  );

  test("is complete if no request fails", async () => {
    expect(await listed("bram oduya")).toMatchObject({ isPartial: false });
  });
});

describe("requests of a list query", () => {
  test.each([
    ["The Glass Lantern", "en", 3],
    ["harbour", "en", 8],
    ["harbour", "fr", 10],
    ["cleo tanaka", "en", 3],
    ["bram oduya 1960s", "en", 3],
    ["american science fiction films of the 1990s", "en", 1],
    ["bram oduya cleo tanaka", "en", 5],
    ["lantern science fiction", "en", 5],
    ["japanese lantern", "en", 9],
    ["japanese lantern under 100 minutes", "fr", 12],
    ["heist", "en", 5],
    ["zzqq xxyy vvww", "en", 7],
  ])("stay within the limit for %j in %s: %i", async (text, lang, most) => {
    const tmdb = createTmdb();
    await tmdb.browse({ text, sort: RELEVANCE, lang });
    expect(tmdb.asked.length).toBeLessThanOrEqual(most);
    expect(tmdb.subrequests()).toBeLessThanOrEqual(45);
  });

  test("stop at TMDB's last page", async () => {
    const tmdb = createTmdb();
    await tmdb.browse({ text: "lantern", sort: "year" });
    expect(tmdb.asked.filter((path) => path.startsWith("search/multi"))).toHaveLength(1);
  });
});
