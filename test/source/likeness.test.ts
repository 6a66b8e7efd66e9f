import { describe, expect, test } from "vitest";
import {
  areAlike,
  balance,
  type Comparable,
  type Comparison,
  describeShared,
  rateLikeness,
} from "../../worker/source/likeness.ts";

const FILM: Comparable = {
  type: "movie",
  year: "1972",
  genres: "Drama, Crime",
  countries: "Italy",
  votes: 20_000,
};
const ALONE: Comparison = {
  people: [],
  isSameSeries: false,
  genres: new Map([
    ["Drama", 0.7],
    ["Crime", 2],
  ]),
  countries: new Map([
    ["Italy", 3],
    ["United States", 0.5],
  ]),
};
const DIRECTOR = { role: "director", name: "Ann Aimes" } as const;
const other = (given: Partial<Comparable>): Comparable => ({
  type: "movie",
  year: "",
  genres: "",
  countries: "",
  votes: 5_000,
  ...given,
});

describe("areAlike()", () => {
  test.each<[string, Partial<Comparable>]>([
    ["main genre and decade", { genres: "Drama", year: "1979" }],
    ["main genre and country", { genres: "War, Drama", countries: "France, Italy" }],
    ["decade and country", { year: "1970", countries: "Italy" }],
  ])("accepts a shared %s", (_, given) => {
    expect(areAlike(FILM, other(given), ALONE)).toBe(true);
  });

  test("accepts a shared person together with a country", () => {
    expect(areAlike(FILM, other({ countries: "Italy" }), { ...ALONE, people: [DIRECTOR] })).toBe(true);
  });

  test.each<[string, Partial<Comparable>]>([
    ["the main genre", { genres: "Drama", year: "1982" }],
    ["the decade", { genres: "Crime", year: "1975" }],
    ["the country", { genres: "Crime", countries: "Italy" }],
  ])("rejects titles that share only %s", (_, given) => {
    expect(areAlike(FILM, other(given), ALONE)).toBe(false);
  });

  test("requires a third shared trait if the kinds differ", () => {
    const series = other({ type: "series", genres: "Drama", year: "1979" });
    expect(areAlike(FILM, series, ALONE)).toBe(false);
    expect(areAlike(FILM, { ...series, countries: "Italy" }, ALONE)).toBe(true);
  });

  test("rejects an obscure title for a well-known one", () => {
    const alike = other({ genres: "Drama", year: "1979" });
    expect(areAlike(FILM, { ...alike, votes: 2_000 }, ALONE)).toBe(true);
    expect(areAlike(FILM, { ...alike, votes: 1_999 }, ALONE)).toBe(false);
  });

  test("accepts an obscure title of the same series", () => {
    expect(areAlike(FILM, other({ votes: 1 }), { ...ALONE, isSameSeries: true })).toBe(true);
  });

  test("ignores traits that the title does not have", () => {
    const bare = { ...FILM, year: "", countries: "" };
    expect(areAlike(bare, other({ genres: "Drama" }), ALONE)).toBe(true);
    expect(areAlike(bare, other({ genres: "Western" }), ALONE)).toBe(false);
  });
});

describe("describeShared()", () => {
  test("lists the rarest shared genres first", () => {
    const shared = describeShared(FILM, other({ genres: "Drama, War, Crime" }), ALONE);
    expect(shared).toEqual({ genres: ["Crime", "Drama"] });
  });

  test("returns the shared decade", () => {
    expect(describeShared(FILM, other({ year: "1970" }), ALONE)).toEqual({ genres: [], decade: "1970" });
  });

  test("returns a shared country if it is rare", () => {
    expect(describeShared(FILM, other({ countries: "Italy" }), ALONE).country).toBe("Italy");
    const american = { ...FILM, countries: "United States" };
    expect(describeShared(american, other({ countries: "United States" }), ALONE)).toEqual({ genres: [] });
  });

  test("returns the most important shared person", () => {
    const people = [DIRECTOR, { role: "actor", name: "Bo Bell" } as const];
    expect(describeShared(FILM, other({}), { ...ALONE, people }).person).toEqual(DIRECTOR);
  });
});

describe("balance()", () => {
  const one = (id: string, given: Partial<Comparison> = {}) => ({ ...ALONE, ...given, id });
  const listIds = (rated: ReturnType<typeof one>[]) =>
    balance(rated)
      .map(({ id }) => id)
      .join("");

  test.each<[string, Partial<Comparison>]>([
    ["series", { isSameSeries: true }],
    ["director", { people: [DIRECTOR] }],
  ])("moves the fourth title of the same %s behind the first six", (_, given) => {
    const rated = [..."abcd"].map((id) => one(id, given)).concat([..."efgh"].map((id) => one(id)));
    expect(listIds(rated)).toBe("abcefgdh");
  });
});

describe("rateLikeness()", () => {
  test("rates a title of the same series above one with the same director", () => {
    const rate = (given: Partial<Comparison>) => rateLikeness(FILM, other({}), { ...ALONE, ...given });
    expect(rate({ isSameSeries: true })).toBeGreaterThan(rate({ people: [DIRECTOR] }));
    expect(rate({ people: [DIRECTOR] })).toBeGreaterThan(rate({ people: [{ ...DIRECTOR, role: "actor" }] }));
  });

  const alike = other({ genres: "Drama", year: "1972" });
  test.each<[string, Partial<Comparable>]>([
    ["a more telling genre", { genres: "Crime" }],
    ["more votes", { votes: 50_000 }],
    ["a rare country", { countries: "Italy" }],
  ])("rates %s higher", (_, given) => {
    const better = { ...alike, ...given };
    expect(rateLikeness(FILM, better, ALONE)).toBeGreaterThan(rateLikeness(FILM, alike, ALONE));
  });

  test.each<[string, Partial<Comparable>]>([
    ["another time", { year: "1984" }],
    ["another kind", { type: "series" }],
  ])("rates %s lower", (_, given) => {
    const worse = { ...alike, ...given };
    expect(rateLikeness(FILM, worse, ALONE)).toBeLessThan(rateLikeness(FILM, alike, ALONE));
  });
});
