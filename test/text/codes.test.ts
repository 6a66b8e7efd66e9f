import { describe, expect, test } from "vitest";
import { countryNames, ENGLISH_GENRES } from "../../worker/text/codes.ts";

/** developer.themoviedb.org/reference/genre-movie-list and genre-tv-list: the numbers that films and series have. */
const NUMBERS = {
  movie: [12, 14, 16, 18, 27, 28, 35, 36, 37, 53, 80, 99, 878, 9648, 10402, 10749, 10751, 10752, 10770],
  series: [16, 18, 35, 37, 80, 99, 9648, 10751, 10759, 10762, 10763, 10764, 10765, 10766, 10767, 10768],
};

test.each(["movie", "series"] as const)("every genre of TMDB's has a name of its own: %s", (kind) => {
  const names = NUMBERS[kind].map((number) => ENGLISH_GENRES[kind][number]);
  for (const name of names) expect(name).toMatch(/^[A-Z]/);
  expect(new Set(names).size).toBe(NUMBERS[kind].length);
});

test("a number that films and series share is one genre", () => {
  for (const number of NUMBERS.movie.filter((shared) => NUMBERS.series.includes(shared))) {
    expect(ENGLISH_GENRES.movie[number]).toBe(ENGLISH_GENRES.series[number]);
  }
});

test("countries are joined as in the contract, each once, in the requested language", () => {
  expect(countryNames(["US", "IT", "US"], "en")).toBe("United States, Italy");
  expect(countryNames(["US", "IT"], "fr")).toBe("États-Unis, Italie");
  expect(countryNames([], "en")).toBe("");
});

test("a code without a name is left out", () => {
  expect(countryNames(["usa", "us", "USA", "1US", "", "U", "QX", "FR"], "en")).toBe("France");
});

describe("a country of the past", () => {
  const intl = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

  test.each(["AN", "BU", "CS", "DD", "SU", "TP", "XC", "XG", "YU", "ZR"])(
    "has its own name, not a successor's: %s",
    (code) => {
      const name = countryNames([code], "en");
      expect(name).toMatch(/^[A-Z][a-z]+( [a-zA-Z]+)*$/);
      expect(name).not.toBe(intl.of(code));
    },
  );

  test("that has two codes is one", () => {
    expect(countryNames(["DD", "XG"], "en")).toBe("East Germany");
  });
});

test.each(["HK", "MO", "PS"])("a name leaves out the state that it belongs to: %s", (code) => {
  expect(countryNames([code], "en")).toMatch(/^[A-Z][a-z]+( Kong)?$/);
});
