import { describe, expect, test } from "vitest";
import { aliasKind, RARELY_TYPED } from "../../../tools/catalog/sources/alias-kinds.ts";

describe("kinds of other names", () => {
  /** The kinds as TMDB's `type` and as IMDb's `types` and `attributes` with their separator. */
  test.each([
    [null, "alternative"],
    ["", "alternative"],
    ["Netflix", "alternative"],
    ["imdbDisplay ", "alternative"],
    ["working title", "working title"],
    ["season 2 working title", "working title"],
    ["working ", "working title"],
    ["imdbDisplay\u0002dvd transliterated title", "transliteration"],
    ["Romaji", "transliteration"],
    ["Romanized Chinese Name", "transliteration"],
    ["Pinyin", "transliteration"],
    [" literal English title", "translation"],
    ["promotional abbreviation", "abbreviation"],
    ["alternative informal short title", "abbreviation"],
    ["season 3", "season title"],
    [" second season title", "season title"],
    ["tv series title", "alternative"],
    ["former promotional title", "former title"],
  ])("include %j as a separate kind", (words, kind) => {
    expect(aliasKind(words)).toBe(kind);
  });

  test("mark names that people type, except production titles", () => {
    expect([...RARELY_TYPED].sort()).toEqual([
      "former title",
      "season title",
      "translation",
      "working title",
    ]);
  });
});
