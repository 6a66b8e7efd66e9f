import { describe, expect, test } from "vitest";
import { type KnownSeason, MIN_CONFIDENCE, type ParsedName } from "../../worker/contract/matching.ts";
import { choose, type MatchCandidate } from "../../worker/match/choose.ts";
import type { Reading } from "../../worker/match/name.ts";
import { LIKELY } from "../../worker/match/segment.ts";
import { record } from "../contract/records.ts";

function createReading(
  title: string,
  year: string | null = null,
  { doubt = LIKELY, country = null, needsEpisode = false, ...more }: Partial<ParsedName & Reading> = {},
): Reading {
  const read = { title, year, type: null, season: null, episodes: [], part: null, edition: null, ...more };
  return { read, doubt, country, needsEpisode, isGuess: false };
}

let ids = 0;

function createCandidate(
  title: string,
  year: string,
  more: Partial<MatchCandidate> & { type?: string } = {},
): MatchCandidate {
  const { type = "movie", ...rest } = more;
  const found = record({ id: ++ids, title, original_title: title, year, type });
  return { record: found, isNamed: false, popularity: 100, ...rest };
}

/** Returns the title and year of the match, or `null` if there is none. */
function chooseMatch(read: Reading, candidates: readonly MatchCandidate[]): string | null {
  const { match } = choose([{ reading: read, candidates }]);
  return match && `${match.title.title} ${match.title.year}`;
}

describe("choose()", () => {
  test.each<[string, string | null, string | null]>([
    ["the same year", "1999", "Dune 1999"],
    ["a year apart", "2000", "Dune 1999"],
    ["two years apart", "2001", null],
    ["no year", null, "Dune 1999"],
  ])("matches a complete title with %s", (_, year, found) => {
    expect(chooseMatch(createReading("Dune", year), [createCandidate("Dune", "1999")])).toBe(found);
  });

  test("does not match the beginning or end of a longer title", () => {
    const candidates = [createCandidate("Coach Carter", "2022"), createCandidate("Carter Returns", "2022")];
    expect(chooseMatch(createReading("Carter", "2022"), candidates)).toBeNull();
    expect(
      chooseMatch(createReading("Carter", "2022"), [...candidates, createCandidate("Carter", "2022")]),
    ).toBe("Carter 2022");
    expect(chooseMatch(createReading("Carter Coach", "2022"), candidates)).toBeNull();
  });

  test("matches an original title", () => {
    const { record: akira, ...rest } = createCandidate("Akira", "1988");
    const found = { ...rest, record: { ...akira, original_title: "アキラ" } };
    expect(chooseMatch(createReading("アキラ", "1988"), [found])).toBe("Akira 1988");
  });

  test("matches an alternative title only if the source reports it", () => {
    const long = (isNamed: boolean) => [createCandidate("Furiosa: A Mad Max Saga", "2024", { isNamed })];
    expect(chooseMatch(createReading("Furiosa", "2024"), long(false))).toBeNull();
    expect(chooseMatch(createReading("Furiosa", "2024"), long(true))).toBe("Furiosa: A Mad Max Saga 2024");
    const both = [createCandidate("Yol", "1982", { isNamed: true }), createCandidate("The Road", "2009")];
    expect(chooseMatch(createReading("The Road"), both)).toBe("The Road 2009");
  });

  test("prefers the exact year among namesakes, then popularity", () => {
    const namesakes = (popularity: number) => [
      createCandidate("It", "1990"),
      createCandidate("It", "2017", { popularity }),
    ];
    expect(chooseMatch(createReading("It", "1990"), namesakes(10_000))).toBe("It 1990");
    expect(chooseMatch(createReading("It", "1991"), namesakes(10_000))).toBe("It 1990");
    expect(chooseMatch(createReading("It"), namesakes(500))).toBe("It 2017");
    expect(chooseMatch(createReading("It"), namesakes(300))).toBeNull();
    const yearApart = [createCandidate("It", "1990"), createCandidate("It", "1991", { popularity: 500 })];
    expect(chooseMatch(createReading("It", "1990"), yearApart)).toBe("It 1990");
    const farKnown = [createCandidate("It", "1990"), createCandidate("It", "1991", { popularity: 100_000 })];
    expect(chooseMatch(createReading("It", "1990"), farKnown)).toBeNull();
    expect(chooseMatch(createReading("It", "1992"), farKnown)).toBe("It 1991");
    expect(
      chooseMatch(createReading("It", "1990"), [createCandidate("It Ends", "1990"), ...farKnown.slice(1)]),
    ).toBe("It 1991");
    expect(chooseMatch(createReading("It", "1990"), [createCandidate("It", "")])).toBeNull();
    const series = [
      createCandidate("It", "1990", { type: "series" }),
      createCandidate("It", "2017", { popularity: 300 }),
    ];
    expect(chooseMatch(createReading("It"), series)).toBe("It 2017");
  });

  test("is less confident about titles with identical name and year", () => {
    const read = createReading("The Visit", "2015");
    const confidence = (...candidates: readonly MatchCandidate[]) =>
      choose([{ reading: read, candidates }]).match?.confidence;
    const known = createCandidate("The Visit", "2015", { popularity: 10_000 });
    expect(confidence(known, createCandidate("The Visit", "2015"))).toBe(0.85);
    expect(confidence(known, createCandidate("The Visit", "2014"))).toBe(0.99);
    expect(confidence(known, createCandidate("The Visit", "2015", { type: "series" }))).toBe(0.99);
    expect(
      confidence(createCandidate("The Visit", "2015"), createCandidate("The Visit", "2015")),
    ).toBeUndefined();
  });

  test("prefers the exact spelling to an equivalent one", () => {
    const alike = [createCandidate("Nine", "2009"), createCandidate("9", "2009")];
    expect([
      chooseMatch(createReading("9", "2009"), alike),
      chooseMatch(createReading("Nine", "2009"), alike),
    ]).toEqual(["9 2009", "Nine 2009"]);
    expect(chooseMatch(createReading("Dig", "2022"), [createCandidate("The Dig", "2021")])).toBeNull();
  });

  describe("with a mistyped title", () => {
    const casablanca = [createCandidate("Casablanca", "1942"), createCandidate("Carmen", "1942")];
    const sopranos = [createCandidate("The Sopranos", "1999", { type: "series" })];
    const series: Partial<ParsedName> = { type: "series", season: 1, episodes: [2] };

    test.each<[string, Reading, readonly MatchCandidate[], string | null]>([
      ["one wrong letter", createReading("Casablanka", "1942"), casablanca, "Casablanca 1942"],
      [
        "a series without a year",
        createReading("The Sopranoes", null, series),
        sopranos,
        "The Sopranos 1999",
      ],
      [
        "two wrong letters of sixteen",
        createReading("The Shawshnk Redemptoin", "1994"),
        [createCandidate("The Shawshank Redemption", "1994")],
        "The Shawshank Redemption 1994",
      ],
      ["two wrong letters of ten", createReading("Casablnka", "1942"), casablanca, null],
      ["a film without a year", createReading("Casablanka"), casablanca, null],
      ["a film of the next year", createReading("Casablanka", "1943"), casablanca, null],
      [
        "another number",
        createReading("Nymphomaniac Vol. I", "2013"),
        [createCandidate("Nymphomaniac: Vol. II", "2013")],
        null,
      ],
      [
        "two equally similar titles",
        createReading("The Hunters", "2011"),
        [createCandidate("The Hunter", "2011"), createCandidate("The Haunters", "2011")],
        null,
      ],
      [
        "a title with exactly that name",
        createReading("The Hunters", "2011"),
        [createCandidate("The Hunter", "2011"), createCandidate("The Hunters", "2012", { popularity: 1 })],
        "The Hunters 2012",
      ],
    ])("finds the expected match: %s", (_, read, candidates, found) => {
      expect(chooseMatch(read, candidates)).toBe(found);
    });

    test("returns a lower confidence than for a correct name", () => {
      const read = createReading("Casablanka", "1942");
      const { match } = choose([{ reading: read, candidates: casablanca }]);
      expect(match?.confidence).toBeLessThan(MIN_CONFIDENCE);
    });
  });

  test("prefers a reading whose year matches exactly", () => {
    const [long, short] = [createReading("Alien Covenant", "2017"), createReading("Alien", "2017")];
    const ofYear = { reading: short, candidates: [createCandidate("Alien", "2017")] };
    const nearYear = { reading: long, candidates: [createCandidate("Alien Covenant", "2016")] };
    expect(choose([nearYear, ofYear]).match?.title.title).toBe("Alien");
    expect(choose([nearYear]).match?.title.title).toBe("Alien Covenant");
  });

  test("matches part of a name only with the exact year", () => {
    const [whole, part] = [
      createReading("Ginger Snaps 2 Unleashed", "2004"),
      createReading("Unleashed", "2004"),
    ];
    const found = (year: string) =>
      choose([
        { reading: whole, candidates: [] },
        { reading: part, candidates: [createCandidate("Unleashed", year)] },
      ]).match?.title.year;
    expect([found("2004"), found("2005")]).toEqual(["2004", undefined]);
  });

  test("prefers the longest of several matching titles", () => {
    const [short, long] = [createReading("Wonder Woman", "1984"), createReading("Wonder Woman 1984")];
    const choice = choose([
      { reading: short, candidates: [createCandidate("Wonder Woman", "1983")] },
      { reading: long, candidates: [createCandidate("Wonder Woman 1984", "2020")] },
    ]);
    expect([choice.read, choice.match?.title.year]).toEqual([long.read, "2020"]);
  });

  describe("with the names, seasons and countries of the catalog", () => {
    /** Creates a series with the seasons, each with the number of its episodes. */
    const createSeries = (title: string, year: string, seasons: readonly KnownSeason[], more = {}) =>
      createCandidate(title, year, { type: "series", seasons, ...more });
    const numbered = (season: number | null, episode: number, more: Partial<Reading> = {}) =>
      createReading("The Apprentice", null, { type: "series", season, episodes: [episode], ...more });

    test("prefers the namesake that has the season or the episode", () => {
      const namesakes = [
        createSeries("The Apprentice", "2004", [[15, 1, 8]], { popularity: 300 }),
        createSeries("The Apprentice", "2005", [[19, 1, 12]]),
      ];
      expect(chooseMatch(numbered(19, 12), namesakes)).toBe("The Apprentice 2005");
      expect(chooseMatch(numbered(15, 8), namesakes)).toBe("The Apprentice 2004");
    });

    test("matches a reading that needs an episode only if the series has it", () => {
      const candidates = [createSeries("The Apprentice", "2004", [[1, 1, 10]])];
      const match = (episode: number) =>
        choose([
          { reading: createReading("The Apprentice 1"), candidates: [] },
          { reading: numbered(1, episode, { needsEpisode: true }), candidates },
        ]).match?.title.year;
      expect([match(10), match(11)]).toEqual(["2004", undefined]);
    });

    test("returns at most 0.9 for an episode counted through several seasons", () => {
      const read = numbered(null, 12);
      const candidates = [
        createSeries("The Apprentice", "2004", [
          [1, 1, 10],
          [2, 1, 10],
        ]),
      ];
      expect(choose([{ reading: read, candidates }]).match?.confidence).toBe(0.9);
    });

    test("reduces a range to its first episode if the season is shorter", () => {
      const read = createReading("Dark", null, { type: "series", season: 1, episodes: [9, 10, 11] });
      const candidates = [createSeries("Dark", "2017", [[1, 1, 10]])];
      expect(choose([{ reading: read, candidates }]).read.episodes).toEqual([9]);
    });

    test("distinguishes namesakes by country", () => {
      const read = createReading("The Office", null, { country: "United Kingdom" });
      const namesakes = [
        createCandidate("The Office", "2005", { countries: "United States", popularity: 900 }),
        createCandidate("The Office", "2001", { countries: "United Kingdom" }),
      ];
      expect(chooseMatch(read, namesakes)).toBe("The Office 2001");
      expect(chooseMatch(read, namesakes.slice(0, 1))).toBeNull();
    });

    test("matches several parts of a name, and one of two in the exact year", () => {
      const forms = [
        [
          ["star", "wars"],
          ["episode", "i"],
          ["the", "phantom", "menace"],
        ],
      ];
      const menace = createCandidate("The Phantom Menace Film", "1999", { forms });
      expect(chooseMatch(createReading("Star Wars The Phantom Menace"), [menace])).not.toBeNull();
      expect(chooseMatch(createReading("Star Wars", "1999"), [menace])).toBeNull();
      const furiosa = createCandidate("Furiosa: A Saga", "2024", { forms: [[["furiosa"], ["a", "saga"]]] });
      const match = (year: string) => chooseMatch(createReading("Furiosa", year), [furiosa]);
      expect([match("2024"), match("2023")]).toEqual(["Furiosa: A Saga 2024", null]);
    });

    test("matches a local title with a local year if no namesake is close", () => {
      const local = (year: string) =>
        createCandidate("The Intouchables", year, {
          forms: [[["ziemlich", "beste", "freunde"]]],
          isNamed: true,
        });
      const read = createReading("Ziemlich beste Freunde", "2012");
      expect(choose([{ reading: read, candidates: [local("2011")] }]).match?.confidence).toBe(0.9);
      expect(choose([{ reading: read, candidates: [local("2011"), local("2013")] }]).match).toBeNull();
    });
  });

  test("returns up to five other candidates, best first", () => {
    const candidates = ["Alien", "Alien Two", "Alien Three Four", "A", "B", "C", "D"].map((title) =>
      createCandidate(title, "1979"),
    );
    const read = createReading("Alien", "1979");
    const { match, others } = choose([{ reading: read, candidates }]);
    expect(match?.title.title).toBe("Alien");
    expect(others.map(({ title }) => title.title).slice(0, 2)).toEqual(["Alien Two", "Alien Three Four"]);
    const confidences = others.map(({ confidence }) => confidence);
    expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
    expect(others).toHaveLength(5);
  });

  test("returns every other candidate once, with its highest confidence", () => {
    const read = createReading("Dune", "2001");
    const candidates = [createCandidate("Dune", "1984"), createCandidate("Dune Two", "2001")];
    const { match, others } = choose([
      { reading: read, candidates },
      { reading: createReading("Dune 2001"), candidates },
    ]);
    expect(match).toBeNull();
    expect(others.map(({ title, confidence }) => [title.title, confidence])).toEqual([
      ["Dune Two", 0.3],
      ["Dune", 0.29],
    ]);
  });
});
