import { describe, expect, test } from "vitest";
import { aliasKind, RARELY_TYPED } from "../../../tools/catalog/sources/alias-kinds.ts";

describe("kinds of alternative names", () => {
  /** The inputs are TMDB's `type`, or IMDb's `types` and `attributes` joined by IMDb's separator. */
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
  ])("distinguish TMDB and IMDb types such as %j", (words, kind) => {
    expect(aliasKind(words)).toBe(kind);
  });

  test("mark production titles and translations as rarely typed", () => {
    expect([...RARELY_TYPED].sort()).toEqual([
      "former title",
      "season title",
      "translation",
      "working title",
    ]);
  });
});
