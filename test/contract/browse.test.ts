import { describe, expect, test } from "vitest";
import { isFacetSlug, toFacetSlug } from "../../worker/contract/browse.ts";

describe("toFacetSlug()", () => {
  test.each([
    ["Science Fiction", "science-fiction"],
    ["Action & Adventure", "action-adventure"],
    ["Côte d'Ivoire", "cote-divoire"],
    ["日本", "日本"],
    ["ドラマ", "ドラマ"],
    ["!!!", null],
    ["", null],
  ])("converts %j to %j", (name, slug) => {
    expect(toFacetSlug(name)).toBe(slug);
    if (slug !== null) expect(isFacetSlug(slug)).toBe(true);
  });
});

describe("isFacetSlug()", () => {
  test.each(["", "-", "Drama", "a b", "a_b", '"a"', "a--b", "a*"])("returns false for %j", (text) => {
    expect(isFacetSlug(text)).toBe(false);
  });
});
