import { describe, expect, test } from "vitest";
import { countryNames } from "../../../worker/origins/tmdb/countries.ts";

test("countries are joined as in the contract, each once, in the language asked for", () => {
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
    "has a name, and not that of a successor: %s",
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

test.each(["HK", "MO", "PS"])("a name does not say what it belongs to: %s", (code) => {
  expect(countryNames([code], "en")).toMatch(/^[A-Z][a-z]+( Kong)?$/);
});
