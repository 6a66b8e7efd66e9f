/** What the catalog stores of the names of a title. */
import { describe, expect, test } from "vitest";
import {
  ADULT_TOKEN,
  decadeToken,
  type Findable,
  findableNames,
  initialsToken,
  kindToken,
  OTHER,
  PARTIAL,
  WHOLE,
  yearToken,
} from "../../../worker/catalog/store/names.ts";

function names(titles: readonly string[], more: Partial<Findable> = {}) {
  const found = findableNames({ titles, year: null, kind: "", adult: false, ...more });
  return {
    forms: found.forms.split("\n"),
    keys: Object.fromEntries(found.keys),
    tokens: new Set(found.tokens.split(" ")),
    words: [...found.words],
  };
}

describe("forms", () => {
  test("are the folded titles, the display title first, in their parts, each once", () => {
    expect(names(["Thor: Ragnarok", "THOR, Ragnarok", "Тор", "тор", "!!!", "Thor (!)"]).forms).toEqual([
      "thor | ragnarok",
      "thor ragnarok",
      "тор",
      "thor",
    ]);
  });

  test("of working titles are marked, unless they are titles", () => {
    expect(names(["Thor"], { workingTitles: ["Creature Report", "Thor"] }).forms).toEqual([
      "thor",
      "~ creature report",
    ]);
  });

  test("are 120 at most", () => {
    const titles = Array.from({ length: 130 }, (_, at) => `Title ${at}`);
    expect(names(titles).forms).toEqual(titles.slice(0, 120).map((title) => title.toLowerCase()));
  });
});

describe("keys", () => {
  test("distinguish the display title, another title, and a part of one", () => {
    expect(names(["Thor: Ragnarok", "Тор"], { workingTitles: ["Creature Report"] }).keys).toEqual({
      thorragnarok: WHOLE,
      thor: PARTIAL,
      ragnarok: PARTIAL,
      тор: OTHER,
      creaturereport: PARTIAL,
    });
  });

  test("make their strongest claim, whichever title comes first", () => {
    expect(names(["Avengers", "Thor: Ragnarok", "Thor"]).keys).toMatchObject({ thor: OTHER });
    expect(names(["Avengers", "Thor", "Thor: Ragnarok"]).keys).toMatchObject({ thor: OTHER });
    expect(names(["Thor", "Thor: Thor"]).keys).toMatchObject({ thor: WHOLE });
  });

  test("leave out articles and spell numerals, and are never empty", () => {
    expect(Object.keys(names(["The Rocky and Two"]).keys).toSorted()).toEqual(
      ["rocky2", "rockytwo", "therocky2", "therockytwo"].toSorted(),
    );
    expect(Object.keys(names(["The"]).keys)).toEqual(["the"]);
    expect(Object.keys(names(["And"]).keys)).toEqual([]);
  });
});

describe("tokens", () => {
  const has = (tokens: ReadonlySet<string>, ...wanted: readonly string[]) =>
    expect([...tokens]).toEqual(expect.arrayContaining([...wanted]));

  test("are words in either spelling, whole titles, compounds and initials", () => {
    const { tokens } = names(["Spider-Man II: No Way Home"]);
    has(
      tokens,
      "spider",
      "man",
      "ii",
      "2",
      "home",
      "spiderman",
      "spiderman2nowayhome",
      "spidermaniinowayhome",
    );
    has(tokens, initialsToken("sminwh"), initialsToken("sm2nwh"));
    expect(tokens).not.toContain("nowayhome");
    expect(tokens).not.toContain("|");
  });

  test("are pairs of characters of a script without spaces", () => {
    has(names(["花樣年華"]).tokens, "花樣", "樣年", "年華");
  });

  test("are the year, the decade and the kind if known, and whether it is for adults", () => {
    const marks = (more: Partial<Findable>) =>
      [...names(["Alien"], more).tokens].filter((token) => token !== "alien").toSorted();
    expect(marks({})).toEqual([]);
    expect(marks({ kind: "game" })).toEqual([]);
    expect(marks({ year: 1979, kind: "movie" })).toEqual(
      [yearToken(1979), decadeToken(1979), kindToken("movie")].toSorted(),
    );
    expect(marks({ adult: true })).toEqual([ADULT_TOKEN]);
  });

  test("that are not words differ from each other and from words", () => {
    const marks = [
      ADULT_TOKEN,
      kindToken("movie"),
      kindToken("series"),
      yearToken(1979),
      yearToken(197),
      decadeToken(1979),
      decadeToken(1989),
      initialsToken("tdk"),
      initialsToken("got"),
    ];
    expect(new Set(marks).size).toBe(marks.length);
    for (const mark of marks) expect(mark).toMatch(/^\ue000/);
    expect(yearToken(79)).toMatch(/0079$/);
  });
});

describe("words that may be mistyped", () => {
  test("come from scripts with spaces, compounds as one", () => {
    expect(names(["Spider-Man: 花樣 X-2"]).words).toEqual(["spider", "man", "x", "2", "spiderman", "x2"]);
    expect(names(["花-樣"]).words).toEqual([]);
    expect(names(["花-Man"]).words).toEqual(["man"]);
  });
});
