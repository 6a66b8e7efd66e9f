/** Tests responses of TMDB's own API that are passed on unchanged, and the facts that the cache takes from them. */
import { describe, expect, test } from "vitest";
import { toJson } from "../../worker/source/loaded.ts";
import { parseTmdbRequest } from "../../worker/tmdb-api/request.ts";
import { createTmdb } from "./kit.ts";
import { KEY } from "./responses.ts";

/** Returns the source's result for `path` if TMDB responds with `body`. */
function passThrough(path: string, body: unknown, { status = 200 } = {}) {
  const fetch = async () => Response.json(body, { status });
  const { tmdbApi } = createTmdb("", { fetch }).can;
  const [own = "", search] = path.split("?");
  return tmdbApi(parseTmdbRequest(own, new URLSearchParams(search)));
}

describe("tmdbApi()", () => {
  test.each<[string, object, string[]]>([
    [
      "tv/1",
      { id: 1, next_episode_to_air: { air_date: "2026-05-01" }, last_episode_to_air: null },
      ["2026-05-01"],
    ],
    ["tv/1", { id: 1, last_episode_to_air: { air_date: "2026-04-24" } }, ["2026-04-24"]],
    ["tv/1/season/2", { episodes: [{ air_date: "2026-04-24" }, { air_date: null }] }, ["2026-04-24"]],
    ["tv/1/season/2/episode/3", { air_date: "2026-04-24" }, ["2026-04-24"]],
    ["tv/airing_today", { results: [], air_date: "2026-04-24" }, []],
  ])("returns the air dates in a response: %s, %j, %j", async (path, body, airs) => {
    expect(await passThrough(path, body)).toMatchObject({ airs });
  });

  test.each([
    ["search/movie?query=x", { results: [] }, true],
    ["search/movie?query=x", { results: [{ id: 1 }] }, false],
    ["find/tt1234567", { movie_results: [], tv_results: [] }, true],
    ["find/tt1234567", { movie_results: [], tv_results: [{ id: 1 }] }, false],
    ["movie/1/videos", { id: 1, results: [] }, false],
  ])("reports whether %s with %j is empty: %s", async (path, body, isEmpty) => {
    expect(await passThrough(path, body)).toMatchObject({ isEmpty });
  });

  test.each([
    ["movie/1/similar", { results: [{ id: 2 }] }, { titles: [2, 4], people: [] }],
    ["tv/1/credits", { cast: [{ id: 2 }], crew: [{ id: 3 }] }, { titles: [3], people: [2, 3] }],
    ["movie/tt0133093", { id: 603 }, { titles: [1206], people: [] }],
    ["collection/1", { id: 1, parts: [{ id: 2 }] }, { titles: [4], people: [] }],
    ["person/1/tv_credits", { cast: [{ id: 2 }] }, { titles: [5], people: [1] }],
    ["person/1", { movie_credits: { crew: [{ id: 2 }] } }, { titles: [4], people: [1] }],
    [
      "trending/all/day",
      {
        results: [
          { id: 2, media_type: "tv" },
          { id: 2, media_type: "person" },
        ],
      },
      { titles: [5], people: [2] },
    ],
    [
      "person/popular",
      { results: [{ id: 2, known_for: [{ id: 3, media_type: "tv" }, { id: 4 }] }] },
      { titles: [7, 8], people: [2] },
    ],
    ["list/7", { id: "7", items: [{ id: 2, media_type: "tv" }, { id: 3 }] }, { titles: [5, 6], people: [] }],
    ["credit/7a", { media_type: "tv", media: { id: 2 }, person: { id: 3 } }, { titles: [5], people: [3] }],
    [
      "tv/1/season/1",
      { id: 9, episodes: [{ id: 8, crew: [{ id: 2 }], guest_stars: [{ id: 4 }] }] },
      { titles: [3], people: [2, 4] },
    ],
    ["tv/1", { id: 1, created_by: [{ id: 2 }] }, { titles: [3], people: [2] }],
    [
      "find/tt1234567",
      { person_results: [{ id: 2 }], tv_results: [{ id: 3 }] },
      { titles: [7], people: [2] },
    ],
    ["search/collection?query=x", { results: [{ id: "x" }, null, { id: -1 }] }, { titles: [], people: [] }],
  ])("returns the title and person ids in a response: %s, %j, %j", async (path, body, ids) => {
    expect((await passThrough(path, body)).ids).toEqual(ids);
  });
});

describe("passed-through response", () => {
  test("is unchanged except for our key", async () => {
    const body = { id: 1, overview: "A film.", unknown: [1.5, null] };
    expect(toJson(await passThrough("movie/1", body))).toBe(JSON.stringify(body));
    const json = toJson(await passThrough("movie/1", { id: 1, request: `https://x.test/?api_key=${KEY}` }));
    expect(json).not.toContain(KEY);
  });

  test("reports parameters rejected by TMDB as invalid", async () => {
    for (const status of [400, 422]) {
      await expect(passThrough("movie/1", {}, { status })).rejects.toMatchObject({
        type: "invalid-parameter",
      });
    }
    await expect(passThrough("movie/1", {}, { status: 401 })).rejects.toMatchObject({ type: "bad-upstream" });
    expect(toJson(await passThrough("movie/1", {}, { status: 404 }))).toBeNull();
  });
});
