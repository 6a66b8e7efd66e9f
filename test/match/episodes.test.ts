import { describe, expect, test } from "vitest";
import type { ParsedName } from "../../worker/contract/matching.ts";
import type { SeasonResponse } from "../../worker/contract/seasons.ts";
import { findEpisodes } from "../../worker/match/episodes.ts";
import { record } from "../contract/records.ts";

const EPISODE = { title: "", runtime: "0", rating: 0, votes: 0, plot: "", still: null, external_ids: {} };

const season = (number: number, ...dates: readonly string[]): SeasonResponse => ({
  season: number,
  name: "",
  episodes: dates.map((aired, at) => ({ ...EPISODE, episode: at + 1, aired })),
  aired: dates[0] ?? "",
  poster: null,
});

const EMPTY: ParsedName = {
  title: "",
  year: null,
  type: null,
  season: null,
  episodes: [],
  part: null,
  edition: null,
};

const SEASONS = [
  season(0, "2009-12-24", "2010-05-02"),
  season(1, "2008-01-20", "2008-01-27", "2008-02-10"),
  season(2, "2009-03-08", "2010-05-02"),
  season(3, "2010-05-01", "2010-05-02", "2010-05-02"),
  season(4, "2011"),
];

function setUp() {
  const requests: string[] = [];
  const source = {
    async seasons() {
      requests.push("seasons");
      return SEASONS.map((one) => ({ ...one, episodes: one.episodes.length }));
    },
    async season({ season: number }: { readonly season: number }) {
      requests.push(`season ${number}`);
      return SEASONS.find((one) => one.season === number) ?? null;
    },
  };
  const find = async (given: Partial<ParsedName>, type = "series") => {
    const read = { ...EMPTY, ...given };
    const match = { title: record({ type }), confidence: 1 };
    const episodes = await findEpisodes({ read, match, others: [], seasons: [] }, { lang: "en" }, source);
    return episodes.map((one) => [one.season, one.episode]);
  };
  return { requests, find };
}

describe("findEpisodes()", () => {
  test("returns an episode by number, with its title and date", async () => {
    const source = { seasons: async () => [], season: async () => SEASONS[1] ?? null };
    const read = { ...EMPTY, season: 1, episodes: [2] };
    const match = { title: record({ type: "series" }), confidence: 1 };
    expect(await findEpisodes({ read, match, others: [], seasons: [] }, { lang: "en" }, source)).toEqual([
      { season: 1, episode: 2, title: "", aired: "2008-01-27" },
    ]);
  });

  test.each([
    ["a range", { season: 1, episodes: [2, 3] }, [1, 2], [1, 3]],
    ["the known part of a range", { season: 1, episodes: [3, 4, 5] }, [1, 3]],
    ["a special", { season: 0, episodes: [1] }, [0, 1]],
    ["an unknown number", { season: 1, episodes: [9] }],
    ["an unknown season", { season: 9, episodes: [1] }],
    ["a season alone", { season: 1 }],
    ["a number that counts through the seasons", { episodes: [4] }, [2, 1]],
    ["a number after the last episode", { episodes: [99] }],
  ])("returns the known episodes of %s", async (_, read, ...episodes) => {
    expect(await setUp().find(read)).toEqual(episodes);
  });

  test("returns all episodes of a date in order", async () => {
    expect(await setUp().find({ date: "2010-05-02" })).toEqual([
      [0, 2],
      [2, 2],
      [3, 2],
      [3, 3],
    ]);
  });

  test("loads only the specials and recent seasons for a date", async () => {
    const { requests, find } = setUp();
    await find({ date: "2010-12-01" });
    expect(requests).toEqual(["seasons", "season 0", "season 2", "season 3"]);
  });

  test.each(["2007-01-01", "2008-01-21", "2011"])(
    "returns nothing for a date without episodes: %s",
    async (date) => {
      expect(await setUp().find({ date })).toEqual([]);
    },
  );

  test("does not load episodes of a film", async () => {
    const { requests, find } = setUp();
    expect(await find({ season: 1, episodes: [1] }, "movie")).toEqual([]);
    expect(requests).toEqual([]);
  });
});
