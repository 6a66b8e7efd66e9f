/** Tests the site with an upstream that supports only the contract's searches and credits. */
import { beforeEach, describe, expect, inject, test } from "vitest";
import { DICTIONARIES } from "../../site/language/words.ts";
import { fetchOwn } from "../faults/asking.ts";
import { json } from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";
import type { FaultyUpstream } from "../faults/upstream.ts";
import type { Server } from "../product/server.ts";
import { extractOfferedSearches, readPage, results } from "./pages.ts";

const NOTHING = json("[]");
const ALPHA = json('[{"id":1,"title":"Alpha"}]');

const behind = sharedBehindFaults({}, { behaviour: NOTHING });
let upstream: FaultyUpstream;
let marquee: Server;

beforeEach(() => {
  ({ upstream, server: marquee } = behind);
  upstream.behaviour = NOTHING;
  upstream.calls.length = 0;
});

const get = (path: string, headers: Record<string, string> = {}) => fetchOwn(marquee.url + path, { headers });

describe("/browse with an upstream that cannot list titles", () => {
  test("responds with 501", async () => {
    const response = await get("/browse");
    const page = await response.text();
    expect(response.status).toBe(501);
    expect(page).toContain("Not available here");
    expect(page).not.toContain(DICTIONARIES.en.tryAgain);
  });

  test.each(["/", "/search", "/search?q=alien", "/problems/internal", "/sitemaps/0.xml"])(
    "is not linked from %s",
    async (path) => {
      expect(await readPage(path, marquee.url)).not.toContain("/browse");
    },
  );

  test("is not used when /search has only a filter", async () => {
    expect(await readPage("/search?f=movie%2C1999", marquee.url)).toContain("Search for a film or series.");
  });
});

describe("site with an upstream that implements the contract", () => {
  test("shows a home page without shelves or upstream requests", async () => {
    const response = await get("/");
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=60");
    expect(page).toContain("What are you looking for?");
    expect(page).not.toMatch(/<h2 id=|class="title"/);
    expect(upstream.calls).toEqual([]);
  });

  test("counts titles only if there is a single page", async () => {
    const list = (length: number) =>
      json(JSON.stringify(Array.from({ length }, (_, at) => ({ id: at + 1, title: "Alpha" }))));
    upstream.behaviour = list(2);
    expect(await results("/search?q=alpha", marquee.url)).toMatch(/class="count"[^>]*>2 titles</);
    upstream.behaviour = list(25);
    const page = await results("/search?q=alphas", marquee.url);
    expect(page).toContain('rel="next"');
    expect(page).not.toContain('class="count"');
  });

  test("omits credits without names", async () => {
    upstream.behaviour = json('{"id":9,"cast":[{"id":1,"name":""}]}');
    const page = await (await get("/title/9/nine/credits")).text();
    expect(page).toContain(DICTIONARIES.en.title.noCredits);
    expect(page).not.toContain(DICTIONARIES.en.credits.filter);
  });

  test.each(["/sitemap.xml", "/sitemaps/0.xml"])("stores %s without an upstream request", async (path) => {
    await (await get(path)).arrayBuffer();
    const stored = await get(path);
    expect(stored.headers.get("Cache-Status")).toBe("marquee; hit");
    expect(await stored.text()).not.toContain("/title/");
    expect(upstream.calls).toEqual([]);
  });

  test("marks unsupported operations in the reference", async () => {
    const page = await readPage("/developers", marquee.url);
    const lacking = (text: string) =>
      [...text.matchAll(/data-lacks="(\w+)"(?! hidden)/g)].map(([, name]) => name);
    expect(lacking(page)).toEqual(
      expect.arrayContaining(["person", "people", "autocomplete", "find", "images"]),
    );
    expect(lacking(page)).not.toContain("search");
    expect(page).not.toContain('<option value="people"');
    expect(page).toContain('<option value="search"');
    const catalogs = await readPage("/developers");
    expect(lacking(catalogs)).not.toContain("person");
    expect(catalogs).toContain('<option value="people"');
  });
});

describe("suggestions with an upstream that cannot suggest", () => {
  test.each(["/", "/search", "/search?q=alien", "/developers", "/problems/internal"])(
    "are not requested by %s",
    async (path) => {
      expect(await readPage(path)).toContain('id="suggestions"');
      const page = await readPage(path, marquee.url);
      expect(/"\/suggestions|id="suggest(?:ions|ed)"/.exec(page)).toBeNull();
    },
  );
});

describe("static pages", () => {
  test("return 304 only for an ETag from the same deployment", async () => {
    const statusWith = async (held: Response) =>
      (await get("/developers", { "If-None-Match": held.headers.get("ETag") ?? "" })).status;
    expect(await statusWith(await get("/developers"))).toBe(304);
    expect(await statusWith(await fetch(`${inject("target")}/developers`))).toBe(200);
  });
});

describe("title without a record", () => {
  test.each([
    ["title", ""],
    ["credits", "/credits"],
  ])("is not indexed as a %s page", async (_, page) => {
    upstream.behaviour = (socket, call) =>
      json(
        call.parameters.get("category") === "search"
          ? "[]"
          : '{"id":7000002,"cast":[{"id":5,"name":"Someone"}]}',
      )(socket, call);
    expect(await readPage(`/title/7000002/any-words${page}`, marquee.url)).toContain(
      '<meta name="robots" content="noindex">',
    );
  });
});

describe("adult title", () => {
  const RECORD = { id: 7_000_001, is_adult: 1, type: "movie", title: "Night Shift Zero", year: "1999" };
  const CREDITS = { id: RECORD.id, cast: [{ id: 5, name: "Nobody Inparticular", character: "Her" }] };
  const ADDRESS = `/title/${RECORD.id}/night-shift-zero-1999`;

  beforeEach(() => {
    upstream.behaviour = (socket, call) =>
      json(JSON.stringify(call.parameters.get("category") === "search" ? [RECORD] : CREDITS))(socket, call);
  });

  test("does not appear in lists", async () => {
    expect(await readPage("/search?q=night+shift+zero", marquee.url)).not.toMatch(/Night Shift|7000001/);
  });

  test.each([
    ["title", ""],
    ["credits", "/credits"],
  ])("returns 404 for its %s page", async (_, page) => {
    const response = await get(ADDRESS + page);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toMatch(/Night Shift|Inparticular/);
  });

  test("is returned by the API with an adult flag", async () => {
    const search = await get("/v1/?category=search&q=night+shift+zero");
    expect(await search.json()).toMatchObject([{ id: RECORD.id, is_adult: 1 }]);
    expect(await (await get(`/v1/?id=${RECORD.id}`)).json()).toMatchObject(CREDITS);
  });
});

describe("/search with an upstream that implements the contract", () => {
  test("offers no exact search", async () => {
    upstream.behaviour = ALPHA;
    for (const path of ["/search?q=alhpa", "/search?q=alhpa&exact=1"]) {
      const page = await readPage(path, marquee.url);
      expect(page).toContain("Alpha");
      expect(page).not.toContain("Showing results for");
      expect(page).not.toContain("Exact spelling");
    }
    expect(upstream.calls).toHaveLength(1);
  });

  test("offers no genres or sort orders", async () => {
    upstream.behaviour = ALPHA;
    const page = await readPage("/search?q=alpha&genre=drama&sort=year", marquee.url);
    expect(page).toContain("Alpha");
    expect(page).not.toMatch(/<select name="(?!kind")/);
  });

  test("suggests a title from the catalog after one upstream request", async () => {
    const page = await results("/search?q=matrx&f=1999", marquee.url);
    expect(page).toMatch(/Did you mean:\s*<a href="\/search\?q=The\+Matrix&f=1999"/);
    expect(upstream.calls).toHaveLength(1);
    expect(extractOfferedSearches(page)).toEqual(["/search?q=The+Matrix&f=1999"]);
  });
});
