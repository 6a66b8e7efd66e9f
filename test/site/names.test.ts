import { describe, expect, test } from "vitest";
import { originalName, splitNames, titleName, yearsAfter } from "../../site/components/title/names.ts";

describe("splitNames()", () => {
  test("returns unique names in order", () => {
    expect(splitNames("Drama, Crime, Drama")).toEqual(["Drama", "Crime"]);
    expect(splitNames("")).toEqual([]);
    expect(splitNames("Drama, , Crime, ")).toEqual(["Drama", "Crime"]);
  });
});

const named = (title: string, original_title: string) => ({ type: "movie", title, original_title });

describe("displayed title", () => {
  test("falls back to the original title, then to the kind", () => {
    expect(titleName("en", named("Spirited Away", "千と千尋の神隠し"))).toBe("Spirited Away");
    expect(titleName("en", named("", "千と千尋の神隠し"))).toBe("千と千尋の神隠し");
    expect(titleName("en", named("", ""))).toBe("Untitled film");
    expect(titleName("de", { ...named("", ""), type: "series" })).toBe("Serie ohne Titel");
    expect(titleName("en", { ...named("", ""), type: "constructor" })).toBe("Untitled");
  });

  test("is followed by the last year of a series", () => {
    const series = { type: "series", year: "2011" };
    expect(yearsAfter(series, { last_year: 2019 })).toBe("–2019");
    expect(yearsAfter(series, { last_year: 2019, in_production: true })).toBe("–");
    for (const extent of [undefined, {}, { seasons: 3 }, { last_year: 2011 }, { in_production: false }])
      expect(yearsAfter(series, extent)).toBe("");
    expect(yearsAfter({ ...series, type: "movie" }, { last_year: 2019 })).toBe("");
    expect(yearsAfter({ ...series, year: "" }, { last_year: 2019 })).toBe("");
  });

  test("does not break before the dash of a subtitle", () => {
    const title = "Star Wars: Episode III - Revenge of the Sith";
    expect(titleName("en", named(title, ""))).toBe("Star Wars: Episode III\u00a0- Revenge of the Sith");
    expect(titleName("en", named("Spider-Man", ""))).toBe("Spider-Man");
  });

  test("is followed by the original title only if it differs", () => {
    expect(originalName(named("Spirited Away", "千と千尋の神隠し"))).toBe("千と千尋の神隠し");
    expect(originalName(named("The Matrix", "The Matrix"))).toBeNull();
    expect(originalName(named("The Matrix", ""))).toBeNull();
    expect(originalName(named("", "千と千尋の神隠し"))).toBeNull();
  });
});
