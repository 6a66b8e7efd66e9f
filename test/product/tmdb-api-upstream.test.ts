/** Tests /3 with TMDB as the source: requests to TMDB, responses, and failures. */
import { describe, expect, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";
import { startInFrontOfTmdb } from "../tmdb/marquee.ts";
import { KEY, replyTo } from "../tmdb/responses.ts";
import { settingsFor } from "../tmdb/server.ts";
import { REELS } from "../tmdb/titles.ts";
import { sharedServer } from "./server.ts";

const ADMIN_TOKEN = "administrator-of-this-test";
const CALLER = "callers-own-key-0123456789";
const marquee = startInFrontOfTmdb({ TMDB_API: "open", ADMIN_TOKEN });
const closed = sharedServer(() => ({ ...settingsFor(marquee.tmdb), RATE_LIMIT: "off" }));

const get = (path: string, init?: RequestInit) => fetchOwn(marquee.server.url + path, init);
const cacheStatus = ({ headers }: Response) => headers.get("Cache-Status");

/** Returns the body that the TMDB stub sends for a path below `/3/`. */
function stubBody(path: string): string {
  const { pathname, searchParams } = new URL(path, "http://tmdb.test/3/");
  searchParams.set("api_key", KEY);
  return JSON.stringify(replyTo(pathname.slice("/3/".length), searchParams, null).body);
}

describe("GET /3/{path} with TMDB as the source", () => {
  test.each([
    "movie/605?append_to_response=credits,translations&language=fr",
    "tv/605?language=de-DE",
    "tv/605/aggregate_credits",
    "person/11/combined_credits",
    "search/multi?query=lantern",
    "movie/popular?page=2",
    "configuration",
    "collection/1/images",
    "tv/1/season/1/episode/1",
    "find/tt0000605?external_source=imdb_id",
    "list/1/item_status?movie_id=605",
  ])("returns TMDB's bytes for %s and stores them", async (path) => {
    const first = await get(`/3/${path}`);
    expect([first.status, await first.text()]).toEqual([200, stubBody(path)]);
    expect([cacheStatus(first), cacheStatus(await get(`/3/${path}`))]).toEqual([
      "marquee; fwd=uri-miss; stored",
      "marquee; hit",
    ]);
    expect(marquee.tmdb.calls).toHaveLength(1);
  });

  test("tags responses with their titles and people", async () => {
    const tags = async (path: string) => (await get(`/3/${path}`)).headers.get("Cache-Tag")?.split(",");
    const [film, series] = ["title-1210", "title-1211"];
    expect(await tags("movie/605?append_to_response=credits")).toEqual(
      expect.arrayContaining([film, "person-11"]),
    );
    expect(await tags("search/tv?query=lantern")).toEqual(expect.arrayContaining([series]));
    expect(await tags("person/11?append_to_response=combined_credits")).toEqual(
      expect.arrayContaining([film, series, "person-11"]),
    );
  });

  test("sends a lifetime that depends on the kind of data", async () => {
    const lifetime = async (path: string) =>
      Number(/max-age=(\d+)/.exec((await get(`/3/${path}`)).headers.get("CDN-Cache-Control") ?? "")?.[1]);
    expect(await lifetime("configuration/countries")).toBeGreaterThan(6 * 86_400);
    expect(await lifetime("movie/605/credits")).toBeGreaterThan(86_000);
    expect(await lifetime("search/movie?query=lantern")).toBeLessThanOrEqual(3_600);
    expect(await lifetime("search/movie?query=zqnothing")).toBeLessThanOrEqual(300);
  });

  test("stores TMDB's 404 for an unknown title for a minute", async () => {
    const first = await get("/3/movie/404404");
    expect([first.status, await first.json()]).toMatchObject([404, { success: false, status_code: 34 }]);
    expect(cacheStatus(await get("/3/movie/404404"))).toBe("marquee; hit");
    expect(marquee.tmdb.calls).toHaveLength(1);
  });
});

describe("requests to TMDB's API", () => {
  test("use our key instead of the client's, without revealing ours", async () => {
    const headers = { Authorization: `Bearer ${CALLER}` };
    for (const path of [
      `/3/movie/605?api_key=${CALLER}&API_KEY=${CALLER}&session_id=${CALLER}`,
      "/3/movie/605/videos",
    ]) {
      const response = await get(path, { headers });
      expect(response.status).toBe(200);
      expect(`${JSON.stringify([...response.headers])}${await response.text()}`).not.toContain(KEY);
    }
    const again = await get("/3/movie/605?api_key=another");
    expect(cacheStatus(again)).toBe("marquee; hit");
    expect(marquee.tmdb.calls.join()).not.toContain(CALLER);
    expect(marquee.tmdb.calls.every((call) => call.includes(`api_key=${KEY}`))).toBe(true);
    expect(marquee.server.printed()).not.toMatch(new RegExp(`${KEY}|${CALLER}`));
  });

  test("are rejected without a client key by default", async () => {
    for (const query of ["", "?api_key=", `?api_key=${KEY}`]) {
      const response = await fetch(`${closed.url}/3/movie/605${query}`);
      expect([response.status, await response.json()]).toMatchObject([401, { status_code: 7 }]);
    }
    expect(marquee.tmdb.calls).toEqual([]);
  });

  test.each([
    "/3/nothing",
    "/3/../admin/purge",
    "/3/movie/..%2F605",
    "/3/movie//605",
    "/3/movie/605;x",
    "/3/https://elsewhere.example/3/movie/605",
    "/3/movie/popular?page=501",
    "/3/account/1",
    "/3/list/1/item_status?movie_id=605&session_id=abc",
    `/3/search/movie?query=${"x".repeat(3_000)}`,
  ])("are not sent for the invalid path %.60s", async (path) => {
    const { status } = await get(path);
    expect([400, 404, 405, 414]).toContain(status);
    expect(marquee.tmdb.calls).toEqual([]);
  });

  test("are sent once per page for a search without results", async () => {
    for (const page of [1, 2]) {
      const search = await get(`/3/search/movie?query=casablnca&page=${page}`);
      expect(await search.text()).toBe(stubBody(`search/movie?query=casablnca&page=${page}`));
    }
    expect(marquee.tmdb.calls).toHaveLength(2);
  });

  test("are sent again after a purge of the title", async () => {
    const paths = [
      "movie/605/images",
      "search/movie?query=the+glass",
      "person/11?append_to_response=combined_credits&language=fr",
      "movie/289/images",
    ];
    const statuses = () => Promise.all(paths.map(async (path) => cacheStatus(await get(`/3/${path}`))));
    await statuses();
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const body = JSON.stringify({ tags: ["title-1210"] });
    expect((await get("/admin/purge", { method: "POST", headers, body })).status).toBe(200);
    const missed = "marquee; fwd=uri-miss; stored";
    expect(await statuses()).toEqual([missed, missed, missed, "marquee; hit"]);
  });

  test("are not repeated when a client scans a folder twice", async () => {
    async function scan(): Promise<number> {
      let asked = 0;
      const films = REELS.slice(0, 120).values();
      async function lane(): Promise<void> {
        for (const { titles, id } of films) {
          const query = new URLSearchParams({ query: titles.en ?? "", language: "de-DE", year: "2001" });
          for (const path of [
            `search/movie?${query}`,
            `movie/${id}?append_to_response=credits,images&language=de-DE`,
          ]) {
            const response = await get(`/3/${path}`);
            await response.arrayBuffer();
            asked += response.status === 200 ? 1 : 0;
          }
        }
      }
      await Promise.all([lane(), lane(), lane(), lane(), lane(), lane()]);
      return asked;
    }
    expect(await scan()).toBe(240);
    expect(marquee.tmdb.calls.length).toBeLessThanOrEqual(252);
    marquee.tmdb.calls.length = 0;
    expect(await scan()).toBe(240);
    expect(marquee.tmdb.calls).toEqual([]);
  });

  test("are sent for every authentication check", async () => {
    for (const mode of ["", "500", ""] as const) {
      marquee.tmdb.mode = mode;
      marquee.tmdb.calls.length = 0;
      const response = await get("/3/authentication");
      expect([response.status, marquee.tmdb.calls.length > 0]).toEqual([mode === "" ? 200 : 502, true]);
      expect([cacheStatus(response)?.includes("stored"), response.headers.get("Cache-Control")]).toEqual([
        false,
        "no-store",
      ]);
    }
  });
});

describe("GET /t/p/{size}/{path}", () => {
  test.each([
    ["/t/p/w500/a.jpg", "w500/a.jpg"],
    ["/t/p/original//b.png", "original/b.png"],
    ["/t/p/w600_and_h900_bestv2/c.jpg", "w600_and_h900_bestv2/c.jpg"],
    ["/t/p/w780_filter(duotone,ffffff,bababa)/d.jpg", "w780_filter(duotone,ffffff,bababa)/d.jpg"],
    ["/t/p/h100_filter(negate,000,666)/e.png", "h100_filter(negate,000,666)/e.png"],
    ["/t/p/original/f.svg", "original/f.svg"],
  ])("returns %s from TMDB and stores it", async (path, asked) => {
    marquee.tmdb.images.length = 0;
    for (const _ of "twice") await (await get(path)).arrayBuffer();
    const { status, headers } = await get(path);
    expect([status, headers.get("Content-Type"), headers.get("Cache-Status")]).toEqual([
      200,
      "image/png",
      "marquee; hit",
    ]);
    expect(marquee.tmdb.images).toEqual([asked]);
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  test.each([
    "/t/p/w500$/a.jpg",
    "/t/p/w500/a/b.jpg",
    "/t/p/w500/%2E%2E%2Fa.jpg",
    "/t/p/x/a.jpg",
    "/t/p/%2e%2e/3/movie/603",
  ])("returns 404 without an upstream request for %s", async (path) => {
    marquee.tmdb.images.length = 0;
    const { status, headers } = await get(path);
    expect([status, headers.get("Content-Type")]).toEqual([404, "application/problem+json"]);
    expect([marquee.tmdb.images, marquee.tmdb.calls]).toEqual([[], []]);
  });
});

describe("GET /3/{path} when TMDB fails", () => {
  test("serves stored responses or TMDB's error, not the catalog", async () => {
    const stored = await get("/3/movie/605");
    marquee.tmdb.mode = "500";
    expect(await (await get("/3/movie/605")).text()).toBe(await stored.text());
    // The catalog contains this film under the same TMDB id, so it could serve these paths.
    for (const path of ["movie/389", "search/movie?query=12+angry+men", "discover/movie?with_genres=18"]) {
      const response = await get(`/3/${path}`);
      expect([path, response.status, await response.json()]).toMatchObject([path, 502, { status_code: 43 }]);
      expect(cacheStatus(response)).not.toContain("catalog");
    }
  });
});
