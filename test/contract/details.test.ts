/** Tests the values that are computed from a title's facts and the current day. */
import { describe, expect, test } from "vitest";
import { earliest, toDay } from "../../worker/contract/dates.ts";
import { detailsOn, seriesDatesOn, statusOn } from "../../worker/contract/details.ts";
import type { Facts } from "../../worker/contract/facts.ts";
import { record } from "./records.ts";

const TODAY = "2026-11-24";
const episode = (aired: string, number = 1) => ({ season: 1, episode: number, title: "", aired });

const titleWith = (type: string, facts: Facts, year = "") => ({ record: record({ type, year }), facts });

describe("earliest()", () => {
  test.each([
    [["2008-03-01", "", "2008-01-27"], "2008-01-27"],
    [["2008", "2008-01-02"], "2008"],
    [["2009-01-01", "2008"], "2008"],
    [["", ""], ""],
    [[], ""],
  ])("returns the earliest of %j: %j", (dates, first) => {
    expect(earliest(dates)).toBe(first);
  });
});

describe("toDay()", () => {
  test("returns January 1 for a year", () => {
    expect([toDay("2008"), toDay("2008-02-03"), toDay("")]).toEqual(["2008-01-01", "2008-02-03", ""]);
  });
});

describe("seriesDatesOn()", () => {
  const dates = (upcoming: readonly string[], last_aired?: string) =>
    seriesDatesOn(TODAY, {
      schedule: { upcoming: upcoming.map((aired, at) => episode(aired, at)), last_aired },
    });

  test("returns the first episode after today", () => {
    expect(dates(["2026-11-24", "2026-11-25", "2026-12-01"]).next_episode).toEqual(episode("2026-11-25", 1));
  });

  test("treats today's episode as aired", () => {
    expect(dates(["2026-11-24", "2026-11-25"], "2026-11-17").last_aired).toBe("2026-11-24");
  });

  test("keeps the source's last air date if no later episode has aired", () => {
    expect(dates(["2026-11-25"], "2026-11-17").last_aired).toBe("2026-11-17");
  });

  test("treats the current year as aired and the next as upcoming", () => {
    expect(dates(["2026", "2027"])).toEqual({ last_aired: "2026", next_episode: episode("2027", 1) });
  });

  test("omits unknown dates", () => {
    expect(seriesDatesOn(TODAY, {})).toEqual({});
  });
});

describe("statusOn()", () => {
  test.each<[string, Facts, string, string | undefined]>([
    ["a film of a past year", {}, "2020", "released"],
    ["a film of this year", {}, "2026", "released"],
    ["a film of a later year", {}, "2027", "announced"],
    ["a film without a year", {}, "", undefined],
    ["a film released today", { released: TODAY }, "2026", "released"],
    ["a film to be released tomorrow", { released: "2026-11-25" }, "2026", "announced"],
    ["a film with a status", { status: "canceled" }, "2020", "canceled"],
  ])("derives the status of %s", (_, facts, year, status) => {
    expect(statusOn(TODAY, titleWith("movie", facts, year))).toBe(status);
  });

  test.each<[string, Facts, string | undefined]>([
    ["with a last year", { series: { last_year: 2013 } }, "ended"],
    ["not in production", { series: { in_production: false } }, "ended"],
    ["in production", { series: { in_production: true } }, "returning"],
    ["with an episode two years ago", { schedule: { last_aired: "2024-11-24" } }, "returning"],
    ["with an older last episode", { schedule: { last_aired: "2024-11-23" } }, undefined],
    ["without facts", {}, undefined],
    ["with a status", { status: "in_production", series: { last_year: 2013 } }, "in_production"],
  ])("derives the status of a series %s", (_, facts, status) => {
    expect(statusOn(TODAY, titleWith("series", facts))).toBe(status);
  });
});

describe("detailsOn()", () => {
  test("omits unknown details", () => {
    expect(detailsOn(TODAY, titleWith("series", {}), null)).toEqual({});
  });

  test("falls back to the first episode for a series' release date", () => {
    expect(detailsOn(TODAY, titleWith("series", { schedule: { first_aired: "2008-01-20" } }), null)).toEqual({
      released: "2008-01-20",
    });
    expect(detailsOn(TODAY, titleWith("series", { schedule: { first_aired: "2008" } }), null)).toEqual({});
  });

  test("returns details in the documented order", () => {
    const facts: Facts = {
      backdrop: "2008/01/x.jpg",
      trailer: "https://video.example/1",
      collection: { number: 7, name: "All" },
      networks: ["N"],
      companies: ["C"],
      certificates: [{ country: "US", certificate: "R" }],
      language: "en",
      tagline: "T",
      status: "ended",
      released: "2008-01-20",
      votes: 5,
    };
    expect(Object.entries(detailsOn(TODAY, titleWith("series", facts), [3, 1]))).toEqual([
      ["released", "2008-01-20"],
      ["status", "ended"],
      ["tagline", "T"],
      ["original_language", "en"],
      ["certificates", facts.certificates],
      ["companies", ["C"]],
      ["networks", ["N"]],
      ["collection", { name: "All", titles: [3, 1] }],
      ["trailer", "https://video.example/1"],
      ["backdrop", "2008/01/x.jpg"],
    ]);
  });

  test("include languages with a three-letter code", () => {
    const { original_language } = detailsOn(TODAY, titleWith("series", { language: "yue" }), null);
    expect(original_language).toBe("yue");
  });
});
