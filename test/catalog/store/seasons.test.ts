/** Tests seasons of a filled catalog on a fixed day. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  joinSeasons,
  type SeasonPart,
  seasonItself,
  seasonPart,
} from "../../../tools/catalog/load/seasons.ts";
import { MAX_SEASON, type StoredEpisode } from "../../../worker/catalog/store/stored-season.ts";
import { SeasonResponse, SeasonsResponse } from "../../../worker/contract/seasons.ts";
import { MISSING } from "../../../worker/source/loaded.ts";
import { database, fillSource, parse, toEntries } from "../kit.ts";
import { openCatalogIn } from "../open.ts";

const TODAY = Date.parse("2026-03-10T12:00:00Z");

const catalog = () => openCatalogIn(database, () => TODAY);

function episode(
  number: number,
  aired: string | number,
  title = `Story ${number}`,
  french?: string,
): StoredEpisode {
  const translations: Record<string, { title: string }> =
    french === undefined ? {} : { fr: { title: french } };
  const details = { plot: "A plot.", still: "2019/05/x.jpg", external: { tvdb: "5" }, translations };
  return [number, title, aired, 45, 8.1, 100, 0, details];
}

const SEASONS: Readonly<Record<number, readonly SeasonPart[]>> = {
  1: [
    seasonPart(0, [episode(1, "2018-01-01", "Special")]),
    seasonPart(1, [episode(1, "2019-05-01", "The Start", "Le début"), episode(2, "2019-05-08")]),
    seasonItself(1, { name: "The Beginning", poster: "2019/05/one.jpg", names: { fr: "Le commencement" } }),
    seasonPart(2, [
      episode(1, "2026-03-03"),
      episode(2, "2026-03-10"),
      episode(3, "2026-03-17"),
      episode(4, "2026-03-24"),
      episode(5, ""),
    ]),
    seasonItself(3, { name: "", poster: null, names: {} }),
  ],
  2: [seasonPart(0, [[1, "", 2011, 0, 0, 0, 7], episode(2, 2012)])],
  4: [seasonPart(1, [episode(1, 2026), episode(2, 2027)])],
  [Number.MAX_SAFE_INTEGER]: [
    seasonPart(0, [episode(1, "2020-01-01")]),
    seasonPart(MAX_SEASON, [episode(1, "2021-01-01")]),
  ],
};

beforeAll(async () => {
  const titles = ["Running", "Only Specials", "A Film", "Years", "Largest Id"].map((title, at) => ({
    id: title === "Largest Id" ? Number.MAX_SAFE_INTEGER : at + 1,
    title,
    type: title === "A Film" ? "movie" : "series",
    series: title === "Running" ? { seasons: 9 } : undefined,
  }));
  await fillSource({
    name: "a test",
    entries: () => toEntries(titles),
    credits: () => [],
    seasons: () =>
      Object.entries(SEASONS).flatMap(([id, parts]) =>
        joinSeasons(parts).map((season) => [Number(id), season] as const),
      ),
  });
});

describe("seasons()", () => {
  const seasons = (id: number, lang = "en") => parse(SeasonsResponse, catalog().seasons({ id, lang }));

  test("lists seasons by number, including those without episodes", async () => {
    expect(await seasons(1)).toEqual([
      { season: 0, name: "", episodes: 1, aired: "2018-01-01", poster: null },
      { season: 1, name: "The Beginning", episodes: 2, aired: "2019-05-01", poster: "2019/05/one.jpg" },
      { season: 2, name: "", episodes: 5, aired: "2026-03-03", poster: null },
      { season: 3, name: "", episodes: 0, aired: "", poster: null },
    ]);
  });

  test("returns names in the language of the query", async () => {
    const names = (await seasons(1, "fr")).map(({ name }) => name);
    expect(names).toEqual(["", "Le commencement", "", ""]);
  });

  test("lists only the seasons of the largest possible id", async () => {
    const numbers = (await seasons(Number.MAX_SAFE_INTEGER)).map(({ season }) => season);
    expect(numbers).toEqual([0, MAX_SEASON]);
  });

  test("returns no seasons for a film", async () => {
    expect(await seasons(3)).toEqual([]);
  });

  test("returns null for an unknown title", async () => {
    expect(await catalog().seasons({ id: 99, lang: "en" })).toMatchObject(MISSING);
  });
});

describe("season()", () => {
  const season = (number: number, lang = "en") =>
    parse(SeasonResponse, catalog().season({ id: 1, season: number, lang }));

  test("returns episodes with the fields of the contract", async () => {
    const { episodes, ...others } = await season(1);
    expect(others).toEqual({
      season: 1,
      name: "The Beginning",
      aired: "2019-05-01",
      poster: "2019/05/one.jpg",
    });
    expect(episodes[1]).toEqual({
      episode: 2,
      title: "Story 2",
      aired: "2019-05-08",
      runtime: "45",
      rating: 8.1,
      votes: 100,
      plot: "A plot.",
      still: "2019/05/x.jpg",
      external_ids: { tvdb: "5" },
    });
  });

  test("returns the contract's values for unknown fields", async () => {
    const { episodes } = await parse(SeasonResponse, catalog().season({ id: 2, season: 0, lang: "fr" }));
    expect(episodes[0]).toEqual({
      episode: 1,
      title: "",
      aired: "2011",
      runtime: "0",
      rating: 0,
      votes: 0,
      plot: "",
      still: null,
      external_ids: { imdb: "tt0000007" },
    });
  });

  test("falls back to English for each missing text", async () => {
    const { name, episodes } = await season(1, "fr");
    expect([name, episodes.map(({ title }) => title)]).toEqual(["Le commencement", ["Le début", "Story 2"]]);
  });

  test("returns null for an unknown season", async () => {
    expect(await catalog().season({ id: 1, season: 7, lang: "en" })).toMatchObject(MISSING);
  });

  test("returns null for a number above the maximum, MAX_SEASON", async () => {
    const season = MAX_SEASON + 1;
    expect(await catalog().season({ id: 1, season, lang: "en" })).toMatchObject(MISSING);
  });

  test("returns the air dates around the current day", async () => {
    const { airs } = await catalog().season({ id: 1, season: 2, lang: "en" });
    expect(airs).toEqual(["2026-03-10", "2026-03-17", "2026-03-24"]);
  });
});

describe("schedule of a series", () => {
  async function facts(id: number, lang = "en") {
    const { notes } = await catalog().title({ id, lang });
    return notes?.facts ?? {};
  }

  test("counts seasons and episodes without specials", async () => {
    const { series, schedule } = await facts(1);
    expect([series?.seasons, schedule?.episodes, schedule?.first_aired]).toEqual([3, 7, "2019-05-01"]);
  });

  test("separates past and upcoming episodes by the current day", async () => {
    const { schedule } = await facts(1);
    expect(schedule?.last_aired).toBe("2026-03-10");
    expect(schedule?.upcoming?.map(({ season, episode }) => [season, episode])).toEqual([
      [2, 3],
      [2, 4],
    ]);
  });

  test("counts specials if there are no other episodes", async () => {
    expect((await facts(2)).schedule).toEqual({
      episodes: 2,
      first_aired: "2011",
      last_aired: "2012",
      upcoming: [],
    });
  });

  test("treats a year without a day as its first day", async () => {
    const { schedule } = await facts(4);
    expect([schedule?.last_aired, schedule?.upcoming?.[0]?.aired]).toEqual(["2026", "2027"]);
  });

  test("is absent without seasons", async () => {
    expect((await facts(3)).schedule).toBeUndefined();
  });
});
