import { describe, expect, test } from "vitest";
import { countryNames, ENGLISH_GENRES, genreNumber } from "../../worker/text/codes.ts";

/**
 * TMDB's genre ids for films and for series (developer.themoviedb.org/reference/genre-movie-list and genre-tv-list).
 */
const NUMBERS = {
  movie: [12, 14, 16, 18, 27, 28, 35, 36, 37, 53, 80, 99, 878, 9648, 10402, 10749, 10751, 10752, 10770],
  series: [16, 18, 35, 37, 80, 99, 9648, 10751, 10759, 10762, 10763, 10764, 10765, 10766, 10767, 10768],
};

describe("genres", () => {
  test.each(["movie", "series"] as const)("give every TMDB genre a unique name: %s", (kind) => {
    const names = NUMBERS[kind].map((number) => ENGLISH_GENRES[kind][number]);
    for (const name of names) expect(name).toMatch(/^[A-Z]/);
    expect(new Set(names).size).toBe(NUMBERS[kind].length);
  });

  test("use the same name if films and series share a number", () => {
    for (const number of NUMBERS.movie.filter((shared) => NUMBERS.series.includes(shared))) {
      expect(ENGLISH_GENRES.movie[number]).toBe(ENGLISH_GENRES.series[number]);
    }
  });
});

describe("genreNumber()", () => {
  test.each([
    ["movie", "fantasy", 14],
    ["series", "fantasy", 10765],
    ["series", "action", 10759],
    ["series", "adventure", 10759],
    ["movie", "politics", undefined],
  ] as const)("returns the TMDB number for %s and %s", (kind, slug, number) => {
    expect(genreNumber(kind, slug)).toBe(number);
  });
});

describe("countryNames()", () => {
  test("joins the unique names in the requested language", () => {
    expect(countryNames(["US", "IT", "US"], "en")).toBe("United States, Italy");
    expect(countryNames(["US", "IT"], "fr")).toBe("États-Unis, Italie");
    expect(countryNames([], "en")).toBe("");
  });

  test("omits a code without a name", () => {
    expect(countryNames(["usa", "us", "USA", "1US", "", "U", "QX", "FR"], "en")).toBe("France");
  });
});

describe("former countries", () => {
  const intl = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

  test.each(["AN", "BU", "CS", "DD", "SU", "TP", "XC", "XG", "YU", "ZR"])(
    "keep their historical names: %s",
    (code) => {
      const name = countryNames([code], "en");
      expect(name).toMatch(/^[A-Z][a-z]+( [a-zA-Z]+)*$/);
      expect(name).not.toBe(intl.of(code));
    },
  );

  test("are listed once if they have two codes", () => {
    expect(countryNames(["DD", "XG"], "en")).toBe("East Germany");
  });
});

describe("short country names", () => {
  test.each(["HK", "MO", "PS"])("omit the sovereign state: %s", (code) => {
    expect(countryNames([code], "en")).toMatch(/^[A-Z][a-z]+( Kong)?$/);
  });
});
