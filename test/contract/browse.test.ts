import { describe, expect, test } from "vitest";
import { isFacetSlug, toFacetSlug } from "../../worker/contract/browse.ts";

describe("a genre or a country", () => {
  test.each([
    ["Science Fiction", "science-fiction"],
    ["Action & Adventure", "action-adventure"],
    ["Côte d'Ivoire", "cote-divoire"],
    ["日本", "日本"],
    ["ドラマ", "ドラマ"],
    ["!!!", null],
    ["", null],
  ])("%j is %j in an address", (name, slug) => {
    expect(toFacetSlug(name)).toBe(slug);
    if (slug !== null) expect(isFacetSlug(slug)).toBe(true);
  });

  test.each(["", "-", "Drama", "a b", "a_b", '"a"', "a--b", "a*"])("%j is not a slug", (text) => {
    expect(isFacetSlug(text)).toBe(false);
  });
});
