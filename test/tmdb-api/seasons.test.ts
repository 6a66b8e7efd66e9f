import { beforeAll, describe, expect, test } from "vitest";
import { joinSeasons, type SeasonPart, seasonItself, seasonPart } from "../../tools/catalog/load/seasons.ts";
import type { StoredEpisode } from "../../worker/catalog/store/stored-season.ts";
import { formatDay } from "../../worker/contract/dates.ts";
import { toJson } from "../../worker/source/loaded.ts";
import { database, fillSource, toEntries } from "../catalog/kit.ts";
import { credits } from "../contract/records.ts";
import { queryAt, respondAt } from "./responding.ts";

const ANN = { id: 31, name: "Ann Aimes", profile_path: null };

function episode(number: number, aired: string, title = `Story ${number}`, ids = {}): StoredEpisode {
  const details = { plot: "A plot.", still: `2026/03/still${number}.jpg`, external: ids, translations: {} };
  return [number, title, aired, 45, 8.1, 100, 0, details];
}

const NOW = Date.parse("2026-03-10T12:00:00Z");

const RUNNING: readonly SeasonPart[] = [
  seasonPart(0, [episode(1, "2026-03-12", "A Special")]),
  seasonPart(1, [
    episode(1, "2019-05-01", "The Start", { imdb: "tt0000011", "tmdb-episode": "77", tvdb: "88" }),
  ]),
  seasonItself(1, { name: "The Beginning", poster: "2019/05/one.jpg", names: {} }),
  seasonPart(2, [
    episode(1, "2026-03-03"),
    episode(2, "2026-03-10", ""),
    episode(3, "2026-03-17"),
    episode(4, ""),
  ]),
];
const OF_YEARS: readonly SeasonPart[] = [
  seasonPart(1, [episode(1, "2011"), episode(2, "2012")]),
  seasonPart(2, [episode(1, "2027")]),
];

const WEEKLY: readonly SeasonPart[] = [
  seasonPart(1, [episode(1, "2026-03-09"), episode(2, "2026-03-16"), episode(3, "2026-03-23")]),
];
/**
 * A season of sixty daily episodes, which is more than the catalog indexes for a series. The last episode airs in
 * five days.
 */
const DAILY: readonly SeasonPart[] = [
  seasonPart(
    1,
    Array.from({ length: 60 }, (_, at) => episode(at + 1, formatDay(NOW + (at - 54) * 86_400_000))),
  ),
];
const LATER: readonly SeasonPart[] = [
  seasonPart(0, [episode(1, "2026-03-12", "A Special")]),
  seasonPart(1, [episode(1, "2026-03-17")]),
];

beforeAll(() =>
  fillSource({
    name: "a test",
    entries: () =>
      toEntries([
        { title: "Running", type: "series", year: "2019" },
        { title: "Of years", type: "series", year: "2011" },
        { title: "Unlisted", type: "series", year: "2011", series: { seasons: 9 } },
        { title: "Weekly", type: "series", year: "2026" },
        { title: "Daily", type: "series", year: "2026" },
        { title: "Later", type: "series", year: "2026" },
      ]),
    credits: () => [
      [
        1,
        JSON.stringify(
          credits({ id: 1, cast: [{ ...ANN, character: "Dawn" }], director: [{ ...ANN, job: "Director" }] }),
        ),
      ],
    ],
    personDetails: () => null,
    externalIds: () => [1, 2, 3].map((id) => ["tmdb-tv", String(60 + id), "title", id] as const),
    seasons: () =>
      [RUNNING, OF_YEARS, [], WEEKLY, DAILY, LATER].flatMap((parts, at) =>
        joinSeasons(parts).map((season) => [at + 1, season] as const),
      ),
  }),
);

async function loaded(address: string, now = NOW) {
  const respond = respondAt(database, { imagesUrl: "https://images.example/t/p/" }, () => now);
  return await respond(queryAt(address));
}

async function get(address: string, now = NOW): Promise<Record<string, never>> {
  return JSON.parse(toJson(await loaded(address, now)) ?? "null");
}

describe.each([
  ["tv/airing_today", ["Running", "Daily"]],
  ["tv/on_the_air", ["Running", "Weekly", "Daily"]],
])("GET /3/%s", (path, names) => {
  test("lists series with an episode in its date range", async () => {
    const { results, total_results } = await get(path);
    expect({ results, total_results }).toMatchObject({
      results: names.map((name) => ({ name })),
      total_results: names.length,
    });
  });

  test("omits series whose episodes have only a year", async () => {
    expect(await get(path, Date.parse("2027-01-01"))).toMatchObject({ results: [], total_results: 0 });
  });
});

describe("GET /3/tv/{id}/season/{season} of a missing season", () => {
  test.each(["tv/61/season/9", "tv/61/season/1/episode/99"])(
    "contains the id of its title: %s",
    async (path) => {
      expect(await loaded(path)).toMatchObject({ value: null, ids: { titles: [1] } });
    },
  );
});

describe("GET /3/tv/episode_group/{id}", () => {
  test("returns 404, because the catalog has no episode groups", async () => {
    expect(await get("tv/episode_group/5acf93e60e0a26346d0000ce")).toBeNull();
  });
});

describe("GET /3/tv/{id}", () => {
  test("excludes specials from its season and episode counts", async () => {
    const { seasons, ...series } = await get("tv/61");
    expect(series).toMatchObject({
      number_of_seasons: 2,
      number_of_episodes: 5,
      first_air_date: "2019-05-01",
    });
    expect(seasons).toMatchObject([
      { season_number: 0, name: "Specials", episode_count: 1, air_date: "2026-03-12", poster_path: null },
      { season_number: 1, name: "The Beginning", episode_count: 1, poster_path: "/2019/05/one.jpg" },
      { season_number: 2, name: "Season 2", episode_count: 4, air_date: "2026-03-03" },
    ]);
  });

  test("returns the last and next episode, ignoring specials", async () => {
    expect(await get("tv/61")).toMatchObject({
      last_air_date: "2026-03-10",
      last_episode_to_air: { season_number: 2, episode_number: 2, name: "Episode 2", show_id: 61 },
      next_episode_to_air: { season_number: 2, episode_number: 3, air_date: "2026-03-17" },
    });
  });

  test("reports a series with recent episodes as returning", async () => {
    expect(await get("tv/61")).toMatchObject({ status: "Returning Series", in_production: true });
  });

  test("returns null for air dates that have only a year", async () => {
    expect(await get("tv/62")).toMatchObject({
      first_air_date: "2011-01-01",
      last_air_date: "2012-01-01",
      last_episode_to_air: { episode_number: 2, air_date: null },
      next_episode_to_air: { season_number: 2, air_date: null },
      seasons: [{ air_date: null }, { air_date: null }],
    });
  });

  test("falls back to the source's season count", async () => {
    expect(await get("tv/63")).toMatchObject({
      number_of_seasons: 9,
      number_of_episodes: 0,
      seasons: [],
      last_episode_to_air: null,
      next_episode_to_air: null,
    });
  });

  test("omits appended seasons that do not exist", async () => {
    const series = await get("tv/61?append_to_response=season/1,season/9,season/2,credits,images");
    expect(series["season/1"]).toMatchObject({ name: "The Beginning", episodes: [{ name: "The Start" }] });
    expect(series["season/2"]).not.toHaveProperty("credits");
    expect(series).toHaveProperty("credits");
    expect(series).not.toHaveProperty("season/9");
  });

  test("lists the dates on which the response changes", async () => {
    expect((await loaded("tv/61")).airs).toEqual(expect.arrayContaining(["2026-03-10", "2026-03-17"]));
  });
});

describe("GET /3/tv/{id}/season/{n}", () => {
  test("lists the episodes with crew and guest stars", async () => {
    const { episodes, ...season } = await get("tv/61/season/2");
    expect(season).toMatchObject({ season_number: 2, name: "Season 2", air_date: "2026-03-03" });
    expect(episodes).toHaveLength(4);
    expect(Object(episodes)[0]).toMatchObject({
      episode_number: 1,
      season_number: 2,
      name: "Story 1",
      runtime: 45,
      vote_average: 8.1,
      vote_count: 100,
      overview: "A plot.",
      still_path: "/2026/03/still1.jpg",
      crew: [],
      guest_stars: [],
    });
  });

  test("returns the credits of the series", async () => {
    const { credits: own } = await get(
      "tv/61/season/1?append_to_response=credits,external_ids,images,videos",
    );
    expect(own).toMatchObject({
      cast: [{ name: "Ann Aimes", character: "Dawn" }],
      crew: [{ job: "Director" }],
    });
    expect(await get("tv/61/season/1/credits")).toMatchObject({ cast: [{ name: "Ann Aimes" }] });
    expect(await get("tv/61/season/1/aggregate_credits")).toMatchObject({ cast: [{ roles: [{}] }] });
  });

  test("lists the season poster as an image", async () => {
    expect((await get("tv/61/season/1/images")).posters).toMatchObject([{ file_path: "/2019/05/one.jpg" }]);
  });

  test("returns the same id at every endpoint", async () => {
    const { id, "season/1": appended } = await get("tv/61?append_to_response=season/1");
    const { id: own } = await get("tv/61/season/1");
    expect([Object(appended).id, (await get("tv/61/season/1/credits")).id]).toEqual([own, own]);
    expect(own).not.toBe(id);
  });

  test("contains an _id of 24 hexadecimal digits, as TMDB's does", async () => {
    expect(await get("tv/61/season/1")).toMatchObject({ _id: expect.stringMatching(/^[0-9a-f]{24}$/) });
  });

  test.each(["tv/61/season/9", "tv/63/season/1", "tv/99/season/1", "movie/61/season/1"])(
    "returns 404 at %s",
    async (address) => {
      await expect(get(address).catch(() => null)).resolves.toBeNull();
    },
  );
});

describe("GET /3/tv/{id}/season/{n}/episode/{m}", () => {
  test("uses the TMDB id and lists the other external ids", async () => {
    expect(await get("tv/61/season/1/episode/1?append_to_response=external_ids")).toMatchObject({
      id: 77,
      name: "The Start",
      external_ids: { imdb_id: "tt0000011", tvdb_id: 88 },
    });
  });

  test("returns the cast of the series, but no crew", async () => {
    const { credits: own } = await get("tv/61/season/1/episode/1?append_to_response=credits");
    expect(own).toMatchObject({ cast: [{ name: "Ann Aimes" }], crew: [], guest_stars: [] });
  });

  test("lists the still as an image", async () => {
    expect((await get("tv/61/season/2/episode/1/images")).stills).toMatchObject([{ aspect_ratio: 1.778 }]);
  });

  test("returns 404 for an unknown episode", async () => {
    expect(await get("tv/61/season/1/episode/2")).toBeNull();
  });
});
